// A new match as a form: seats, options, clock, who may see it.
import { go, toLobby, toMatch } from './address.js';
import { create, ME, usualSeats } from './create.js';
import { fill, make } from './element.js';
import { bots, game } from './host.js';
import { notice, pressing } from './notice.js';
import { chosenOptions, optionField } from './option-field.js';
import { foldedRules } from './rules.js';
import './seat-field.js';
import { setOwnName } from './seats.js';
import { say } from './words.js';

const MINUTE = 60000;
const SECOND = 1000;

const field = (id, title, control) => make('p', { class: 'entry' }, make('label', { for: id }, title), control);

const numberField = (id, title, value, max) =>
  field(id, title, make('input', { id, type: 'number', min: 0, max, value, required: true }));

function countField({ min, max }, usual) {
  const counts = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return field(
    'seats',
    say('how_many'),
    make(
      'select',
      { id: 'seats' },
      counts.map((count) => make('option', { selected: count === usual }, count)),
    ),
  );
}

const HINTS = ['alone', 'always', 'never'];

const hintsField = () =>
  field('hints', say('hints'), make('select', { id: 'hints' }, HINTS.map((value) => make('option', { value }, say(`hints.${value}`)))));

const MESSAGES = ['quick', 'free', 'none'];

const messagesField = () =>
  field('messages', say('messages'), make('select', { id: 'messages' }, MESSAGES.map((value) => make('option', { value }, say(`messages.${value}`)))));

class NewMatch extends HTMLElement {
  #brief;
  #bots;
  #seats = make('div', { class: 'seat-fields' });

  async connectedCallback() {
    [this.#brief, this.#bots] = await Promise.all([game(this.getAttribute('game')), bots()]);
    if (this.#brief) this.#show();
    else fill(this, make('h1', {}, say('no_such_game')), make('a', { href: toLobby }, say('to_lobby')));
  }

  #show() {
    const { title, summary, seats, options } = this.#brief;
    const chosen = new URLSearchParams(this.getAttribute('options'));
    const form = make(
      'form',
      { class: 'panel', onsubmit: pressing((event) => this.#begin(event)) },
      make('fieldset', {}, make('legend', {}, say('seats')), countField(seats, usualSeats(seats)), this.#seats),
      options.length > 0 && make('fieldset', {}, make('legend', {}, say('options')), options.map((option) => optionField(option, chosen.get(option.name)))),
      make(
        'fieldset',
        {},
        make('legend', {}, say('clock')),
        numberField('minutes', say('clock.minutes'), 0, 600),
        numberField('increment', say('clock.increment'), 0, 600),
      ),
      hintsField(),
      messagesField(),
      make(
        'p',
        { class: 'entry tick' },
        make('input', { id: 'public', type: 'checkbox' }),
        make('label', { for: 'public' }, say('public')),
      ),
      make(
        'div',
        { class: 'row' },
        make('button', { class: 'main' }, say('begin')),
        make('a', { class: 'button', href: toLobby }, say('to_lobby')),
      ),
    );
    form.elements.seats.addEventListener('change', () => this.#setSeats(Number(form.elements.seats.value)));
    this.#setSeats(usualSeats(seats));
    fill(this, make('h1', {}, title), make('p', {}, summary), foldedRules(this.#brief), form);
  }

  /** Keeps what was filled in of those that stay. */
  #setSeats(count) {
    while (this.#seats.childElementCount > count) this.#seats.lastElementChild.remove();
    while (this.#seats.childElementCount < count)
      this.#seats.append(make('lap-seat-field', { seat: this.#seats.childElementCount, bots: this.#bots.join(' ') }));
  }

  async #begin(event) {
    event.preventDefault();
    const seats = Array.from(this.#seats.children, ({ chosen }) => chosen);
    const own = seats.find(({ who }) => who === ME);
    if (seats.filter(({ who }) => who === ME).length > 1) return notice(say('two_of_me'), 'bad');
    if (own) setOwnName(own.name);
    go(toMatch(await create(this.#brief.id, seats, this.#settings(event.target.elements))));
  }

  #settings(elements) {
    const initial = Number(elements.minutes.value) * MINUTE;
    const increment = Number(elements.increment.value) * SECOND;
    return {
      options: chosenOptions({ elements }, this.#brief.options),
      visibility: elements.public.checked ? 'public' : 'private',
      hints: elements.hints.value,
      messages: elements.messages.value,
      ...(initial > 0 && { clock: { initial, increment } }),
    };
  }
}

customElements.define('lap-new-match', NewMatch);

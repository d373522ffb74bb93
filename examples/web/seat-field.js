// Who is to sit in one seat of a new match.
import { BOT_SEAT, HERE, INVITED, levelOf, ME, nameOfBot, ownNameAt, usualAmong } from './create.js';
import { make } from './element.js';
import { say } from './words.js';

const WHO = [ME, HERE, INVITED];

function options(bots) {
  const people = WHO.map((who) => [who, say(`who.${who}`)]);
  const machines = bots.map((bot) => [
    `${BOT_SEAT} ${bot}`,
    bots.length > 1 ? say('who.bot_named', { name: levelOf(bot) }) : say('who.bot'),
  ]);
  return [...people, ...machines];
}

/** `seat` is its index, `bots` the names of bots, with spaces between. `chosen` is {who, name, bot?}. */
class SeatField extends HTMLElement {
  #seat;
  #who;
  #name;
  #usualName = '';

  connectedCallback() {
    this.#seat = Number(this.getAttribute('seat'));
    const number = this.#seat + 1;
    const bots = this.getAttribute('bots').split(' ');
    const usual = number === 1 ? ME : `${BOT_SEAT} ${usualAmong(bots)}`;
    this.#who = make(
      'select',
      { 'aria-label': say('seat', { number }) },
      options(bots).map(([value, title]) => make('option', { value, selected: value === usual }, title)),
    );
    this.#name = make('input', {
      maxlength: 40,
      'aria-label': say('name_of_seat', { number }),
    });
    this.#who.addEventListener('change', () => this.#suit());
    this.append(make('span', { class: 'seat-number', 'aria-hidden': 'true' }, String(number)), this.#who, this.#name);
    this.#suit();
  }

  /** Who comes with an invitation says his name himself. A name that was typed in stays. */
  #suit() {
    const { who } = this.chosen;
    const isUsual = this.#name.value === this.#usualName;
    this.#usualName = this.#usualNameOf(who);
    if (isUsual) this.#name.value = this.#usualName;
    this.#name.hidden = who === INVITED;
  }

  #usualNameOf(who) {
    if (who === BOT_SEAT) return nameOfBot(this.#seat);
    return who === ME ? ownNameAt(this.#seat) : say('player', { number: this.#seat + 1 });
  }

  get chosen() {
    const [who, bot] = this.#who.value.split(' ');
    return { who, bot, name: this.#name.value.trim() || this.#usualName };
  }
}

customElements.define('lap-seat-field', SeatField);

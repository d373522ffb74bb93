// Who is to sit in one seat of a new match.
import { BOT_SEAT, HERE, INVITED, ME } from './create.js';
import { make } from './element.js';
import { ownName } from './seats.js';
import { say } from './words.js';

const WHO = [ME, HERE, INVITED];

function options(bots) {
  const people = WHO.map((who) => [who, say(`who.${who}`)]);
  const machines = bots.map((bot) => [
    `${BOT_SEAT} ${bot}`,
    bots.length > 1 ? say('who.bot_named', { name: bot }) : say('who.bot'),
  ]);
  return [...people, ...machines];
}

/** `seat` is its index, `bots` the names of bots, with spaces between. `chosen` is {who, name, bot?}. */
class SeatField extends HTMLElement {
  #who;
  #name;
  #usualName;

  connectedCallback() {
    const number = Number(this.getAttribute('seat')) + 1;
    const bots = this.getAttribute('bots').split(' ');
    const usual = number === 1 ? ME : `${BOT_SEAT} ${bots[0]}`;
    this.#usualName = (number === 1 && ownName()) || say('player', { number });
    this.#who = make(
      'select',
      { 'aria-label': say('seat', { number }) },
      options(bots).map(([value, title]) => make('option', { value, selected: value === usual }, title)),
    );
    this.#name = make('input', {
      maxlength: 40,
      value: this.#usualName,
      'aria-label': say('name_of_seat', { number }),
    });
    this.#who.addEventListener('change', () => this.#suit());
    this.append(make('span', { class: 'seat-number', 'aria-hidden': 'true' }, String(number)), this.#who, this.#name);
    this.#suit();
  }

  /** Only who sits at this screen is named here. */
  #suit() {
    this.#name.hidden = ![ME, HERE].includes(this.chosen.who);
  }

  get chosen() {
    const [who, bot] = this.#who.value.split(' ');
    return { who, bot, name: this.#name.value.trim() || this.#usualName };
  }
}

customElements.define('lap-seat-field', SeatField);

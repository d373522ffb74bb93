// A new match from a moment of one that is over: for oneself against bots, or for people with invitations.
import { go, toMatch } from './address.js';
import { BOT_SEAT, create, INVITED, levelOf, ME, nameOfBot, ownNameAt } from './create.js';
import { fill, make } from './element.js';
import { bots } from './host.js';
import { pressing } from './notice.js';
import { say } from './words.js';

/** Who sits where: oneself in `seat`, and in the others a `bot`, or people where there is none. */
function seatsFor(names, seat, bot) {
  return names.map((_, i) => {
    if (i === seat) return { who: ME, name: ownNameAt(i) };
    return bot ? { who: BOT_SEAT, bot, name: nameOfBot(i) } : { who: INVITED };
  });
}

/** The others: bots that play so well, or people. */
const others = (known) => [
  ...known.map((bot) => make('option', { value: bot }, say('play_on.bots', { level: levelOf(bot) }))),
  make('option', { value: '' }, say('play_on.people')),
];

class PlayOn extends HTMLElement {
  #dialog = make('dialog', { class: 'panel over', 'aria-labelledby': 'play-on-title' });

  connectedCallback() {
    this.append(this.#dialog);
  }

  /** `moment`: {match, token, at, game}; `names` of its seats, `seat` the usual one. */
  async ask(moment, names, seat) {
    const known = await bots();
    const choice = (id, title, options) =>
      make('p', { class: 'entry' }, make('label', { for: id }, title), make('select', { id }, options));
    const begin = async (event) => {
      event.preventDefault();
      const { elements } = event.target;
      const own = Number(elements['play-on-seat'].value);
      await this.#begin(moment, seatsFor(names, own, elements['play-on-others']?.value));
    };
    fill(
      this.#dialog,
      make(
        'form',
        { onsubmit: pressing(begin) },
        make('h2', { id: 'play-on-title' }, say('play_on.title')),
        make('p', {}, say('play_on.text')),
        choice('play-on-seat', say('play_on.seat'), names.map((name, i) => make('option', { value: i, selected: i === seat }, name))),
        names.length > 1 && choice('play-on-others', say('play_on.others'), others(known)),
        make(
          'div',
          { class: 'row' },
          make('button', { class: 'main' }, say('begin')),
          make('button', { type: 'button', onclick: () => this.#dialog.close() }, say('close')),
        ),
      ),
    );
    this.#dialog.showModal();
  }

  async #begin({ match, token, at, game }, seats) {
    const next = await create(game, seats, { from: { match, at, ...(token && { token }) } });
    this.#dialog.close();
    go(toMatch(next));
  }
}

customElements.define('lap-play-on', PlayOn);

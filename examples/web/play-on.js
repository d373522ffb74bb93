// A new match from a moment of one that is over: for oneself against bots, or for people with invitations.
import { go, toMatch } from './address.js';
import { BOT_SEAT, create, INVITED, ME, nameOfBot, ownNameAt } from './create.js';
import { fill, make } from './element.js';
import { bots } from './host.js';
import { pressing } from './notice.js';
import { say } from './words.js';

const BOTS = 'bots';
const PEOPLE = 'people';

/** Who sits where: oneself in `seat`, and the others. */
function seatsFor(names, seat, others, bot) {
  return names.map((_, i) => {
    if (i === seat) return { who: ME, name: ownNameAt(i) };
    return others === BOTS ? { who: BOT_SEAT, bot, name: nameOfBot(i) } : { who: INVITED };
  });
}

class PlayOn extends HTMLElement {
  #dialog = make('dialog', { class: 'panel over', 'aria-labelledby': 'play-on-title' });

  connectedCallback() {
    this.append(this.#dialog);
  }

  /** `moment`: {match, token, at, game}; `names` of its seats, `seat` the usual one. */
  async ask(moment, names, seat) {
    const [bot] = await bots();
    const choice = (id, title, options) =>
      make('p', { class: 'entry' }, make('label', { for: id }, title), make('select', { id }, options));
    const begin = async (event) => {
      event.preventDefault();
      const { elements } = event.target;
      const own = Number(elements['play-on-seat'].value);
      await this.#begin(moment, seatsFor(names, own, elements['play-on-others'].value, bot));
    };
    fill(
      this.#dialog,
      make(
        'form',
        { onsubmit: pressing(begin) },
        make('h2', { id: 'play-on-title' }, say('play_on.title')),
        make('p', {}, say('play_on.text')),
        choice('play-on-seat', say('play_on.seat'), names.map((name, i) => make('option', { value: i, selected: i === seat }, name))),
        names.length > 1 &&
          choice('play-on-others', say('play_on.others'), [
            make('option', { value: BOTS }, say('play_on.bots')),
            make('option', { value: PEOPLE }, say('play_on.people')),
          ]),
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

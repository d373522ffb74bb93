// Somebody comes with a link: to a seat, or to watch. Who is invited reads what to before he sits down.
import { goInstead, toLobby, toMatch } from './address.js';
import { join, levelOf } from './create.js';
import { fill, make } from './element.js';
import { explain } from './failure.js';
import { game, host } from './host.js';
import { nothingHere } from './nothing-here.js';
import { pressing } from './notice.js';
import { foldedRules } from './rules.js';
import { ownName, recordOf, remember, setOwnName } from './seats.js';
import { settingsList } from './match-settings.js';
import { listed, say } from './words.js';

/** How tokens and invitations look. */
const SECRET = /^[0-9a-f]{32}$/;

const seatLine = ({ name, free, bot }, seat, own) =>
  make(
    'li',
    {},
    free ? say(seat === own ? 'invited.your_seat' : 'free_seat') : name,
    bot && make('span', { class: 'quiet' }, ` ${say('seat.bot', { level: levelOf(bot) })}`),
  );

/** Who waits for the guest, in a sentence. */
function hosts({ seats }) {
  const people = seats.filter(({ free, bot }) => !free && !bot).map(({ name }) => name);
  return people.length > 0 ? say('invited.by', { names: listed(people), count: people.length }) : say('invited');
}

class Arrival extends HTMLElement {
  #match;

  connectedCallback() {
    this.#match = this.getAttribute('match');
    const watch = this.getAttribute('watch');
    if (!SECRET.test(watch ?? this.getAttribute('invitation')))
      fill(this, nothingHere(say('invited.not_whole'), say('invited.ask_again')));
    else if (watch) this.#watch(watch);
    else this.#receive();
  }

  #watch(token) {
    remember(this.#match, { watch: token });
    goInstead(toMatch(this.#match));
  }

  async #receive() {
    fill(this, make('p', { class: 'quiet' }, say('loading')));
    try {
      const invitation = this.getAttribute('invitation');
      const match = await host.call('match.invitation', { match: this.#match, invitation });
      this.#show(match, await game(match.game));
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Whoever comes back by the link that he sat down with goes on. */
  #refuse(error) {
    if (error.data?.reason === 'seat_taken' && recordOf(this.#match).seats.length > 0) goInstead(toMatch(this.#match));
    else fill(this, nothingHere(say('invited.no_more'), explain(error)));
  }

  #show(match, brief) {
    const name = make('input', { id: 'arrival-name', maxlength: 40, required: true, autocomplete: 'nickname' });
    name.value = ownName();
    fill(
      this,
      make(
        'form',
        { class: 'panel', onsubmit: pressing((event) => this.#join(event, name.value.trim())) },
        make('h1', {}, brief?.title ?? match.game),
        make('p', {}, hosts(match)),
        brief && make('p', { class: 'summary' }, brief.summary),
        make('h2', {}, say('seats')),
        make('ol', { class: 'invited-seats' }, match.seats.map((seat, i) => seatLine(seat, i, match.seat))),
        make('h2', {}, say('match_settings')),
        settingsList(match, brief),
        match.from && make('p', {}, say('from')),
        brief && foldedRules(brief),
        make('p', { class: 'entry' }, make('label', { for: 'arrival-name' }, say('your_name')), name),
        make(
          'div',
          { class: 'row' },
          make('button', { class: 'main' }, say('sit_down')),
          make('a', { class: 'button', href: toLobby }, say('to_lobby')),
        ),
      ),
    );
    name.focus();
  }

  async #join(event, name) {
    event.preventDefault();
    setOwnName(name);
    await join(this.#match, { invitation: this.getAttribute('invitation'), name });
    goInstead(toMatch(this.#match));
  }
}

customElements.define('lap-arrival', Arrival);

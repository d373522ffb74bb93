// Before the match begins: seats that are free, and how they may be filled.
import { comeAgain, invitationLink, toMoment, watchLink } from './address.js';
import { newKey } from './connection.js';
import { join, nameOfBot, ownNameAt } from './create.js';
import { fill, make } from './element.js';
import { bots } from './host.js';
import { copy, pressing } from './notice.js';
import { recordOf } from './seats.js';
import { say } from './words.js';

/** A link to give away: to be selected, or copied where the browser lets us. */
function linkField(title, link) {
  const field = make('input', {
    readonly: true,
    value: link,
    'aria-label': title,
    onfocus: ({ target }) => target.select(),
  });
  return make(
    'p',
    { class: 'link-field' },
    make('span', {}, title),
    field,
    navigator.clipboard && make('button', { onclick: pressing(() => copy(link)) }, say('copy')),
  );
}

async function seatBot(follower, seat) {
  const [bot] = await bots();
  await follower.ask('match.bot', { seat, bot, name: nameOfBot(seat), key: newKey() });
}

async function sitDown(match, seat) {
  await join(match, { seat, name: ownNameAt(seat) });
  comeAgain();
}

function freeSeat(follower, seat, { invitations }) {
  const title = say('seat', { number: seat + 1 });
  const { match, state, viewer } = follower;
  return make(
    'li',
    {},
    invitations[seat]
      ? linkField(say('invitation_to', { seat: title }), invitationLink(match, invitations[seat]))
      : make('span', {}, title),
    make(
      'span',
      {},
      viewer >= 0 && make('button', { onclick: pressing(() => seatBot(follower, seat)) }, say('seat_bot')),
      viewer < 0 &&
        state.public &&
        make('button', { class: 'main', onclick: pressing(() => sitDown(match, seat)) }, say('sit_down')),
    ),
  );
}

class WaitingRoom extends HTMLElement {
  show(follower) {
    const { state, seats, from } = follower.state;
    this.hidden = state !== 'open';
    if (this.hidden) return fill(this);
    const record = recordOf(follower.match);
    const free = [...seats.keys()].filter((seat) => seats[seat].free);
    return fill(
      this,
      make('h2', {}, say('waiting_room', { count: free.length })),
      from && make('p', {}, say('from'), ' ', make('a', { href: toMoment(from.match, from.at) }, say('from.see'))),
      make(
        'ul',
        { class: 'free-seats' },
        free.map((seat) => freeSeat(follower, seat, record)),
      ),
      record.watch && linkField(say('watch_link'), watchLink(follower.match, record.watch)),
    );
  }
}

customElements.define('lap-waiting-room', WaitingRoom);

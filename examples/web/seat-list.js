// Who sits at the table: names, points, clocks, and whom the others wait for.
import './clock.js';
import { levelOf } from './create.js';
import { fill, make } from './element.js';
import { say, signed } from './words.js';

function marks({ bot, resigned, late, free }, seat, { own }) {
  return [
    own.includes(seat) && say('seat.own'),
    bot && say('seat.bot', { level: levelOf(bot) }),
    free && say('seat.free'),
    resigned && say(late ? 'seat.timeout' : 'seat.resigned'),
  ].filter(Boolean);
}

/** The clock of a seat; none for bots, which take no time. */
function clock({ left, bot }, runs, heard) {
  if (left === undefined || bot) return undefined;
  const element = make('lap-clock');
  element.show(left, heard, runs);
  return element;
}

const mark = (word, sign) => make('span', { role: 'img', 'aria-label': say(word), title: say(word) }, sign);

/** Of who is waited for, and of who has chosen where all choose at once. */
const turnMark = (isWaitedFor, hasChosen) =>
  make('span', { class: 'turn-mark' }, isWaitedFor && mark('seat.waited', '▶'), !isWaitedFor && hasChosen && mark('seat.ready', '✓'));

/** Whether a person is connected now; nothing of bots, and while it is not known. */
function presenceMark({ bot, free }, seat, presence) {
  if (bot || free || !presence) return undefined;
  const isHere = presence.seats.includes(seat);
  const text = say(isHere ? 'presence.here' : 'presence.away');
  return make('span', { class: `presence ${isHere ? 'here' : 'away'}`, role: 'img', 'aria-label': text, title: text });
}

class SeatList extends HTMLElement {
  #list = make('ol', { class: 'seats' });
  #watchers = make('p', { class: 'quiet watchers' });
  #aloud = make('p', { class: 'unseen', 'aria-live': 'polite' });
  #shown; // what stands there: [state, at]
  #presence;
  #warned = new Set(); // own seats that know that their time is short

  connectedCallback() {
    this.append(this.#list, this.#watchers, this.#aloud);
  }

  /** `at`: {viewer, names, own, heard, story} */
  show(state, at) {
    this.#shown = [state, at];
    fill(
      this.#list,
      state.seats.map((seat, i) => this.#seat(seat, i, state, at)),
    );
    this.#sayWatchers(at);
  }

  /** `presence`: {seats, watchers}, or undefined while it is not known. */
  showPresence(presence) {
    if (presence === this.#presence) return;
    this.#presence = presence;
    if (this.#shown) this.show(...this.#shown);
  }

  #sayWatchers({ viewer }) {
    const { watchers = 0 } = this.#presence ?? {};
    const parts = [viewer < 0 && say('watching'), watchers > 0 && say('watchers', { count: watchers })].filter(Boolean);
    fill(this.#watchers, parts.join(' · '));
    this.#watchers.hidden = parts.length === 0;
  }

  /** At a moment that has passed: whom the match waited for then, and the points; no clocks. */
  showPast(state, at) {
    const then = state.view.over ? 'over' : 'running';
    const seats = state.seats.map(({ name, free, bot }) => ({ name, free, bot }));
    this.show({ ...state, seats, state: then, waiting: state.view.waiting }, { ...at, story: [] });
  }

  #seat(seat, i, state, at) {
    const isWaitedFor = state.state === 'running' && state.waiting.includes(i);
    const total = state.score?.seats?.[i]?.total;
    const time = clock(seat, isWaitedFor, at.heard);
    if (isWaitedFor && time && at.own.includes(i)) this.#watch(time, i, at.names[i]);
    return make(
      'li',
      { 'data-seat': i, class: `player${isWaitedFor ? ' waited' : ''}${i === at.viewer ? ' viewer' : ''}` },
      turnMark(isWaitedFor, state.view?.ready?.includes(i)),
      presenceMark(seat, i, this.#presence),
      make('span', { class: 'name' }, at.names[i]),
      make('span', { class: 'quiet' }, marks(seat, i, at).join(' · ')),
      time,
      total !== undefined && [
        make('span', { class: 'total', title: say('points'), 'aria-hidden': 'true' }, signed(total)),
        make('span', { class: 'unseen' }, say('points_of', { count: total })),
      ],
    );
  }

  /** Says once that time is short, until there is enough again. */
  #watch(time, seat, name) {
    if (!time.isLow) this.#warned.delete(seat);
    const warn = ({ detail }) => {
      if (this.#warned.has(seat)) return;
      this.#warned.add(seat);
      fill(this.#aloud, say('clock.low', { name, count: Math.ceil(detail / 1000) }));
    };
    if (time.isLow) warn({ detail: time.left });
    else time.addEventListener('low', warn);
  }
}

customElements.define('lap-seat-list', SeatList);

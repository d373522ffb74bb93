// Who sits at the table: names, points, clocks, and whom the others wait for.
import './clock.js';
import { fill, make } from './element.js';
import { ranOut } from './verdict.js';
import { say } from './words.js';

/** `late`: seats whose clock ran out. */
function marks({ bot, resigned, free }, seat, { view }, { own, late }) {
  return [
    own.includes(seat) && say('seat.own'),
    bot && say('seat.bot'),
    free && say('seat.free'),
    resigned && say(late.includes(seat) ? 'seat.timeout' : 'seat.resigned'),
    view?.ready?.includes(seat) && say('seat.ready'),
  ].filter(Boolean);
}

/** The clock of a seat; none for bots, which take no time. */
function clock({ left, bot }, runs, heard) {
  if (left === undefined || bot) return undefined;
  const element = make('lap-clock');
  element.show(left, heard, runs);
  return element;
}

const turnMark = (isWaitedFor) =>
  make(
    'span',
    { class: 'turn-mark' },
    isWaitedFor && make('span', { role: 'img', 'aria-label': say('seat.waited') }, '▶'),
  );

class SeatList extends HTMLElement {
  #list = make('ol', { class: 'seats' });
  #aloud = make('p', { class: 'unseen', 'aria-live': 'polite' });
  #warned = new Set(); // own seats that know that their time is short

  connectedCallback() {
    this.append(this.#list, this.#aloud);
  }

  /** `at`: {viewer, names, own, heard, story} */
  show(state, at) {
    const seen = { ...at, late: ranOut(at.story) };
    fill(
      this.#list,
      state.seats.map((seat, i) => this.#seat(seat, i, state, seen)),
    );
  }

  #seat(seat, i, state, at) {
    const isWaitedFor = state.state === 'running' && state.waiting.includes(i);
    const total = state.score?.seats?.[i]?.total;
    const time = clock(seat, isWaitedFor, at.heard);
    if (isWaitedFor && time && at.own.includes(i)) this.#watch(time, i, at.names[i]);
    return make(
      'li',
      { class: `player${isWaitedFor ? ' waited' : ''}${i === at.viewer ? ' viewer' : ''}` },
      turnMark(isWaitedFor),
      make('span', { class: 'name' }, at.names[i]),
      make('span', { class: 'quiet' }, marks(seat, i, state, at).join(' · ')),
      time,
      total !== undefined && [
        make('span', { class: 'total', title: say('points'), 'aria-hidden': 'true' }, String(total)),
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

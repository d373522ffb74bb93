// Who sits at the table: names, points, clocks, and whom the others wait for.
import './clock.js';
import { fill, make } from './element.js';
import { say } from './words.js';

function marks({ bot, resigned, free }, seat, { view }, own) {
  return [
    own.includes(seat) && say('seat.own'),
    bot && say('seat.bot'),
    free && say('seat.free'),
    resigned && say('seat.resigned'),
    view?.ready?.includes(seat) && say('seat.ready'),
  ].filter(Boolean);
}

function clock({ left }, runs, heard) {
  if (left === undefined) return undefined;
  const element = make('lap-clock');
  element.show(left, heard, runs);
  return element;
}

class SeatList extends HTMLElement {
  /** `at`: {viewer, names, own, heard} */
  show(state, { viewer, names, own, heard }) {
    fill(
      this,
      make(
        'ol',
        { class: 'seats' },
        state.seats.map((seat, i) => {
          const isWaitedFor = state.state === 'running' && state.waiting.includes(i);
          const total = state.score?.seats?.[i]?.total;
          return make(
            'li',
            { class: `player${isWaitedFor ? ' waited' : ''}${i === viewer ? ' viewer' : ''}` },
            make(
              'span',
              {
                class: 'turn-mark',
                role: 'img',
                'aria-label': isWaitedFor ? say('seat.waited') : '',
                'aria-hidden': isWaitedFor ? null : 'true',
              },
              isWaitedFor ? '▶' : '',
            ),
            make('span', { class: 'name' }, names[i]),
            make('span', { class: 'quiet' }, marks(seat, i, state, own).join(' · ')),
            clock(seat, isWaitedFor, heard),
            total !== undefined && make('span', { class: 'total', title: say('points') }, String(total)),
          );
        }),
      ),
    );
  }
}

customElements.define('lap-seat-list', SeatList);

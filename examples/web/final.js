// The end: who has won and how it was decided, in which order, and what one may do next.
import { toLobby, toNewMatch } from './address.js';
import { fill, make } from './element.js';
import { goalOf, isDraw, verdict, winnersOf } from './verdict.js';
import { listed, say } from './words.js';

function headline(state, names, viewer) {
  const { result, score, seats } = state;
  if (result === 'aborted') return say('over.aborted');
  if (score?.together) return ofAll(score);
  const winners = winnersOf(state);
  if (winners.length === 0 || seats.length === 1) return say('over');
  if (isDraw(state)) return say('won.nobody');
  if (winners.includes(viewer)) return winners.length === 1 ? say('won.you') : say('won.you_too');
  return say('won.others', { names: listed(winners.map((seat) => names[seat])), count: winners.length });
}

/** Where nothing was to be reached, an end is neither a victory nor a defeat. */
function ofAll(score) {
  if (!score.together.won) return say('lost.together');
  return goalOf(score) > 0 ? say('won.together') : say('over');
}

/** The result of a single player: points, without an order of places. */
function points({ score, seats }) {
  const alone = score?.together ?? (seats.length === 1 ? score?.seats?.[0] : undefined);
  return alone && make('p', { class: 'result' }, say('points_of', { count: alone.total }));
}

function ranking({ score, seats }, names) {
  if (!score?.seats || seats.length === 1) return undefined;
  const places = score.seats.map((line, seat) => ({ ...line, name: names[seat] })).sort((a, b) => a.place - b.place);
  return make(
    'ol',
    { class: 'ranking' },
    places.map(({ place, name, total }) =>
      make(
        'li',
        { class: place === 1 ? 'first' : '' },
        make('span', { class: 'rank' }, `${place}.`),
        make('span', { class: 'name' }, name),
        make('strong', {}, say('points_of', { count: total })),
      ),
    ),
  );
}

class Final extends HTMLElement {
  /** `at`: {viewer, names, story}; `buttons`: what else may be done: rematch, replay. */
  show(state, description, at, buttons) {
    this.hidden = state.state !== 'over';
    if (this.hidden) return fill(this);
    const { names, viewer } = at;
    return fill(
      this,
      make('h2', { tabindex: '-1' }, headline(state, names, viewer)),
      points(state),
      verdict(state, at, description).map((sentence) => make('p', { class: 'verdict' }, sentence)),
      state.result !== 'aborted' && ranking(state, names),
      make(
        'div',
        { class: 'row' },
        buttons,
        make('a', { class: 'button', href: toNewMatch(state.game) }, say('new_match')),
        make('a', { class: 'button', href: toLobby }, say('to_lobby')),
      ),
    );
  }
}

customElements.define('lap-final', Final);

// The end: who has won, in which order, and what one may do next.
import { toLobby, toNewMatch } from './address.js';
import { fill, make } from './element.js';
import { listed, say } from './words.js';

function headline({ outcome, score, seats }, names, viewer) {
  if (outcome === 'aborted') return say('over.aborted');
  if (score?.together) return score.together.won ? say('won.together') : say('lost.together');
  const winners = seats.map((_, seat) => seat).filter((seat) => score?.seats?.[seat]?.place === 1);
  if (winners.length === 0) return say('over');
  if (winners.includes(viewer)) return winners.length === 1 ? say('won.you') : say('won.you_too');
  return say('won.others', { names: listed(winners.map((seat) => names[seat])), count: winners.length });
}

function ranking({ score }, names) {
  if (!score?.seats) return undefined;
  const places = score.seats.map((line, seat) => ({ ...line, name: names[seat] })).sort((a, b) => a.place - b.place);
  return make(
    'ol',
    { class: 'ranking' },
    places.map(({ place, name, total }) =>
      make(
        'li',
        { class: place === 1 ? 'first' : '' },
        make('span', { class: 'rank' }, `${place}.`),
        make('span', {}, name),
        make('strong', {}, say('points_of', { count: total })),
      ),
    ),
  );
}

class Final extends HTMLElement {
  /** `buttons`: what else may be done: rematch, replay. */
  show(state, names, viewer, buttons) {
    this.hidden = state.state !== 'over';
    if (this.hidden) return fill(this);
    return fill(
      this,
      make('h2', {}, headline(state, names, viewer)),
      state.score?.together && make('p', {}, say('points_of', { count: state.score.together.total })),
      ranking(state, names),
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

// A match in a list: which game, who plays, how long ago.
import { make } from './element.js';
import { chosenOptionsOf, clockInShort } from './match-settings.js';
import { ago, listed, say } from './words.js';

const nameOf = ({ name, free }) => (free || !name ? say('free_seat') : name);

/** What is other than usual: a clock, options. */
function particulars(summary, brief) {
  const { clock } = summary;
  const options = chosenOptionsOf(summary, brief).map(([title, value]) => `${title}: ${value}`);
  return [clock && `${say('clock')} ${clockInShort(clock)}`, ...options].filter(Boolean).join(' · ');
}

/**
 * `summary`: {game, seats, changed, options?, clock?}; `actions`: what may be done with it; `result`: how it ended, in
 * words, or an element that will have them; `picture`: of how it stands.
 */
export function matchLine(summary, briefs, actions, { result, picture } = {}) {
  const brief = briefs.find(({ id }) => id === summary.game);
  const agreed = particulars(summary, brief);
  return make(
    'li',
    { class: 'match' },
    picture,
    make('strong', {}, brief?.title ?? summary.game),
    make('span', {}, listed(summary.seats.map(nameOf)), result && make('em', { class: 'outcome' }, result)),
    agreed && make('span', { class: 'quiet agreed' }, agreed),
    make('time', { class: 'quiet', datetime: new Date(summary.changed).toISOString() }, ago(summary.changed)),
    make('span', { class: 'row' }, actions),
  );
}

export const matchList = (title, lines) =>
  lines.length > 0 && make('section', {}, make('h2', {}, title), make('ul', { class: 'matches' }, lines));

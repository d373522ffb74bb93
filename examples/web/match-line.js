// A match in a list: which game, who plays, how long ago.
import { make } from './element.js';
import { ago, listed, say } from './words.js';

const nameOf = ({ name, free }) => (free || !name ? say('free_seat') : name);

/** `summary`: {game, seats, changed}; `actions`: what may be done with it. */
export function matchLine(summary, briefs, actions) {
  const title = briefs.find(({ id }) => id === summary.game)?.title ?? summary.game;
  return make(
    'li',
    { class: 'match' },
    make('strong', {}, title),
    make('span', {}, listed(summary.seats.map(nameOf))),
    make('time', { class: 'quiet', datetime: new Date(summary.changed).toISOString() }, ago(summary.changed)),
    make('span', { class: 'row' }, actions),
  );
}

export const matchList = (title, lines) =>
  lines.length > 0 && make('section', {}, make('h2', {}, title), make('ul', { class: 'matches' }, lines));

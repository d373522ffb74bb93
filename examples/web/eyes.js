// Whose eyes a match that is over is looked at through: then nothing is secret any more.
import { make } from './element.js';
import { say } from './words.js';

/** What match.view takes as `as`. */
export const EVERYTHING = -2;
const WATCHER = -1;

/** A choice of seats, for who looks back; `changed` is called with what to ask for. */
export function eyesSwitch(names, chosen, changed) {
  const option = (value, text) => make('option', { value, selected: value === chosen }, text);
  return make(
    'label',
    { class: 'eyes' },
    say('replay.eyes'),
    ' ',
    make(
      'select',
      { onchange: ({ target }) => changed(Number(target.value)) },
      option(EVERYTHING, say('replay.eyes.everything')),
      names.map((name, seat) => option(seat, name)),
      option(WATCHER, say('replay.eyes.watcher')),
    ),
  );
}

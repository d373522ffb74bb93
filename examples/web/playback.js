// How fast a replay goes on by itself: a choice that is kept.
import { make } from './element.js';
import { say } from './words.js';

const KEY = 'lapidary.speed';
const STEP = 800; // ms from one moment to the next
const SPEEDS = ['0.5', '1', '2', '4'];

const chosen = () => (SPEEDS.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : '1');

/** From one moment to the next, in ms. */
export const pauseBetween = () => STEP / Number(chosen());

/** `changed` is called when another speed is chosen. */
export function speedSwitch(changed) {
  const choose = ({ target }) => {
    localStorage.setItem(KEY, target.value);
    changed();
  };
  const options = SPEEDS.map((speed) => make('option', { value: speed, selected: speed === chosen() }, `${speed}×`));
  return make('select', { class: 'speed', 'aria-label': say('replay.speed'), onchange: choose }, options);
}

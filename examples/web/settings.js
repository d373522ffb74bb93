// What somebody wants of every table, kept in the browser: the pace, whether single choices are taken by themselves, whether
// a first tap only shows what it would play, sounds.
import { make } from './element.js';
import { say } from './words.js';

/** By name, the first value is the usual one. */
const SETTINGS = { pace: ['normal', 'none', 'fast', 'slow'], single: ['no', 'yes'], tap: ['finger', 'no', 'yes'], sound: ['no', 'yes'] };

export function setting(name) {
  const value = localStorage.getItem(`lapidary.${name}`);
  return SETTINGS[name].includes(value) ? value : SETTINGS[name][0];
}

/** Whether the first tap, or click, of a pointer of this type only shows what it would play. What keys do is meant. */
export function showsFirst(pointer) {
  return Boolean(pointer) && { finger: pointer === 'touch', no: false, yes: true }[setting('tap')];
}

const set = (name, value) => localStorage.setItem(`lapidary.${name}`, value);

/** For a menu. */
export function settingsForm() {
  return make('div', { class: 'settings' }, Object.entries(SETTINGS).map(([name, values]) => make(
    'label', {}, say(`setting.${name}`), ' ', make('select', { onchange: ({ target }) => set(name, target.value) },
      values.map((value) => make('option', { value, selected: value === setting(name) }, say(`setting.${name}.${value}`)))))));
}

// A link that leads to nothing.
import { toLobby } from './address.js';
import { make } from './element.js';
import { say } from './words.js';

/** What stands in place of the page that it should have led to. */
export const nothingHere = (title, why) =>
  make(
    'div',
    { class: 'panel nothing-here' },
    make('h1', {}, title),
    make('p', {}, why),
    make('a', { class: 'button main', href: toLobby }, say('to_lobby')),
  );

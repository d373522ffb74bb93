// What a match becomes that goes on as one of another variant: its title, what it is like, and what is different.
import { fill, make } from './element.js';
import { describe } from './host.js';
import { sayFailure } from './notice.js';
import { changesTold } from './rules.js';
import { say } from './words.js';

/** Descriptions of the levels of `game` that `other` is not built on. */
function beyond({ chain }, other) {
  const shared = new Set(other.chain.map(({ id }) => id));
  return Promise.all(chain.filter(({ id }) => !shared.has(id)).map(({ id }) => describe(id)));
}

function list(word, description) {
  const changes = changesTold(description);
  if (!changes.length) return [];
  const heading = say(word, { title: description.title });
  return [
    make('h4', {}, heading),
    make('ul', { tabindex: '0', 'aria-label': heading }, changes.map(({ text }) => make('li', {}, text))),
  ];
}

/** An option as it will be, in words. */
function setting({ options }, name, value) {
  const option = options.find((one) => one.name === name);
  return `${option?.title ?? name}: ${option?.choices?.find((choice) => choice.value === value)?.title ?? value}`;
}

async function read(from, to, options) {
  const [old, next] = await Promise.all([describe(from), describe(to)]);
  const [leaves, joins] = await Promise.all([beyond(old, next), beyond(next, old)]);
  return [
    make('h3', {}, next.title),
    make('p', {}, next.summary),
    Object.entries(options).map(([name, value]) => make('p', {}, setting(next, name, value))),
    leaves.flatMap((level) => list('swap.leaves', level)),
    joins.flatMap((level) => list('swap.joins', level)),
  ].flat();
}

/** What changes if a match of `from` becomes one of `to` (ids) with `options` {name: text}. Filled in once it is known. */
export function changesBetween(from, to, options = {}) {
  const place = make('div', { class: 'rules swap' });
  read(from, to, options).then((parts) => fill(place, parts), sayFailure);
  return place;
}

// Marks what the last entry was about: cells, items and pieces that its steps and events name; between two cells of one
// event runs a beam. Who won points sees how many.

import { make } from './element.js';
import { gainsOf } from './follower.js';
import { placeName } from './place.js';
import { svg } from './svg.js';
import { gained } from './words.js';

/** How long a beam and won points are there, in ms. */
const BEAM = 1600;
const GAIN = 1900;

const still = matchMedia('(prefers-reduced-motion: reduce)');

const at = (board, name) => board.querySelector(`[data-place="${CSS.escape(name)}"]`);

/** `isNew`: it has just happened. */
export function markLast(board, looks, entry, isNew) {
  for (const element of board.querySelectorAll('.last')) element.classList.remove('last');
  const ends = beams(looks.description, entry);
  const between = ends.flatMap(([from, to]) => cellsBetween(looks, from, to));
  for (const name of [...named(looks.description, entry, (one) => at(board, one)?.dataset.thing !== undefined), ...between]) at(board, name)?.classList.add('last');
  if (isNew) for (const [from, to] of ends) drawBeam(board, from, to);
}

/** The places that steps and events name. An event that names a single one, where nothing lies (`isTaken(name)`), tells of what may come there. */
function named(description, entry, isTaken) {
  const steps = (entry?.steps ?? []).map((step) => placesIn(description.actions, step));
  const events = inEvents(description, entry).filter((places) => places.length > 1 || places.some(isTaken));
  return [...steps, ...events].flat();
}

const inEvents = (description, entry) => (entry?.events ?? []).map((event) => placesIn(description.events, event));

function placesIn(kinds, { kind, args }) {
  const declared = kinds.find(({ name }) => name === kind)?.args ?? [];
  const places = declared.filter(({ type, field }) => (type === 'cell' || type === 'item') && field);
  return places.map((argument) => placeName(argument.field, undefined, args[argument.name]));
}

// --- beams

/** Two cells of one field: what happened lies between them. */
function beams(description, entry) {
  return inEvents(description, entry).filter((places) => places.length === 2 && fieldOf(places[0]) === fieldOf(places[1]));
}

const fieldOf = (place) => place.split('|')[0];
const indexOf = (place) => Number(place.split('|')[2]);

/** The cells of a grid that lie in a row or a column between two of it. */
function cellsBetween(looks, from, to) {
  const { name, shape } = looks.field(fieldOf(from)) ?? {};
  if (!shape) return [];
  const [first, last] = [indexOf(from), indexOf(to)].sort((a, b) => a - b);
  const isRow = Math.floor(first / shape.width) === Math.floor(last / shape.width);
  const step = isRow ? 1 : shape.width;
  if ((last - first) % step) return [];
  return Array.from({ length: Math.max(0, (last - first) / step - 1) }, (_, i) => placeName(name, undefined, first + (i + 1) * step));
}

function drawBeam(board, from, to) {
  const [a, b] = [at(board, from), at(board, to)];
  if (!a || !b || a === b) return;
  const grid = a.parentElement;
  const [x1, y1] = middleIn(a, grid);
  const [x2, y2] = middleIn(b, grid);
  const line = { x1, y1, x2, y2 };
  const beam = svg('svg', { class: 'ray', 'aria-hidden': 'true' }, svg('line', line));
  grid.append(beam);
  const fade = still.matches ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }];
  beam.animate(fade, { duration: BEAM }).finished.finally(() => beam.remove());
}

function middleIn(element, grid) {
  const [inner, outer] = [element.getBoundingClientRect(), grid.getBoundingClientRect()];
  return [inner.x + inner.width / 2 - outer.x, inner.y + inner.height / 2 - outer.y];
}

// --- points

/** "+5" where a seat has won points, at its name and where it won them. */
export function showGains(board, before, score, entry, looks) {
  for (const { seat, points } of gainsOf(before, score)) {
    const text = gained(points);
    const places = entry?.seat === seat ? inEvents(looks.description, entry).flat() : [];
    for (const element of [at(board, `seat|${seat}|`), at(board, places[0] ?? '')]) if (element) showGain(element, text, points > 0);
  }
}

function showGain(element, text, isWon) {
  const gain = make('span', { class: `gain${isWon ? '' : ' lost'}`, 'aria-hidden': 'true' }, text);
  element.append(gain);
  const way = still.matches ? [{ opacity: 1 }, { opacity: 1 }] : [
    { opacity: 0, scale: 0.4 }, { opacity: 1, scale: 1.15, offset: 0.15 }, { opacity: 1, scale: 1, offset: 0.75 },
    { opacity: 0, translate: '0 -1rem' },
  ];
  gain.animate(way, { duration: GAIN }).finished.finally(() => gain.remove());
}

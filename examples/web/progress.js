// How far each seat has come with what lies on the table, where the score says so: a bar a seat on the piece, the item or
// the cell that its line is about, and in large the line itself.

import { make } from './element.js';
import { placeName, zoneName } from './place.js';
import { withProperties } from './svg.js';

/** The tier of lines that count for nothing. */
export const PROGRESS = 8;

/** By place: the lines that are about it, in words. */
const told = new WeakMap();
export const toldOf = (place) => told.get(place) ?? [];

/** `score`: as in docs/protocol.md, or null. */
export function showProgress(board, looks, score, names) {
  const lines = (score?.lines ?? []).filter(({ tier }) => tier === PROGRESS);
  const places = Map.groupBy(lines, (line) => placeOf(board, looks.description, line));
  for (const element of board.querySelectorAll('.bars')) if (!places.has(element.parentElement)) clear(element);
  for (const [place, about] of places) if (place) show(place, about, names);
}

/** What the first argument of the line that has a place names. */
function placeOf(board, { categories = [], fields }, { category, seat, args }) {
  const argument = categories.find(({ name }) => name === category)?.args?.find(({ field }) => field);
  const field = fields.find(({ name }) => name === argument?.field);
  if (!field) return null;
  const row = field.of_seats ? seat : undefined;
  const value = args[argument.name];
  const zone = `[data-zone="${CSS.escape(zoneName(field.name, row))}"]`;
  const selector = argument.type === 'piece' ? `${zone}[data-thing="${CSS.escape(value)}"]` : `[data-place="${CSS.escape(placeName(field.name, row, value))}"]`;
  return board.querySelector(selector);
}

function clear(element) {
  told.delete(element.parentElement);
  element.remove();
}

/** What is drawn already stays. */
function show(place, lines, names) {
  const said = lines.map(({ seat, text }) => (names[seat] ? `${names[seat]}: ${text}` : text));
  const state = JSON.stringify(lines.map(({ seat, points, target }) => [seat, points, target]));
  told.set(place, said);
  const there = place.querySelector(':scope > .bars');
  if (there?.dataset.state === state && there.ariaLabel === said.join('; ')) return;
  const seats = lines.some(({ seat }) => seat < 0) ? [-1] : [...names.keys()];
  const bars = seats.map((seat) => withProperties(make('i', { 'data-seat': seat }), { '--part': partOf(lines.find((line) => line.seat === seat), lines) }));
  const drawn = make('div', { class: 'bars', role: 'img', 'aria-label': said.join('; '), 'data-state': state }, bars);
  if (there) there.replaceWith(drawn);
  else place.append(drawn);
}

/** 0 to 1: of what is needed, or of what the one has who has most; where more counts against a seat, the more the less. */
function partOf(line, lines) {
  if (!line) return 0;
  const { points, target } = line;
  const whole = target ?? Math.max(...lines.map((line) => line.points));
  if (lines.some((line) => line.points < 0)) return (1 - whole) / (1 - points);
  return whole > 0 ? Math.min(1, Math.max(0, points / whole)) : 0;
}

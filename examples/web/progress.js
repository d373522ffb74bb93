// How far each seat has come with what lies on the table, where the score says so: a bar a seat, with the number, on the piece,
// the item or the cell that its line is about, and in large the line itself. Pieces that a line of points names say those in large.

import { make } from './element.js';
import { placeName, zoneName } from './place.js';
import { withProperties } from './svg.js';
import { gained } from './words.js';

/** The tier of lines that count for nothing. */
export const PROGRESS = 8;

/** By place: the lines that are about it, in words. */
const told = new WeakMap();
/** By board: the lines of points that name pieces, by their zone and thing, in words. */
const worth = new WeakMap();

export function toldOf(place) {
  const counted = worth.get(place.closest('lap-board'))?.get(`${place.dataset.zone} ${place.dataset.thing}`);
  return told.get(place) ?? [...new Set(counted)];
}

/** `score`: as in docs/protocol.md, or null. */
export function showProgress(board, looks, score, names) {
  const lines = (score?.lines ?? []).filter(({ tier }) => tier === PROGRESS);
  worth.set(board, worthOf(looks.description, score, names));
  const places = Map.groupBy(lines, (line) => placeOf(board, looks.description, line));
  for (const element of board.querySelectorAll('.bars')) if (!places.has(element.parentElement)) clear(element);
  for (const [place, about] of places) if (place) show(place, about, names, looks.field(place.dataset.place.split('|')[0])?.of_seats);
}

/** What lines say of the pieces that they count. */
function worthOf({ categories = [], fields }, score, names) {
  const worth = new Map();
  for (const { tier, category, seat, text, points, args } of score?.lines ?? []) {
    if (tier !== 0) continue;
    const pieces = categories.find(({ name }) => name === category)?.args?.filter(({ type, field }) => type === 'piece' && field) ?? [];
    for (const argument of pieces) {
      const row = fields.find(({ name }) => name === argument.field)?.of_seats ? seat : undefined;
      const name = `${zoneName(argument.field, row)} ${args[argument.name]}`;
      const line = [row === undefined && names[seat], text, gained(points)].filter(Boolean).join(': ');
      worth.set(name, [...(worth.get(name) ?? []), line]);
    }
  }
  return worth;
}

/** The first argument of a category that has a place. */
const placedBy = (categories, category) => categories.find(({ name }) => name === category)?.args?.find(({ field }) => field);

/** Lines that count for nothing yet and are about no place: what a seat would get at the end, as it stands. */
export const asItStands = ({ lines }, categories) => lines.filter(({ tier, category }) => tier === PROGRESS && !placedBy(categories, category));

/** What a line is about. */
function placeOf(board, { categories = [], fields }, { category, seat, args }) {
  const argument = placedBy(categories, category);
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

/** What is drawn already stays. What lies with the things of a seat is about that seat alone. */
function show(place, lines, names, isOfSeat) {
  const said = lines.map(({ seat, text }) => (names[seat] ? `${names[seat]}: ${text}` : text));
  const state = JSON.stringify(lines.map(({ seat, points, target }) => [seat, points, target]));
  told.set(place, said);
  const there = place.querySelector(':scope > .bars');
  if (there?.dataset.state === state && there.ariaLabel === said.join('; ')) return;
  const seats = isOfSeat || lines.some(({ seat }) => seat < 0) ? [lines[0].seat] : [...names.keys()];
  const bars = seats.map((seat) => barOf(seat, lines, seats.length === 1));
  const drawn = make('div', { class: 'bars', role: 'img', 'aria-label': said.join('; '), 'data-state': state }, bars);
  if (there) there.replaceWith(drawn);
  else place.append(drawn);
}

/** Where it is the only one, it says what is needed as well. */
function barOf(seat, lines, isAlone) {
  const line = lines.find((one) => one.seat === seat);
  const number = line && Math.abs(line.points);
  const text = isAlone && line?.target !== undefined ? `${number}/${line.target}` : number;
  return withProperties(make('i', { 'data-seat': seat }, make('b', {}, text ? String(text) : '')), { '--part': partOf(line, lines) });
}

/** 0 to 1: of what is needed, or of what the one has who has most; where more counts against a seat, the more the less. */
function partOf(line, lines) {
  if (!line) return 0;
  const { points, target } = line;
  const whole = target ?? Math.max(...lines.map((line) => line.points));
  if (lines.some((line) => line.points < 0)) return (1 - whole) / (1 - points);
  return whole > 0 ? Math.min(1, Math.max(0, points / whole)) : 0;
}

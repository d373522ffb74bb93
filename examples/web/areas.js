// Which fields lie where: the areas of seats, and the middle of the table.

import { drawCentral } from './central.js';
import { make, renew } from './element.js';
import { drawField, isCounter } from './field.js';
import { rowsOf } from './items.js';
import { alignGrounds } from './step.js';
import { drawToken } from './tokens.js';
import { drawValue } from './value.js';
import { goalOf } from './verdict.js';
import { say, signed } from './words.js';

export const isOfSeats = (field) => field.of_seats && field.type !== 'planes';

const isShown = (field) => field.drawn && !field.beside && field.draw.as !== 'tokens';

/** Whether it lies where the things of each seat are, and not in the middle. */
const isAtSeats = (field) => isOfSeats(field) && !field.draw.centre;

/** Draws the fields that belong to no seat, those whose things lie in the middle for all seats, and the points of those who play together. They stay in the same area. */
export function drawShared(scene) {
  const fields = scene.looks.fields.filter((field) => isShown(field) && !isAtSeats(field));
  const drawn = fields.flatMap((field) => (field.draw.centre ? [drawInCentre(scene, field)] : drawRows(scene, field)));
  const box = keeper(scene, 'shared');
  return renew(box('area shared'), arranged(drawn.filter(Boolean), box, pointsTogether(scene)));
}

/** "12 of 35", if all play together. */
export function textTogether(score) {
  if (!score?.together) return undefined;
  const [total, goal] = [signed(score.together.total), goalOf(score)];
  return goal > 0 ? say('points_together.of', { total, goal }) : total;
}

function pointsTogether({ score }) {
  const points = textTogether(score);
  if (!points) return [];
  return [make('div', { class: 'counter' }, make('span', { class: 'what' }, say('points_together')), make('b', {}, points))];
}

const drawRows = (scene, field) =>
  rowsOf(field, scene.view.fields[field.name]).map(({ row, value }) => drawOne(scene, field, row, value));

function drawInCentre(scene, field) {
  const state = JSON.stringify([scene.view.fields[field.name], scene.names, scene.viewer]);
  return { element: scene.keep(`${field.name} centre`, state, () => drawCentral(scene, field)), field };
}

/** What holds other things stays the same element, whatever is in it. */
const keeper = (scene, area) => (name, element = 'div') => scene.keep(`${area} ${name}`, '', () => make(element, { class: name }));

/** What belongs to a seat, below its name. */
export function drawSeat(scene, seat) {
  const { looks, view, names } = scene;
  const fields = looks.fields.filter((field) => isShown(field) && isAtSeats(field));
  const drawn = fields.map((field) => drawOne(scene, field, seat, view.fields[field.name]?.[seat])).filter(Boolean);
  const name = names[seat] ?? String(seat + 1);
  const box = keeper(scene, `seat ${seat}`);
  const area = renew(box('area seat', 'section'), [seatHead(scene, seat, name), ...arranged(drawn, box)]);
  area.classList.toggle('waits', view.waiting.includes(seat));
  area.ariaLabel = name;
  area.dataset.seat = seat;
  alignGrounds(area);
  return area;
}

function drawOne(scene, field, row, value) {
  const values = fieldsWith(scene.looks, field).map(({ name }) => scene.view.fields[name]);
  const state = JSON.stringify([value, values, scene.names]);
  const element = scene.keep(`${field.name} ${row}`, state, () => drawField({ ...scene, field, row, value }));
  return element && { element, field };
}

/** Those that are drawn along with a field. */
function fieldsWith(looks, field) {
  const { x, y, turn, on } = field.draw;
  const there = field.draw.as === 'map' ? looks.valuesOn(field) : looks.piecesOn(field);
  const standing = there.flatMap((other) => [other, looks.field(other.draw.x), looks.field(other.draw.turn)]);
  return [...[x, y, turn, on].map((name) => looks.field(name)), ...looks.tokensOn(field), ...standing].filter(Boolean);
}

/** Counters first, in a line, and with them `more`; then the fields in their order; grids of one height, and lists whose places have the same labels, side by side. `box` makes or keeps one for each. */
function arranged(drawn, box, more = []) {
  const counters = [...drawn.filter(({ field }) => isCounter(field)).map(({ element }) => element), ...more];
  const rest = drawn.filter(({ field }) => !isCounter(field));
  const fields = renew(box('fields'), joined(rest));
  return counters.length ? [renew(box('counters'), counters), fields] : [fields];
}

/** What fields have in common that stand side by side; '': nothing does. */
function rowsIn({ draw: { as, wrap, labels = [] }, shape, coordinates }) {
  const isGrid = as === 'grid' && !coordinates;
  return isGrid || (wrap === 1 && labels.length) ? [isGrid ? shape.height : labels.length, ...labels].join() : '';
}

/** Labels stand before the first one only. */
function joined(drawn) {
  const blocks = [];
  for (const { element, field } of drawn) {
    const rows = rowsIn(field);
    const before = blocks.at(-1);
    if (rows && before?.rows === rows) before.elements.push(element);
    else blocks.push({ rows, elements: [element], kind: field.draw.labels ? 'beside labelled' : 'beside' });
  }
  return blocks.map(({ elements, kind }) => (elements.length > 1 ? make('div', { class: kind }, elements) : elements[0]));
}

// --- names

/** Points are hidden from screen readers: a number alone says nothing. */
function seatHead(scene, seat, name) {
  const tokens = scene.looks.fields.map((field) => seatMark(scene.looks, field, seat, name)).filter(Boolean);
  const points = scene.score?.seats?.[seat]?.total;
  return make('header', { class: 'place', 'data-place': `seat|${seat}|`, 'data-name': name },
    tokens, make('h3', {}, name),
    points !== undefined && make('span', { class: 'points', 'aria-hidden': 'true' }, signed(points)), seat === scene.viewer && pointsOfOthers(scene));
}

/** In a narrow window the areas of the others are out of sight. */
function pointsOfOthers({ score, names, viewer }) {
  const others = (score?.seats ?? []).map(({ total }, seat) => ({ total, seat })).filter(({ seat }) => seat !== viewer);
  const lines = others.map(({ total, seat }) => make('li', { 'data-seat': seat }, names[seat], ' ', make('strong', {}, signed(total))));
  return lines.length > 0 && make('ul', { class: 'points-of-others', 'aria-hidden': 'true' }, lines);
}

/** What a seat is known by on boards and maps. */
function seatMark(looks, field, seat, name) {
  if (field.draw.as === 'tokens') return drawToken(looks, field, seat, name);
  return field.type === 'planes' && field.of_seats && field.drawn ? drawValue(looks, field, seat + 1) : null;
}

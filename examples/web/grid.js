// A bounded grid of pieces, numbers or planes. Where its cells are named in actions it is a board, with coordinates;
// else it is a picture, in which equal neighbours are joined.

import { make, renew } from './element.js';
import { withProperties } from './svg.js';
import { itemsBeside, itemsOf } from './items.js';
import { explain, place, placeOfPiece } from './place.js';
import { SIDES, STEPS } from './sides.js';
import { drawStanding, namesOf, standingOn } from './standing.js';
import { drawTokens, tokensAt } from './tokens.js';
import { drawValue, valueText } from './value.js';
import { colourClass } from './colours.js';

export function drawGrid(of) {
  const { field } = of;
  const grid = { ...of, items: itemsOf(field, of.value), width: field.shape.width, height: field.shape.height };
  grid.standing = standingOn(of, field);
  grid.lengths = itemsBeside(of, field.draw.on);
  grid.shown = field.coordinates ? grid.width : usedWidth(grid);
  const kind = `grid ${field.coordinates ? 'board' : 'picture'} ${field.set ? 'of-pieces' : 'of-values'}`;
  const box = () => make('div', { class: kind }, backdrop(field), field.coordinates ? [lines(field), ...coordinates(grid)] : labels(grid));
  const element = field.coordinates ? of.keep(`${field.name} ${of.row} grid`, '', box) : box();
  withProperties(element, { '--columns': grid.shown, '--rows': grid.height });
  return renew(element, [...element.querySelectorAll(':scope > :is(.backdrop, .lines, .coordinate, .label)'), ...cells(grid)]);
}

/** The picture behind all cells. */
export const backdrop = ({ draw }) => (draw.picture ? make('img', { class: 'backdrop', src: draw.picture, alt: '' }) : null);

/** What parts squares of several cells that belong together. */
const lines = ({ draw: { group } }) => (group ? withProperties(make('div', { class: 'lines' }), { '--group': group }) : null);

/** The columns up to the last one in use, for grids of plain values. */
function usedWidth(grid) {
  if (grid.field.set) return grid.width;
  const used = grid.items.map((item) => (item.value ? (item.index % grid.width) + 1 : 0));
  return Math.max(1, ...used);
}

/** "c3": the column's letter, the row's number. */
function cellName(width, index) {
  return letters(index % width) + (Math.floor(index / width) + 1);
}

function letters(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function coordinates(grid) {
  const across = Array.from({ length: grid.width }, (_, x) => named(letters(x), x + 2, 1));
  const down = Array.from({ length: grid.height }, (_, y) => named(y + 1, 1, y + 2));
  return [...across, ...down];
}

/** What the rows are called stands in a column of its own. */
const labels = ({ field: { draw } }) =>
  draw.labels?.map((label, y) => withProperties(make('div', { class: 'label' }, label), { 'grid-column': 1, 'grid-row': y + 1 }));

function named(text, column, row) {
  const label = make('div', { class: 'coordinate', 'aria-hidden': 'true' }, String(text));
  return withProperties(label, { 'grid-column': column, 'grid-row': row });
}

function cells(grid) {
  const [firstColumn, firstRow] = grid.field.coordinates ? [2, 2] : [grid.field.draw.labels ? 2 : 1, 1];
  const positioned = grid.items.map((item) => ({ item, x: item.index % grid.width, y: Math.floor(item.index / grid.width) }));
  return positioned.filter((at) => isThere(grid, at)).map(({ item, x, y }) => {
    const draw = () => withProperties(cell(grid, item, x, y), { 'grid-column': x + firstColumn, 'grid-row': y + firstRow });
    return grid.field.coordinates ? keptCell(grid, item, draw) : draw();
  });
}

/** A row may have cells of its own number. */
const isThere = ({ shown, lengths }, { x, y }) => x < Math.min(shown, lengths[y]?.value ?? shown);

/** On a board a cell stays the same element for as long as the same lies on it. */
function keptCell(grid, item, draw) {
  const tokens = tokensAt(grid, grid.field, item.index).map(({ field, seat }) => [field.name, seat, grid.names[seat]]);
  const state = JSON.stringify([item, grid.standing.get(item.index), tokens]);
  return grid.keep(`${grid.field.name} ${grid.row} cell ${item.index}`, state, draw);
}

function cell(grid, item, x, y) {
  const isValue = item.kind === 'number';
  const drawn = isValue ? valueCell(grid, item, x, y) : placeOfPiece(grid.looks, grid.field, grid.row, item);
  drawn.classList.add('cell');
  if ((x + y) % 2) drawn.classList.add('odd');
  const tokens = drawTokens(grid, grid.field, item.index);
  if (tokens) drawn.append(tokens);
  if (grid.field.coordinates) nameCell(drawn, cellName(grid.width, item.index), tokensAt(grid, grid.field, item.index), grid.names);
  return drawn;
}

/** Names a cell and what lies or stands there, so that screen readers say where a picture is; what a token is for is said with it. */
function nameCell(drawn, cell, tokens, names) {
  const standing = tokens.map(({ field, seat }) => `${field.title} (${names[seat]})`);
  drawn.dataset.name = [cell, drawn.dataset.name, ...standing].filter(Boolean).join(' ');
  drawn.title = drawn.dataset.name;
  explain(drawn, tokens[0]?.field.about);
  for (const picture of drawn.querySelectorAll('[role="img"]')) picture.ariaLabel = `${cell} ${picture.ariaLabel}`;
}

function valueCell(grid, item, x, y) {
  const standing = grid.standing.get(item.index);
  const picture = standing ? drawStanding(standing) : drawValue(grid.looks, grid.field, item.value);
  const name = standing ? namesOf(standing) : picture ? valueText(grid.looks, grid.field, item.value) : '';
  const drawn = place(grid.field, grid.row, item.index, picture ? `=${item.value}` : null, name, picture ?? '');
  if (!grid.field.coordinates) joinCell(grid, drawn, item, x, y);
  return drawn;
}

/** Which sides it shares with a neighbour that looks the same. */
function joinCell(grid, drawn, item, x, y) {
  const { colour } = grid.looks.value(grid.field, item.value);
  if (!colour) return;
  drawn.classList.add('joins', colourClass(colour));
  STEPS.forEach(([dx, dy], i) => {
    if (valueAt(grid, x + dx, y + dy) === item.value) drawn.classList.add(SIDES[i]);
  });
}

const valueAt = (grid, x, y) => (x < 0 || x >= grid.width ? undefined : grid.items[y * grid.width + x]?.value);

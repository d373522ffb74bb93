// One field, or one row of it: chooses how it is drawn, and puts its name above.

import { make, renew } from './element.js';
import { itemsOf, sizeOf } from './items.js';
import { drawCounter } from './counter.js';
import { drawGrid } from './grid.js';
import { drawHand } from './hand.js';
import { drawMap } from './map.js';
import { explain } from './place.js';
import { drawPile } from './pile.js';
import { drawRow } from './row.js';

const DRAWINGS = { hand: drawHand, pile: drawPile, row: drawRow, grid: drawGrid, map: drawMap };

export const isCounter = (field) => field.draw.as === 'counter';

/** `of`: {looks, field, row, value, view, names}. null where there is nothing to be seen. */
export function drawField(of) {
  const { field, value } = of;
  if (value === null || value === undefined) return null;
  if (isCounter(field)) return drawCounter(of);
  if (isBare(field, value)) return field.set ? emptyField(of) : null;
  const draw = DRAWINGS[asWhat(field)] ?? (field.set ? drawHand : drawRow);
  const box = () => make('div', { role: 'group', class: kindOf(of), 'aria-label': field.title }, heading(of.looks, field, value));
  const element = field.coordinates ? of.keep(`${field.name} ${of.row} board`, '', box) : box();
  return renew(element, [element.firstElementChild, draw(of)]);
}

const kindOf = ({ looks, field }) => `field as-${field.draw.as} of-${looks.formOf(field) ?? 'values'}${inGroups({ looks, field })}`;

/** How a field is drawn: a row without an order is drawn as a hand. */
const asWhat = ({ draw, order }) => (draw.as === 'row' && order === 'set' && !draw.group ? 'hand' : draw.as);

/** Piles, maps, boards and pictures are drawn as such even where they are empty. What else is for pieces keeps their room, so that nothing jumps when one comes; the rest takes none. */
function isBare(field, value) {
  return ['row', 'hand'].includes(field.draw.as) && itemsOf(field, value).every(({ kind }) => kind === 'empty');
}

/** A row in groups becomes longer and longer. */
const inGroups = ({ looks, field: { draw } }) => (draw.as === 'row' && (draw.group || looks.sizesOfGroups(draw)) ? ' in-groups' : '');

/** What columns will say of its pieces has its room, too. */
function emptyField({ looks, field }) {
  const nothing = make('div', { class: 'nothing' });
  const isSaid = field.draw.as === 'row' && (field.draw.x || field.draw.turn);
  return make('div', { role: 'group', class: `${kindOf({ looks, field })} empty`, 'aria-label': field.title }, heading(looks, field, []),
    make('div', { class: 'pieces' }, isSaid ? make('div', {}, nothing, make('div', { class: 'said' }, make('span', {}, '\u00a0'))) : nothing));
}

/** What a title says in brackets explains signs, and is set smaller. Of what lies in groups of a size, these are counted; in those of other sizes lies what need not be alike. */
function heading(looks, field, value) {
  const [, title, legend] = /^(.*?)(?:\s*\((.*)\))?$/s.exec(field.title);
  const isCounted = field.set && ['hand', 'row'].includes(field.draw.as) && !looks.sizesOfGroups(field.draw);
  const count = isCounted ? Math.ceil(sizeOf(field, value) / (field.draw.group || 1)) : 0;
  const element = make('h4', { 'aria-level': '3', 'data-name': title }, title,
    count > 1 && [' ', make('span', { class: 'count' }, String(count))],
    legend && [' ', make('small', { class: 'legend' }, legend)]);
  return explain(element, field.about);
}

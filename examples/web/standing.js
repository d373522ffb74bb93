// Pieces of a list that stand on the cells of a grid: each knows its cell, and may know where it points. What is known
// of the piece is drawn in place of the cell's number; several share the cell.

import { make } from './element.js';
import { itemsBeside, itemsOf, rowsOf } from './items.js';
import { standsOn } from './large.js';
import { ARROWS } from './sides.js';
import { drawFace } from './value.js';

/** The pieces that stand on a grid: for each cell a list [{look, turn, owner}], for drawStanding; `owner`: the name of their seat, if they have one. */
export function standingOn({ looks, view, names }, grid) {
  const cells = new Map();
  for (const field of looks.piecesOn(grid)) {
    for (const { row, value } of rowsOf(field, view.fields[field.name])) {
      collect(cells, { looks, view, field, row, value, owner: field.of_seats ? names?.[row] : undefined });
    }
  }
  return cells;
}

function collect(cells, of) {
  const { draw } = of.field;
  const [at, turns] = [draw.x, draw.turn].map((name) => itemsBeside(of, name));
  for (const item of itemsOf(of.field, of.value).filter(({ kind }) => kind !== 'empty')) {
    const cell = at[item.index]?.value;
    const standing = { look: of.looks.piece(of.field, item), turn: turns[item.index]?.value, owner: of.owner };
    cells.set(cell, [...(cells.get(cell) ?? []), standing]);
  }
}

/** "Suns 3 ← (Ada)"; where several stand, one after the other. */
export const namesOf = (standing) => standing.map(nameOf).join('; ');

const nameOf = ({ look, turn, owner }) => [[look.title, ARROWS[turn]].filter(Boolean).join(' '), owner && `(${owner})`].filter(Boolean).join(' ');

/** So many are seen side by side. */
const SHOWN = 4;

/** All that stand there, or the last ones and how many there are. */
export function drawStanding(standing) {
  const faces = standing.map(faceOf);
  const shown = faces.slice(-SHOWN).map(drawFace);
  const more = faces.length > SHOWN && make('span', { class: 'stacked' }, `×${faces.length}`);
  const drawn = make('div', { class: faces.length > 1 ? 'standing several' : 'standing' }, shown, more);
  standsOn(drawn, faces);
  return drawn;
}

function faceOf({ look, turn }) {
  const mark = (look.marks[0]?.text ?? '') + (ARROWS[turn] ?? '');
  const picture = turn === undefined ? look.picture : undefined;
  return { colour: look.colour, mark, picture, title: `${look.title} ${ARROWS[turn] ?? ''}`.trim() };
}

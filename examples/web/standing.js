// Pieces of a list that stand on the cells of a grid: each knows its cell, and may know where it points. What is known
// of the piece is drawn in place of the cell's number; of several the last is on top.

import { make } from './element.js';
import { itemsBeside, itemsOf, rowsOf } from './items.js';
import { ARROWS } from './sides.js';
import { drawFace } from './value.js';

/** The pieces that stand on a grid: for each cell a list [{look, turn}], for drawStanding. */
export function standingOn({ looks, view }, grid) {
  const cells = new Map();
  for (const field of looks.piecesOn(grid)) {
    for (const { row, value } of rowsOf(field, view.fields[field.name])) {
      collect(cells, { looks, view, field, row, value });
    }
  }
  return cells;
}

function collect(cells, of) {
  const { draw } = of.field;
  const [at, turns] = [draw.x, draw.turn].map((name) => itemsBeside(of, name));
  for (const item of itemsOf(of.field, of.value).filter(({ kind }) => kind !== 'empty')) {
    const cell = at[item.index]?.value;
    const standing = { look: of.looks.piece(of.field, item), turn: turns[item.index]?.value };
    cells.set(cell, [...(cells.get(cell) ?? []), standing]);
  }
}

export const namesOf = (standing) => standing.map(({ look }) => look.title).join(', ');

/** The topmost, and how many there are. */
export function drawStanding(standing) {
  const { look, turn } = standing.at(-1);
  const mark = (look.marks[0]?.text ?? '') + (ARROWS[turn] ?? '');
  const picture = drawFace({ colour: look.colour, mark, title: `${look.title} ${ARROWS[turn] ?? ''}`.trim() });
  const several = standing.length > 1 && make('span', { class: 'stacked' }, `×${standing.length}`);
  return make('div', { class: 'standing' }, picture, several);
}

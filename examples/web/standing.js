// Pieces of a list that stand on the cells of a grid: each knows its cell, and may know where it points. What is known
// of the piece is drawn in place of the cell's number. Those of one list that share a cell lie on one another, the last one
// on top; those of several lists stand side by side.

import { make } from './element.js';
import { itemsBeside, itemsOf, rowsOf } from './items.js';
import { standsOn } from './large.js';
import { ARROWS } from './sides.js';
import { drawFace } from './value.js';
import { say } from './words.js';

/** The pieces that stand on a grid: for each cell a list [{look, turn, owner, stack}], for drawStanding; `owner`: the name of their seat, if they have one; `stack`: the same for those that lie on one another. */
export function standingOn({ looks, view, names }, grid) {
  const cells = new Map();
  for (const field of looks.piecesOn(grid)) {
    for (const { row, value } of rowsOf(field, view.fields[field.name])) {
      collect(cells, { looks, view, field, row, value, owner: field.of_seats ? names?.[row] : undefined, stack: `${field.name} ${row}` });
    }
  }
  return cells;
}

function collect(cells, of) {
  const { draw } = of.field;
  const [at, turns] = [draw.x, draw.turn].map((name) => itemsBeside(of, name));
  for (const item of itemsOf(of.field, of.value).filter(({ kind }) => kind !== 'empty')) {
    const cell = at[item.index]?.value;
    const standing = { look: of.looks.piece(of.field, item), turn: turns[item.index]?.value, owner: of.owner, stack: of.stack };
    cells.set(cell, [...(cells.get(cell) ?? []), standing]);
  }
}

/** "Suns 3 ← (Ada), on top of Suns 1 →"; of several stacks, one after the other. */
export const namesOf = (standing) => [...Map.groupBy(standing, ({ stack }) => stack).values()].map(nameOfStack).join('; ');

function nameOfStack(stack) {
  const [top, ...below] = stack.toReversed();
  const name = [nameOf(top), top.owner && `(${top.owner})`].filter(Boolean).join(' ');
  return below.length ? say('standing.on', { top: name, below: below.map(nameOf).join(', ') }) : name;
}

const nameOf = ({ look, turn }) => [look.title, ARROWS[turn]].filter(Boolean).join(' ');

/** So many are seen. */
const SHOWN = 4;

/** All that stand there, or the last ones and how many there are. Of a stack the top is seen whole, and those below in the corners, where they cover no arrow of it, the next one first. */
export function drawStanding(standing) {
  const faces = standing.map(faceOf);
  const isStack = faces.length > 1 && standing.every(({ stack }) => stack === standing[0].stack);
  const shown = faces.slice(-SHOWN).map(drawFace);
  const more = faces.length > SHOWN && make('span', { class: 'stacked' }, `×${faces.length}`);
  const kind = isStack ? ' stack' : faces.length > 1 ? ' several' : '';
  const drawn = make('div', { class: `standing${kind}` }, shown, more);
  standsOn(drawn, isStack ? faces.toReversed() : faces, isStack);
  return drawn;
}

function faceOf({ look, turn }) {
  const mark = (look.marks[0]?.text ?? '') + (ARROWS[turn] ?? '');
  const picture = turn === undefined ? look.picture : undefined;
  return { colour: look.colour, mark, picture, title: `${look.title} ${ARROWS[turn] ?? ''}`.trim() };
}

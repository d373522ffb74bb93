// A piece, face or back, as a picture: a card, a tile with sides, or a name written on a slip.

import { image, svg } from './svg.js';
import { colourClass, gem } from './colours.js';
import { drawMark, drawStone, fitted, text } from './signs.js';
import { lines } from './words-in-lines.js';
import { drawTile, onDisc } from './tile.js';

/** `look` is of Looks.piece; `turn` in quarters to the right is of tiles, half a turn of a card's own grid, too; `joined` sides are of tiles on a map. */
export function drawPiece(look, { turn = 0, joined = [] } = {}) {
  const { width, height, parts } = (look.picture ? PICTURED : FORMS)[look.form](look, turn, joined);
  const back = look.isBack ? ' back' : '';
  const stones = look.marks.some(({ at, colour }) => at === 'middle' && colour) ? ' stones' : '';
  const style = look.style ? ` on-${look.style}` : '';
  const kind = `piece ${look.form}${back}${stones}${style} ${colourClass(look.colour)}${look.colour ? '' : ' plain'}`;
  return svg('svg', { class: kind, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': look.title },
    svg('g', { 'aria-hidden': 'true' }, parts));
}

const FORMS = { card, tile: drawTile, name: slip };
const PICTURED = { card: cardWithPicture, tile: tileWithPicture, name: slipWithPicture };

const paper = (width, height, radius) =>
  svg('rect', { class: 'body', x: 1, y: 1, width: width - 2, height: height - 2, rx: radius });

const weave = (width, height) =>
  svg('rect', { class: 'woven', x: 5, y: 5, width: width - 10, height: height - 10, rx: 3 });

/** What stands in the middle, unmarked parts joined: "x" and "3" read "x3". */
function middle(look) {
  const parts = [];
  for (const mark of look.marks.filter(({ at }) => at === 'middle')) {
    const before = parts.at(-1);
    if (!mark.colour && before && !before.colour) before.text += mark.text;
    else parts.push({ ...mark });
  }
  return parts;
}

// --- cards

function card(look, turn) {
  const size = { width: 60, height: 84 };
  if (look.isBack) return { ...size, parts: [paper(60, 84, 6), weave(60, 84), backMark(look, 30, 42)] };
  return { ...size, parts: [paper(60, 84, 6), cardFace(look, turn), ...sides(look)] };
}

/** Its name stands below the picture; a back is all picture. */
function cardWithPicture(look) {
  const box = { x: 3, y: 3, width: 54, height: look.isBack ? 78 : 62 };
  const name = !look.isBack && lines(look.title, 30, 73, 54, 17, 8.5, { class: look.style === 'paper' ? 'inked caption' : 'on caption' });
  return { width: 60, height: 84, parts: [paper(60, 84, 6), image(look.picture, box), name] };
}

function backMark(look, x, y) {
  const mark = look.marks[0]?.text ?? '';
  if (!mark || /^[▒▓]+$/.test(mark)) return look.colour ? gem(look.colour, x, y, 30, true) : null;
  const shield = svg('circle', { class: 'shield', cx: x, cy: y, r: 15 });
  return svg('g', {}, shield, fitted(mark, x, y, 24, 17, { class: 'on' }));
}

function cardFace(look, turn) {
  const parts = middle(look);
  if (look.grid) return gridFace(look, parts, turn === 2);
  if (parts.some(({ colour }) => colour)) return stoneFace(look, parts);
  const words = parts.map((part) => part.text).join(' ');
  return look.style === 'paper' ? paperFace(look, words) : plainFace(look, words);
}

/** As playing cards are: in a corner, so that it can be read in a hand, and in the middle. */
function paperFace(look, words) {
  return [
    fitted(words, 16, 14, 26, 15, { class: 'inked' }),
    fitted(words, 30, 44, 46, 26, { class: 'inked' }),
    look.title !== words && lines(look.title, 30, 73, 54, 17, 8, { class: 'inked caption' }),
  ];
}

/** A colour and a text: the text on the table of the colour's gem. */
function plainFace(look, words) {
  return [
    look.colour && gem(look.colour, 30, 40, 54, true),
    fitted(words, 30, 40, 40, 30, { class: 'on' }),
    look.title !== words && lines(look.title, 30, 73, 54, 17, 8.5, { class: 'on caption' }),
  ];
}

/** Gems of their own colours; what has none is written. */
function stoneFace(look, parts) {
  const size = parts.length === 1 ? 40 : parts.length === 2 ? 31 : 22;
  const columns = parts.length > 3 ? 2 : 1;
  const rows = Math.ceil(parts.length / columns);
  const stones = parts.map((part, i) => {
    const x = columns === 1 ? 30 : 18 + 24 * (i % columns);
    const y = 35 + (Math.floor(i / columns) - (rows - 1) / 2) * (60 / Math.max(rows, 2));
    return part.colour ? drawStone(part.text, part.colour, x, y, size) : fitted(part.text, x, y, size, size * 0.7, { class: 'on written' });
  });
  return [stones, lines(look.title.replaceAll(' + ', ' '), 30, 73, 54, 18, 8.5, { class: 'on caption' })].flat(2);
}

/** A small grid of its own, its name above it. */
function gridFace(look, parts, isUpsideDown) {
  const cell = Math.min(50 / look.grid.width, 56 / look.grid.height);
  const left = 30 - (cell * look.grid.width) / 2;
  const top = 42 - (cell * look.grid.height) / 2;
  const cells = look.marks.filter(({ at }) => at === 'cell').map((mark) => {
    const [column, row] = isUpsideDown ? [look.grid.width - 1 - mark.x, look.grid.height - 1 - mark.y] : [mark.x, mark.y];
    const [x, y] = [left + (column + 0.5) * cell, top + (row + 0.5) * cell];
    const box = { x: x - cell / 2, y: y - cell / 2, width: cell, height: cell };
    const ground = svg('rect', { class: `ground ${colourClass(mark.colour)}`, ...box });
    return [ground, ...drawMark(mark.text, mark.colour, x, y, cell * 0.8)];
  });
  return [...cells.flat(), ...parts.map((part) => text(part.text, 30, 8, 8, { class: 'on caption' }))];
}

/** What a card has at its sides. */
function sides(look) {
  const at = { north: [30, 7], east: [53, 42], south: [30, 77], west: [7, 42] };
  const marks = look.marks.filter((mark) => mark.at in at && mark.text);
  return marks.flatMap((mark) => drawMark(mark.text, mark.colour, ...at[mark.at], 13));
}

// --- tiles, of a plugin's own drawing

/** What it is called by number, if it is, stands in a corner. */
function tileWithPicture(look, turn) {
  const number = look.number ? onDisc(String(look.number), 20, 20, 26) : [];
  return { width: 120, height: 120, parts: [image(look.picture, { x: 0, y: 0, width: 120, height: 120 }, turn), ...number] };
}

// --- slips: nothing but a name, or a picture that says it

function slipWithPicture(look) {
  return { width: 96, height: 54, parts: [paper(96, 54, 6), image(look.picture, { x: 3, y: 3, width: 90, height: 48 })] };
}

function slip(look) {
  const parts = look.isBack
    ? [paper(96, 54, 6), weave(96, 54)]
    : [paper(96, 54, 6), lines(look.title.replace(/^“|”$/g, ''), 48, 27, 86, 46, 12.5, { class: 'on' })];
  return { width: 96, height: 54, parts };
}

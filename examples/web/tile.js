// A square tile: its name and what it does in the middle, walls around it, and openings where a side has something.

import { svg } from './svg.js';
import { SIDES } from './sides.js';
import { drawMark, drawStone, fitted } from './signs.js';
import { lines } from './words-in-lines.js';

const SIZE = 120;
const STONE = 19;
const SMALL = 14; // where many stand in a line
const ALONG = 84; // a side, without its corners
const ROW = 16; // of marks in the middle

/** Turned to the right by so many quarters; `joined` are the sides, as they lie, where another tile is. */
export function drawTile(look, turn, joined) {
  const body = svg('rect', { class: 'body', x: 2, y: 2, width: SIZE - 4, height: SIZE - 4, rx: 5 });
  if (look.isBack) return { width: SIZE, height: SIZE, parts: [body, woven()] };
  const openings = SIDES.flatMap((side, printed) => opening(look, side, (printed + turn) % 4, joined));
  return { width: SIZE, height: SIZE, parts: [body, ...openings, ...inside(look)] };
}

const woven = () => svg('rect', { class: 'woven', x: 10, y: 10, width: SIZE - 20, height: SIZE - 20, rx: 4 });

// --- the middle

function inside(look) {
  const floor = svg('rect', { class: 'floor', x: 21, y: 21, width: 78, height: 78, rx: 5 });
  const marks = look.marks.filter(({ at }) => at === 'middle');
  const rows = inRows(marks);
  const height = 68 - rows.length * ROW;
  const name = lines(look.title, 60, 25 + height / 2, 74, height, 13, { class: 'on' });
  return [floor, name, ...rows.flatMap((row, i) => line(row, 25 + height + (i + 0.5) * ROW))];
}

const widthOf = (mark) => (mark.colour ? 15 : 2 + 8.5 * [...mark.text].length);

/** Marks one after another, as many to a row as fit. */
function inRows(marks) {
  const rows = marks.length ? [[]] : [];
  for (const mark of marks) {
    const taken = rows.at(-1).reduce((sum, one) => sum + widthOf(one), 0);
    if (taken + widthOf(mark) > 74) rows.push([]);
    rows.at(-1).push(mark);
  }
  return rows;
}

function line(row, y) {
  let x = 60 - row.reduce((sum, mark) => sum + widthOf(mark), 0) / 2;
  return row.flatMap((mark) => {
    const width = widthOf(mark);
    x += width;
    return mark.colour
      ? drawStone(mark.text, mark.colour, x - width / 2, y, 15)
      : [fitted(mark.text, x - width / 2, y, width, 13, { class: 'on sign' })];
  });
}

/** What stands at a side of a tile, `printed` before it is turned, by itself and in a line; once anything is `met`, the stones that are still to be. undefined: nothing does. */
export function drawSide(look, printed, met = []) {
  const marks = look.marks.filter(({ at, text }) => at === printed && text);
  const open = met.length ? without(marks, met).filter(({ colour }) => colour) : marks;
  if (!open.length) return undefined;
  const drawn = open.map((mark, i) => drawAtSide(mark, (i + 0.5) * STONE, STONE / 2));
  const said = open.map((mark) => mark.text).join(' ');
  return svg('svg', { class: 'piece tile side', viewBox: `0 0 ${open.length * STONE} ${STONE}`, role: 'img', 'aria-label': said }, drawn);
}

/** Marks without those that others equal, one by one. What has no colour equals nothing. */
function without(marks, others) {
  const left = others.filter(({ colour }) => colour);
  return marks.filter((mark) => {
    const equal = left.findIndex(({ text, colour }) => text === mark.text && colour === mark.colour);
    if (equal >= 0) left.splice(equal, 1);
    return equal < 0;
  });
}

// --- sides: where another tile is, only the way is open

function opening(look, printed, side, joined) {
  const marks = look.marks.filter(({ at, text }) => at === printed && text);
  if (!marks.length) return [];
  const turn = `rotate(${side * 90} 60 60)`;
  const gap = svg('path', { class: 'gap', d: 'M38 0h44l-6 21h-32z', transform: turn });
  return [gap, joined.includes(side) ? [] : svg('g', { class: `doors ${SIDES[side]}` }, row(marks, side))];
}

/** They stay upright, however the tile is turned. */
function row(marks, side) {
  const step = Math.min(STONE, ALONG / marks.length);
  return marks.flatMap((mark, i) => {
    const along = 60 + (i - (marks.length - 1) / 2) * step;
    const [x, y] = [[along, 11], [109, along], [along, 109], [11, along]][side];
    return drawAtSide(mark, x, y, Math.max(step, SMALL));
  });
}

function drawAtSide(mark, x, y, size = STONE) {
  if (mark.colour) return drawStone(mark.text, mark.colour, x, y, size);
  if (/^[═↑→↓←◆●]/.test(mark.text)) return drawMark(mark.text, mark.colour, x, y, size);
  return onDisc(mark.text, x, y, size * 0.92);
}

/** A number on a disc of its own. */
export function onDisc(words, x, y, size = 12) {
  return [svg('circle', { class: 'number', cx: x, cy: y, r: size / 2 }), fitted(words, x, y, size * 0.75, size * 0.75, { class: 'number' })];
}

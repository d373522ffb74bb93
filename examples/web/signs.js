// Marks as pictures: a few well-known signs of a plugin's marks are drawn, all others are written. Everything is drawn
// around x, y in a box of `size`.

import { svg } from './svg.js';
import { colourClass, gem } from './colours.js';
import { ARROWS } from './sides.js';

export function text(words, x, y, size, attributes) {
  return svg('text', { x, y: y + size * 0.35, 'font-size': size, ...attributes }, words);
}

/** Letters so large that they fit into `width`. */
export function fitted(words, x, y, width, largest, attributes) {
  return text(words, x, y, Math.min(largest, width / Math.max(0.62 * [...words].length, 0.62)), attributes);
}

export function drawMark(mark, colour, x, y, size) {
  const letters = [...mark];
  const last = letters.at(-1);
  if (mark === '') return [];
  if (letters[0] === '◆') return stone(letters.slice(1).join(''), colour, x, y, size);
  if (mark === '●') return [disc(colour, x, y, size)];
  if (mark === '·') return [svg('circle', { class: 'dot', cx: x, cy: y, r: size * 0.07 })];
  if (/^[▓▒█]+$/.test(mark)) return [block(x, y, size)];
  if (/^═+$/.test(mark)) return rails(letters.length, x, y, size);
  if (mark === '=') return [planks(colour, x, y, size)];
  const quarters = ARROWS.indexOf(last);
  if (quarters >= 0) return pointer(letters.slice(0, -1).join(''), 90 * quarters, colour, x, y, size);
  if (colour) return coin(mark, colour, x, y, size);
  return [fitted(mark, x, y, size * 0.9, size * 0.62, { class: mark === '0' ? 'plain zero' : 'plain' })];
}

/** A mark of a piece that has a colour of its own: a gem of that colour with the text on it. */
export function drawStone(mark, colour, x, y, size) {
  if (/^[◆●·▓▒█═↑→↓←]/.test(mark)) return drawMark(mark, colour, x, y, size);
  return stone(mark, colour, x, y, size);
}

function stone(mark, colour, x, y, size) {
  const letters = mark && fitted(mark, x, y, size * 0.6, size * 0.5, { class: `on ${colourClass(colour)}` });
  return [gem(colour, x, y, size), letters];
}

function disc(colour, x, y, size) {
  return svg('g', { class: `disc ${colourClass(colour)}` },
    svg('circle', { class: 'body', cx: x, cy: y, r: size * 0.45 }),
    svg('circle', { class: 'rim', cx: x, cy: y, r: size * 0.33 }),
    gem(colour, x, y, size * 0.5, true));
}

function coin(mark, colour, x, y, size) {
  return [svg('g', { class: `disc ${colourClass(colour)}` },
    svg('circle', { class: 'body', cx: x, cy: y, r: size * 0.42 }),
    svg('circle', { class: 'rim', cx: x, cy: y, r: size * 0.35 }),
    fitted(mark, x, y, size * 0.58, size * 0.42, { class: 'on' }))];
}

/** What points somewhere: a disc with a beak and the beginning of its beam, or an arrow alone. */
function pointer(mark, degrees, colour, x, y, size) {
  const turn = `rotate(${degrees} ${x} ${y})`;
  const at = (dx, dy) => `${x + dx * size},${y + dy * size}`;
  if (!colour) {
    const arrow = `M${at(0, 0.3)}L${at(0, -0.28)}M${at(-0.2, -0.08)}L${at(0, -0.3)}L${at(0.2, -0.08)}`;
    return [svg('path', { class: 'arrow', d: arrow, transform: turn })];
  }
  const beam = svg('path', { class: 'beam', d: `M${at(0, -0.2)}L${at(0, -0.56)}`, transform: turn });
  const corners = [at(-0.26, -0.2), at(-0.07, -0.47), at(0.07, -0.47), at(0.26, -0.2)].join(' ');
  const beak = svg('polygon', { class: 'beak', transform: turn, points: corners });
  return [svg('g', { class: `disc ${colourClass(colour)}` }, beam, beak,
    svg('circle', { class: 'body', cx: x, cy: y, r: size * 0.33 }),
    svg('circle', { class: 'rim', cx: x, cy: y, r: size * 0.27 }),
    fitted(mark, x, y, size * 0.46, size * 0.36, { class: 'on' }))];
}

function block(x, y, size) {
  const box = { x: x - size * 0.44, y: y - size * 0.44, width: size * 0.88, height: size * 0.88, rx: size * 0.1 };
  return svg('g', { class: 'block' }, svg('rect', { class: 'body', ...box }), svg('rect', { class: 'woven', ...box }));
}

/** Two planks: a bridge. */
function planks(colour, x, y, size) {
  const box = { x: x - size * 0.5, width: size, height: size * 0.2, rx: 1 };
  const plank = (dy) => svg('rect', { class: 'body', y: y + dy * size, ...box });
  return svg('g', { class: `planks ${colourClass(colour)}` }, plank(-0.32), plank(0.12));
}

/** Pieces of track side by side. */
function rails(n, x, y, size) {
  const width = size * 0.8;
  return Array.from({ length: n }, (_, i) => {
    const left = x - (n * width) / 2 + i * width;
    const sleepers = [0.2, 0.5, 0.8].map((at) => `M${left + at * width} ${y - size * 0.24}v${size * 0.48}`).join('');
    return svg('g', { class: 'track' },
      svg('path', { class: 'sleepers', d: sleepers }),
      svg('path', { class: 'lines', d: `M${left} ${y - size * 0.13}h${width}M${left} ${y + size * 0.13}h${width}` }));
  });
}

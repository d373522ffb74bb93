// Every colour has a shape of its own, a cut gem, so that a colour is never the only sign. The shapes are drawn once,
// as symbols that pieces and cells use.

import { svg } from './svg.js';

const turned = (corners, radius, first) =>
  Array.from({ length: corners }, (_, i) => {
    const angle = ((first + (360 * i) / corners) * Math.PI) / 180;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });

/** Outlines around 0, 0, clockwise from the top on the left, at most 10 from the middle. */
const CUTS = {
  none: turned(6, 9.5, -120),
  white: [[-5.5, -7], [5.5, -7], [10, -1], [0, 9.5], [-10, -1]],
  black: [[-3, -9.5], [4, -8], [8, 0], [5, 9], [-5, 9], [-8.5, 1]],
  grey: [[-6, -7], [2, -8.5], [9, -4], [8, 5], [1, 8], [-8, 6], [-9.5, -1]],
  red: turned(8, 9.8, -112.5),
  orange: turned(5, 10, -90),
  yellow: [[0, -10], [10, 0], [0, 10], [-10, 0]],
  green: [[-4.5, -9.5], [4.5, -9.5], [7.5, -6.5], [7.5, 6.5], [4.5, 9.5], [-4.5, 9.5], [-7.5, 6.5], [-7.5, -6.5]],
  blue: [[0, -10], [6, -1.5], [7, 4], [4, 8.7], [-4, 8.7], [-7, 4], [-6, -1.5]],
  purple: [[-9, -8], [9, -8], [10, -6], [0.6, 9.5], [-0.6, 9.5], [-10, -6]],
  pink: [[0, -5], [4, -8.5], [8.5, -7.5], [9.5, -2], [0, 9.5], [-9.5, -2], [-8.5, -7.5], [-4, -8.5]],
  brown: [[-8.2, -8.2], [8.2, -8.2], [8.2, 8.2], [-8.2, 8.2]],
};

export const colourClass = (colour) => `c-${CUTS[colour] ? colour : 'none'}`;

/** A gem of a colour in a box of `size` around x, y. `engraved`: only its edges, cut into what lies below. */
export function gem(colour, x, y, size, engraved) {
  const id = `${engraved ? 'cut' : 'gem'}-${CUTS[colour] ? colour : 'none'}`;
  return svg('use', { href: `#${id}`, x: x - size / 2, y: y - size / 2, width: size, height: size });
}

/** The element that has the symbols; once a page is enough. */
export function gemSymbols() {
  const kinds = ['gem', 'cut'];
  const symbols = Object.entries(CUTS).map(([colour, cut]) => kinds.map((kind) => symbol(kind, colour, cut)));
  const attributes = { class: 'symbols', width: 0, height: 0, 'aria-hidden': 'true' };
  return svg('svg', attributes, svg('defs', {}, symbols, weave()));
}

/** Backs of cards, and what blocks a cell. */
function weave() {
  const pattern = { id: 'weave', width: 6, height: 6, patternUnits: 'userSpaceOnUse' };
  return svg('pattern', pattern, svg('path', { class: 'weave', d: 'M0 0 6 6M6 0 0 6' }));
}

function symbol(kind, colour, cut) {
  const outline = svg('polygon', { class: 'outline', points: points(cut) });
  return svg('symbol', { id: `${kind}-${colour}`, viewBox: '-11 -11 22 22' },
    svg('g', { class: `${kind} ${colourClass(colour)}` }, outline, facets(cut)));
}

/**
 * The table of the stone is what its outline is, smaller; light falls from the top on the left. Facets that are equally
 * light are one path: there are many gems on a table.
 */
function facets(cut) {
  const table = cut.map(([x, y]) => [x * 0.55, y * 0.55]);
  const shades = new Map();
  cut.forEach((corner, i) => {
    const next = (i + 1) % cut.length;
    const shape = `M${points([corner, cut[next], table[next], table[i]])}z`;
    const name = shade(corner, cut[next]);
    shades.set(name, (shades.get(name) ?? '') + shape);
  });
  return [...shades].map(([name, d]) => svg('path', { class: name, d }));
}

function shade([x1, y1], [x2, y2]) {
  const light = (-(x1 + x2) * 0.5 - (y1 + y2) * 0.87) / Math.hypot(x1 + x2, y1 + y2);
  return `facet light-${Math.round((light + 1) * 2)}`;
}

const points = (shape) => shape.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');

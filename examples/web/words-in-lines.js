// Breaks text into lines for SVG, which does not do it by itself. Its width is measured in the page's own font.
import { svg } from './svg.js';

const LINE = 1.12; // from one line to the next, in heights of the text
const MEASURED = 100; // the height at which words are measured
const BOLD = 700; // the widest that is drawn: what fits so, fits

let pencil;
const widths = new Map();

/** The width of a text, in heights. */
function widthOf(text) {
  if (!widths.has(text)) {
    pencil ??= penIn(getComputedStyle(document.body).fontFamily);
    widths.set(text, pencil.measureText(text).width / MEASURED);
  }
  return widths.get(text);
}

function penIn(family) {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${BOLD} ${MEASURED}px ${family}`;
  return pen;
}

/** Text around x, y within `width` and `height`: as large as fits, `largest` at most. */
export function lines(words, x, y, width, height, largest, attributes) {
  const { broken, size } = fit(words, width, height, largest);
  const first = y - ((broken.length - 1) * size * LINE) / 2 + size * 0.35;
  const spans = broken.map((line, i) => svg('tspan', { x, y: (first + i * size * LINE).toFixed(2) }, line));
  return svg('text', { 'font-size': size.toFixed(2), ...attributes }, spans);
}

/** The size that shrinks until the text, broken anew for each, fits. */
function fit(words, width, height, largest) {
  for (let size = largest; ; size *= 0.93) {
    const broken = breakAt(words, width / size);
    const widest = Math.max(...broken.map(widthOf));
    if (widest * size <= width && broken.length * size * LINE <= height) return { broken, size };
  }
}

/** Between words, and behind a hyphen. `width` in heights of the text. */
function breakAt(words, width) {
  const broken = [];
  for (const word of words.split(/ |(?<=-)/)) {
    const line = broken.at(-1);
    const longer = line && `${line}${line.endsWith('-') ? '' : ' '}${word}`;
    if (longer && widthOf(longer) <= width) broken[broken.length - 1] = longer;
    else broken.push(word);
  }
  return broken;
}

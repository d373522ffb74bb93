// Breaks text into lines for SVG, which does not do it by itself.

import { svg } from './svg.js';

const LETTER = 0.6; // the width of a letter, about, in heights of the text
const LINE = 1.12; // from one line to the next, too
const SMALLEST = 4;

/** Text around x, y within `width` and `height`: as large as fits, `largest` at most. */
export function lines(words, x, y, width, height, largest, attributes) {
  const { broken, size } = fit(words, width, height, largest);
  const first = y - ((broken.length - 1) * size * LINE) / 2 + size * 0.35;
  const spans = broken.map((line, i) => svg('tspan', { x, y: (first + i * size * LINE).toFixed(2) }, line));
  return svg('text', { 'font-size': size.toFixed(2), ...attributes }, spans);
}

function fit(words, width, height, largest) {
  for (let size = largest; ; size *= 0.93) {
    const broken = breakAt(words, width / (size * LETTER));
    const widest = Math.max(...broken.map((line) => line.length)) * size * LETTER;
    if ((widest <= width && broken.length * size * LINE <= height) || size < SMALLEST) return { broken, size };
  }
}

/** Between words, and behind a hyphen. */
function breakAt(words, letters) {
  const broken = [];
  for (const word of words.split(/ |(?<=-)/)) {
    const line = broken.at(-1);
    const glue = line?.endsWith('-') ? '' : ' ';
    if (line && line.length + glue.length + word.length <= letters) broken[broken.length - 1] += glue + word;
    else broken.push(word);
  }
  return broken;
}

// A pile: its top, or its back, and how many there are.

import { make } from './element.js';
import { withProperties } from './svg.js';
import { itemsOf, sizeOf } from './items.js';
import { placeOfPiece } from './place.js';

export function drawPile({ looks, field, row, value }) {
  const size = sizeOf(field, value);
  const top = placeOfPiece(looks, field, row, topOf(looks, field, value, size));
  top.classList.add('pile');
  top.dataset.count = size;
  withProperties(top, { '--thick': Math.min(Math.ceil(size / 6), 6) });
  return make('div', { class: 'pieces' }, top, make('span', { class: 'times' }, `×${size}`));
}

function topOf(looks, field, value, size) {
  const index = Math.max(size - 1, 0);
  const top = itemsOf(field, value).at(-1);
  if (top) return { ...top, index };
  const back = looks.onlyBack(field);
  return size && back ? { kind: 'back', key: back, index } : { kind: 'empty', index };
}

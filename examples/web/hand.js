// Pieces side by side, of a seat: what is seen in full, what is not as a fan of backs.

import { make } from './element.js';
import { itemsOf } from './items.js';
import { placeOfPiece } from './place.js';

export function drawHand({ looks, field, row, value }) {
  const items = itemsOf(field, value);
  const places = (some) => some.map((item) => placeOfPiece(looks, field, row, item));
  const [backs, seen] = [items.filter(isBack), items.filter((item) => !isBack(item))];
  return make('div', { class: 'pieces' }, places(seen), fan(places(backs)));
}

const isBack = ({ kind }) => kind === 'back';

/** Equal backs are read by screen readers once, with their number. */
function fan(backs) {
  backs.forEach((back, i) => {
    if (back.dataset.thing === backs[i - 1]?.dataset.thing) back.firstElementChild.ariaHidden = 'true';
  });
  return backs.length ? make('div', { class: 'fan' }, backs, fanCount(backs.length)) : null;
}

const fanCount = (n) => (n > 1 ? make('span', { class: 'times' }, `×${n}`) : null);

// Tokens of seats, where they stand on the items or cells of another field.

import { make } from './element.js';
import { image, svg } from './svg.js';
import { colourClass } from './colours.js';
import { fitted } from './signs.js';

/** A pawn in the seat's colour, with its mark, or a picture. */
export function drawToken(looks, field, seat, name) {
  const { colour, mark, picture } = looks.value(field, seat);
  const body = 'M12 30c0-9 4-10 5-14a7 7 0 1 1 6 0c1 4 5 5 5 14z';
  const attributes = { class: `token ${colourClass(colour)}`, viewBox: '8 0 24 32', 'data-seat': seat };
  return svg('svg', { ...attributes, role: 'img', 'aria-label': name },
    svg('title', {}, name),
    picture
      ? image(picture, { x: 8, y: 4, width: 24, height: 24 })
      : [svg('path', { class: 'body', d: body }), fitted(mark, 20, 23, 11, 10, { class: 'on' })]);
}

/** Those that stand at `index` of `on`: [{field, seat}]. */
export function tokensAt({ looks, view }, on, index) {
  return looks.tokensOn(on).flatMap((field) => {
    const places = view.fields[field.name] ?? [];
    return [...places.keys()].filter((seat) => places[seat] === index).map((seat) => ({ field, seat }));
  });
}

/** They, or null. */
export function drawTokens(of, on, index) {
  const tokens = tokensAt(of, on, index).map(({ field, seat }) => drawToken(of.looks, field, seat, of.names[seat] ?? ''));
  return tokens.length ? make('div', { class: 'tokens' }, tokens) : null;
}

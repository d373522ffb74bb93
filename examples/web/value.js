// A number of a view as its field has it drawn: a sign in colour, or the number itself.

import { make } from './element.js';
import { image, svg } from './svg.js';
import { colourClass } from './colours.js';
import { drawMark } from './signs.js';

const BOX = { x: 1, y: 1, width: 38, height: 38 };

/** null where the look says that there is nothing to be seen. */
export function drawValue(looks, field, number) {
  const look = looks.value(field, number);
  return look.mark === '' && !look.picture ? null : drawFace({ ...look, title: valueText(looks, field, number) });
}

/** A colour and a mark, or a picture, by themselves. */
export function drawFace({ colour, mark, picture, title }) {
  const attributes = { class: `value ${colourClass(colour)}${picture ? ' pictured' : ''}`, viewBox: '0 0 40 40', role: 'img', 'aria-label': title };
  return svg('svg', attributes, svg('g', { 'aria-hidden': 'true' }, picture ? image(picture, BOX) : drawMark(mark || '◆', colour, 20, 20, 36)));
}

/** What number `index` of a field counts, beside it; nothing where that is not said. */
export function drawCounted(looks, field, index) {
  const counted = looks.counted(field, index);
  return counted ? make('span', { class: 'counted', 'aria-hidden': 'true' }, drawFace({ ...counted, title: '' })) : '';
}

/** The same in words: its colour and mark. */
export function valueText(looks, field, number) {
  const { colour, mark } = looks.value(field, number);
  return [colour, mark].filter(Boolean).join(' ');
}

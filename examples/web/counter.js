// A number with its name, and a picture of what it counts.

import { make } from './element.js';
import { itemsOf, sizeOf } from './items.js';
import { explain, place } from './place.js';
import { drawCounted, drawValue, valueText } from './value.js';

export function drawCounter({ looks, field, row, value }) {
  const number = field.set ? sizeOf(field, value) : itemsOf(field, value)[0]?.value;
  if (number === undefined) return null;
  const text = field.set ? String(number) : (field.draw.labels?.[number] ?? valueText(looks, field, number));
  const look = !field.set && looks.value(field, number);
  const shown = look.colour || look.picture ? drawValue(looks, field, number) : make('b', {}, text);
  const title = make('span', { class: 'what' }, field.title);
  const counter = place(field, row, 0, null, `${field.title}: ${text}`, title, drawCounted(looks, field, 0), shown);
  counter.classList.add('counter');
  explain(counter, field.about);
  return counter;
}

// Places: the elements that stand for one item or cell. Each knows where it is, what lies there, and what to call it.

import { make } from './element.js';
import { drawPiece } from './piece.js';

export const placeName = (field, row, index) => `${field}|${row ?? ''}|${index}`;
export const zoneName = (field, row) => `${field}|${row ?? ''}`;

/** `thing`: what lies there, the same for the same thing, or null; `name`: for people. */
export function place(field, row, index, thing, name, ...children) {
  return make('div', {
    class: 'place',
    'data-place': placeName(field.name, row, index),
    'data-zone': zoneName(field.name, row),
    'data-thing': thing,
    'data-name': name,
    title: name,
  }, ...children);
}

const thingOf = (item) => (item.kind === 'empty' ? null : item.kind === 'back' ? `?${item.key}` : item.key);

/** A place with the piece in it, or an empty one. */
export function placeOfPiece(looks, field, row, item, options) {
  if (item.kind === 'empty') return place(field, row, item.index, null, field.title, make('div', { class: 'nothing' }));
  const look = lookOf(looks, field, item, options);
  const element = place(field, row, item.index, thingOf(item), look.title, pictureOf(looks, field, item, look, options));
  return explain(element, look.about);
}

/** What the thing does, for who points at it. */
export function explain(element, about) {
  if (!about) return element;
  element.classList.add('explained');
  element.dataset.about = about;
  element.title = withAbout(element.dataset.name, about);
  return element;
}

/** Where items are named by their numbers, `number` is part of the name. */
function lookOf(looks, field, item, { number } = {}) {
  const look = looks.piece(field, item);
  return number === undefined ? look : { ...look, title: `${look.title} ${number}`, number };
}

/** A name, and below it what the thing does, if there is a text. */
export const withAbout = (name, about) => [name, about].filter(Boolean).join('\n');

/** A copy is made much faster than a drawing. */
function pictureOf(looks, field, item, look, options) {
  const name = JSON.stringify([field.set, thingOf(item), options]);
  if (!looks.pictures.has(name)) looks.pictures.set(name, drawPiece(look, options));
  return looks.pictures.get(name).cloneNode(true);
}

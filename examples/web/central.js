// What all seats have in the middle of the table, side by side, each with the name of its seat: the cards of a trick.

import { make } from './element.js';
import { itemsOf } from './items.js';
import { placeOfPiece } from './place.js';
import { drawItem } from './row.js';

/** The order in which their areas lie: by seat, but own things come last. */
function inOrder(seats, viewer) {
  const all = [...Array(seats).keys()];
  return [...all.filter((seat) => seat !== viewer), ...all.filter((seat) => seat === viewer)];
}

export function drawCentral({ looks, view, names, viewer }, field) {
  const rows = view.fields[field.name] ?? [];
  const seats = inOrder(rows.length, viewer).map((seat) => ofSeat({ looks, view, field, row: seat, value: rows[seat] }, names[seat]));
  return make('div', { role: 'group', class: `field central of-${looks.formOf(field) ?? 'values'}`, 'aria-label': field.title },
    make('h4', { 'aria-level': '3' }, field.title), make('div', { class: 'of-seats' }, seats));
}

function ofSeat(of, name = String(of.row + 1)) {
  return make('div', { class: 'of-seat', 'data-seat': of.row, role: 'group', 'aria-label': name },
    make('div', { class: 'pieces' }, items(of)), make('span', { class: 'whose' }, name));
}

/** Where nothing lies there is room for it, so that nothing jumps. */
function items(of) {
  const there = itemsOf(of.field, of.value);
  if (there.length || !of.field.set) return there.map((item) => drawItem(of, item));
  return [placeOfPiece(of.looks, of.field, of.row, { kind: 'empty', index: 0 })];
}

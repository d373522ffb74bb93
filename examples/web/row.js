// Pieces or values side by side, in order: as they fit, so many to a line, in groups of a size, or of sizes that
// another field lists.

import { make } from './element.js';
import { withProperties } from './svg.js';
import { itemsBeside, itemsOf } from './items.js';
import { place, placeOfPiece } from './place.js';
import { drawCounted, drawValue, valueText } from './value.js';

export function drawRow(of) {
  const { looks, field } = of;
  const places = itemsShown(of).map((item) => withBeside(of, item, drawItem(of, item, labelOf(of, item))));
  const sizes = sizesOf(of);
  if (sizes) return make('div', { class: 'pieces groups' }, groupsOfSizes(of, places, sizes));
  if (field.draw.group) return make('div', { class: 'pieces groups' }, groupsOf(places, field.draw.group));
  if (!field.draw.wrap) return make('div', { class: 'pieces' }, places);
  return withProperties(make('div', { class: 'pieces wrapped' }, places), { '--wrap': field.draw.wrap });
}

/** What is about seats has nothing to say of those that the match does not have. */
function itemsShown({ field, value, names }) {
  const items = itemsOf(field, value);
  return field.draw.places === 'seats' ? items.slice(0, names.length) : items;
}

/** What the place of a number is called. */
const labelOf = ({ field: { draw }, names }, { index }) => (draw.places === 'seats' ? names[index] : draw.labels?.[index]);

/** An item, in its place. */
export function drawItem({ looks, field, row }, item, label) {
  if (item.kind !== 'number') return numbered(placeOfPiece(looks, field, row, item), field, item);
  const said = [looks.counted(field, item.index)?.colour, valueText(looks, field, item.value)].filter(Boolean).join(' ');
  const name = label ? `${label}: ${said}` : said;
  const drawn = drawValue(looks, field, item.value) ?? '';
  const { colour, picture } = looks.value(field, item.value);
  const kind = colour || picture ? 'chip' : 'chip bare';
  const called = label && make('div', { class: 'called' }, label);
  return place(field, row, item.index, `=${item.value}`, name, called, make('div', { class: kind }, drawCounted(looks, field, item.index), drawn));
}

/** Steps that name a piece by where it lies call it by a number, which is seen where it may be chosen. */
function numbered(element, field, { index }) {
  if (field.numbered) element.dataset.number = index + 1;
  return element;
}

/** What columns say of the item stands below it. */
function withBeside(of, item, drawn) {
  const columns = [of.field.draw.x, of.field.draw.turn].map((name) => of.looks.field(name)).filter(Boolean);
  if (!columns.length) return drawn;
  const said = columns.map((column) => {
    const value = itemsBeside(of, column.name)[item.index]?.value;
    return value !== undefined && saidOf(of.looks, column, value);
  });
  drawn.append(make('div', { class: 'said' }, said));
  return drawn;
}

/** Plain marks are written, others drawn. */
function saidOf(looks, column, value) {
  const { colour, mark, picture } = looks.value(column, value);
  return colour || picture ? drawValue(looks, column, value) : make('span', {}, mark);
}

// --- groups

function groupsOf(places, size) {
  const groups = [];
  for (let i = 0; i < places.length; i += size) groups.push(make('div', { class: 'group' }, places.slice(i, i + size)));
  return groups;
}

function sizesOf(of) {
  const on = of.looks.sizesOfGroups(of.field.draw);
  return on ? itemsBeside(of, on.name) : null;
}

/** The groups themselves may be highlighted: they are the items of the field that lists their sizes. */
function groupsOfSizes({ looks, field, row }, places, sizes) {
  const on = looks.field(field.draw.on);
  let first = 0;
  return sizes.map(({ value }, i) => {
    const group = place(on, row, i, null, `${on.title} ${i + 1}`, places.slice(first, first + value));
    group.classList.add('group', 'of-size');
    first += value;
    return group;
  });
}

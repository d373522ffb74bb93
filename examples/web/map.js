// A map that grows: tiles of a list on a grid without bounds, turned as they lie.

import { make } from './element.js';
import { withProperties } from './svg.js';
import { itemsBeside, itemsOf } from './items.js';
import { backdrop } from './grid.js';
import { place, placeOfPiece } from './place.js';
import { drawItem } from './row.js';
import { ARROWS, SIDES, STEPS } from './sides.js';
import { drawSide } from './tile.js';
import { drawTokens } from './tokens.js';
import { centreWhole, fitMap, layTiles, RING, zoomable } from './zoom.js';

/** Where tokens stand on a tile, the first of these that has no doors. */
const FOR_TOKENS = ['south', 'north', 'west', 'east'];

export function drawMap(of) {
  const tiles = tilesOf(of);
  if (!tiles.length) return make('div', { class: 'map' });
  const bounds = boundsOf(tiles);
  const at = new Set(tiles.map(({ x, y }) => `${x},${y}`));
  const beside = valuesBeside(of);
  const drawn = tiles.map((tile) => drawTile(of, tile, bounds, at, beside));
  const sheet = make('div', { class: beside.length ? 'sheet spaced' : 'sheet' }, backdrop(of.field), drawn);
  withProperties(sheet, { '--columns': bounds.east - bounds.west + 1, '--rows': bounds.south - bounds.north + 1 });
  const isTiles = of.looks.formOf(of.field) === 'tile';
  const content = isTiles ? make('div', { class: 'sizer' }, sheet) : sheet;
  const map = make('div', { class: 'map', tabindex: 0, 'aria-label': of.field.title, role: 'group' }, content);
  Object.assign(map.dataset, { west: bounds.west, north: bounds.north });
  map.addEventListener('scroll', () => keepPosition(map));
  return isTiles ? zoomable(map, of.field.name, () => rest(map)) : map;
}

/** What stands at the sides of tiles: [{tile, side, drawn}]. */
function valuesBeside(of) {
  return of.looks.valuesOn(of.field).flatMap((field) => {
    const [x, turn] = [field.draw.x, field.draw.turn].map((name) => itemsBeside(of, name));
    return itemsBeside(of, field.name).map((item, i) => ({
      tile: x[i]?.value, side: SIDES[(turn[i]?.value ?? 0) % 4], drawn: drawItem({ ...of, field }, item),
    }));
  });
}

function tilesOf(of) {
  const { draw } = of.field;
  const [x, y, turn] = [draw.x, draw.y, draw.turn].map((name) => itemsBeside(of, name));
  return itemsOf(of.field, of.value).map((item, i) => ({
    item, x: x[i]?.value ?? i, y: y[i]?.value ?? 0, turn: turn[i]?.value ?? 0,
  }));
}

/** What a tile has at its sides may be highlighted by itself. */
function sidesOf(of, item, turn) {
  const look = of.looks.piece(of.field, item);
  return SIDES.filter((side) => look.marks.some(({ at }) => at === side)).map((side) => {
    const lies = (SIDES.indexOf(side) + turn) % 4;
    const element = place(of.field, of.row, `${item.index}|${SIDES[lies]}`, null, `${look.title} ${ARROWS[lies]}`);
    element.classList.add('tile-side', SIDES[lies]);
    return element;
  });
}

/** What stands at the side of a tile that is among places, as a picture; what pieces among them show is met. undefined: there is none. */
export function sideAmong(looks, view, places) {
  const at = places.find(({ side, field }) => side && looks.field(field)?.draw.as === 'map');
  const field = at && looks.field(at.field);
  const item = at && itemsOf(field, view.fields[at.field])[at.index];
  if (item?.kind !== 'face') return undefined;
  const turn = itemsBeside({ looks, view }, field.draw.turn)[at.index]?.value ?? 0;
  const pieces = places.filter((one) => one.piece && one.field !== at.field && looks.field(one.field)?.set);
  const shown = pieces.flatMap((one) => looks.piece(looks.field(one.field), { kind: 'face', key: one.piece }).marks);
  return drawSide(looks.piece(field, item), SIDES[(SIDES.indexOf(at.side) + 4 - turn) % 4], shown);
}

function boundsOf(tiles) {
  const [xs, ys] = [tiles.map(({ x }) => x), tiles.map(({ y }) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

function drawTile(of, { item, x, y, turn }, bounds, at, beside) {
  const joined = STEPS.flatMap(([dx, dy], side) => (at.has(`${x + dx},${y + dy}`) ? [side] : []));
  const number = of.field.numbered ? item.index + 1 : undefined;
  const tile = placeOfPiece(of.looks, of.field, of.row, item, { turn, joined, number });
  tile.classList.add('tile');
  tile.append(...sidesOf(of, item, turn));
  const tokens = drawTokens(of, of.field, item.index);
  if (tokens) stand(tokens, tile);
  for (const { side, drawn } of beside.filter((value) => value.tile === item.index)) {
    drawn.classList.add('at-side', side);
    tile.append(drawn);
  }
  return withProperties(tile, { 'grid-column': x - bounds.west + 1, 'grid-row': y - bounds.north + 1 });
}

/** So that neither doors nor the name are covered: at a side, or in the corners where all have doors. */
function stand(tokens, tile) {
  const side = FOR_TOKENS.find((one) => !tile.querySelector(`.doors.${one}`)) ?? 'corners';
  const count = tokens.childElementCount;
  tokens.classList.add(side, count > 5 ? 'many' : count < 3 ? 'few' : 'some');
  tile.append(tokens);
}

// --- which part is to be seen, where not all is

/** By map: what lies in the middle of its frame, in tiles, or how far it is scrolled, in px, where it does not grow. Asking the map itself would lay out the whole board. */
const positions = new WeakMap();
/** By map: the seat that acted when it was scrolled last. Until that changes it stays where it is, or where somebody moved it. */
const scrolledFor = new WeakMap();

/** By map: that seat, and the tile on which its token stood then. */
const stands = new WeakMap();

/** How the maps are scrolled, for scrollMaps. */
export const mapScroll = (board) => [...board.querySelectorAll('.map')].map((map) => ({ position: positions.get(map), stood: stands.get(map) }));

/** Tiles of a map that grows have room around them; others lie in a line from its start, and stay where somebody moved them to. */
const grows = (map) => map.querySelector('.sizer') !== null;

/** As `before`, but for the token of the seat that acts, which is to be seen once it is another one or has gone elsewhere. */
export function scrollMaps(board, before, seat) {
  board.querySelectorAll('.map').forEach((map, i) => {
    const { position, stood } = before[i] ?? {};
    fitMap(map);
    if (scrolledFor.get(map) === seat) return;
    scrolledFor.set(map, seat);
    if (position) goBack(map, position);
    if (!grows(map)) return keepPosition(map);
    stands.set(map, `${seat} ${standOf(map)?.dataset.place}`);
    if (!centreWhole(map)) {
      if (!(position && stood === stands.get(map))) centre(map, standOf(map), !position);
      layTiles(map);
    }
    keepPosition(map);
  });
}

/** The tile on which the token of a seat stands; undefined: it is not on the map. */
export const tileOf = (map, seat) => map.querySelector(`[data-seat="${seat}"]`)?.closest('.tile');

/** That of the seat that acts, or else all tiles. */
const standOf = (map) => tileOf(map, scrolledFor.get(map)) ?? map.querySelector('.sheet');

/** Its frame has changed: it lies as before, but the token of the seat that acts is seen. */
function rest(map) {
  if (!positions.has(map) || !standOf(map)) return;
  goBack(map, positions.get(map));
  centre(map, standOf(map), false);
  layTiles(map);
}

/** How many px a tile is wide, and by how many its sheet begins before the tile at 0, 0. */
function measuresOf(map) {
  const { scale = 1, west = 0, north = 0 } = map.dataset;
  const tile = RING * scale;
  return { tile, left: tile * (1 - west), top: tile * (1 - north) };
}

function keepPosition(map) {
  if (!grows(map)) return void positions.set(map, [map.scrollLeft, map.scrollTop]);
  const { tile, left, top } = measuresOf(map);
  positions.set(map, [(map.scrollLeft + map.clientWidth / 2 - left) / tile, (map.scrollTop + map.clientHeight / 2 - top) / tile]);
}

/** However the map has grown meanwhile. */
function goBack(map, [x, y]) {
  if (!grows(map)) return map.scrollTo({ left: x, top: y, behavior: 'instant' });
  const { tile, left, top } = measuresOf(map);
  map.scrollLeft = Math.round(x * tile + left - map.clientWidth / 2);
  map.scrollTop = Math.round(y * tile + top - map.clientHeight / 2);
}

/** Brings a tile into the middle, across and down by itself, unless it is seen with as much around it as a tile: its next ones are mostly what may be chosen. */
function centre(map, tile, isFirst) {
  const [inner, outer] = [tile.getBoundingClientRect(), map.getBoundingClientRect()];
  const off = (at, size, frameAt, frame) => {
    const by = at + size / 2 - frameAt - frame / 2;
    return isFirst || Math.abs(by) > Math.max(0, frame / 2 - 1.5 * size) + 1 ? by : 0;
  };
  map.scrollLeft += off(inner.x, inner.width, outer.x, outer.width);
  map.scrollTop += off(inner.y, inner.height, outer.y, outer.height);
}

// How a piece will lie that is to be turned: over the place where it will be, for the choice that is looked at. A piece with a
// grid of its own lies under a card, at an end of a group of cards or on one of them, where its row has ground (step.js): what
// lies behind that end makes room for it.

import { make } from './element.js';
import { itemsOf } from './items.js';
import { drawPiece } from './piece.js';
import { placeName } from './place.js';
import { ARROWS, quartersOf, SIDES, STEPS } from './sides.js';
import { withProperties } from './svg.js';
import { drawFace } from './value.js';

/** Whether a choice is among those that turn: one between left and right alone is between two ends. */
const turns = ({ type, choices }) => type === 'choice' && choices.some(({ value }) => value === 'not' || value === SIDES[0]);

/** The quarter turns that a step chooses, by the last such choice: one before it says at which side. undefined if it turns nothing. */
function turnOf({ actions }, { kind, args }) {
  const declared = actions.find(({ name }) => name === kind)?.args ?? [];
  const choice = declared.findLast((one) => turns(one) && quartersOf(args[one.name]) >= 0);
  return choice && quartersOf(args[choice.name]);
}

/**
 * `about`: {step, places, before?, isMeant?}: a step, its places and those of the steps before it, the latest first; `before`: the same
 * of each of those, which have been chosen; `isMeant`: somebody looks at the step, and it is not only the first. Nothing to show: no ghost.
 */
export function showGhost(board, looks, view, viewer, about) {
  board.querySelector('.ghost')?.remove();
  takeRoomBack(board);
  const chosen = about?.before?.map((one) => ({ ...one, isMeant: true })) ?? [];
  const all = about ? [about, ...chosen] : [];
  const turned = all.map((one, i) => ({ ...one, earlier: all[i + 1]?.places ?? [], turn: turnOf(looks.description, one.step) }));
  const ghosts = turned.filter(({ turn }) => turn !== undefined).map((one) => ghostOf(board, looks, view, viewer, one));
  const ghost = ghosts.find(Boolean);
  if (!ghost) return;
  const { turn } = ghost;
  const { picture, box: { left, top, width, height }, within } = ghost;
  const element = make('div', { class: 'ghost', 'aria-hidden': 'true', 'data-seat': viewer, 'data-turn': turn }, picture);
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  within.append(element);
  bringIntoMap(element);
}

/** The piece that a step turns, as it will lie, or else one that it names whose own grid tells more than its name; undefined if there is none. */
export function pieceOfStep(board, looks, view, { step, places, own = places }) {
  const turn = turnOf(looks.description, step);
  if (turn === undefined) return namedPiece(looks, own) ?? namedPiece(looks, places);
  const { ground } = rowAbove(looks) ? columnOf(looks, view, places) : {};
  return ground ? drawPiece(ground, { turn }) : besideTile(board, looks, view, { places }, turn)?.picture;
}

function namedPiece(looks, places) {
  const named = places.filter(({ piece }) => piece).map(({ field, piece }) => looks.piece(looks.field(field), { kind: 'face', key: piece }));
  const look = named.find(({ grid }) => grid);
  return look && drawPiece(look);
}

/** A tile lies somewhere however it is turned; what points nowhere yet is not drawn. */
function ghostOf(board, looks, view, viewer, { step, places, earlier, turn, isMeant }) {
  const all = { step, places: [...earlier, ...places] };
  const drawn = besideTile(board, looks, view, { places }, turn) ?? (isMeant && (aboveGround(board, looks, view, viewer, all, turn) ?? onCell(board, looks, all, turn)));
  return drawn && { ...drawn, turn };
}

/** The map is scrolled as far as is needed, and nothing else is. */
function bringIntoMap(element) {
  const map = element.closest('.map');
  if (!map) return;
  const [inner, outer] = [element.getBoundingClientRect(), map.getBoundingClientRect()];
  map.scrollLeft += Math.min(0, inner.left - outer.left) || Math.max(0, inner.right - outer.right);
  map.scrollTop += Math.min(0, inner.top - outer.top) || Math.max(0, inner.bottom - outer.bottom);
}

const placeAt = (board, { field, row, index }) => board.querySelector(`[data-place="${CSS.escape(placeName(field, row, index))}"]`);

/** A tile that waits elsewhere will lie at that side of one on the map. */
function besideTile(board, looks, view, { places }, turn) {
  const at = places.find(({ side, field }) => side && looks.field(field)?.draw.as === 'map');
  const map = at && looks.field(at.field);
  const from = map && places.find(({ field }) => field !== at.field && looks.field(field)?.set === map.set);
  const item = from && itemsOf(looks.field(from.field), view.fields[from.field])[from.index];
  const tile = item?.kind === 'face' && placeAt(board, at);
  if (!tile) return null;
  const [dx, dy] = STEPS[SIDES.indexOf(at.side)];
  const { offsetLeft, offsetTop, offsetWidth: width, offsetHeight: height } = tile;
  const box = { left: offsetLeft + dx * width, top: offsetTop + dy * height, width, height };
  return { picture: drawPiece(looks.piece(map, item), { turn }), box, within: tile.closest('.sheet') };
}

/** What is laid on a cell will point there. The cell may be one of an earlier step, while this one has the cells that it points at. */
function onCell(board, looks, { places }, turn) {
  const at = places.find(({ index, side, field }) => index !== undefined && !side && looks.field(field)?.draw.as === 'grid');
  const cell = at && placeAt(board, at);
  if (!cell) return null;
  const [{ left, top, width, height }, origin] = [cell.getBoundingClientRect(), board.getBoundingClientRect()];
  const box = { left: left - origin.left, top: top - origin.top, width, height };
  return { picture: make('div', { class: 'over' }, drawFace({ mark: ARROWS[turn], title: ARROWS[turn] })), box, within: board };
}

// --- a column: a card, and below it what has a grid of its own

/** The row of cards in groups that stands above ground. */
const rowAbove = (looks) => looks.fields.find((field) => field.set && field.draw.as === 'row' && field.of_seats && looks.sizesOfGroups(field.draw));

/** The pieces that wait: those that earlier steps name, or else what lies where there is room for one only. {card?, ground?}, as looks. */
function columnOf(looks, view, places) {
  const row = rowAbove(looks);
  const named = places.filter(({ piece, field }) => piece && field !== row.name).map(({ field, piece }) => [looks.field(field), { kind: 'face', key: piece }]);
  const single = looks.fields.filter((field) => field.set && !field.of_seats && (field.capacity ?? 1) === 1).map((field) => [field, itemsOf(field, view.fields[field.name])[0]]);
  const pieces = [...named, ...single].filter(([, item]) => item?.kind === 'face').map(([field, item]) => ({ set: field.set, look: looks.piece(field, item) }));
  return { card: pieces.find(({ set }) => set === row.set)?.look, ground: pieces.find(({ look }) => look.grid)?.look };
}

const groundOf = (area) => area.querySelector('.with-ground .grid.picture');
const takeColumns = (area, more) => withProperties(area, { '--columns-all': Number(groundOf(area).style.getPropertyValue('--columns')) + more });

/** All that lies right of a place in the area moves by the width of an item; items become narrower where there is no room for one more. */
function makeRoom(area, from, width) {
  const things = [...area.querySelectorAll('.of-size'), ...groundOf(area).children];
  const behind = things.filter((thing) => thing.getBoundingClientRect().left > from - 1);
  for (const thing of behind) {
    thing.classList.add('aside');
    thing.style.translate = `${width}px`;
  }
}

function takeRoomBack(board) {
  for (const thing of board.querySelectorAll('.aside')) {
    thing.classList.remove('aside');
    thing.style.translate = '';
  }
  for (const area of board.querySelectorAll('.in-step')) takeColumns(area, 0);
}

/** Beside the group that a step names, on the item, or behind all groups. */
function aboveGround(board, looks, view, viewer, { step, places }, turn) {
  const row = rowAbove(looks);
  const { card, ground } = row ? columnOf(looks, view, places) : {};
  const area = card && ground && board.querySelector(`.area.seat[data-seat="${viewer}"]`);
  const item = area?.querySelector('.of-size > .place');
  if (!item) return null;
  const at = places.find(({ field }) => field === row.name || field === row.draw.on);
  const place = at ? placeAt(board, at) : [...area.querySelectorAll('.of-size')].at(-1);
  const below = area.querySelector('.with-ground');
  if (!place || !below) return null;
  const isOn = at?.field === row.name;
  if (!isOn) takeColumns(area, Number(area.style.getPropertyValue('--step')) + (at ? 0 : 1));
  const { left, right, top } = place.getBoundingClientRect();
  const { width } = item.getBoundingClientRect();
  const isBefore = Boolean(at) && Object.values(step.args).includes('left');
  const from = isOn || isBefore ? left : at ? right : right + width / 2;
  if (!isOn) makeRoom(area, from, width);
  const origin = board.getBoundingClientRect();
  const box = { left: from - origin.left, top: top - origin.top, width, height: below.getBoundingClientRect().bottom - top };
  return { picture: make('div', { class: 'column' }, drawPiece(card), drawPiece(ground, { turn })), box, within: board };
}

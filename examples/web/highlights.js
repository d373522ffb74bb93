// What is highlighted: places that stand for steps that may be taken. Over each lies a button: tab leads to the first of a
// zone, arrows from one to the next.

import { draggable } from './drag.js';
import { make } from './element.js';
import { onlyShows } from './first-tap.js';
import { placeName, withAbout, zoneName } from './place.js';
import { broughtSign } from './previews.js';

const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** By board: the names of the places that were picked for the move that is being chosen. */
const picked = new WeakMap();

/** By element: how the steps are called for which it stands, and what is told of each. */
const ways = new WeakMap();

/** By board: what shows a place in large. */
const enlarging = new WeakMap();

/**
 * `highlights`: [{highlight, steps, label?, ways?, chosen?, points?, told?, done?, leadsOn?, isHinted?}]. Replaces what was highlighted before. Of equal pieces a highlight that
 * is chosen marks one, rather one that was picked, and those that may be chosen are the others.
 */
export function highlight(board, highlights) {
  const meant = meantOn(board);
  for (const element of board.querySelectorAll('.highlighted, .chosen')) putOut(element);
  const [chosen, open] = [highlights.filter((one) => one.chosen), highlights.filter((one) => !one.chosen)];
  if (!chosen.length) picked.delete(board);
  const taken = new Set();
  for (const one of chosen) for (const element of chosenOf(board, one.highlight, taken)) markChosen(element, taken);
  const isNews = open.filter(({ told }) => told).length * 2 < open.length;
  const signed = new Set(); // what a step brings has a sign at the first of its places
  for (const one of open) {
    const steps = one.steps.join(' ');
    const elements = [...openOf(board, one.highlight, taken)];
    for (const element of elements) highlightElement(element, one, !signed.has(steps), isNews);
    if (elements.length) signed.add(steps);
  }
  for (const button of firstOfZones(board)) button.tabIndex = 0;
  if (meant) queueMicrotask(() => showAgain(board, meant)); // once all is drawn
}

/** A click on what is highlighted, which a button's keys are too, becomes a 'pick' event; one on another place, or a first one that only shows what it would play, shows it in large. */
export function listen(board, enlarge) {
  enlarging.set(board, enlarge);
  draggable(board, (element) => pick(board, element), enlarge);
  board.addEventListener('click', (event) => {
    const place = event.target.closest('.highlighted');
    const isShown = onlyShows(board, place, event, place && playsOf(place) !== undefined, board.showsFirst);
    if (isShown) show(board, place, enlarge);
    else if (!pick(board, place)) ask(event.target, enlarge);
  });
  board.addEventListener('keydown', (event) => {
    const button = event.target.closest('.highlight');
    if (!button || !ARROWS[event.key]) return;
    move(board, button, ARROWS[event.key]);
    event.preventDefault();
  });
}

/** The button of a place, if it is highlighted. */
export const buttonAt = (board, name) => board.querySelector(`[data-place="${CSS.escape(name)}"] > .highlight`);

function pick(board, element) {
  if (!element?.dataset.steps) return false;
  picked.set(board, [...(picked.get(board) ?? []), element.dataset.place]);
  const steps = element.dataset.steps.split(' ').map(Number);
  return board.dispatchEvent(new CustomEvent('pick', { bubbles: true, detail: { steps } }));
}

/** Of a place that stands for several steps that are not called alike: [{label, told?}], of each. */
export function waysAt(place) {
  const all = [...new Map(ways.get(place)?.map((way) => [way.label, way])).values()];
  return all.length > 1 && place.matches('.highlighted') ? all : [];
}

/** The step that a place stands for if that may end the move. */
const playsOf = ({ dataset: { steps, leadsOn } }) => (leadsOn === undefined && /^\d+$/.test(steps) ? Number(steps) : undefined);

/** A first tap leads to a 'consider' event. */
function show(board, place, enlarge) {
  board.dispatchEvent(new CustomEvent('consider', { detail: playsOf(place) }));
  enlarge(place, true);
}

/** What a first tap shows in large, and what a second one would play. */
function meantOn(board) {
  const place = board.querySelector(':scope > .large:not([hidden])') && board.querySelector('.place.meant');
  return place && meaningOf(place);
}

const meaningOf = ({ dataset: { place, steps, label } }) => JSON.stringify([place, steps, label]);

/** What a first tap showed stays so while it means the same, though more may be known of it now, or others have moved. */
function showAgain(board, meant) {
  const place = [...board.querySelectorAll('.highlighted')].find((one) => meaningOf(one) === meant);
  if (!place) return;
  place.classList.add('meant');
  show(board, place, enlarging.get(board));
}

function ask(target, enlarge) {
  const place = target.closest('.place, .explained');
  if (place) enlarge(place);
}

// --- one place

/** Pieces that are not drawn one by one are highlighted by their number or pile. */
function placesOf(board, highlight) {
  if (highlight.field === undefined) return board.querySelectorAll(`[data-place="seat|${highlight.seat}|"]`);
  const zone = `[data-zone="${CSS.escape(zoneName(highlight.field, highlight.row))}"]`;
  if (highlight.piece === undefined) {
    const pile = board.querySelectorAll(`${zone}.pile`);
    return pile.length ? pile : board.querySelectorAll(`[data-place="${CSS.escape(nameOf(highlight))}"]`);
  }
  const pieces = board.querySelectorAll(`${zone}[data-thing="${CSS.escape(highlight.piece)}"]`);
  return pieces.length ? pieces : board.querySelectorAll(`${zone}:is(.counter, .pile)`);
}

/** The places of the pieces that highlights name, one of each, in their order. */
export const placesOfPieces = (board, highlights) => highlights.filter(({ piece }) => piece).map((highlight) => placesOf(board, highlight)[0]);

const isEqual = (places, { piece }) => piece !== undefined && places.length > 1;

function chosenOf(board, highlight, taken) {
  const places = [...placesOf(board, highlight)];
  if (!isEqual(places, highlight)) return places;
  const free = places.filter((element) => !taken.has(element));
  const names = picked.get(board) ?? [];
  return [free.find(({ dataset }) => names.includes(dataset.place)) ?? free[0] ?? places[0]];
}

function openOf(board, highlight, taken) {
  const places = [...placesOf(board, highlight)];
  return isEqual(places, highlight) ? places.filter((element) => !taken.has(element)) : places;
}

function markChosen(element, taken) {
  element.classList.add('chosen');
  taken.add(element);
}

/** A side of a tile, an item, or a cell. */
function nameOf({ field, row, index, side }) {
  return placeName(field, row, side === undefined ? index : `${index}|${side}`);
}

/** `hasSign`: of what it brings. `isNews`: something comes of it that is no points, and of most others nothing does: that has a sign, too. */
function highlightElement(element, { steps, label, ways: own = [], points, best, isNothing, isAlike, told, done, leadsOn, isHinted }, hasSign, isNews) {
  if (!steps.length) return;
  const known = element.dataset.steps?.split(' ').map(Number) ?? [];
  if (steps.every((step) => known.includes(step))) return; // equal pieces of one step
  element.dataset.steps = [...new Set([...known, ...steps])].join(' ');
  ways.set(element, [...(ways.get(element) ?? []), ...own]);
  if (isHinted) element.classList.add('hinted');
  if (element.classList.contains('highlighted')) {
    for (const what of ['brings', 'label', 'done']) delete element.dataset[what];
    element.querySelector(':scope > .brings')?.remove(); // what another step brings may differ
    return addName(element.querySelector(':scope > .highlight'), label);
  }
  element.classList.add('highlighted');
  if (told) element.dataset.brings = told;
  if (label) element.dataset.label = label;
  if (leadsOn) element.dataset.leadsOn = '';
  if (done) element.dataset.done = done;
  const sign = hasSign && (broughtSign({ points, best, isNothing, isAlike }) ?? (isNews && told && make('span', { 'aria-hidden': 'true', class: 'brings tells' }, '…')));
  if (sign) element.append(sign);
  const button = make('button', { class: 'highlight', type: 'button', tabindex: -1 });
  element.append(button);
  setName(button, [element.dataset.name, label, told && `→ ${told}`].filter(Boolean).join(': '));
}

function setName(button, name) {
  button.setAttribute('aria-label', name);
  button.title = withAbout(name, button.parentElement.dataset.about);
}

/** Adds a label to a place that is highlighted already. */
function addName(button, label) {
  const name = button.getAttribute('aria-label');
  if (label && !name.includes(label)) setName(button, `${name}; ${label}`);
}

function putOut(element) {
  element.classList.remove('highlighted', 'chosen', 'hinted', 'meant');
  ways.delete(element);
  for (const what of ['steps', 'brings', 'label', 'done', 'leadsOn']) delete element.dataset[what];
  for (const part of element.querySelectorAll(':scope > :is(.highlight, .brings)')) part.remove();
}

// --- moving between them

function firstOfZones(board) {
  const first = new Map();
  for (const button of board.querySelectorAll('.highlight')) {
    const zone = button.parentElement.dataset.zone ?? 'seats';
    if (!first.has(zone)) first.set(zone, button);
  }
  return first.values();
}

/** To the nearest in that direction; what lies aside is further away than it seems. */
function move(board, from, [dx, dy]) {
  const start = middle(from);
  const ways = [...board.querySelectorAll('.highlight')].map((button) => {
    const [x, y] = [middle(button).x - start.x, middle(button).y - start.y];
    return { button, ahead: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
  });
  const [best] = ways.filter(({ ahead }) => ahead > 1).sort((a, b) => a.ahead + 3 * a.aside - b.ahead - 3 * b.aside);
  best?.button.focus();
}

function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

// What is highlighted: places that stand for steps that may be taken. Over each lies a button: tab leads to the first of a
// zone, arrows from one to the next.

import { make } from './element.js';
import { placeName, withAbout, zoneName } from './place.js';

const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** `highlights`: [{highlight, steps, label?, chosen?}]. Replaces what was highlighted before. */
export function highlight(board, highlights) {
  for (const element of board.querySelectorAll('.highlighted, .chosen')) putOut(element);
  for (const one of highlights) for (const element of placesOf(board, one.highlight)) highlightElement(element, one);
  for (const button of firstOfZones(board)) button.tabIndex = 0;
}

/** A click on what is highlighted, which a button's keys are too, becomes a 'pick' event; one on another piece asks about it. */
export function listen(board) {
  board.addEventListener('click', ({ target }) => pick(board, target.closest('.highlighted')) || ask(board, target));
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
  if (!element) return false;
  const steps = element.dataset.steps.split(' ').map(Number);
  return board.dispatchEvent(new CustomEvent('pick', { bubbles: true, detail: { steps } }));
}

function ask(board, target) {
  const { name, about } = target.closest('[data-about]')?.dataset ?? {};
  if (about) board.dispatchEvent(new CustomEvent('ask', { bubbles: true, detail: { name, about } }));
}

// --- one place

/** Pieces that are not drawn one by one are highlighted by their number or pile. */
function placesOf(board, highlight) {
  if (highlight.field === undefined) return board.querySelectorAll(`[data-place="seat|${highlight.seat}|"]`);
  if (highlight.piece === undefined) return board.querySelectorAll(`[data-place="${CSS.escape(nameOf(highlight))}"]`);
  const zone = `[data-zone="${CSS.escape(zoneName(highlight.field, highlight.row))}"]`;
  const pieces = board.querySelectorAll(`${zone}[data-thing="${CSS.escape(highlight.piece)}"]`);
  return pieces.length ? pieces : board.querySelectorAll(`${zone}:is(.counter, .pile)`);
}

/** A side of a tile, an item, or a cell. */
function nameOf({ field, row, index, side }) {
  return placeName(field, row, side === undefined ? index : `${index}|${side}`);
}

function highlightElement(element, { steps, label, chosen }) {
  if (chosen) element.classList.add('chosen');
  if (!steps.length) return;
  const all = new Set([...(element.dataset.steps?.split(' ').map(Number) ?? []), ...steps]);
  element.dataset.steps = [...all].join(' ');
  if (element.classList.contains('highlighted')) return addName(element.querySelector(':scope > .highlight'), label);
  element.classList.add('highlighted');
  const button = make('button', { class: 'highlight', type: 'button', tabindex: -1 });
  element.append(button);
  setName(button, [element.dataset.name, label].filter(Boolean).join(': '));
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
  element.classList.remove('highlighted', 'chosen');
  delete element.dataset.steps;
  element.querySelector(':scope > .highlight')?.remove();
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

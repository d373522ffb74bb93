// What is lit shall be seen: if none of it is in view, some is brought there; how much lies beyond an edge stands at
// that edge, and a click goes there. What scrolls sideways says so whether anything there is lit or not.

import { make } from './element.js';
import { tileOf } from './map.js';
import { windowHeight, windowWidth } from './room.js';
import { say } from './words.js';

/** What may scroll sideways without another sign of it. */
const SIDEWAYS = '.as-map:not(.of-tile) > .map, .own';

/** What says how much there is of something that all share. */
const COUNTERS = '.shared > .counters';

/** What is cut off by no more than this, in px, counts as seen. */
const CUT = 3;

/** Between what is lit and an edge, in px. */
const ROOM = 8;

const WAYS = { up: '↑', right: '→', down: '↓', left: '←' };

/** Whether an element can be hit where it lies. */
export function isSeen(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]];
  return at.some(([a, b]) => element.contains(document.elementFromPoint(x + width * a, y + height * b)));
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A map is scrolled no further than the tile needs, or the empty ground around it would be seen; one that is low is brought into view whole. */
function goTo(element) {
  const map = element.closest('.of-tile .map');
  const tile = element.closest('.tile') ?? element;
  if (map) showIn(map, [tile]);
  const isHigh = map && map.clientHeight > windowHeight() / 2;
  const [shown, at] = isHigh ? [tile, 'nearest'] : [map ?? element, 'center'];
  shown.scrollIntoView({ block: at, inline: at, behavior: calm.matches ? 'instant' : 'smooth' });
}

/** The box that has all of these in it. */
function around(boxes) {
  const [left, top] = ['left', 'top'].map((edge) => Math.min(...boxes.map((box) => box[edge])));
  const [right, bottom] = ['right', 'bottom'].map((edge) => Math.max(...boxes.map((box) => box[edge])));
  return { left, top, right, bottom };
}

/** Scrolls a map as far as is needed to see all of these places, if they fit in; returns whether they do. */
function showIn(map, places) {
  const [frame, all] = [map.getBoundingClientRect(), around(places.map((place) => place.getBoundingClientRect()))];
  const way = (first, last, from, to) => (last - first > to - from ? 0 : Math.min(0, first - from) || Math.max(0, last - to));
  map.scrollLeft += way(all.left, all.right, frame.left, frame.right);
  map.scrollTop += way(all.top, all.bottom, frame.top, frame.bottom);
  return all.right - all.left <= frame.width && all.bottom - all.top <= frame.height;
}

/** Where there is room for it, together with where the token of this seat stands, from which one goes on. */
function showWithOwn(map, places, seat) {
  const own = tileOf(map, seat);
  if (!own || !showIn(map, [...places, own])) showIn(map, places);
}

/** Of what is lit, with the tile that it is at: that part of it which is seen in its map. */
function boxOf(element) {
  const [map, box] = [element.closest('.of-tile .map'), (element.closest('.tile') ?? element).getBoundingClientRect()];
  if (!map) return box;
  const { top, bottom } = map.getBoundingClientRect();
  return { left: box.left, right: box.right, top: Math.max(top, box.top), bottom: Math.min(bottom, box.bottom) };
}

export class Reveal {
  #board;
  #edges = make('div', { class: 'edges' });
  #frame = 0;
  #isNew = false; // drawn since the last frame
  #places = []; // that were lit when it was drawn last
  #isTurn = false;
  #viewer; // the seat that looks
  #bringsAll = false; // once nothing is on its way any more

  constructor(board) {
    this.#board = board;
  }

  /** Until `signal` is aborted. */
  listen(signal) {
    for (const name of ['scroll', 'resize']) addEventListener(name, () => this.#later(), { capture: true, passive: true, signal });
  }

  /**
   * After each drawing. `isTurn`: of `viewer`, the seat that looks. It is done with the frame, in which the page is laid out anyway.
   * Where only more is known of what was lit before, everything stays where somebody may have scrolled it.
   */
  show(isTurn, viewer) {
    const places = this.#lit().map(({ parentElement }) => parentElement);
    const isSame = places.length > 0 && places.length === this.#places.length && places.every((place, i) => place === this.#places[i]);
    this.#places = places;
    this.#isNew ||= !isSame;
    this.#isTurn = isTurn;
    this.#viewer = viewer;
    this.#later();
  }

  /** Lit places come first, then what is chosen, then one's own area, whose turn it is, or else what has just changed. */
  #bring() {
    this.#isNew = false;
    const found = [this.#lit(), ...['.chosen', this.#isTurn ? '.own > .area' : '.came, .last'].map((kind) => this.#board.querySelectorAll(kind))];
    const wanted = found.find(({ length }) => length) ?? [];
    if (wanted.length && ![...wanted].some(isSeen)) goTo(wanted[0]);
    this.#bringsAll = wanted === found[0];
  }

  /** Where a map or the page scrolls, and there is room for all that is lit in it and for one's own token, it scrolls as far as that needs. */
  #bringAll(lit) {
    this.#bringsAll = false;
    const byMap = Map.groupBy(lit, (element) => element.closest('.of-tile .map'));
    const maps = [...byMap.keys()].filter(Boolean);
    for (const map of maps) showWithOwn(map, byMap.get(map), this.#viewer);
    if (document.documentElement.scrollHeight <= windowHeight()) return;
    const frame = visibleBox(this.#board);
    const [top, bottom] = [belowCounters(this.#board, frame.top), aboveOwn(this.#board, frame.bottom)];
    const own = this.#board.querySelector('.own');
    const cut = own.getBoundingClientRect().top - top; // it only stays in sight where what lies above it is looked at
    if (cut < 0 && isSticky(own) && lit.some((element) => own.contains(element))) return scrollBy({ top: cut - ROOM, behavior: calm.matches ? 'instant' : 'smooth' });
    const wanted = [...lit, ...maps.map((map) => tileOf(map, this.#viewer)).filter(Boolean)];
    const boxes = wanted.filter((element) => !isKept(element)).map(boxOf);
    const { top: first, bottom: last } = around(boxes);
    if (!boxes.length || last - first > bottom - top - 2 * ROOM) return;
    const way = Math.min(0, first - top - ROOM) || Math.max(0, last - bottom + ROOM);
    if (way) scrollBy({ top: way, behavior: calm.matches ? 'instant' : 'smooth' });
  }

  #lit() {
    return [...this.#board.querySelectorAll('.highlight')];
  }

  #later() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** An arrow for each edge beyond which something lit lies. */
  #draw() {
    this.#frame = 0;
    if (!this.#board.isConnected) return;
    if (this.#isNew) this.#bring();
    if (this.#waits()) return;
    if (this.#bringsAll) this.#bringAll(this.#lit());
    const beyond = { up: [], right: [], down: [], left: [] };
    const all = visibleBox(this.#board);
    const frame = { ...all, top: belowCounters(this.#board, all.top) };
    for (const element of this.#lit()) {
      const way = wayOut(element, element.closest(COUNTERS) ? all : frame);
      if (way) beyond[way].push(element);
    }
    const lit = Object.entries(beyond).filter(([, elements]) => elements.length).map(([way, elements]) => this.#edgeArrow(way, elements, frame));
    const arrows = [...lit, ...[...this.#board.querySelectorAll(SIDEWAYS)].flatMap((part) => this.#sideArrows(part, beyond))];
    const same = arrows.map(({ outerHTML }) => outerHTML).join() === [...this.#edges.children].map(({ outerHTML }) => outerHTML).join();
    if (same) return;
    this.#edges.replaceChildren(...arrows);
    if (this.#edges.parentElement !== this.#board) this.#board.append(this.#edges);
  }

  /** What is on its way lies elsewhere for a moment: it is looked at when it is there. */
  #waits() {
    const moving = this.#board.getAnimations({ subtree: true }).filter(({ effect }) => effect.target.classList.contains('place'));
    if (moving.length) Promise.allSettled(moving.map(({ finished }) => finished)).then(() => this.#later());
    return moving.length > 0;
  }

  /** Those up and down stand where the part ends in which the board can be seen. */
  #edgeArrow(way, elements, frame) {
    const arrow = this.#arrow('edge', way, elements);
    const at = { up: frame.top + ROOM, down: aboveOwn(this.#board, frame.bottom) - ROOM }[way];
    if (at !== undefined) arrow.style.top = `${Math.round(at - this.#board.getBoundingClientRect().top)}px`;
    return arrow;
  }

  /** At the edges of a part that scrolls sideways, but where an arrow says already what is lit there. */
  #sideArrows(part, lit) {
    if (part.scrollWidth <= part.clientWidth + CUT) return [];
    const [box, origin] = [part.getBoundingClientRect(), this.#board.getBoundingClientRect()];
    const places = [...part.querySelectorAll('.place')].map((place) => [place, place.getBoundingClientRect()]);
    const beyond = {
      left: places.filter(([, { left, width }]) => width && left < box.left - CUT),
      right: places.filter(([, { right, width }]) => width && right > box.right + CUT),
    };
    return ['left', 'right'].flatMap((way) => {
      const elements = beyond[way].map(([place]) => place).filter((place) => !place.parentElement.closest('.place'));
      if (!elements.length || lit[way].some((element) => part.contains(element))) return [];
      const arrow = this.#arrow('edge.beyond', way, elements);
      arrow.classList.add('beyond');
      arrow.style.top = `${Math.round(box.top + box.height / 2 - origin.top)}px`;
      arrow.style[way] = `${Math.round(way === 'left' ? box.left - origin.left : origin.right - box.right)}px`;
      return [arrow];
    });
  }

  /** `word`: what it says for screen readers. */
  #arrow(word, way, elements) {
    const label = say(word, { count: elements.length });
    const nearest = way === 'up' || way === 'left' ? elements.at(-1) : elements[0];
    const go = () => goTo(nearest);
    return make('button', { class: `edge ${way}`, type: 'button', tabindex: -1, 'aria-label': label, title: label, onclick: go },
      `${WAYS[way]} ${elements.length}`);
  }
}

/** Whether it stays in sight while the page scrolls. */
const isKept = (element) => ((part) => part !== null && isSticky(part))(element.closest(`.own, ${COUNTERS}`));

const isSticky = (element) => getComputedStyle(element).position === 'sticky';

/** Where the part of the window ends in which what is shared can be seen: one's own area may lie over what the page scrolls. */
function aboveOwn(board, bottom) {
  const own = board.querySelector('.own');
  return own?.childElementCount && isSticky(own) ? Math.min(bottom, own.getBoundingClientRect().top) : bottom;
}

/** Where it begins: counters stay in sight while the page scrolls. */
function belowCounters(board, top) {
  const counters = board.querySelector(COUNTERS);
  return counters && isSticky(counters) ? Math.max(top, counters.getBoundingClientRect().bottom) : top;
}

/** The part of the window in which the board can be seen. */
function visibleBox(board) {
  const { left, right, top, bottom } = board.getBoundingClientRect();
  const free = board.free?.() ?? { top: 0, bottom: windowHeight() };
  return { left: Math.max(left, 0), right: Math.min(right, windowWidth()), top: Math.max(top, free.top), bottom: Math.min(bottom, free.bottom) };
}

/** Whether one's own area lies there over an element. */
function isBelowOwn(element, y) {
  const own = element.closest('.table')?.lastElementChild;
  if (!own?.childElementCount || own.contains(element)) return false;
  const { top, bottom } = own.getBoundingClientRect();
  return y > top && y < bottom && isSticky(own);
}

/** Where an element lies that cannot be seen: beyond an edge of what scrolls around it, or of the window. */
function wayOut(element, frame) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const scroller = element.closest('.map, .others, .middle, .own')?.getBoundingClientRect() ?? frame;
  const box = {
    left: Math.max(frame.left, scroller.left), right: Math.min(frame.right, scroller.right),
    top: Math.max(frame.top, scroller.top), bottom: Math.min(frame.bottom, scroller.bottom),
  };
  if (cy < box.top) return 'up';
  if (cy > box.bottom || isBelowOwn(element, cy)) return 'down';
  if (cx < box.left) return 'left';
  return cx > box.right ? 'right' : null;
}

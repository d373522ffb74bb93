// A map of tiles in its frame: as large as fits, never smaller than can be read; from there it is scrolled or dragged.
// Buttons, the wheel with Ctrl, and two fingers make it larger or smaller until it is to fit again.

import { make } from './element.js';
import { say } from './words.js';

/** Of the size in which tiles are drawn: smaller than legible only where all of them are seen then, or a tile and those at its sides. */
const LEGIBLE = 1;
const SMALL = 0.8;
/** A tile and those at its sides, in tiles. */
const AROUND = 3;
const LARGEST = 1.6;
const STEP = 1.25;
/** Around the tiles there is room for one more at each side, in px of the sheet (--tile in board.css). */
export const RING = 120;
/** For that room tiles become no smaller than so; from there on it is scrolled to. */
const NATURAL = 1.3;
/** A pointer that moves further than so many px drags. */
const DRAG = 6;

/** By the field of a map: what gives the scale that somebody chose; none where it fits by itself. */
const chosen = new Map();

const scaleOf = (map) => (chosen.get(map.dataset.name) ?? fitting)(map);

/** Puts the buttons above the map, where nothing lies that may be clicked. `name`: of its field; `rest()` scrolls it again after its frame has changed and not all is seen. Returns the element that has both. */
export function zoomable(map, name, rest) {
  map.dataset.name = name;
  const fit = () => scale(map, scaleOf(map));
  const zoom = (factor, at) => {
    const to = bounded(Number(map.dataset.scale) * factor);
    chosen.set(name, () => to);
    scale(map, to, at);
    if (factor < 1) layTiles(map); // what is seen at once by now lies in the middle
  };
  const reset = () => {
    chosen.set(name, whole);
    fit();
    layTiles(map);
  };
  new ResizeObserver(() => {
    fit();
    if (!centreWhole(map)) rest();
  }).observe(map);
  shadeEdges(map);
  map.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? STEP : 1 / STEP, within(map, event));
  }, { passive: false });
  dragged(map);
  pinched(map, zoom);
  const button = (label, sign, run) =>
    make('button', { type: 'button', 'aria-label': say(label), title: say(label), onclick: run }, sign);
  const buttons = make('div', { class: 'zoom' },
    button('zoom.out', '−', () => zoom(1 / STEP)), button('zoom.fit', '⤢', reset), button('zoom.in', '+', () => zoom(STEP)));
  return make('div', { class: 'zoomable' }, map, buttons);
}

/** What is cut off by no more than this, in px, counts as seen. */
const CUT = 4;

/** Beside the map stands at which edges it goes on (`data-more`), which are shaded. */
function shadeEdges(map) {
  const shade = () => {
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight, scrollWidth, scrollHeight } = map;
    const beyond = { north: top, west: left, south: scrollHeight - clientHeight - top, east: scrollWidth - clientWidth - left };
    const nothing = RING * Number(map.dataset.scale); // no tile lies there
    map.parentElement.dataset.more = Object.keys(beyond).filter((side) => beyond[side] > nothing + CUT).join(' ');
  };
  const observer = new ResizeObserver(shade);
  for (const element of [map, map.querySelector('.sizer')]) observer.observe(element);
  map.addEventListener('scroll', shade, { passive: true });
}

const bounded = (scale) => Math.min(LARGEST, Math.max(SMALL / 3, scale));

/** The scale at which the sheet fits in, without so many px at each of its sides. */
function fittingWithout(map, px) {
  const { offsetWidth, offsetHeight } = map.querySelector('.sheet');
  return 0.995 * Math.min(map.clientWidth / (offsetWidth - 2 * px), map.clientHeight / (offsetHeight - 2 * px));
}

/** As it fits by itself, but smaller where not all of it would be seen: for who asks for that. */
const whole = (map) => Math.min(fitting(map), bounded(fittingWithout(map, RING)));

/** The scale at which all of it is seen, with room for what may come, as far as it stays legible; in a small frame at least what lies around a tile. */
function fitting(map) {
  const tiles = fittingWithout(map, RING);
  const whole = Math.max(fittingWithout(map, 0), Math.min(NATURAL, tiles));
  const { offsetWidth, offsetHeight } = map.querySelector('.sheet');
  const around = Math.min(map.clientWidth / Math.min(AROUND * RING, offsetWidth - 2 * RING), map.clientHeight / Math.min(AROUND * RING, offsetHeight - 2 * RING));
  const least = tiles < LEGIBLE && tiles >= SMALL ? tiles : Math.min(LEGIBLE, Math.max(SMALL, around));
  return Math.min(LARGEST, Math.max(least, whole));
}

/** Where all tiles are seen at once they lie in the middle. Returns whether they are. */
export function centreWhole(map) {
  if (!map.dataset.scale || fittingWithout(map, RING) < Number(map.dataset.scale)) return false;
  layTiles(map);
  return true;
}

/** Across and down, tiles that fit lie in the middle, and others fill the frame: no more of the room around them is seen than must be. */
export function layTiles(map) {
  const ring = RING * (Number(map.dataset.scale) || 0);
  const within = (at, size, whole) => {
    const most = whole - size - ring;
    return most <= ring ? (whole - size) / 2 : Math.min(Math.max(at, ring), most);
  };
  map.scrollLeft = within(map.scrollLeft, map.clientWidth, map.scrollWidth);
  map.scrollTop = within(map.scrollTop, map.clientHeight, map.scrollHeight);
}

/** In px of the map's frame. */
function within(map, { clientX, clientY }) {
  const { left, top } = map.getBoundingClientRect();
  return [clientX - left, clientY - top];
}

/** What lies at a point of the frame stays there; usually in its middle. */
function scale(map, to, [atX, atY] = [map.clientWidth / 2, map.clientHeight / 2]) {
  const sizer = map.querySelector('.sizer');
  const sheet = map.querySelector('.sheet');
  if (!sheet?.offsetWidth) return;
  const from = Number(map.dataset.scale) || to;
  const [x, y] = [map.scrollLeft + atX, map.scrollTop + atY];
  map.dataset.scale = to;
  sheet.style.transform = `scale(${to})`;
  sizer.style.width = `${sheet.offsetWidth * to}px`;
  sizer.style.height = `${sheet.offsetHeight * to}px`;
  if (from === to) return;
  map.scrollLeft = (x * to) / from - atX;
  map.scrollTop = (y * to) / from - atY;
}

/** Fits a map that has just been put on the table. */
export function fitMap(map) {
  if (map.querySelector('.sizer') && !map.dataset.scale) scale(map, scaleOf(map));
}

/** Two fingers: what lies between them stays there, and is larger the further they are apart. */
function pinched(map, zoom) {
  let before = null; // {gap, at}
  const fingers = ({ touches: [a, b] }) => ({
    gap: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    at: within(map, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }),
  });
  const begin = (event) => (before = event.touches.length === 2 ? fingers(event) : null);
  for (const name of ['touchstart', 'touchend', 'touchcancel']) map.addEventListener(name, begin, { passive: true });
  map.addEventListener('touchmove', (event) => {
    if (!before) return;
    event.preventDefault();
    const now = fingers(event);
    map.scrollBy(before.at[0] - now.at[0], before.at[1] - now.at[1]);
    zoom(now.gap / before.gap, now.at);
    before = now;
  }, { passive: false });
}

function dragged(map) {
  let start = null;
  let isDragging = false;
  map.addEventListener('pointerdown', ({ pointerType, clientX, clientY, button }) => {
    if (pointerType !== 'mouse' || button !== 0) return; // fingers scroll by themselves
    start = { x: clientX + map.scrollLeft, y: clientY + map.scrollTop };
    isDragging = false;
  });
  map.addEventListener('pointermove', ({ clientX, clientY, buttons, pointerId }) => {
    if (!start || !buttons) return;
    const [left, top] = [start.x - clientX, start.y - clientY];
    if (!isDragging && Math.hypot(left - map.scrollLeft, top - map.scrollTop) < DRAG) return;
    if (!isDragging) map.setPointerCapture(pointerId);
    isDragging = true;
    [map.scrollLeft, map.scrollTop] = [left, top];
  });
  map.addEventListener('pointerup', () => (start = null));
  map.addEventListener('click', (event) => {
    if (isDragging) event.stopPropagation();
    isDragging = false;
  }, { capture: true });
}

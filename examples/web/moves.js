// What came, moved and left between two drawings: pieces slide from where they lay, new ones appear, those that left go
// to the pile that grew, or fade; what several leave at once stays for a while, so that it can be seen whole. What came
// stays marked until something else happens. Who wants less motion sees the same as stills.

import { make } from './element.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** How long, in ms: what leaves alone is on its way, and what leaves together stays before. */
const LEAVES = 420;
const STAYS = 900;
/** Cells that no step names: a column that comes between others moves all behind it. */
const PICTURED = '.grid.picture.of-values > .cell';
/** What comes from elsewhere lies above what lies there. */
const ABOVE = 5;
/** More than so many are not shown as they leave: everything is another then. */
const MANY = 40;

/** Where everything lies: [{element, place, zone, group, thing, said, box, count}]; `group`: its number in a row of groups, `said`: what columns say of a piece, `count`: of a pile. */
export function lying(board) {
  const tokens = [...board.querySelectorAll('.tokens > .token')].map((element) => ({
    element,
    place: element.closest('.place').dataset.place,
    zone: 'tokens',
    thing: `=token ${element.dataset.seat}`,
    box: element.getBoundingClientRect(),
  }));
  const places = [...board.querySelectorAll('.place[data-thing], .place.pile')].map((element) => ({
    element,
    place: element.dataset.place,
    zone: element.dataset.zone,
    group: element.parentElement.matches('.group') ? [...element.parentElement.parentElement.children].indexOf(element.parentElement) : 0,
    thing: element.dataset.thing,
    said: element.querySelector(':scope > .said')?.textContent ?? '',
    count: element.dataset.count === undefined ? undefined : Number(element.dataset.count),
    box: element.getBoundingClientRect(),
  }));
  return [...places, ...tokens];
}

/** `before` is what lying() gave before the board was drawn anew; `goesAtOnce`: what leaves has been seen whole; `replaced`: [{zone, thing}], where what has left is followed by its equal. */
export function showMoves(board, before, goesAtOnce, replaced = []) {
  for (const element of board.querySelectorAll('.came')) element.classList.remove('came');
  if (!before.length) return;
  const layer = layerOf(board);
  const now = lying(board);
  const origin = layer.getBoundingClientRect(); // before anything is changed below, or all is laid out twice
  const { same, came, gone } = compare(before, now);
  const { grown, shrunk } = pilesThat(before, now);
  for (const [from, to] of same) slide(to.element, from.box, to.box);
  for (const [from, to] of came.filter(([, { element }]) => !element.matches(PICTURED))) arrive(to.element, (from ?? shrunk)?.box, to.box);
  markEqual(before, now, same, replaced);
  if (gone.length <= MANY) leave(board, { layer, origin }, gone, grown, goesAtOnce);
}

/** What came looks like what lay there before: the top of a pile that has grown, and the last of as many as there were. */
function markEqual(before, now, same, replaced) {
  for (const [from, to] of same) if (to.count > from.count && isPiece(to) && !isBack(to)) to.element.classList.add('came');
  for (const { zone, thing } of replaced) {
    const [were, are] = [before, now].map((all) => all.filter((one) => one.zone === zone && one.thing === thing));
    if (were.length === are.length && !are.some(({ element }) => element.classList.contains('came'))) are.at(-1)?.element.classList.add('came');
  }
}

/**
 * What is in a row, or a group of it, that is as it was or has grown at an end, paired with what was in it: one by one, of equal
 * things the last would seem to have come, or one of another group, whose places have other numbers since.
 */
function grownAtAnEnd(before, now) {
  const rowOf = ({ zone, group }) => `${zone} ${group}`;
  const [were, are] = [before, now].map((all) => Map.groupBy(all.filter(({ element }) => !element.matches('.cell')), rowOf));
  const isAlike = (from, to) => from.thing === to?.thing && from.said === to.said;
  return [...are].flatMap(([row, there]) => {
    const old = were.get(row) ?? [];
    const ends = [0, there.length - old.length];
    const at = ends.find((first) => first >= 0 && old.every((from, i) => isAlike(from, there[first + i])));
    return at === undefined ? [] : old.map((from, i) => [from, there[at + i]]);
  });
}

/** Pairs what is there now with what was there: at the same place, then in the same zone, anywhere, and last with backs. */
function compare(before, now) {
  const [were, are] = [before, now].map((all) => all.filter(({ thing }) => thing));
  const grown = grownAtAnEnd(were, are);
  const paired = new Set(grown.flat());
  let left = were.filter((one) => !paired.has(one));
  let rest = are.filter((one) => !paired.has(one));
  const pairs = (alike) => {
    const found = [];
    const byKey = Map.groupBy(left, alike);
    rest = rest.filter((to) => {
      const from = byKey.get(alike(to))?.shift();
      if (from) found.push([from, to]);
      return !from;
    });
    const used = new Set(found.map(([from]) => from));
    left = left.filter((from) => !used.has(from));
    return found;
  };
  const same = [
    ...grown,
    ...pairs(({ place, thing, said }) => `${place} ${thing} ${said}`),
    ...pairs(({ zone, thing, said }) => `${zone} ${thing} ${said}`),
    ...pairs(({ place, thing }) => `${place} ${thing}`),
    ...pairs(({ zone, thing }) => `${zone} ${thing}`),
  ];
  const moved = [...pairs(({ thing }) => thing), ...turned(left, rest)];
  const used = new Set(moved.flat());
  return {
    same,
    came: [...moved, ...rest.filter((to) => !used.has(to)).map((to) => [null, to])],
    gone: left.filter((from) => !used.has(from) && isPiece(from)),
  };
}

const isBack = ({ thing }) => thing.startsWith('?');
const isPiece = ({ thing }) => !thing.startsWith('=');

/** A card that was face down lies open now, or the other way round. */
function turned(left, rest) {
  const closed = left.filter(isBack);
  const opened = rest.filter((to) => isPiece(to) && !isBack(to));
  return opened.slice(0, closed.length).map((to, i) => [closed[i], to]);
}

/** The pile that has more than before, and the one that has fewer. */
function pilesThat(before, now) {
  const were = new Map(before.filter(({ count }) => count !== undefined).map((pile) => [pile.zone, pile]));
  const differ = (is) => now.find(({ zone, count }) => were.has(zone) && is(count - were.get(zone).count));
  return { grown: differ((n) => n > 0), shrunk: differ((n) => n < 0) };
}

// --- on their way

function slide(element, from, to) {
  if (still.matches || !from || !to) return;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  if (Math.hypot(dx, dy) < 2) return;
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], { duration: 260, easing: 'ease-out' });
}

function arrive(element, from, to) {
  element.classList.add('came');
  if (still.matches || !to) return;
  const start = from ? { translate: `${from.x - to.x}px ${from.y - to.y}px` } : { scale: 0.5, opacity: 0 };
  const timing = { duration: from ? 420 : 320, easing: 'ease-out' };
  const way = element.animate([start, { translate: '0 0', scale: 1, opacity: 1 }], timing);
  if (!from) return;
  element.style.zIndex = ABOVE; // among the keyframes it would have the page draw each frame, which else the compositor does
  way.onfinish = () => (element.style.zIndex = '');
}

/** Pictures of what has left lie where it was, in a layer that lies at `origin`, and go. */
function leave(board, { layer, origin }, gone, to, goesAtOnce) {
  const stays = Map.groupBy(gone, ({ zone }) => zone);
  for (const from of gone.filter(({ place }) => isFree(board, place))) {
    const picture = pictureOf(from, origin);
    if (!picture) continue;
    layer.append(picture);
    const isTogether = !goesAtOnce && stays.get(from.zone).length > 1;
    const move = goAway(picture, from.box, to?.box, isTogether ? STAYS : 0);
    move.finished.finally(() => picture.remove());
  }
}

/** What has left is gone at once. */
export function forgetLeft(board) {
  board.querySelector(':scope > .leaving')?.replaceChildren();
}

/** Where something else lies by now, what has left would cover it. */
function isFree(board, place) {
  const there = board.querySelector(`[data-place="${CSS.escape(place)}"]`);
  return !there?.dataset.thing || there.dataset.thing.startsWith('=');
}

function layerOf(board) {
  const there = board.querySelector(':scope > .leaving');
  if (there) return there;
  const layer = make('div', { class: 'leaving', 'aria-hidden': 'true' });
  board.append(layer);
  return layer;
}

function pictureOf({ element, box }, origin) {
  const drawn = element.querySelector(':scope > .piece, :scope > .standing');
  if (!drawn || !box?.width) return null;
  const picture = make('div', { class: 'left' }, drawn.cloneNode(true));
  Object.assign(picture.style, {
    left: `${box.x - origin.x}px`, top: `${box.y - origin.y}px`, width: `${box.width}px`, height: `${box.height}px`,
  });
  return picture;
}

function goAway(picture, from, to, delay) {
  const there = to ? { translate: `${to.x - from.x}px ${to.y - from.y}px`, opacity: 0.2 } : { scale: 0.7, opacity: 0 };
  if (still.matches) return picture.animate([{ opacity: 0.5 }, { opacity: 0.5 }], { duration: LEAVES + delay });
  return picture.animate([{}, there], { duration: LEAVES, delay, easing: 'ease-in', fill: 'backwards' });
}

// A piece in large, with its name, what it does, what comes of choosing it and what its signs mean: under a pointer that came there and rests (not
// what comes below a pointer that lies still), at what has the focus, and at what was tapped.

import { make } from './element.js';
import { forgetMeant } from './first-tap.js';
import { waysAt } from './highlights.js';
import { toldOf } from './progress.js';
import { windowHeight, windowWidth } from './room.js';
import { drawFace } from './value.js';
import { say } from './words.js';

const REST = 450; // ms
const GAP = 10; // px
const WAYS = 6; // of more choices than so many at one place not each is told

/** By element: all pieces that stand on one cell, of which not all may be seen there; of a stack, the top one first. */
const standing = new WeakMap();
export const standsOn = (element, pieces, isStack) => standing.set(element, { pieces, isStack });

export class Large {
  #board;
  #looks;
  #card = make('div', { class: 'large', role: 'tooltip', hidden: true });
  #timer;
  #about; // the place that it is about
  #isFirst = false; // whether a second tap on it plays it

  constructor(board) {
    this.#board = board;
    board.addEventListener('pointermove', ({ target, pointerType }) => pointerType === 'mouse' && this.#rest(placeAt(target)));
    board.addEventListener('pointerleave', () => this.hide());
    board.addEventListener('focusin', ({ target }) => target.matches(':focus-visible') && this.#rest(placeAt(target)));
    board.addEventListener('focusout', () => this.#isFirst || this.hide());
  }

  /** Until `signal` is aborted. */
  listen(signal) {
    addEventListener('scroll', ({ target }) => this.#about && target.contains(this.#about) && this.#follow(), { capture: true, passive: true, signal });
    addEventListener('pointerdown', ({ target }) => this.#touched(target), { capture: true, signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.hide(), { signal });
    signal.addEventListener('abort', () => this.hide());
  }

  set looks(looks) {
    this.#looks = looks;
  }

  #rest(place) {
    if (place === this.#about) return;
    this.hide();
    this.#about = place;
    if (place) this.#timer = setTimeout(() => this.show(place), REST);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#card.hidden = true;
    this.#about = null;
    this.#isFirst = false;
  }

  /** Somebody points at something: what was shown in large goes, and the marks of a first tap elsewhere. */
  #touched(target) {
    this.hide();
    forgetMeant(target);
  }

  /** What was tapped, and is to be tapped again, may be scrolled by the page itself: what is told of it goes with it. */
  #follow() {
    if (this.#isFirst) this.#lay(this.#about.getBoundingClientRect());
    else this.hide();
  }

  /** Returns whether there is anything to tell. `isFirst`: it was tapped, and is to be tapped again. */
  show(place, isFirst = false) {
    const content = place.isConnected && this.#contentOf(place, isFirst);
    if (!content) return false;
    this.#about = place;
    this.#isFirst = isFirst;
    this.#card.replaceChildren(...content);
    if (!this.#card.isConnected) this.#board.append(this.#card);
    this.#card.hidden = false;
    this.#card.classList.remove('wide');
    this.#card.classList.toggle('wide', this.#card.offsetHeight > windowHeight() - 2 * GAP);
    this.#lay(place.getBoundingClientRect());
    return true;
  }

  #contentOf(place, isFirst) {
    const { dataset, firstElementChild } = place;
    const told = toldOf(place);
    const { pieces, isStack } = standing.get(firstElementChild) ?? {};
    const piece = firstElementChild?.matches('.piece') && firstElementChild;
    const ways = waysAt(place);
    const isSeveral = ways.length > 0 && ways.length <= WAYS;
    if (!piece && !pieces && !dataset.about && !dataset.brings && !dataset.done && !isSeveral && !told.length && !isFirst) return null;
    const pictures = pieces ? pieces.map((look) => drawFace(look)) : piece ? [piece.cloneNode(true)] : [];
    return [
      make('div', { class: isStack ? 'pictures stack' : 'pictures' }, pictures),
      make('div', { class: 'tells' },
        make('strong', {}, dataset.name), dataset.about && make('p', {}, dataset.about), ...(isSeveral ? severalOf(ways) : chosen(dataset, isFirst)),
        told.length > 0 && make('ul', { class: 'told' }, told.map((line) => make('li', {}, line))), this.#legend(dataset.zone, firstElementChild), isFirst && make('p', { class: 'again' }, dataset.label && make('strong', {}, `${dataset.label}: `), say('tap.again'))),
    ];
  }

  /** What the signs mean that are on a piece, which the title of the field says in brackets: "+draw". */
  #legend(zone, piece) {
    const legend = /\((.*)\)$/s.exec(this.#looks?.field(zone?.split('|')[0])?.title ?? '')?.[1];
    const shown = [...(piece?.querySelectorAll('.sign') ?? [])].map(({ textContent }) => textContent).join(' ');
    const told = [...(legend ?? '').matchAll(/(\P{L}+)(\S+)/gu)].map(([, sign, words]) => [sign.trim(), words]);
    const lines = told.filter(([sign]) => shown.includes(sign)).map(([sign, words]) => make('li', {}, make('b', {}, sign), ` ${words}`));
    return lines.length > 0 && make('ul', { class: 'legend' }, lines);
  }

  /** Beside the place, where there is more room, or above or below it. */
  #lay({ left, right, top, bottom }) {
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const beside = right + GAP + width < windowWidth() ? right + GAP : left - GAP - width;
    const within = (start, size, all) => Math.max(GAP, Math.min(start, all - size - GAP));
    const [x, y] = beside >= GAP ? [beside, (top + bottom - height) / 2] : [(left + right - width) / 2, top - GAP - height >= GAP ? top - GAP - height : bottom + GAP];
    Object.assign(this.#card.style, { left: `${within(x, width, windowWidth())}px`, top: `${within(y, height, windowHeight())}px` });
  }
}

/** What comes of choosing what is lit: what is sure, or else what the choice is called, and what is done with it. */
function chosen({ brings, label, done, steps = '' }, isFirst) {
  const isNamed = done && !steps.includes(' ') && !isFirst; // of a first tap the choice is named below
  const comes = brings ?? (isNamed ? label : undefined);
  return [comes && make('p', { class: 'then' }, comes.startsWith('→') ? comes : `→ ${comes}`), done && make('p', {}, done)];
}

/** What each of several choices is called, and what comes of it. */
const severalOf = (ways) => ways.map(({ label, told }) => make('p', {}, make('strong', {}, label), told && make('span', { class: 'then' }, ` → ${told}`)));

/** A side of a tile is a place of its own where it is lit. */
function placeAt(target) {
  const side = target.closest('.tile-side');
  return side && !side.matches('.highlighted') ? side.parentElement : target.closest('.place, .explained');
}

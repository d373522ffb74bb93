// A piece in large, with its name, what it does and what its signs mean: under a pointer that came there and rests (not
// what comes below a pointer that lies still), at what has the focus, and at what was tapped.

import { make } from './element.js';
import { toldOf } from './progress.js';
import { drawFace } from './value.js';

const REST = 450; // ms
const GAP = 10; // px

/** By element: all pieces that stand on one cell, of which not all may be seen there; of a stack, the top one first. */
const standing = new WeakMap();
export const standsOn = (element, pieces, isStack) => standing.set(element, { pieces, isStack });

export class Large {
  #board;
  #looks;
  #card = make('div', { class: 'large', role: 'tooltip', hidden: true });
  #timer;
  #about; // the place that it is about

  constructor(board) {
    this.#board = board;
    board.addEventListener('pointermove', ({ target, pointerType }) => pointerType === 'mouse' && this.#rest(placeAt(target)));
    board.addEventListener('pointerleave', () => this.hide());
    board.addEventListener('pointerdown', () => this.hide());
    board.addEventListener('focusin', ({ target }) => target.matches(':focus-visible') && this.#rest(placeAt(target)));
    board.addEventListener('focusout', () => this.hide());
  }

  /** Until `signal` is aborted. */
  listen(signal) {
    addEventListener('scroll', () => this.hide(), { capture: true, passive: true, signal });
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
  }

  /** Returns whether there is anything to tell. */
  show(place) {
    const content = place.isConnected && this.#contentOf(place);
    if (!content) return false;
    this.#about = place;
    this.#card.replaceChildren(...content);
    if (!this.#card.isConnected) this.#board.append(this.#card);
    this.#card.hidden = false;
    this.#lay(place.getBoundingClientRect());
    return true;
  }

  #contentOf(place) {
    const { dataset, firstElementChild } = place;
    const told = toldOf(place);
    const { pieces, isStack } = standing.get(firstElementChild) ?? {};
    const piece = firstElementChild?.matches('.piece') && firstElementChild;
    if (!piece && !pieces && !dataset.about && !dataset.brings && !told.length) return null;
    const pictures = pieces ? pieces.map((look) => drawFace(look)) : piece ? [piece.cloneNode(true)] : [];
    return [
      make('div', { class: isStack ? 'pictures stack' : 'pictures' }, pictures),
      make('div', { class: 'tells' },
        make('strong', {}, dataset.name), dataset.about && make('p', {}, dataset.about), dataset.brings && make('p', { class: 'then' }, `→ ${dataset.brings}`),
        told.length > 0 && make('ul', { class: 'told' }, told.map((line) => make('li', {}, line))), this.#legend(dataset.zone, firstElementChild)),
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

  /** Beside the place, where there is more room. */
  #lay({ left, right, top, bottom }) {
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const x = right + GAP + width < innerWidth ? right + GAP : Math.max(GAP, left - GAP - width);
    const y = Math.max(GAP, Math.min((top + bottom - height) / 2, innerHeight - height - GAP));
    Object.assign(this.#card.style, { left: `${x}px`, top: `${y}px` });
  }
}

const placeAt = (target) => target.closest('.tile-side')?.parentElement ?? target.closest('.place, .explained');

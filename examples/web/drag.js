// Dragging in place of two clicks: what is lit is picked where it is taken up, what lies below it where it is let go. What
// means a single step is picked no sooner than that, and not if it is let go where it lay. A finger takes up what it rests
// on for a moment; one that moves at once scrolls, and one that rests longer only looks.

import { make } from './element.js';

/** A pointer that moves further than so many px drags. */
const FAR = 8;
/** How long a finger rests until it drags, in ms. */
const HOLD = 280;
/** How long it rests until what lies there is shown in large, in ms. */
const LOOK = 700;
/** Within so many ms a finger that is lifted clicks. */
const CLICKS = 350;
/** How long to wait for what may be chosen next, in ms. */
const WAIT = 1500;

/** `pick(element)` chooses something lit; `enlarge(element)` shows it in large, and returns whether there is anything to show. */
export function draggable(board, pick, enlarge = () => false) {
  let drag = null;
  // Browsers ask only what listened before the finger came down whether it scrolls.
  board.addEventListener('touchmove', (event) => drag?.isHeld && event.preventDefault(), { passive: false });
  board.addEventListener('pointerdown', (event) => {
    const from = event.button === 0 && event.isPrimary && event.target.closest('.highlighted');
    drag?.stop();
    drag = from ? new Drag(board, { pick, enlarge }, from, event) : null;
  });
}

/** From the moment at which a pointer comes down until it is lifted. */
class Drag {
  #board;
  #pick;
  #enlarge;
  #from;
  #zone;
  #start; // [x, y] in px of the window
  #isFinger;
  #ghost;
  #isMoved = false;
  #isPicked = false;
  #isSeen = false; // in large
  #timer;
  #listeners = new AbortController();

  constructor(board, { pick, enlarge }, from, { target, clientX, clientY, pointerId, pointerType }) {
    this.#board = board;
    this.#pick = pick;
    this.#enlarge = enlarge;
    this.#from = from;
    this.#zone = from.dataset.zone;
    this.#start = [clientX, clientY];
    this.#isFinger = pointerType !== 'mouse';
    if (this.#isFinger) this.#timer = setTimeout(() => this.#rest(), HOLD);
    const { signal } = this.#listeners;
    const on = (name, run) => addEventListener(name, (event) => event.pointerId === pointerId && run(event), { signal });
    on('pointermove', (event) => this.#move([event.clientX, event.clientY]));
    on('pointerup', (event) => this.#end([event.clientX, event.clientY]));
    on('pointercancel', () => this.stop());
    board.addEventListener('contextmenu', (event) => this.#isFinger && event.preventDefault(), { signal });
    // What has been picked is drawn anew, and no longer in the board: its finger is still told of here.
    target.addEventListener('touchmove', (event) => this.isHeld && event.preventDefault(), { passive: false, signal });
  }

  get isHeld() {
    return Boolean(this.#ghost);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#listeners.abort();
    this.#ghost?.remove();
    this.#ghost = undefined;
  }

  #move(point) {
    const isFar = Math.hypot(point[0] - this.#start[0], point[1] - this.#start[1]) >= FAR;
    if (!this.#isMoved && !isFar) return;
    if (!this.isHeld && this.#isFinger) return this.stop();
    if (!this.isHeld) this.#takeUp(point);
    if (!this.#isMoved) this.#pickUp();
    this.#lay(point);
  }

  #rest() {
    this.#takeUp(this.#start);
    this.#timer = setTimeout(() => this.#look(), LOOK - HOLD);
  }

  /** What is looked at is not carried: its picture would lie over what is told. */
  #look() {
    this.#isSeen = this.#enlarge(this.#from);
    if (!this.#isSeen) return;
    this.#ghost.remove();
    this.#ghost = undefined;
  }

  #takeUp(point) {
    const piece = this.#from.querySelector(':scope > .piece, :scope > .value');
    this.#ghost = make('div', { class: 'dragged', 'aria-hidden': 'true' }, piece?.cloneNode(true) ?? '');
    this.#ghost.style.width = `${this.#from.offsetWidth}px`;
    this.#board.append(this.#ghost);
    this.#lay(point);
  }

  #lay([x, y]) {
    Object.assign(this.#ghost.style, { left: `${x}px`, top: `${y}px` });
  }

  #pickUp() {
    clearTimeout(this.#timer);
    this.#isMoved = true;
    this.#isPicked = this.#from.dataset.steps.includes(' ');
    if (this.#isPicked) this.#pick(this.#from);
  }

  #end(point) {
    this.stop();
    if (this.#isMoved || this.#isSeen) swallowClick(this.#board, this.#isSeen ? CLICKS : 0);
    if (!this.#isMoved) return;
    letGo(this.#board, { from: this.#from, zone: this.#zone, isPicked: this.#isPicked }, point, this.#pick);
  }
}

async function letGo(board, { from, zone, isPicked }, point, pick) {
  const below = () => document.elementFromPoint(...point)?.closest('.place');
  if (!isPicked && (!below() || below().dataset.zone === zone)) return;
  if (!isPicked) pick(from);
  const until = performance.now() + WAIT;
  while (performance.now() < until) {
    await new Promise(requestAnimationFrame);
    const to = document.elementFromPoint(...point)?.closest('.highlighted');
    if (to && to.dataset.place !== from.dataset.place && board.contains(to)) return pick(to);
  }
}

/** The click that ends a drag, or a look, within so many ms, is none. */
function swallowClick(board, within) {
  const swallow = (event) => event.stopPropagation();
  board.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => board.removeEventListener('click', swallow, { capture: true }), within);
}

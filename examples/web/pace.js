// What others do comes at once, often many moves in a moment. It is shown one after the other, so that eyes can follow;
// where nobody wants that, all that has come since the last frame is shown together.

/** How long something stays before the next is shown, and how long all that waits may take, in ms. */
const STAY = 420;
const ALL = 2500;
const FRAME = 16;

const isCalm = () =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches && localStorage.getItem('lapidary.pace') !== 'none';

export class Pace {
  #queue = [];
  #timer;
  #show;

  /** `show(item, isLast)` is called for each, in order. */
  constructor(show) {
    this.#show = show;
  }

  get isBusy() {
    return this.#timer !== undefined;
  }

  /** `atOnce`: one's own doing, which nobody wants to wait for. */
  push(item, atOnce) {
    this.#queue.push(item);
    if (atOnce) this.flush();
    else if (!this.isBusy) this.#next();
  }

  /** Shows all that waits. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#showAll();
  }

  /** Forgets all that waits. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #showFirst() {
    const item = this.#queue.shift();
    this.#show(item, this.#queue.length === 0);
  }

  #showAll() {
    while (this.#queue.length > 0) this.#showFirst();
  }

  #next() {
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    const calm = isCalm();
    if (calm) this.#showFirst();
    else this.#showAll();
    this.#timer = setTimeout(() => this.#next(), calm ? Math.min(STAY, ALL / (this.#queue.length + 1)) : FRAME);
  }
}

// What others do comes at once, often many moves in a moment. It is shown one after the other, so that eyes can follow;
// where nobody wants that, what has come within a moment is shown together.

/** How long something stays before the next is shown, and how long all that waits may take, in ms. */
const STAY = 420;
const ALL = 2500;
/** How long what comes is collected where it is shown together, so that a page that is slow to draw still answers. */
const MOMENT = 50;

const isCalm = () =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches && localStorage.getItem('lapidary.pace') !== 'none';

export class Pace {
  #queue = [];
  #timer;
  #show;

  /**
   * `show(item, isLast, isSeen)` is called for each, in order. `isLast`: nothing waits behind it; `isSeen`: it stays for
   * a while, and the next is not shown at the same moment.
   */
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

  #showFirst(isSeen) {
    const item = this.#queue.shift();
    this.#show(item, this.#queue.length === 0, isSeen);
  }

  #showAll() {
    while (this.#queue.length > 0) this.#showFirst(this.#queue.length === 1);
  }

  #next() {
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    const calm = isCalm();
    if (calm) this.#showFirst(true);
    else this.#showAll();
    this.#timer = setTimeout(() => this.#next(), calm ? Math.min(STAY, ALL / (this.#queue.length + 1)) : MOMENT);
  }
}

// What others do comes at once, often many moves in a moment. It is shown one after the other, so that eyes can follow,
// as fast as somebody wants; where nobody wants that, what has come within a moment is shown together.
import { setting } from './settings.js';

/** By pace: how long something stays before the next is shown, and how long all that waits may take, in ms. */
const PACES = { fast: { stay: 300, all: 2000 }, normal: { stay: 650, all: 6000 }, slow: { stay: 1400, all: 20000 } };
/** So many times as long stays what is more than a move: something was won, or several things happened; what is cleared away next; or a round has ended. */
const MOMENTOUS = 1.8;
const PASSING = 2.6;
const ROUND = 10;
/** And so many times as long one's own move, before what others answer is drawn over it. */
const OWN = 0.5;
/** How long what comes is collected where it is shown together, so that a page that is slow to draw still answers. */
const MOMENT = 50;

export class Pace {
  #queue = [];
  #timer;
  #isRound = false; // whether what is shown is the end of a round, which one may close
  #show;
  #rest;

  /**
   * `show(item, isLast, isSeen)` is called for each, in order. `isLast`: nothing waits behind it, nor is it about to
   * pass (`item.isPassing`); `isSeen`: it stays for a while, and the next is not shown at the same moment. `rest()` is called once nothing is to be seen any longer.
   */
  constructor(show, rest) {
    this.#show = show;
    this.#rest = rest;
  }

  get isBusy() {
    return this.#timer !== undefined;
  }

  /** `atOnce`: one's own doing, which nobody wants to wait for. */
  push(item, atOnce) {
    this.#queue.push(item);
    if (!atOnce) return void (this.isBusy || this.#next());
    this.flush();
    const pace = PACES[setting('pace')];
    const stay = item.isPassing || item.round ? stayOf : () => pace.stay * OWN;
    this.#timer = setTimeout(() => this.#next(), pace ? stay(item, pace, 0) : MOMENT);
  }

  /** The end of a round is being read: nothing follows it until goOn(). */
  hold() {
    if (this.#isRound) clearTimeout(this.#timer);
  }

  /** The end of a round was read. */
  goOn() {
    if (!this.#isRound || !this.isBusy) return;
    clearTimeout(this.#timer);
    this.#next();
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
    this.#isRound = Boolean(item.round);
    this.#show(item, this.#queue.length === 0 && !item.isPassing, isSeen);
    return item;
  }

  #showAll() {
    while (this.#queue.length > 0) this.#showFirst(this.#queue.length === 1);
  }

  #next() {
    this.#timer = undefined;
    if (this.#queue.length === 0) {
      this.#rest();
      return;
    }
    const pace = PACES[setting('pace')];
    if (pace) {
      const item = this.#showFirst(true);
      this.#timer = setTimeout(() => this.#next(), stayOf(item, pace, this.#queue.length));
    } else {
      this.#showAll();
      this.#timer = setTimeout(() => this.#next(), MOMENT);
    }
  }
}

/** The more waits, the shorter each stays. */
function stayOf({ entry, round, isPassing }, { stay, all }, waiting) {
  if (round) return stay * ROUND; // before what is counted is cleared away
  if (isPassing) return stay * PASSING;
  const isMomentous = (entry?.events?.length ?? 0) > 1;
  return Math.min(stay * (isMomentous ? MOMENTOUS : 1), all / (waiting + 1));
}

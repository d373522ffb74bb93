// Where a list scrolls, a sign at its lower edge says how much lies beyond it; a click goes on.

import { make } from './element.js';
import { say } from './words.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** What is cut off by no more than this, in px, counts as seen. */
const CUT = 3;

const isBelow = (box, edge) => box.height > 0 && box.bottom > edge + CUT;

export class More {
  #list;
  #selector;
  #frame = 0;
  #button = make('button', { type: 'button', tabindex: -1, onclick: () => this.#goOn() });
  /** To be the last child of the list. */
  sign = make('div', { class: 'more', hidden: true }, this.#button);

  /** `list` is what scrolls, `selector` finds what counts in it. */
  constructor(list, selector) {
    this.#list = list;
    this.#selector = selector;
    list.addEventListener('scroll', () => this.later(), { passive: true });
    list.addEventListener('toggle', () => this.later(), { capture: true });
    new ResizeObserver(() => this.later()).observe(list);
  }

  /** After what is in the list has changed. */
  later() {
    this.#frame ||= requestAnimationFrame(() => this.#check());
  }

  #check() {
    this.#frame = 0;
    const { scrollHeight, clientHeight } = this.#list;
    const count = scrollHeight > clientHeight + 4 ? this.#below() : 0;
    this.sign.hidden = count === 0;
    if (count === 0 || this.#button.dataset.count === String(count)) return;
    this.#button.dataset.count = count;
    this.#button.title = say('steps.more', { count });
    this.#button.setAttribute('aria-label', this.#button.title);
    this.#button.textContent = `↓ ${count}`;
  }

  /** How many are not seen whole; the sign may have a line of its own, which it takes only where it is needed. */
  #below() {
    const elements = [...this.#list.querySelectorAll(this.#selector)].filter((element) => element.checkVisibility()); // not in a part that is folded away, whose boxes may be known all the same
    const beyond = (edge) => elements.filter((element) => isBelow(element.getBoundingClientRect(), edge)).length;
    const bottom = this.#list.getBoundingClientRect().bottom;
    const count = beyond(bottom);
    return this.sign.hidden || count === 0 ? count : beyond(Math.min(bottom, this.sign.getBoundingClientRect().top));
  }

  #goOn() {
    this.#list.scrollBy({ top: this.#list.clientHeight * 0.6, behavior: calm.matches ? 'instant' : 'smooth' });
  }
}

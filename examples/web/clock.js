// The time that a seat has left. It runs while the seat is waited for.
import { fill } from './element.js';
import { say } from './words.js';

const LOW = 30000;
const TICK = 100;

/** 61000 as "1:01"; the last ten seconds with tenths, none as "0:00". */
function clockText(left) {
  if (left <= 0) return '0:00';
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const pad = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** Emits "low" with the ms that are left when there is little time from now on. */
class Clock extends HTMLElement {
  #timer;

  /** `left` in ms at `moment` (of performance.now). */
  show(left, moment, runs) {
    clearInterval(this.#timer);
    this.setAttribute('role', 'timer');
    this.setAttribute('aria-label', say('clock'));
    const tick = () => this.#write(runs ? left - (performance.now() - moment) : left);
    tick();
    if (runs) this.#timer = setInterval(tick, TICK);
  }

  get isLow() {
    return this.left < LOW;
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #write(left) {
    const wasLow = this.isLow;
    this.left = left;
    const text = clockText(left);
    if (this.textContent !== text) fill(this, text);
    this.classList.toggle('low', this.isLow);
    if (this.isLow && !wasLow) this.dispatchEvent(new CustomEvent('low', { detail: left }));
    if (left <= 0) clearInterval(this.#timer);
  }
}

customElements.define('lap-clock', Clock);

// The time that a seat has left. It runs while the seat is waited for.
import { fill } from './element.js';
import { say } from './words.js';

const SOON = 30000;

/** 61000 as "1:01"; the last ten seconds with tenths. */
export function clockText(left) {
  const time = Math.max(left, 0);
  if (time < 10000) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(time / 1000);
  const pad = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

class Clock extends HTMLElement {
  #timer;

  /** `left` in ms at `moment` (of performance.now). */
  show(left, moment, runs) {
    clearInterval(this.#timer);
    this.setAttribute('role', 'timer');
    this.setAttribute('aria-label', say('clock'));
    const tick = () => this.#write(runs ? left - (performance.now() - moment) : left);
    tick();
    if (runs) this.#timer = setInterval(tick, 100);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #write(left) {
    const text = clockText(left);
    if (this.textContent !== text) fill(this, text);
    this.classList.toggle('soon', left < SOON);
  }
}

customElements.define('lap-clock', Clock);

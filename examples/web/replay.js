// Looking back: a slider over all that has happened, and the view of each moment.
import { fill, make } from './element.js';
import { sayFailure } from './notice.js';
import { say } from './words.js';

const STEP = 800;

/** Emits "moment" (what `ask` resolves to, with its seq) when another one is shown, and "now" when it closes. */
class Replay extends HTMLElement {
  #slider = make('input', { type: 'range', min: 0, step: 1, oninput: () => this.#look() });
  #where = make('output');
  #player = make('button', { onclick: () => this.#playOrPause() });
  #timer;
  #wanted;
  #ask;

  /** `ask(at)` resolves to what match.view answers, and more. */
  open(last, ask) {
    this.#ask = ask;
    this.hidden = false;
    Object.assign(this.#slider, { max: last, value: last });
    this.#slider.setAttribute('aria-label', say('replay.slider'));
    fill(
      this,
      this.#button('|◀', 'replay.first', 0),
      this.#button('◀', 'replay.back', -1),
      this.#player,
      this.#button('▶', 'replay.forward', 1),
      this.#slider,
      this.#where,
      make('button', { class: 'main', onclick: () => this.close() }, say('replay.now')),
    );
    this.#pause();
    this.#look();
  }

  get isOpen() {
    return !this.hidden;
  }

  close() {
    this.#pause();
    this.#wanted = undefined;
    this.hidden = true;
    this.dispatchEvent(new CustomEvent('now'));
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #button(sign, word, by) {
    const go = () => this.#go(by === 0 ? 0 : this.#slider.valueAsNumber + by);
    return make('button', { 'aria-label': say(word), title: say(word), onclick: go }, sign);
  }

  #go(at) {
    this.#slider.valueAsNumber = at;
    this.#look();
  }

  #playOrPause() {
    if (this.#timer) return this.#pause();
    if (this.#slider.valueAsNumber === Number(this.#slider.max)) this.#go(0);
    this.#timer = setInterval(() => this.#step(), STEP);
    return this.#name('replay.pause');
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#name('replay.play');
  }

  #name(word) {
    fill(this.#player, say(word));
  }

  #step() {
    if (this.#slider.valueAsNumber === Number(this.#slider.max)) return this.#pause();
    return this.#go(this.#slider.valueAsNumber + 1);
  }

  /** Asks for one moment at a time; those that the slider has passed meanwhile are left out. */
  async #look() {
    const isAsking = this.#wanted !== undefined;
    this.#wanted = this.#slider.valueAsNumber;
    fill(this.#where, `${this.#wanted} / ${this.#slider.max}`);
    if (isAsking) return;
    try {
      await this.#showWanted();
    } catch (error) {
      sayFailure(error);
    } finally {
      this.#wanted = undefined;
    }
  }

  async #showWanted() {
    for (let at; at !== this.#wanted;) {
      at = this.#wanted;
      const moment = await this.#ask(at);
      if (this.#wanted === undefined) return;
      this.dispatchEvent(new CustomEvent('moment', { detail: { ...moment, seq: at } }));
    }
  }
}

customElements.define('lap-replay', Replay);

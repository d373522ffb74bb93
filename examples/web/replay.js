// Looking back: a slider over all that has happened, and the view of each moment.
import './analysis.js';
import { viewBetween } from './between.js';
import { fill, make } from './element.js';
import { eyesSwitch } from './eyes.js';
import { sayFailure } from './notice.js';
import { pauseBetween, speedSwitch } from './playback.js';
import { setting } from './settings.js';
import { say } from './words.js';

/** What came and was cleared away with an entry stays for so many steps of a replay that goes on by itself. */
const PASSING = 2;

/**
 * Emits "moment" (what `ask` resolves to, with its seq) when another one is shown, with the view in the course of its entry
 * first where that differs from those before and after it (then `hasPassed` of what follows), "now" when it closes, and "link",
 * "picture" and "play-on" with a seq when something is wanted of that moment.
 */
class Replay extends HTMLElement {
  #slider = make('input', { type: 'range', min: 0, step: 1, oninput: () => this.#look() });
  #where = make('output');
  #player = make('button', { onclick: () => this.#playOrPause() });
  #analysis = make('lap-analysis', { onjump: ({ detail }) => this.#go(detail) });
  #timer;
  #wanted;
  #ask;
  #as; // whose eyes, of a match that is over
  #shown; // the moment that is shown: {at, as, game, view}
  #hurry = () => {}; // ends a pause: another moment is wanted

  /**
   * `ask(at, as)` resolves to what match.view answers, with the `entry` that led there and the game's `description`;
   * `follower` and `names` are of the match; `at`: where to begin.
   */
  open(last, ask, follower, names, at = last) {
    const isOver = follower.state.state === 'over';
    this.#ask = ask;
    this.#as = isOver ? follower.viewer : undefined;
    this.#shown = undefined;
    this.hidden = false;
    Object.assign(this.#slider, { max: last, value: Math.min(at, last) });
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
      this.#tools(isOver, names),
      this.#analysis,
    );
    this.#analysis.open(follower, names);
    this.#pause();
    this.#look();
  }

  /** Shows the moment after an entry. */
  go(at) {
    this.#pause();
    this.#go(at);
  }

  get isOpen() {
    return !this.hidden;
  }

  close() {
    this.#pause();
    this.#wanted = undefined;
    this.#hurry();
    this.hidden = true;
    this.dispatchEvent(new CustomEvent('now'));
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #tools(isOver, names) {
    const look = (as) => {
      this.#as = as;
      this.#look();
    };
    return make(
      'div',
      { class: 'row tools' },
      speedSwitch(() => this.#timer && this.#run()),
      isOver && eyesSwitch(names, this.#as, look),
      isOver && this.#wish('play_on', 'play-on'),
      this.#keep(),
    );
  }

  /** What a moment can be kept as. */
  #keep() {
    const wishes = [this.#wish('replay.link', 'link'), this.#wish('replay.picture', 'picture'), this.#wish('replay.png', 'png')];
    return make('details', { class: 'keep' }, make('summary', {}, say('replay.keep')), make('div', { class: 'row' }, wishes));
  }

  #wish(word, name) {
    const wish = () => this.dispatchEvent(new CustomEvent(name, { detail: this.#slider.valueAsNumber }));
    return make('button', { 'data-do': name, onclick: wish }, say(word));
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
    this.#run();
    return this.#name('replay.pause');
  }

  #run() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#step(), pauseBetween());
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#name('replay.play');
  }

  #name(word) {
    fill(this.#player, say(word));
  }

  /** What is shown just now stays until it has passed. */
  #step() {
    if (this.#wanted) return undefined;
    if (this.#slider.valueAsNumber === Number(this.#slider.max)) return this.#pause();
    return this.#go(this.#slider.valueAsNumber + 1);
  }

  /** Asks for one moment at a time; those that the slider has passed meanwhile are left out. */
  async #look() {
    const isAsking = this.#wanted !== undefined;
    this.#wanted = { at: this.#slider.valueAsNumber, as: this.#as };
    fill(this.#where, `${this.#wanted.at} / ${this.#slider.max}`);
    this.#analysis.mark(this.#wanted.at);
    this.#hurry();
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
    for (let shown; shown !== this.#wanted;) {
      shown = this.#wanted;
      const moment = { ...(await this.#ask(shown.at, shown.as)), seq: shown.at };
      if (this.#wanted === undefined) return;
      const between = this.#passing(moment, shown);
      this.#shown = { ...shown, ...moment };
      if (between) {
        this.#emit({ ...moment, view: between });
        await this.#pauseFor(PASSING * pauseBetween());
        if (this.#wanted === undefined) return;
        if (this.#wanted !== shown) continue;
      }
      this.#emit({ ...moment, hasPassed: Boolean(between) });
    }
  }

  /** The view in the course of the entry that leads from the moment that is shown to the next one, if it is to be seen. */
  #passing({ game, view, entry, description }, { at, as }) {
    const before = this.#shown;
    const isNext = before?.at === at - 1 && before.as === as && before.game === game;
    return isNext && entry && setting('pace') !== 'none' ? viewBetween(description, before.view, entry, view) : null;
  }

  #emit(detail) {
    this.dispatchEvent(new CustomEvent('moment', { detail }));
  }

  /** In ms, or until another moment is wanted. */
  #pauseFor(duration) {
    return new Promise((resolve) => {
      this.#hurry = resolve;
      setTimeout(resolve, duration);
    });
  }
}

customElements.define('lap-replay', Replay);

// What may be chosen now, as buttons; what is lit on the board says the same.
import { fill, make } from './element.js';
import { say } from './words.js';

/** More than so many that are lit on the board go into a list that can be opened. */
const LISTED = 5;

/** `choice`: a Choice. Emits "take" with the index of a step, and "back". */
class Steps extends HTMLElement {
  show(choice) {
    const { options } = choice;
    this.hidden = options.length === 0;
    if (this.hidden) return fill(this);
    return fill(this, this.#trail(choice), this.#choices(options), this.#back(choice));
  }

  #trail({ trail }) {
    return (
      trail.length > 0 &&
      make(
        'ol',
        { class: 'trail', 'aria-label': say('steps.trail') },
        trail.map((said) => make('li', {}, said)),
      )
    );
  }

  #choices(options) {
    const lit = options.filter(({ lights = [] }) => lights.length > 0);
    if (lit.length <= LISTED)
      return make(
        'div',
        { class: 'choices' },
        options.map((option) => this.#button(option)),
      );
    const plain = options.filter((option) => !lit.includes(option));
    return [
      make('p', { class: 'hint' }, say('steps.lit')),
      plain.length > 0 &&
        make(
          'div',
          { class: 'choices' },
          plain.map((option) => this.#button(option)),
        ),
      make(
        'details',
        {},
        make('summary', {}, say('steps.list', { count: lit.length })),
        make(
          'div',
          { class: 'choices' },
          lit.map((option) => this.#button(option)),
        ),
      ),
    ];
  }

  #button({ index, label }) {
    return make('button', { class: 'choice', 'data-step': index, onclick: () => this.#emit('take', index) }, label);
  }

  #back({ canGoBack }) {
    return canGoBack && make('button', { class: 'step-back', onclick: () => this.#emit('back') }, say('back'));
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define('lap-steps', Steps);

// What may be chosen now, as buttons; what is highlighted on the board says the same.
import { toldApart } from './alike.js';
import { fill, make } from './element.js';
import { say } from './words.js';

/** More than so many that are highlighted on the board go into a list that can be opened. */
const LISTED = 5;

/** More than so many do not stand side by side as they fit; labels of so many letters fit into half the width. */
const ROW = 4;
const SHORT = 18;

/** What stands on the buttons: those of a kind differ in a few words. */
function contentsOf(options) {
  const contents = [];
  for (const kind of new Set(options.map((option) => option.kind))) {
    const alike = options.flatMap((option, i) => (option.kind === kind ? [i] : []));
    const told = toldApart(alike.map((i) => options[i].label));
    alike.forEach((i, j) => (contents[i] = told[j]));
  }
  return contents;
}

/** `choice`: a Choice. Emits "take" with the index of a step, and "back". */
class Steps extends HTMLElement {
  show(choice) {
    const { options } = choice;
    this.hidden = options.length === 0;
    if (this.hidden) return fill(this);
    return fill(this, this.#trail(choice), this.#choices(options, this.#back(choice)));
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

  /** The way back is never below a long list. */
  #choices(options, back) {
    const highlighted = options.filter(({ highlights = [] }) => highlights.length > 0);
    if (highlighted.length <= LISTED) return [this.#buttons(options), back];
    const plain = options.filter((option) => !highlighted.includes(option));
    return [
      make('p', { class: 'hint' }, say('steps.highlighted')),
      plain.length > 0 && this.#buttons(plain),
      back,
      make('details', {}, make('summary', {}, say('steps.list', { count: highlighted.length })), this.#buttons(highlighted)),
    ];
  }

  /** Many stand below each other, in columns where they are short. */
  #buttons(options) {
    const contents = contentsOf(options);
    const isMany = options.length > ROW;
    const isShort = options.every(({ label }) => label.length <= SHORT);
    return make(
      'div',
      { class: `choices${isMany ? ' many' : ''}${isMany && isShort ? ' short' : ''}` },
      options.map(({ index }, i) =>
        make('button', { class: 'choice', 'data-step': index, onclick: () => this.#emit('take', index) }, contents[i]),
      ),
    );
  }

  #back({ canGoBack }) {
    return canGoBack && make('button', { class: 'step-back', onclick: () => this.#emit('back') }, say('back'));
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define('lap-steps', Steps);

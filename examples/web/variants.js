// Another variant for the match that is played: which there are, what each changes, and asking the others.
import { changesBetween } from './changes.js';
import { newKey } from './connection.js';
import { fill, make } from './element.js';
import { describe } from './host.js';
import { chosenOptions, optionField } from './option-field.js';
import { say } from './words.js';

class Variants extends HTMLElement {
  #dialog = make('dialog', { class: 'panel over', 'aria-labelledby': 'variants-title' });
  #list = make('fieldset');
  #about = make('div');
  #failure = make('p', { class: 'bad', role: 'alert' });
  #form = make('form', { onsubmit: (event) => this.#propose(event), onchange: (event) => this.#choose(event) });
  #follower;
  #variants;
  #options = []; // of the one that is chosen: those that can be set

  connectedCallback() {
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    this.append(this.#dialog);
  }

  /** `follower`: a seat of the match; `closed` is called at the end. */
  async show(follower, closed) {
    this.#follower = follower;
    await this.#ask();
    const close = make('button', { onclick: () => this.#dialog.close() }, say('close'));
    fill(
      this.#dialog,
      make('header', {}, make('h2', { id: 'variants-title' }, say('variant')), close),
      this.#variants.length > 0 ? this.#form : make('p', {}, say('variant.none')),
    );
    this.#dialog.addEventListener('close', closed, { once: true });
    this.#dialog.showModal();
  }

  /** Lists them anew, with none chosen. */
  async #ask() {
    const { variants } = await this.#follower.ask('match.variants');
    this.#variants = variants;
    fill(this.#list, make('legend', {}, say('variant.which')), variants.map((variant) => this.#entry(variant)));
    fill(this.#about);
    fill(this.#failure);
    fill(this.#form, this.#list, this.#about, this.#failure);
  }

  #entry({ game, title, when, why }) {
    const id = `variant-${game}`;
    const radio = make('input', {
      id,
      type: 'radio',
      name: 'game',
      value: game,
      required: true,
      disabled: when === 'never',
      'aria-describedby': why && `${id}-why`,
    });
    return make(
      'div',
      { class: `entry tick ${when}` },
      radio,
      make('label', { for: id }, title),
      why && make('p', { id: `${id}-why`, class: 'quiet' }, why),
    );
  }

  get #hasOthers() {
    const { viewer, state } = this.#follower;
    return state.seats.some(({ bot }, seat) => !bot && seat !== viewer);
  }

  async #choose({ target }) {
    if (target.name !== 'game') return;
    const { value: game, form } = target;
    const { options } = await describe(game);
    if (form.elements.game.value !== game) return;
    const names = this.#variants.find((variant) => variant.game === game).options;
    this.#options = options.filter(({ name }) => names.includes(name));
    fill(
      this.#about,
      changesBetween(this.#follower.state.game, game),
      this.#options.length > 0 &&
        make('fieldset', {}, make('legend', {}, say('options')), this.#options.map((option) => optionField(option))),
      make('p', {}, make('button', { class: 'main' }, say(this.#hasOthers ? 'variant.ask' : 'go_on'))),
    );
    fill(this.#failure);
  }

  /** What was possible a moment ago may be refused: then they are listed as they are now. */
  async #propose(event) {
    event.preventDefault();
    const { target: form } = event;
    const game = form.elements.game.value;
    const options = chosenOptions(form, this.#options);
    event.submitter.disabled = true;
    try {
      await this.#follower.ask('match.propose', { kind: 'swap', game, options, key: newKey() });
      this.#dialog.close();
    } catch (error) {
      await this.#ask();
      const never = this.#variants.find((variant) => variant.game === game && variant.when === 'never');
      fill(this.#failure, never?.why ?? error.message);
    }
  }
}

customElements.define('lap-variants', Variants);

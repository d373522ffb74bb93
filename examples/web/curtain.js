// A curtain between two who share a screen: it falls when the other is to choose, and he lifts it himself.
import { make } from './element.js';
import { say } from './words.js';

class Curtain extends HTMLElement {
  #dialog = make('dialog', { class: 'curtain', 'aria-labelledby': 'curtain-title' });

  connectedCallback() {
    this.#dialog.addEventListener('cancel', (event) => event.preventDefault());
    this.append(this.#dialog);
  }

  get isDown() {
    return this.#dialog.open;
  }

  /** Hides the table until `name` is there; then calls `lifted`. */
  fall(name, lifted) {
    const lift = () => {
      this.#dialog.close();
      lifted();
    };
    this.#dialog.replaceChildren(
      make('h2', { id: 'curtain-title' }, say('curtain.title', { name })),
      make('p', {}, say('curtain.text', { name })),
      make('button', { class: 'main', onclick: lift, autofocus: true }, say('curtain.lift', { name })),
    );
    if (!this.isDown) this.#dialog.showModal();
  }
}

customElements.define('lap-curtain', Curtain);

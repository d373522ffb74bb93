// A curtain between two who share a screen: it falls when the other is to choose, and he lifts it himself.
import './clock.js';
import { fill, make } from './element.js';
import { say } from './words.js';

/** What the viewer has left. Where somebody plays elsewhere it runs already, and is not to run unseen. */
function timeOf({ state, heard, viewer, isWaitedFor, areClocksHeld }) {
  const { left } = state.seats[viewer];
  if (left === undefined) return undefined;
  const clock = make('lap-clock');
  clock.show(left, heard, isWaitedFor && !areClocksHeld);
  return clock;
}

class Curtain extends HTMLElement {
  #follower; // whose turn it is at the screen
  #clock = make('p', { class: 'curtain-clock' });
  #dialog = make('dialog', { class: 'curtain', 'aria-labelledby': 'curtain-title' });

  connectedCallback() {
    this.#dialog.addEventListener('cancel', (event) => event.preventDefault());
    this.append(this.#dialog);
  }

  get isDown() {
    return this.#dialog.open;
  }

  /** Hides the table until `name` is there, the viewer of a follower; then waits for `ready` and calls `lifted`. */
  fall(follower, name, ready, lifted) {
    const lift = async ({ currentTarget }) => {
      currentTarget.disabled = true;
      await ready();
      this.#dialog.close();
      lifted();
    };
    this.#follower = follower;
    this.#dialog.replaceChildren(
      make('h2', { id: 'curtain-title' }, say('curtain.title', { name })),
      make('p', {}, say('curtain.text', { name })),
      this.#clock,
      make('button', { class: 'main', onclick: lift, autofocus: true }, say('curtain.lift', { name })),
    );
    this.showClock();
    if (!this.isDown) this.#dialog.showModal();
  }

  /** As it is now. */
  showClock() {
    fill(this.#clock, timeOf(this.#follower));
  }
}

customElements.define('lap-curtain', Curtain);

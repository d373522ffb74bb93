// Somebody comes with a link: to a seat, or to watch.
import { goInstead, toLobby, toMatch } from './address.js';
import { join } from './create.js';
import { fill, make } from './element.js';
import { pressing } from './notice.js';
import { ownName, remember, setOwnName } from './seats.js';
import { say } from './words.js';

class Arrival extends HTMLElement {
  connectedCallback() {
    const watch = this.getAttribute('watch');
    if (watch) this.#watch(watch);
    else this.#askName();
  }

  #watch(token) {
    remember(this.getAttribute('match'), { watch: token });
    goInstead(toMatch(this.getAttribute('match')));
  }

  #askName() {
    const name = make('input', { id: 'arrival-name', maxlength: 40, required: true, autocomplete: 'nickname' });
    name.value = ownName();
    fill(
      this,
      make(
        'form',
        { class: 'panel', onsubmit: pressing((event) => this.#join(event, name.value.trim())) },
        make('h1', {}, say('invited')),
        make('p', { class: 'entry' }, make('label', { for: 'arrival-name' }, say('your_name')), name),
        make(
          'div',
          { class: 'row' },
          make('button', { class: 'main' }, say('sit_down')),
          make('a', { class: 'button', href: toLobby }, say('to_lobby')),
        ),
      ),
    );
    name.focus();
  }

  async #join(event, name) {
    event.preventDefault();
    setOwnName(name);
    const match = this.getAttribute('match');
    await join(match, { invitation: this.getAttribute('invitation'), name });
    goInstead(toMatch(match));
  }
}

customElements.define('lap-arrival', Arrival);

// Whose turn it is, and what for, in words.
import { fill, make } from './element.js';
import { listed, say } from './words.js';

const phaseOf = ({ view }, { phases }) => phases.find(({ name }) => name === view?.phase)?.title;

function outcome({ outcome: how }) {
  return how === 'finished' ? say('over') : say(`over.${how}`);
}

function whose({ waiting }, { viewer, names, own }) {
  if (waiting.includes(viewer)) return say('turn.yours');
  if (waiting.length === 0) return say('turn.nobody');
  if (own.some((seat) => waiting.includes(seat)))
    return say('turn.at_this_screen', { names: listed(waiting.map((seat) => names[seat])) });
  return say('turn.others', { names: listed(waiting.map((seat) => names[seat])), count: waiting.length });
}

/** `at`: {viewer, names, own} */
function turnText(state, at) {
  if (state.state === 'over') return outcome(state);
  if (state.state === 'open') return say('turn.open');
  return whose(state, at);
}

class Turn extends HTMLElement {
  connectedCallback() {
    this.setAttribute('role', 'status');
  }

  show(state, description, at) {
    const isRunning = state.state === 'running';
    this.classList.toggle('yours', isRunning && state.waiting.includes(at.viewer));
    this.#say([turnText(state, at), isRunning && phaseOf(state, description)].filter(Boolean));
  }

  /** At a moment that has passed. */
  showPast(state, description) {
    this.classList.remove('yours');
    this.#say([say('replay.title'), phaseOf(state, description)].filter(Boolean));
  }

  /** Nothing is read aloud twice. */
  #say(parts) {
    if (this.title === parts.join(' · ')) return;
    this.title = parts.join(' · ');
    fill(this, make('strong', {}, parts[0]), parts[1] && make('span', { class: 'phase' }, parts[1]));
  }
}

customElements.define('lap-turn', Turn);

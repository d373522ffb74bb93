// Whose turn it is, and what for, in words.
import { fill, make } from './element.js';
import { gaveUp, ranOut } from './verdict.js';
import { listed, say } from './words.js';

const phaseOf = ({ view }, { phases }) => phases.find(({ name }) => name === view?.phase)?.title;

const called = (seats, names) => ({ names: listed(seats.map((seat) => names[seat])), count: seats.length });

/** The result in words. If seats resigned, the last one to do so ended the match; who comes late may not know which it was. */
function resultText(state, { names, story }) {
  if (state.result !== 'resigned') return state.result === 'finished' ? say('over') : say(`over.${state.result}`);
  const [late, gone] = [ranOut(state), gaveUp(state)];
  const last = story.findLast(({ kind }) => kind === 'timeout' || kind === 'resign')?.kind;
  const wasLate = last ? last === 'timeout' : late.length > gone.length;
  return wasLate ? say('over.timeout', called(late, names)) : say('over.resigned', called(gone, names));
}

function whose({ waiting, isPassing }, { viewer, names, own }) {
  if (waiting.includes(viewer)) return say('turn.yours');
  if (isPassing) return say('turn.passing');
  if (waiting.length === 0) return say('turn.nobody');
  if (own.some((seat) => waiting.includes(seat))) return say('turn.at_this_screen', called(waiting, names));
  return say('turn.others', called(waiting, names));
}

/** `at`: {viewer, names, own, story} */
function turnText(state, at) {
  if (state.state === 'over') return resultText(state, at);
  if (state.state === 'open') return say('turn.open');
  if (state.state === 'suspended') return say('turn.suspended');
  return whose(state, at);
}

class Turn extends HTMLElement {
  #said;

  connectedCallback() {
    this.setAttribute('role', 'status');
  }

  show(state, description, at) {
    const isRunning = state.state === 'running';
    this.classList.toggle('yours', isRunning && state.waiting.includes(at.viewer));
    const about = [isRunning && phaseOf(state, description), at.viewer < 0 && say('watching')].filter(Boolean);
    this.#say([turnText(state, at), about.join(' · ')].filter(Boolean));
  }

  /** At a moment that has passed. */
  showPast(state, description) {
    this.classList.remove('yours');
    const isAsked = state.view.waiting.length > 0; // or the rules did something by themselves, whose name tells nobody anything
    this.#say([say('replay.title'), isAsked && phaseOf(state, description)].filter(Boolean));
  }

  /** Nothing is read aloud twice. */
  #say(parts) {
    if (this.#said === parts.join()) return;
    this.#said = parts.join();
    fill(this, make('strong', {}, parts[0]), parts[1] && make('span', { class: 'phase' }, parts[1]));
  }
}

customElements.define('lap-turn', Turn);

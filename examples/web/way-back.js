// The way back to before one's last move, where the host says that it may be taken back: where nobody else would have to agree, and
// nothing that was hidden has been shown since.
import { hasNobodyElse } from './propose.js';

/** Whether one has moved, is to move again, and plays alone. */
function asks({ isWaitedFor, lastPlayed: { kind, seat } = {}, viewer, state }) {
  return isWaitedFor && kind === 'move' && seat === viewer && hasNobodyElse(state);
}

export class WayBack {
  #asked; // the entry after which the host was asked last
  #isOpen = false;
  #changed;

  /** @param {() => void} changed called once it is known to be open */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Whether it is open, as far as is known: asks the host, if it has not said. */
  isOpen(follower) {
    if (!asks(follower)) return false;
    const { seq } = follower.state;
    if (seq !== this.#asked) this.#ask(follower, seq);
    return this.#isOpen;
  }

  async #ask(follower, seq) {
    this.#asked = seq;
    this.#isOpen = false;
    const { undoable } = await follower.ask('match.undoable').catch(() => ({ undoable: false })); // it is not offered, then
    if (!undoable || seq !== this.#asked) return;
    this.#isOpen = true;
    this.#changed();
  }
}

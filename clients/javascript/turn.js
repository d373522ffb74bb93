// A move, made step by step.
import { newKey } from './connection.js';

/** What docs/protocol.md calls stale, not_your_turn and over: the match has moved on meanwhile. */
const MOVED_ON = new Set([1004, 1005, 1006]);

/** `choices` are the steps that may come next, and `prompt` what is to be chosen, in words, until the move `isWhole`. */
export class Turn {
  #follower;
  #seq;

  /** `follower`: that of a seat that is waited for. */
  constructor(follower) {
    this.#follower = follower;
    this.#seq = follower.state.decision;
    this.steps = [];
    this.choices = follower.state.legal;
    this.prompt = follower.state.prompt;
    this.isWhole = false;
  }

  /** Takes one of `choices`. */
  take(step) {
    return this.#go([...this.steps, step]);
  }

  /** Takes the last step back. */
  back() {
    return this.#go(this.steps.slice(0, -1));
  }

  /** Makes the move. False: the match has moved on meanwhile, and the follower will say how. */
  async play() {
    try {
      const { seq } = await this.#follower.ask('match.play', { steps: this.steps, seq: this.#seq, key: newKey() });
      this.#follower.played = seq;
      return true;
    } catch (failure) {
      if (MOVED_ON.has(failure.code)) return false;
      throw failure;
    }
  }

  async #go(prefix) {
    const { steps, prompt, complete } = await this.#follower.ask('match.legal', { prefix });
    this.steps = prefix;
    this.choices = steps;
    this.prompt = prompt;
    this.isWhole = complete;
  }
}

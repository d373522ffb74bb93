// One viewer of one match: what he may know of it, kept up to date.
import { host } from './host.js';

const STORY_MAX = 1000;

/** The members of an entry that describe the state after it. A member that is left out no longer holds. */
const MEMBERS = 'seq decision state result seats waiting view hash legal score suspended proposal rematch'.split(' ');
const stateAfter = (entry) => ({
  ...Object.fromEntries(MEMBERS.map((member) => [member, entry[member]])),
  ...(entry.game && { game: entry.game, options: entry.options }), // it has become one of another variant
});

/**
 * Emits "state" when all is known anew, and "entry" ({entry, state}) for each thing that happens after.
 * `state` is that of docs/protocol.md, `heard` the moment at which it was (its clocks run from there), `story` the
 * entries, oldest first.
 */
export class Follower extends EventTarget {
  #listeners = new AbortController();
  #subscribing = false;
  #isStopped = false;

  /** `token`: a seat's or a watcher's; without one a public match is watched. */
  constructor(match, token) {
    super();
    this.match = match;
    this.token = token;
    this.story = [];
  }

  async start() {
    const { signal } = this.#listeners;
    host.addEventListener('match.event', ({ detail }) => this.#hear(detail), { signal });
    host.addEventListener('match.proposal', ({ detail }) => this.#hear(detail), { signal });
    host.addEventListener('match.resync', ({ detail }) => this.#concerns(detail) && this.#subscribe(), { signal });
    host.addEventListener('open', () => this.state && this.#subscribe(), { signal });
    await this.#subscribe();
    return this;
  }

  stop() {
    this.#isStopped = true;
    this.#listeners.abort();
    host.call('match.unsubscribe', this.#who()).catch(() => {});
  }

  /** Calls a method as this viewer. */
  ask(method, params = {}) {
    return host.call(method, { ...this.#who(), ...params });
  }

  get viewer() {
    return this.state.viewer;
  }

  get isWaitedFor() {
    return this.state.waiting.includes(this.viewer);
  }

  #who() {
    return { match: this.match, ...(this.token && { token: this.token }) };
  }

  #concerns({ match, viewer }) {
    return match === this.match && this.state && viewer === this.viewer;
  }

  async #subscribe() {
    if (this.#subscribing) return;
    this.#subscribing = true;
    try {
      const { events = [], ...state } = await this.ask('match.subscribe', { since: this.story.at(-1)?.seq ?? 0 });
      if (this.#isStopped) return;
      this.#know(state);
      if (state.lost) this.story = this.story.filter(({ seq }) => seq <= state.seq);
      this.#tell(events);
      this.dispatchEvent(new CustomEvent('state'));
    } finally {
      this.#subscribing = false;
    }
  }

  #hear(entry) {
    if (!this.#concerns(entry) || entry.seq <= this.state.seq) return;
    if (entry.seq > this.state.seq + 1) {
      this.#subscribe();
      return;
    }
    this.#know({ ...this.state, ...stateAfter(entry) });
    this.#tell([entry]);
    this.dispatchEvent(new CustomEvent('entry', { detail: { entry, state: this.state } }));
  }

  #know(state) {
    this.state = state;
    this.heard = performance.now();
  }

  /** Sentences only: views of old entries would fill the memory. */
  #tell(entries) {
    for (const { seq, seat, kind, text, at } of entries) this.story.push({ seq, seat, kind, text, at });
    this.story.splice(0, this.story.length - STORY_MAX);
  }
}

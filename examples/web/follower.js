// One viewer of one match: what he may know of it, kept up to date.
const STORY_MAX = 1000;

/** The members of an entry that describe the state after it. A member that is left out no longer holds. */
const MEMBERS = 'seq decision state result seats waiting hash legal prompt prompts score suspended proposal rematch'.split(' ');
const stateAfter = (entry, { view }) => ({
  ...Object.fromEntries(MEMBERS.map((member) => [member, entry[member]])),
  view: entry.patch ? merge(view, entry.patch) : entry.view,
  ...(entry.game && { game: entry.game, options: entry.options }), // it has become one of another variant
});

/** A value after a JSON merge patch (RFC 7396). */
export function merge(value, patch) {
  if (!isObject(patch)) return patch;
  const merged = isObject(value) ? { ...value } : {};
  for (const [name, inner] of Object.entries(patch)) {
    if (inner === null) delete merged[name];
    else merged[name] = merge(merged[name], inner);
  }
  return merged;
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Kinds of entries that play makes, and that an undo takes back. */
export const BY_MOVES = new Set(['move', 'chosen', 'rules']);

const totalsOf = (score) => (score?.seats ?? []).map(({ total }) => total);

/** What each seat has won from one score to a later one; empty where one of them is not known. */
export function differencesOf(before, after) {
  const [old, now] = [totalsOf(before), totalsOf(after)];
  return old.length === now.length ? now.map((total, seat) => total - old[seat]) : [];
}

/** The seats that have won or lost something: [{seat, points}]. */
export const gainsOf = (before, after) => differencesOf(before, after).map((points, seat) => ({ seat, points })).filter(({ points }) => points !== 0);

/** What was played from `undone` on does not stand any more. */
function strikeOut(story, undone) {
  for (const entry of story) if (entry.seq >= undone && BY_MOVES.has(entry.kind)) entry.isUndone = true;
}

/**
 * Emits "state" when all is known anew, "entry" ({entry, state}) for each thing that happens after, and "presence".
 * `state` is that of docs/protocol.md, `heard` the moment at which it was (its clocks run from there), `story` the
 * entries, oldest first; those that were taken back are marked, and those that were heard have `gains`, what seats have won or lost
 * by them: [{seat, points}]. `presence`: {seats, watchers}, the seats whose people are
 * connected and how many watch, once it is known.
 */
export class Follower extends EventTarget {
  #host;
  #listeners = new AbortController();
  #subscribing = false;
  #missed = 0; // the last entry that came while all was asked for anew, which the answer may not have
  #isStopped = false;

  /** `host`: a Connection. `token`: a seat's or a watcher's; without one a public match is watched. */
  constructor(host, match, token) {
    super();
    this.#host = host;
    this.match = match;
    this.token = token;
    this.story = [];
    this.played = 0; // the entry of the last move that was made through a Turn
  }

  async start() {
    const { signal } = this.#listeners;
    this.#host.addEventListener('match.event', ({ detail }) => this.#hear(detail), { signal });
    this.#host.addEventListener('match.proposal', ({ detail }) => this.#hear(detail), { signal });
    this.#host.addEventListener('match.resync', ({ detail }) => this.#concerns(detail) && this.#subscribe(), { signal });
    this.#host.addEventListener('match.presence', ({ detail }) => this.#see(detail), { signal });
    this.#host.addEventListener('open', () => this.state && this.#subscribe(), { signal });
    await this.#subscribe();
    return this;
  }

  stop() {
    this.#isStopped = true;
    this.#listeners.abort();
    this.#host.call('match.unsubscribe', this.#who()).catch(() => {});
  }

  /** Asks for all anew: in what words it is said may be another matter by now (games.changed). */
  again() {
    return this.#subscribe();
  }

  /** Calls a method as this viewer. */
  ask(method, params = {}) {
    return this.#host.call(method, { ...this.#who(), ...params });
  }

  /** What is left on the clocks now, and whether they stand still. */
  setClocks(left, areHeld) {
    this.#know({ ...this.state, seats: this.state.seats.map((seat, i) => ({ ...seat, left: left[i] })) });
    this.areClocksHeld = areHeld;
  }

  get viewer() {
    return this.state.viewer;
  }

  /** As far as is known: an entry of another one may come behind our own move, and from before it. */
  get isWaitedFor() {
    return this.state.waiting.includes(this.viewer) && this.state.seq >= this.played;
  }

  /** The last entry that play has made and that stands, if any. */
  get lastPlayed() {
    return this.story.findLast(({ kind, isUndone }) => BY_MOVES.has(kind) && !isUndone);
  }

  #who() {
    return { match: this.match, ...(this.token && { token: this.token }) };
  }

  #concerns({ match, viewer }) {
    return match === this.match && this.state && viewer === this.viewer;
  }

  async #subscribe() {
    if (this.#subscribing) {
      this.#missed = Infinity;
      return;
    }
    this.#subscribing = true;
    try {
      do {
        this.#missed = 0;
        const { events = [], ...state } = await this.ask('match.subscribe', { since: this.story.at(-1)?.seq ?? 0 });
        if (this.#isStopped) return;
        this.#know(state);
        if (state.lost) this.story = this.story.filter(({ seq }) => seq <= state.seq);
        this.#tell(events);
      } while (this.#missed > this.state.seq);
      this.dispatchEvent(new Event('state'));
    } finally {
      this.#subscribing = false;
    }
  }

  #hear(entry) {
    if (this.#subscribing && entry.match === this.match) this.#missed = Math.max(this.#missed, entry.seq);
    if (!this.#concerns(entry) || entry.seq <= this.state.seq) return;
    if (entry.seq > this.state.seq + 1) {
      if (!this.#subscribing) this.#subscribe();
      return;
    }
    const told = { ...entry, gains: entry.undone ? [] : gainsOf(this.state.score, entry.score) };
    this.#know({ ...this.state, ...stateAfter(entry, this.state) });
    this.#tell([told]);
    this.dispatchEvent(Object.assign(new Event('entry'), { detail: { entry: told, state: this.state } }));
  }

  #see({ match, seats, watchers }) {
    if (match !== this.match) return;
    this.presence = { seats, watchers };
    this.dispatchEvent(new Event('presence'));
  }

  #know(state) {
    this.state = state;
    this.heard = performance.now();
    this.areClocksHeld = false;
  }

  /** What was said and done only: views of old entries would fill the memory. */
  #tell(entries) {
    for (const { seq, seat, kind, text, at, undone, steps, opened, events, gains } of entries) {
      if (undone) strikeOut(this.story, undone);
      this.story.push({ seq, seat, kind, text, at, undone, steps, opened, events, gains });
    }
    // Who ran out of time is told at the end, too.
    while (this.story.length > STORY_MAX) this.story.splice(this.story.findIndex(({ kind }) => kind !== 'timeout'), 1);
  }
}

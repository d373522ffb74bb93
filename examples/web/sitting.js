// Those of this page at one match: own seats, or a watcher. One of them looks at the table at a time.
import { Follower } from './follower.js';
import { host } from './host.js';
import { carryOver, recordOf, remember } from './seats.js';
import { endOf } from './verdict.js';
import { say } from './words.js';

const MOVES = new Set(['move', 'chosen']);

/** Emits "entry" ({entry, state}) and "state" of the viewer who looks, "presence", "others" when something came to another one. */
export class Sitting extends EventTarget {
  #followers = [];

  constructor(match) {
    super();
    this.match = match;
    this.shown = undefined;
  }

  async start() {
    const { seats, watch } = recordOf(this.match);
    const tokens = seats.length > 0 ? seats.map(({ token }) => token) : [watch];
    this.#followers = await Promise.all(tokens.map((token) => new Follower(host, this.match, token).start()));
    for (const follower of this.#followers) this.#listenTo(follower);
    this.shown = this.#followers.find(({ isWaitedFor }) => isWaitedFor) ?? this.#followers[0];
    this.#remember();
    return this;
  }

  stop() {
    for (const follower of this.#followers) follower.stop();
  }

  get isWatching() {
    return this.shown.viewer < 0;
  }

  /** Of the seats. */
  get names() {
    return this.shown.state.seats.map(({ name, free }) => (free ? say('free_seat') : name));
  }

  /** The seats that are played from this page. */
  get own() {
    return this.#followers.map(({ viewer }) => viewer).filter((viewer) => viewer >= 0);
  }

  /** Whether the match waits for somebody at this page. */
  get isWaitedFor() {
    return this.shown.state.state === 'running' && this.#followers.some((follower) => follower.isWaitedFor);
  }

  /** Asks for all anew, for each own seat. */
  again() {
    return Promise.all(this.#followers.map((follower) => follower.again()));
  }

  /** The follower of an own seat. */
  at(seat) {
    return this.#followers.find(({ viewer }) => viewer === seat);
  }

  /** The own seat that made the last move that stands, and may take that back; undefined if there is none. */
  get lastMover() {
    const isOwnMove = ({ kind, seat, isUndone }) => MOVES.has(kind) && !isUndone && this.own.includes(seat);
    return this.at(this.shown.story.findLast(isOwnMove)?.seat);
  }

  /** Who has to come to the screen: an own seat that is waited for while the shown one is not. */
  get next() {
    return this.shown.isWaitedFor ? undefined : this.#followers.find(({ isWaitedFor }) => isWaitedFor);
  }

  /** Two seats share a screen without a curtain as long as they see the same. */
  hasSecrets(from, to) {
    return from !== to && JSON.stringify(from.state.view) !== JSON.stringify(to.state.view);
  }

  /** Lets the clocks stand still while the screen is handed over, where all people of the match share it; or go on. */
  async holdClocks(hold) {
    const { state } = this.shown;
    if (!state.clock || state.state !== 'running') return;
    try {
      const { left } = await this.shown.ask('match.hold', { hold });
      for (const follower of this.#followers) follower.setClocks(left, hold);
    } catch (error) {
      if (error.data?.reason !== 'refused') throw error; // somebody plays elsewhere: there they run
    }
  }

  show(follower) {
    this.shown = follower;
    this.dispatchEvent(new CustomEvent('state'));
  }

  #listenTo(follower) {
    follower.addEventListener('entry', ({ detail }) => this.#pass(follower, 'entry', detail));
    follower.addEventListener('state', () => this.#pass(follower, 'state'));
    follower.addEventListener('presence', () => follower === this.shown && this.dispatchEvent(new CustomEvent('presence')));
  }

  #pass(follower, name, detail) {
    this.#remember();
    this.dispatchEvent(new CustomEvent(follower === this.shown ? name : 'others', { detail }));
  }

  /** What the lobby shows of it. What everybody may watch, everybody finds there. */
  #remember() {
    const known = recordOf(this.match);
    if (known.seats.length === 0 && !known.watch) return;
    const { game, state, seats, rematch } = this.shown.state;
    const names = seats.map(({ name }) => name);
    const end = state === 'over' ? endOf(this.shown.state, names) : undefined;
    if (known.state !== state || known.game !== game || known.names?.join() !== names.join())
      remember(this.match, { game, state, names, end });
    if (rematch) carryOver(this.match, rematch);
  }
}

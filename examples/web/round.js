// The end of a round: what each has won in it and what for lies over the table until one
// moves or closes it, or play goes on; for who only watches, for a while. It blocks nothing.
import { without } from './any-order.js';
import { fill, make } from './element.js';
import { differencesOf } from './follower.js';
import { setting } from './settings.js';
import './sheet.js';
import { sum } from './verdict.js';
import { gained, say } from './words.js';

/** By pace: how long it is there for who watches, in ms. */
const STAYS = { none: 4000, fast: 3000, normal: 6000, slow: 11000 };

/** The heading of a round that is counted with an entry; undefined where none is, or where it is taken back. */
export function headingOf({ events: kinds }, { kind: by, events = [] }) {
  const isPlayed = ['move', 'chosen'].includes(by);
  return isPlayed ? events.map(({ kind }) => kinds.find(({ name }) => name === kind)?.heading).find(Boolean) : undefined;
}

/** What rounds bring: each is counted from the score with which it began, if that is known. */
export class Rounds {
  #began; // {seq, score}

  /** The first begins while nobody has any points. */
  begin({ seq, score }) {
    if (score?.seats?.every(({ total }) => total === 0)) this.#began ??= { seq, score };
  }

  /** {heading, scores before and after} of a round that ends with an entry and was seen from its beginning; not at the end of the match, which tells it all. */
  endedBy(description, entry, { state, score }) {
    if (entry.undone <= this.#began?.seq) this.#began = undefined;
    const heading = headingOf(description, entry);
    if (state !== 'running' || !heading) return undefined;
    const before = this.#began?.score;
    this.#began = { seq: entry.seq, score };
    return before && { heading, before, after: score };
  }
}

/** The lines of a score that were not there before; where others of that category have changed, one for all that a seat has more of it. */
function newLines(before, after) {
  const keyOf = ({ category, seat, tier }) => `${category} ${seat} ${tier}`;
  const tellingOf = ({ text, points }) => `${points} ${text}`;
  const pointsOf = (lines) => sum(lines.map(({ points }) => points));
  const old = Map.groupBy(before.lines, keyOf);
  const now = Map.groupBy(after.lines.filter(({ tier }) => tier === 0), keyOf);
  return [...now].flatMap(([key, lines]) => {
    const was = old.get(key) ?? [];
    if (!without(was, lines, tellingOf).length) return without(lines, was, tellingOf).filter(({ points }) => points);
    const points = pointsOf(lines) - pointsOf(was);
    return points ? [{ ...lines.at(-1), points }] : [];
  });
}

/** Emits "read" when somebody unfolds how it came about, and "close". */
class Round extends HTMLElement {
  #timer;
  #listeners;

  disconnectedCallback() {
    this.close();
  }

  /** `before` and `after` are scores, before and after the round. `isPlayed`: whether the one who looks plays. */
  show({ heading, before, after }, description, names, isPlayed) {
    this.close();
    const gains = differencesOf(before, after);
    const order = [...gains.keys()].sort((a, b) => gains[b] - gains[a]);
    const sheet = make('lap-sheet');
    sheet.show({ lines: newLines(before, after) }, description, names);
    sheet.addEventListener('toggle', () => this.#read(), { capture: true });
    fill(
      this,
      make('header', {}, make('h2', {}, heading), make('button', { 'aria-label': say('close'), title: say('close'), onclick: () => this.close() }, '×')),
      make('ol', { class: 'ranking' }, order.map((seat) => make('li', { 'data-seat': seat, class: 'player' },
        make('span', { class: 'name' }, names[seat]),
        make('strong', {}, gained(gains[seat])),
        make('span', { class: 'quiet' }, say('round.total', { count: after.seats[seat].total }))))),
      sheet,
    );
    this.hidden = false;
    if (!isPlayed) this.#timer = setTimeout(() => this.close(), STAYS[setting('pace')]);
    this.#listeners = new AbortController();
    const escape = (event) => {
      if (event.key !== 'Escape' || event.target.closest?.('dialog')) return;
      event.stopPropagation(); // no step is taken back by it
      this.close();
    };
    addEventListener('keydown', escape, { capture: true, signal: this.#listeners.signal });
  }

  #read() {
    clearTimeout(this.#timer);
    this.dispatchEvent(new CustomEvent('read'));
  }

  close() {
    clearTimeout(this.#timer);
    this.#listeners?.abort();
    this.hidden = true;
    this.dispatchEvent(new CustomEvent('close'));
  }
}

customElements.define('lap-round', Round);

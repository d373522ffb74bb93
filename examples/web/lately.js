// What others have done last, in two lines, for where the story is out of sight; a click on them opens it.
import { fill, make } from './element.js';
import { BY_MOVES } from './follower.js';
import { isSealed, toldGains } from './story.js';
import { say } from './words.js';

/** Before one's first turn, no more than so many entries are told. */
const TOLD = 20;

/**
 * The entry with which the last turn of a `seat` ended, up to an entry `seq`, before others did what they have done last; 0 where
 * there is none. What comes of a choice that all make at once has come since.
 */
export function lastTurn(story, seat, seq) {
  const moves = story.filter((entry) => entry.seq <= seq && (entry.kind === 'move' || entry.kind === 'chosen') && !entry.isUndone);
  const isOfAll = (entry) => entry.kind === 'chosen' && !isSealed(entry);
  const last = moves.findLastIndex((entry) => isOfAll(entry) || (entry.seat !== seat && !isSealed(entry)));
  const own = moves.slice(0, last + 1).findLast((entry) => entry.seat === seat);
  return own ? own.seq - (isOfAll(own) ? 1 : 0) : 0;
}

/** What each of the others has done last, and what won something: of a move, the first sentence says what it was, and who won what by it; where all have moved together, what is told of them. */
function newestOf(entries, own, names) {
  const moves = entries.filter(({ kind, seat }) => kind === 'move' && seat !== own);
  const newest = moves.filter(({ seat, gains }, i) => gains?.length || !moves.slice(i + 1).some((later) => later.seat === seat));
  if (newest.length) return newest.map(({ text, gains }) => [text[0], toldGains(gains, names)].filter(Boolean).join(' ')).join(' · ');
  const text = entries.at(-1)?.text ?? [];
  const ofOthers = text.filter((sentence) => names.some((name, seat) => seat !== own && sentence.includes(name)));
  return ofOthers.join(' ') || text.at(-1);
}

class Lately extends HTMLElement {
  #line = make('span', { class: 'line' });

  connectedCallback() {
    this.append(make('button', { class: 'bare' }, make('span', { class: 'unseen' }, say('lately'), ': '), this.#line, '▾'));
  }

  /** `entries` since the last turn of `own`, who looks; `names` of all seats. */
  show(entries, own, names) {
    const told = entries.filter((entry) => BY_MOVES.has(entry.kind) && !entry.isUndone && !isSealed(entry) && entry.text.length > 0);
    this.hidden = told.length === 0;
    fill(this.#line, newestOf(told.slice(-TOLD), own, names));
  }
}

customElements.define('lap-lately', Lately);

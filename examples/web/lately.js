// What others have done last, in two lines, for where the story is out of sight. What has happened since one's own last move opens
// below it.
import { fill, make } from './element.js';
import { closeByEscape } from './focus.js';
import { BY_MOVES } from './follower.js';
import { isSealed, toldGains } from './story.js';
import { say } from './words.js';

/** Before one's first move, no more than so many entries are told. */
const TOLD = 20;

/** Entries up to `seq`, from the last move of one of the `own` seats on. */
function entriesSince(story, own, seq) {
  const isTold = (entry) => entry.seq <= seq && BY_MOVES.has(entry.kind) && !entry.isUndone && !isSealed(entry);
  const told = story.filter((entry) => isTold(entry) && entry.text.length > 0);
  const last = told.findLastIndex(({ kind, seat }) => kind === 'move' && own.includes(seat));
  return told.slice(last < 0 ? -TOLD : last);
}

/** What each of the others has done last, and what won something: of a move, the first sentence says what it was, and who won what by it; where all have moved together, what is told of them. */
function newestOf(entries, own, names) {
  const moves = entries.filter(({ kind, seat }) => kind === 'move' && !own.includes(seat));
  const newest = moves.filter(({ seat, gains }, i) => gains?.length || !moves.slice(i + 1).some((later) => later.seat === seat));
  if (newest.length) return newest.map(({ text, gains }) => [text[0], toldGains(gains, names)].filter(Boolean).join(' ')).join(' · ');
  const text = entries.at(-1)?.text ?? [];
  const ofOthers = text.filter((sentence) => names.some((name, seat) => !own.includes(seat) && sentence.includes(name)));
  return ofOthers.join(' ') || text.at(-1);
}

class Lately extends HTMLElement {
  #line = make('span', { class: 'line' });
  #count = make('span');
  #list = make('ol', { class: 'panel' });
  #details = make('details', {}, make('summary', {}, make('span', { class: 'unseen' }, say('lately'), ' '), this.#line, this.#count), this.#list);
  #first; // the entry from which on it tells

  connectedCallback() {
    this.append(this.#details);
    closeByEscape(this);
  }

  close() {
    this.#details.open = false;
  }

  /** `story` of a follower, up to the entry `seq` that is drawn; `own`: the seats of who looks; `names` of all seats. */
  show(story, own, names, seq) {
    const entries = entriesSince(story, own, seq);
    const sentences = entries.flatMap(({ text, gains }) => [...text, toldGains(gains, names)]).filter(Boolean);
    if (entries[0]?.seq !== this.#first) this.#details.open = false; // one has moved
    this.#first = entries[0]?.seq;
    this.hidden = sentences.length === 0;
    fill(this.#line, newestOf(entries, own, names));
    fill(this.#count, sentences.length > 1 && `${sentences.length} ▾`);
    fill(this.#list, sentences.map((sentence) => make('li', {}, sentence)));
  }
}

customElements.define('lap-lately', Lately);

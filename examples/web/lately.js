// What others have done last, in two lines, for where the story is out of sight; a click on them opens it.
import { fill, make } from './element.js';
import { BY_MOVES } from './follower.js';
import { isSealed, toldGains } from './story.js';
import { sum } from './verdict.js';
import { say } from './words.js';

/** So many lines are there; of each, so many px at its end have the arrow, or stay empty where a word does not fit. */
const LINES = 2;
const ENDS = 45;

/** Whether an entry opens what all have chosen at once. */
const isOfAll = ({ opened }) => Boolean(opened);

/**
 * The entry with which the last turn of a `seat` ended, up to an entry `seq`, before others did what they have done last; 0 where
 * there is none. What comes of a choice that all make at once has come since.
 */
export function lastTurn(story, seat, seq) {
  const moves = story.filter((entry) => entry.seq <= seq && (entry.kind === 'move' || entry.kind === 'chosen') && !entry.isUndone);
  const last = moves.findLastIndex((entry) => isOfAll(entry) || (entry.seat !== seat && !isSealed(entry)));
  const own = moves.slice(0, last + 1).findLast((entry) => entry.seat === seat);
  return own ? own.seq - (isOfAll(own) ? 1 : 0) : 0;
}

/** That entry for a story that marks what is new: undefined where one has moved and nobody else has since, or only watches. */
export function newSince(turn, story, seat, seq) {
  const hasMoved = story.some((entry) => entry.seat === seat && entry.seq <= seq && BY_MOVES.has(entry.kind));
  return seat < 0 || (!turn && hasMoved) ? undefined : turn;
}

/** What was done, what came of it, and who won what by it. The first sentence of a move says what it was, and where all have chosen at once, the first one about each of the `others`, by name. */
function partsOf({ text, opened, gains }, others, names) {
  const isOf = (name) => (sentence) => sentence.includes(name);
  const told = opened ? text.filter((sentence) => others.some((name) => isOf(name)(sentence))) : text;
  const acts = opened ? new Set(others.map((name) => told.find(isOf(name))).filter(Boolean)) : new Set(told.slice(0, 1));
  return { acts: [...acts], came: told.filter((sentence) => !acts.has(sentence)), won: toldGains(gains, names) };
}

/** What seats have won by several entries, each in all. */
function sumOf(entries) {
  const bySeat = Map.groupBy(entries.flatMap(({ gains }) => gains ?? []), ({ seat }) => seat);
  return [...bySeat].map(([seat, gains]) => ({ seat, points: sum(gains.map(({ points }) => points)) })).filter(({ points }) => points);
}

/**
 * What each of the others has done last, and what won something; where nobody else has moved, what happened last. What came of it
 * follows as far as there is room, then "…" where there is more; where there is not even room for what was done, each one's last doing
 * is cut alike, and what all have won since is told behind it. `isRoomFor(text)`: whether it fits.
 */
function newestOf(entries, own, names, isRoomFor) {
  const others = names.filter((_, seat) => seat !== own);
  const moves = entries.filter((entry) => entry.kind === 'move' && (isOfAll(entry) || entry.seat !== own));
  const isLast = ({ seat }, i) => !moves.slice(i + 1).some((later) => later.seat === seat);
  const partsOfAll = (told) => (told.length ? told : entries.slice(-1)).map((entry) => partsOf(entry, others, names));
  const textOf = (cut, end) => [...cut.map(({ parts, isCut, won }) => [...parts, isCut && '…', won].filter(Boolean).join(' ')), end].filter(Boolean).join(' · ');
  const newest = partsOfAll(moves.filter((entry, i) => entry.gains?.length || isLast(entry, i)));
  const isMore = newest.length < moves.length ? '\u00a0…' : '';
  const whole = newest.map(({ acts, came, won }) => ({ all: [acts.join(' '), ...came], won }));
  const inSentences = (cut) => `${textOf(cut)}${isMore}`;
  if (isRoomFor(inSentences(whole.map(firstOf(1))))) return inSentences(cutToFit(whole, (cut) => isRoomFor(inSentences(cut))));
  const words = partsOfAll(moves.filter(isLast)).map(({ acts, came }) => ({ all: [...acts.join(' ').split(' '), ...came] }));
  const won = toldGains(sumOf(moves.length ? entries : entries.slice(-1)), names);
  const inWords = (cut) => textOf(cut, won);
  return inWords(cutToFit(words, (cut) => isRoomFor(inWords(cut))));
}

/** The first so many parts of what is told of a move, and whether others are left out. */
const firstOf = (count) => ({ all, won }) => ({ parts: all.slice(0, count), isCut: count < all.length, won });

/** Of each the first part, and then in turn one more of each that still fits. */
function cutToFit(told, fits) {
  const counts = told.map(() => 1);
  const cut = () => told.map((one, i) => firstOf(counts[i])(one));
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const [i, { all }] of told.entries()) {
      if (counts[i] === all.length) continue;
      counts[i]++;
      if (fits(cut())) isMore = true;
      else counts[i]--;
    }
  }
  return cut();
}

class Lately extends HTMLElement {
  #line = make('span', { class: 'line' });
  #told; // what show() was called with
  #width = 0;
  #pen = document.createElement('canvas').getContext('2d');
  #observer = new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect.width));

  connectedCallback() {
    this.append(make('button', { class: 'bare' }, make('span', { class: 'unseen' }, say('lately'), ': '), this.#line, '▾'));
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  #resized(width) {
    if (width === this.#width) return;
    this.#width = width;
    this.#pen.font = getComputedStyle(this.#line).font;
    this.#draw();
  }

  /** `entries` since the last turn of `own`, who looks; `names` of all seats. */
  show(entries, own, names) {
    const told = entries.filter((entry) => BY_MOVES.has(entry.kind) && !entry.isUndone && !isSealed(entry) && entry.text.length > 0);
    this.hidden = told.length === 0;
    this.#told = [told, own, names];
    this.#draw();
  }

  /** Where it is out of sight, nothing is told. */
  #draw() {
    if (!this.#width || !this.#told || this.hidden) return;
    const room = LINES * (this.#width - ENDS);
    fill(this.#line, newestOf(...this.#told, (text) => this.#pen.measureText(text).width <= room));
  }
}

customElements.define('lap-lately', Lately);

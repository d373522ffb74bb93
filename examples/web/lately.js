// What others have done last, in two lines, for where the story is out of sight; a click on them opens it.
import { fill, make } from './element.js';
import { BY_MOVES } from './follower.js';
import { isSealed, toldGains } from './story.js';
import { say } from './words.js';

/** Before one's first turn, no more than so many entries are told. */
const TOLD = 20;

/** As many characters fit into the two lines that there are. */
const ROOM = 90;

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

/** What was done, what came of it, and who won what by it. The first sentence of a move says what it was, and where all have chosen at once, the first one about each of the `others`, by name. */
function partsOf({ text, opened, gains }, others, names) {
  const isOf = (name) => (sentence) => sentence.includes(name);
  const told = opened ? text.filter((sentence) => others.some((name) => isOf(name)(sentence))) : text;
  const acts = opened ? new Set(others.map((name) => told.find(isOf(name))).filter(Boolean)) : new Set(told.slice(0, 1));
  return { acts: [...acts], came: told.filter((sentence) => !acts.has(sentence)), won: toldGains(gains, names) };
}

/**
 * What each of the others has done last, and what won something; where nobody else has moved, what happened last. What came of it
 * follows as far as there is room, then "…" where there is more.
 */
function newestOf(entries, own, names) {
  const others = names.filter((_, seat) => seat !== own);
  const moves = entries.filter((entry) => entry.kind === 'move' && (isOfAll(entry) || entry.seat !== own));
  const newest = moves.filter(({ seat, gains }, i) => gains?.length || !moves.slice(i + 1).some((later) => later.seat === seat));
  const parts = (newest.length ? newest : entries.slice(-1)).map((entry) => partsOf(entry, others, names));
  let room = ROOM - parts.flatMap(({ acts, won }) => [...acts, won]).join(' ').length;
  let isAll = parts.length >= moves.length;
  const lines = parts.map(({ acts, came, won }) => {
    const kept = came.filter((sentence) => (room -= sentence.length + 1) >= 0);
    isAll &&= kept.length === came.length;
    return [...acts, ...kept, won].filter(Boolean).join(' ');
  });
  return `${lines.join(' · ')}${isAll ? '' : '\u00a0…'}`;
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

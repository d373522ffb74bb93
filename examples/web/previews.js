// What the steps that may be taken bring, as far as that is sure (match.preview): asked for beside what may be taken, and drawn with it.

import { isPick } from './any-order.js';
import { nameOf } from './choice.js';
import { make } from './element.js';
import { gained, say } from './words.js';

/** Within so many ms it is mostly known. */
const KNOWN = 25;

/** More sentences than so many are not all told. */
const TOLD = 6;
/** Stands for those that are not. */
export const CUT = '…';

const none = new Map();

export class Previews {
  #ask;
  #asked = new Map(); // by the steps so far, as text: a promise
  #found = new Map(); // by the same: previews by their step, as text

  /** `ask(prefix)` resolves to the previews of the steps that may follow. */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Other steps may be taken from here on: what is still to come is of the old ones. */
  forget() {
    this.#asked = new Map();
    this.#found = new Map();
  }

  /** Finds out what the steps behind `prefix` bring, once. Rules that cannot say it leave the steps as they are. */
  foresee(prefix) {
    const name = JSON.stringify(prefix);
    if (this.#asked.has(name)) return;
    const found = this.#found;
    const keep = (previews) => void found.set(name, new Map(previews.map((preview) => [nameOf(preview.step), preview])));
    this.#asked.set(name, this.#ask(prefix).catch(() => []).then(keep));
  }

  /** Resolves when it is known; undefined: nobody has asked. */
  asked(prefix) {
    return this.#asked.get(JSON.stringify(prefix));
  }

  /** Resolves when it is known, or after a moment. */
  soon(prefix) {
    return Promise.race([this.asked(prefix), new Promise((resolve) => setTimeout(resolve, KNOWN))]);
  }

  /** Whether it has been asked and is not known yet. */
  isComing(prefix) {
    return Boolean(this.asked(prefix)) && !this.#found.has(JSON.stringify(prefix));
  }

  /** {changes, text} of a step behind `prefix`; undefined: nothing is sure, or known yet. */
  of(prefix, step) {
    return (this.#found.get(JSON.stringify(prefix)) ?? none).get(nameOf(step));
  }
}

/** Who wins or loses how much, in words. */
const changesOf = (changes, names) => changes.map(({ seat, points }) => [names[seat], gained(points)].filter(Boolean).join(' ')).join(', ');

/**
 * A preview as one seat sees it: {points, best?, next?, others, text, sentences, isAct, told}: what it wins or loses, alone or with all, 0 if surely
 * nothing and undefined if that is not sure; what it has with what comes next at best, if that is more than it and, of a next move, than
 * `most`, which another step is sure to bring, and the same in words; what others do, in words; what is told at once, in sentences, and all
 * `sentences`; whether the first is what the seat itself does, and all in words.
 */
function asSeen(preview, viewer, names, most) {
  if (!preview) return { text: [], told: '' };
  const isOwn = ({ seat }) => seat === viewer || seat < 0;
  const changes = preview.changes.filter(({ points }) => points !== 0);
  const points = preview.changes.find(isOwn)?.points;
  const next = preview.best > Math.max(points ?? 0, preview.whole ? most : 0) && say('brings.best', { points: gained(preview.best) });
  const text = [...preview.text.slice(0, TOLD), preview.text.length > TOLD && CUT].filter(Boolean);
  return {
    points,
    ...(next && { best: preview.best, next }),
    others: changesOf(changes.filter((one) => !isOwn(one)), names),
    text,
    sentences: preview.text,
    isAct: preview.begins && Boolean(text[0]?.includes(names[viewer])),
    told: [...preview.text, changesOf(changes, names), next].filter(Boolean).join(' '),
  };
}

/** What is known of each of some steps. Of a set that is picked in any order that is so of the last piece of a move, and of what the host has before all others, if it has all of them: it has not heard of other orders. */
function knownOf(steps, previewOf) {
  const first = steps.some(({ isExtra }) => isExtra) ? undefined : steps.find(isPick);
  const found = steps.map(previewOf);
  return found.map((preview, i) => (preview?.whole || preview?.repeats === false || !isPick(steps[i]) || steps[i] === first ? preview : undefined));
}

/** Whether all of some steps bring as much, and something: at once, or all with the next move. */
function bringAlike(seen) {
  const [one, ...others] = seen.map(({ points, best }) => points || (best && `next ${best}`));
  return others.length > 0 && Boolean(one) && others.every((other) => other === one);
}

/**
 * What steps bring as one seat sees it, by `index`, and whether the move surely goes on behind them (`leadsOn`). `isNothing`: it surely
 * brings no points, and most others win or lose some; `isAlike`: all bring as much. `previewOf(step)`: its preview, or undefined. Of
 * pieces to pick the points are told of all or of none: who sees some would take the others for worse.
 */
export function broughtBy(steps, previewOf, viewer, names) {
  const known = knownOf(steps, previewOf);
  const isPartial = steps.some((step, i) => isPick(step) && !known[i]);
  const seenOf = (most) => (preview, i) => {
    const seen = asSeen(preview, viewer, names, most);
    return isPartial && isPick(steps[i]) ? { ...seen, points: undefined, best: undefined, next: undefined } : seen;
  };
  const seen = (most) => known.map(seenOf(most));
  const points = seen(0).map((brought) => brought.points);
  const isRare = points.filter((one) => one === 0).length < points.filter(Boolean).length;
  const isNothing = ({ points: own, best }) => isRare && own === 0 && best === undefined;
  const all = seen(Math.max(0, ...points.filter(Boolean)));
  const isAlike = bringAlike(all);
  return new Map(all.map((brought, i) => [steps[i].index, { ...brought, isNothing: isNothing(brought), isAlike, leadsOn: previewOf(steps[i])?.whole === false }]));
}

/** What all steps bring alike, as a sign beside what is asked; undefined: they do not. */
export function signOfAll({ points, best, isAlike } = {}) {
  return isAlike && make('span', { class: 'brings' }, !points && '→ ', say('brings.each', { points: gained(points || best) }));
}

/** How many points something brings, or where it brings none, the next move at best, as a sign; undefined: none that need be said, or that is not sure, or it is said of all. */
export function broughtSign({ points, best, isNothing, isAlike }) {
  const shown = !isAlike && (points || best);
  if (isNothing) return make('span', { 'aria-hidden': 'true', class: 'brings zero' }, '±0');
  if (!shown) return undefined;
  return make('span', { 'aria-hidden': 'true', class: shown < 0 ? 'brings loses' : 'brings' }, !points && '→ ', gained(shown));
}

/** What a place shows that all of these steps bring alike: {points?, best?, isNothing?, isAlike?, told?, leadsOn?}; a sentence alone mostly says what a step does. */
export function broughtAlike(steps, brought) {
  const alike = (of) => {
    const values = new Set(steps.map((index) => of(brought.get(index))));
    return values.size === 1 ? [...values][0] : undefined;
  };
  const most = ({ points, best }) => best ?? points;
  const known = steps.map((index) => most(brought.get(index)));
  const differ = new Set(known).size > 1 && !known.includes(undefined); // which of them it is comes next
  return {
    points: alike(({ points }) => points),
    best: differ ? Math.max(...known) : alike(({ best }) => best),
    isNothing: alike(({ isNothing }) => isNothing),
    isAlike: alike(({ isAlike }) => isAlike),
    leadsOn: alike(({ leadsOn }) => leadsOn),
    told: alike(({ points, best, others, text, told }) => (points || best || others || text.length > 1 ? told : '')) ?? commonTo(steps.map((index) => brought.get(index))),
  };
}

/** Of each of several steps for which a place stands, how it is called and what is told of it. */
export const waysOf = ({ steps, labels }, brought) => steps.map((index, i) => ({ label: labels[i], told: brought.get(index)?.told }));

/** What is told of each of several steps. */
function commonTo([first, ...others]) {
  const of = ({ text = [], sentences = text } = {}) => sentences;
  return of(first).filter((sentence) => others.every((other) => of(other).includes(sentence))).join(' ');
}

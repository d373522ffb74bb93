// Choosing a move: step by step, by what is highlighted or from a list, with a way back. Knows nothing of the page.
import { inOrder, isPick, morePicks, partAt, picksBehind, pieceOf, without } from './any-order.js';

/** More steps than so many at one place are not all named there. */
const NAMED = 6;

/** Of each highlight of a step. Equal pieces are told apart by their number: the second one is another than the first. */
function keysOf(highlights) {
  const names = highlights.map((highlight) => JSON.stringify(highlight));
  return names.map((name, i) => (highlights[i].piece ? `${name} ${names.slice(0, i).filter((one) => one === name).length}` : name));
}

/** Of what tells each of several things, by its place: whether another place tells what stands at `i`, and comes first if they tell the same. */
function isImplied(all, i) {
  const tells = (from, to) => [...Map.groupBy(all, (keys) => keys[from]).values()].every((alike) => new Set(alike.map((keys) => keys[to])).size === 1);
  return [...all[0].keys()].some((other) => other !== i && tells(other, i) && (other < i || !tells(i, other)));
}

/**
 * Emits "change" when other steps may be taken, "done" with the steps of a whole move.
 *
 * A stage is what stood to choose from at one moment: {prefix, steps, asked, among, highlighted, said}: `prefix` the steps taken,
 * `steps` the next ones, `asked` what is said of them ({prompt?, prompts?}), `among` those indices of them that are still meant,
 * `highlighted` the highlights that were picked to say so, `said` what led here. Behind the host's own steps stand those that
 * `isExtra`: pieces that may be picked in another order than the host's. While the picks so far are no legal beginning by
 * themselves, the stage `isPartial` and has only those.
 */
export class Choice extends EventTarget {
  #stages = [];
  #ask;
  #generation = 0; // an answer to an earlier one comes too late
  #isAsking = false;
  #takesSingle;
  #piecesAt;
  #foresee;
  #isWhole;
  #answers = new Map(); // by the steps that were asked for, as text
  #counts = new Map(); // of the picks that complete a move, by the steps before them, as text

  /**
   * `ask(prefix)` resolves to {steps, complete, prompt?, prompts?}. `takesSingle()`: a step without another one is taken by itself.
   * `piecesAt(highlight)`: all pieces where a highlighted one lies; where none are told, pieces are picked in the host's order only.
   * `foresee(prefix)` is called with the steps of a beginning, as soon as the steps behind them are asked for. `isWhole(prefix, step)`:
   * whether it is known that a step ends the move: then nothing is asked.
   */
  constructor(ask, takesSingle = () => false, piecesAt = () => [], foresee = () => {}, isWhole = () => false) {
    super();
    this.#ask = ask;
    this.#takesSingle = takesSingle;
    this.#piecesAt = piecesAt;
    this.#foresee = foresee;
    this.#isWhole = isWhole;
  }

  /** `asked`: {prompt?, prompts?}, what is to be chosen, in words (match.legal). */
  begin(steps, asked = {}) {
    this.#generation++;
    this.#answers = new Map([['[]', Promise.resolve({ ...asked, steps })]]);
    this.#counts = new Map();
    this.#stages = steps.length > 0 ? [stageOf([], steps, asked)] : [];
    if (steps.length > 0) this.#foresee([]);
    this.#changed();
    this.takeSingle();
    this.#addPicks();
  }

  get isOpen() {
    return this.#stages.length > 0;
  }

  /** Whether an answer is awaited, which changes what may be taken. */
  get isAsking() {
    return this.#isAsking;
  }

  get canGoBack() {
    return this.#stages.length > 1;
  }

  /** The steps that may be taken now, each with its `index`. */
  get options() {
    if (!this.isOpen) return [];
    const { steps, among } = this.stage;
    return among.map((index) => ({ ...steps[index], index }));
  }

  /**
   * A step that may be taken: {step, places, own, before}, its places and those of the steps before it, the latest first; `own`: its
   * places that not all others have, too; `before`: the same of each of those.
   */
  about(index) {
    const { steps, prefix, among } = this.stage;
    const taken = [steps[index], ...prefix.toReversed()];
    const [about, ...before] = taken.map((step, i) => ({ step, places: taken.slice(i).flatMap(({ highlights = [] }) => highlights) }));
    const others = among.filter((one) => one !== index).map((one) => new Set(keysOf(steps[one].highlights ?? [])));
    const { highlights = [] } = steps[index];
    const own = highlights.filter((_, i) => !others.length || others.some((keys) => !keys.has(keysOf(highlights)[i])));
    return { ...about, own, before };
  }

  /** Whether pieces have been picked of which the host has not heard yet: what it has said to choose was of less. */
  get isPartial() {
    return Boolean(this.stage?.isPartial);
  }

  /** What is to be chosen, in words: what the game says where all is of one kind, or else of all; undefined where it says nothing, or has not heard of what was picked. */
  get prompt() {
    if (this.isPartial) return undefined;
    const [first, ...others] = new Set(this.options.map(({ kind }) => kind));
    if (!first) return undefined;
    const { prompt, prompts } = this.stage.asked;
    return others.length ? prompt : (prompts?.[first] ?? prompt);
  }

  /** What has been chosen so far, in words. */
  get trail() {
    return this.#stages.map(({ said }) => said).filter(Boolean);
  }

  /** The places of the steps that have been taken, the latest first. */
  get taken() {
    return this.isOpen ? this.stage.prefix.toReversed().flatMap(({ highlights = [] }) => highlights) : [];
  }

  /** How far one is with pieces of which so many are picked, or with a step that several places tell: {at, of}; undefined where there is one. */
  get progress() {
    if (!this.isOpen) return undefined;
    const pick = this.stage.steps.find(isPick);
    const { base, picks } = pick ? partAt(this.stage.prefix, pick) : {};
    const count = pick && this.#counts.get(textOf(base));
    if (count) return { at: picks.length + 1, of: count };
    const [first, ...others] = this.options.map(({ highlights = [] }) => highlights.length);
    if (first < 2 || others.some((length) => length !== first)) return undefined;
    if (this.#highlightsOfSteps().every(([, , indices]) => indices.length === this.stage.among.length)) return undefined; // they tell nothing
    return this.#picked(first);
  }

  /** How many of the `many` places by which a step is told have been picked, without those that follow from another one. */
  #picked(many) {
    const { steps, highlighted } = this.stage;
    const keys = steps.map(({ highlights = [] }) => keysOf(highlights)).filter(({ length }) => length === many);
    const own = [...keys[0].keys()].filter((i) => !isImplied(keys, i));
    const picked = [...highlighted].filter((key) => keys.some((all) => own.includes(all.indexOf(key))));
    return own.length > 1 ? { at: Math.min(picked.length + 1, own.length), of: own.length } : undefined;
  }

  /**
   * [{highlight, steps: [index], labels?, label?, kind?, chosen?}] for a board: what tells the steps apart, how each of them is called, of
   * which kind they are if all are of one, and what was picked, or is where all of them are.
   */
  get highlights() {
    if (!this.isOpen) return [];
    const { among, highlighted, steps } = this.stage;
    const all = this.#highlightsOfSteps();
    const areAtOnePlace = among.length > 1 && all.every(([, , indices]) => indices.length === among.length);
    const now = all.filter((one) => !isToldByPlaces(one, all)).map(([key, highlight, indices]) => {
      if (highlighted.has(key) || areAtOnePlace) return { highlight, steps: [], chosen: true };
      const tells = indices.length < among.length || among.length === 1;
      const [kind, ...others] = new Set(indices.map((index) => steps[index].kind));
      const labels = indices.map((index) => steps[index].label);
      return { highlight, steps: tells ? indices : [], labels, label: namesOf(labels), kind: others.length ? undefined : kind };
    });
    return [...this.#chosenBefore(), ...now];
  }

  /** What the steps that have been taken were about. */
  #chosenBefore() {
    return this.taken.toReversed().map((highlight) => ({ highlight, steps: [], chosen: true }));
  }

  /** One of what is highlighted: a step if it means only one, else those that it may mean. */
  pick(indices) {
    if (!this.isOpen || this.#isAsking) return undefined;
    const among = this.stage.among.filter((index) => indices.includes(index));
    if (among.length === 1) return this.take(among[0]);
    if (among.length > 1) this.#narrow(among);
    return undefined;
  }

  /** One step at a time: while the host is asked, nothing else is taken. */
  async take(index) {
    if (this.#isAsking || !this.isOpen) return;
    const step = this.stage.steps[index];
    const generation = ++this.#generation;
    this.#isAsking = true;
    const isOvertaken = () => generation !== this.#generation; // something else may be chosen by now
    const after = await this.#after(step).catch((error) => (isOvertaken() ? {} : Promise.reject(error))).finally(() => (this.#isAsking = false));
    if (isOvertaken()) return this.#changed();
    const { prefix, steps, complete, isPartial, ...asked } = after;
    if (isPartial && !steps.length) return this.#changed(); // with nothing to go on, it would not be taken back
    if (complete) this.#finish(prefix.map(bare));
    else this.#enter({ ...stageOf(prefix, steps, asked), said: step.label, isPartial });
    this.takeSingle();
    this.#addPicks();
  }

  /** Each position is asked for once. */
  #legal(prefix) {
    const name = textOf(prefix);
    if (!this.#answers.has(name)) this.#answers.set(name, this.#ask(prefix.map(bare)));
    return this.#answers.get(name);
  }

  /** What a step leads to: {prefix, steps, complete, isPartial?, prompt?, prompts?}. */
  async #after(step) {
    const { prefix, isPartial } = this.stage;
    const taken = [...prefix, step];
    if (!isPartial && !step.isExtra) {
      if (this.#isWhole(prefix.map(bare), step)) return { prefix: taken, steps: [], complete: true };
      const legal = this.#legal(taken);
      this.#foresee(taken.map(bare));
      return { prefix: taken, ...(await legal) };
    }
    const ask = (steps) => this.#legal(steps);
    const { base, picks } = partAt(taken, step);
    const ordered = await inOrder(ask, base, picks);
    if (ordered && !ordered.complete) this.#foresee(ordered.prefix.map(bare));
    if (ordered) return ordered;
    const more = await morePicks(ask, base, picks, step, this.#isEnough(picks, []));
    return { prefix: taken, steps: more.map(extra), complete: false, isPartial: true };
  }

  /** Where pieces are picked and not all of them may be next, those that may come in another order are found and added. */
  async #addPicks() {
    const { stage } = this;
    const pick = stage && !stage.isPartial && stage.steps.find(isPick);
    if (!pick) return;
    const { base, picks } = partAt(stage.prefix, pick);
    this.#countPicks(base, this.#piecesAt(pick.highlights[0]));
    const offered = stage.steps.filter(isPick).map(pieceOf);
    const isEnough = this.#isEnough(picks, offered, pick);
    if (isEnough([])) return;
    const found = await morePicks((steps) => this.#legal(steps), base, picks, pick, isEnough).catch(() => []); // the host's own stay
    const more = found.filter((step) => !offered.includes(pieceOf(step))).map(extra);
    if (!more.length || this.#isAsking || this.stage !== stage) return;
    stage.among.push(...more.map((_, i) => stage.steps.length + i));
    stage.steps = [...stage.steps, ...more];
    this.#changed();
  }

  /** How many of `pieces` are picked in all, once, for what stands behind `base`. */
  async #countPicks(base, pieces) {
    const [counts, name] = [this.#counts, textOf(base)];
    if (counts.has(name)) return;
    counts.set(name, 0);
    const count = await picksBehind((steps) => this.#legal(steps), base, pieces).catch(() => 0); // whoever takes the step that fails is told
    counts.set(name, count);
    if (count && counts === this.#counts) this.#changed();
  }

  /** Whether pieces are all that lie where `pick` does, besides those that are picked or offered. */
  #isEnough(picks, offered, pick = picks[0]) {
    const left = without(this.#piecesAt(pick.highlights[0]), picks.map(pieceOf), (piece) => piece);
    const missing = left.filter((piece) => !offered.includes(piece));
    return (pieces) => missing.every((piece) => pieces.includes(piece));
  }

  /** Takes a step without another one, if that is wanted: also once it is wanted, of what is open already. Emits "failed" if that was refused. */
  takeSingle() {
    if (this.options.length !== 1 || !this.#takesSingle()) return;
    this.take(this.options[0].index).catch((error) => this.dispatchEvent(new CustomEvent('failed', { detail: error })));
  }

  back() {
    if (!this.canGoBack) return;
    this.#generation++;
    do this.#stages.pop();
    while (this.canGoBack && this.options.length === 1 && this.#takesSingle());
    this.#changed();
  }

  /** What stands to choose from: the same as long as nothing has changed. */
  get stage() {
    return this.#stages.at(-1);
  }

  /** [[key, highlight, indices]]: each highlight, and the steps that it belongs to. */
  #highlightsOfSteps() {
    const found = new Map();
    for (const { index, highlights = [] } of this.options)
      for (const [i, key] of keysOf(highlights).entries()) {
        const highlight = highlights[i];
        if (!found.has(key)) found.set(key, [key, highlight, []]);
        if (!found.get(key)[2].includes(index)) found.get(key)[2].push(index);
      }
    return [...found.values()];
  }

  /** What all of them have is chosen. */
  #narrow(among) {
    const stage = this.stage;
    const highlighted = new Set(stage.highlighted);
    for (const [key, , indices] of this.#highlightsOfSteps())
      if (among.every((index) => indices.includes(index))) highlighted.add(key);
    this.#enter({ ...stage, among, highlighted, said: undefined });
  }

  #finish(steps) {
    this.begin([]);
    this.dispatchEvent(new CustomEvent('done', { detail: steps }));
  }

  #enter(stage) {
    this.#stages.push(stage);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new CustomEvent('change'));
  }
}

/** Whether a highlight is a seat whose steps each have a place of its own: the name would be lit as if it had to be chosen, too. */
function isToldByPlaces([, { field }, indices], all) {
  const isOwn = (index) => ([, other, of]) => other.field !== undefined && of.includes(index) && of.every((one) => indices.includes(one));
  return field === undefined && indices.every((index) => all.some(isOwn(index)));
}

/** Names of steps as one; undefined where they are too many. */
function namesOf(labels) {
  const names = new Set(labels);
  return names.size <= NAMED ? [...names].join('; ') : undefined;
}

const stageOf = (prefix, steps, { prompt, prompts }) => ({ prefix, steps, asked: { prompt, prompts }, among: steps.map((_, index) => index), highlighted: new Set() });

const extra = (step) => ({ ...step, isExtra: true });

/** What match.legal and match.play read of a step. */
export const bare = ({ kind, args }) => ({ kind, args });

/** The same of two that are the same step, in whatever order their arguments come. */
export const nameOf = ({ kind, args = {} }) => JSON.stringify([kind, Object.entries(args).sort()]);

const textOf = (prefix) => JSON.stringify(prefix.map(bare));

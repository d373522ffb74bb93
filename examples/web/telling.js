// What is told of steps that may be taken, in words: what is done with each and what comes of it, and once what several have alike.
import { alikeIn } from './alike.js';
import { CUT } from './previews.js';

/** What is done with each of so many of a kind, or more, is told once above all. */
const REPEATED = 3;

/** What others win by a step, and what follows from it, in sentences: the first of those mostly says what a step does that names something. */
export const comesOf = ({ text, others, isAct = true }, { args = {} }) =>
  [others && `${others}.`, ...(isAct && (Object.keys(args).length > 0 || text.length === 1) ? text.slice(1) : text)].filter(Boolean);

/** What all of several have, and have not cut off. */
const common = ([first, ...others]) => (others.length ? first.filter((one) => one !== CUT && others.every((all) => all.includes(one))) : []);

const sentencesOf = (text) => text?.split(/(?<=[.!?…]) /u) ?? [];

const areAlike = (values) => values.length > 1 && new Set(values).size === 1;

/** {does, comes}: what is done, and what comes of it and what that leads to; undefined: nothing is told. */
export function tellingOf(does, comes, next) {
  const then = [comes && `→ ${comes}`, next].filter(Boolean).join(' '); // what only comes if the step is taken is not read as what has happened
  return (does || then) && { does, comes: then };
}

/** What is done with many of a kind among others: [{does, called}], and `called`, what all of these have in their labels. It is taken from `done`, the sentences of each. */
function doneWithKinds(options, done) {
  const kinds = [...Map.groupBy(options.keys(), (i) => options[i].kind).values()];
  return kinds.flatMap((alike) => {
    const called = alikeIn(alike.map((i) => options[i].label));
    const ofKind = common(alike.map((i) => done[i]));
    if (kinds.length < 2 || alike.length < REPEATED || !ofKind.length || !/\p{L}/u.test(called)) return [];
    for (const i of alike) done[i] = done[i].filter((one) => !ofKind.includes(one));
    return { does: ofKind.join(' '), called };
  });
}

/**
 * What is told of steps: {each: [{does, comes}], all, kinds}. What several have alike is told of each of them, or above them, called by
 * what they are (`kinds`); what all have alike only once, of `all`: on the first alone it would seem to be of that one. What is `said`
 * elsewhere, as sentences, is not told; `said` of what is returned has what `all` says, too.
 */
export function textsOf(options, brought, does, said = new Set()) {
  const isNew = (sentence) => !said.has(sentence);
  const comes = options.map((option, i) => comesOf(brought[i], option).filter(isNew));
  const ofAll = common(comes);
  const left = comes.map((sentences) => sentences.filter((one) => !ofAll.includes(one)));
  const own = left.map((sentences) => (sentences.some((one) => one !== CUT) ? sentences.join(' ') : ''));
  const next = brought.map((one) => (one.next && isNew(one.next) ? one.next : ''));
  const isCut = left.some((sentences) => sentences.length === 1 && sentences[0] === CUT);
  const done = does.map((text) => sentencesOf(text).filter(isNew));
  const ofDone = common(done);
  const isSaid = areAlike(does) && !own.includes(''); // by what comes of each
  const nextOfAll = areAlike(next) && next[0];
  const all = tellingOf(!isSaid && ofDone.join(' '), [...ofAll, isCut && CUT].filter(Boolean).join(' '), nextOfAll);
  const ownDone = done.map((sentences) => sentences.filter((one) => !ofDone.includes(one)));
  const kinds = doneWithKinds(options, ownDone);
  return { each: options.map((_, i) => tellingOf(ownDone[i].join(' '), own[i], !nextOfAll && next[i])), all, kinds, said: new Set([...ofDone, ...ofAll, nextOfAll]) };
}

// A set of pieces that is picked one by one. The host offers each set in one order only (plugin-api/lapidary/phase.h), so that a
// piece may be missing among the next steps though it belongs to a set that can still be completed. Where one order of two
// pieces is legal and the other one is not, both mean the same: what is picked in any order is sent in the host's.

/** So many positions are asked for at most, to find what else may be picked, and so many at once. */
const MOST = 40;
const AT_ONCE = 4;

/** Whether a step says nothing but which piece of a field is picked. */
export function isPick({ args = {}, highlights = [] }) {
  const [first, ...others] = Object.values(args);
  return highlights.length === 1 && !others.length && highlights[0].piece !== undefined && highlights[0].piece === first;
}

export const pieceOf = ({ highlights: [{ piece }] }) => piece;

/** Whether two picks are of one set. */
function areAlike(a, b) {
  const [one, other] = [a.highlights[0], b.highlights[0]];
  return a.kind === b.kind && one.field === other.field && one.row === other.row;
}

/** A prefix parted into the steps before a set and the picks of it: {base, picks}; `pick`: one of the set. */
export function partAt(prefix, pick) {
  const last = prefix.findLastIndex((step) => !isPick(step) || !areAlike(step, pick));
  return { base: prefix.slice(0, last + 1), picks: prefix.slice(last + 1) };
}

/** What `all` has more than `others`: equal ones, as `nameOf` says, count one by one. */
export function without(all, others, nameOf = pieceOf) {
  const left = others.map(nameOf);
  return all.filter((one) => {
    const at = left.indexOf(nameOf(one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The picks behind `base` in the host's order: {prefix, steps, complete}; undefined if they are no legal beginning by themselves. */
export async function inOrder(ask, base, picks) {
  const answer = await ask(base);
  if (!picks.length) return { prefix: base, ...answer };
  const next = new Map(picks.map((pick) => [pieceOf(pick), pick]));
  for (const step of (answer.steps ?? []).filter((one) => isPick(one) && areAlike(one, picks[0]) && next.has(pieceOf(one)))) {
    const found = await inOrder(ask, [...base, step], without(picks, [step]));
    if (found) return found;
  }
  return undefined;
}

/**
 * How many picks, more than one, complete a move behind `base`, if it takes any so many of `pieces`, the names of those that may be
 * picked: then in the host's order all but the last ones may come first, and all ways that are tried take as many. undefined otherwise.
 */
export async function picksBehind(ask, base, pieces) {
  const { steps = [] } = await ask(base);
  const count = pieces.length - steps.length + 1;
  if (count < 2 || (await lengthOf(ask, base, steps[0], 0)) !== count) return undefined;
  const lengths = await Promise.all(steps.flatMap((step) => [0, -1].map((at) => lengthOf(ask, base, step, at))));
  return lengths.every((one) => one === count) ? count : undefined;
}

/** Picks from a first one on, then always the first or the last that is offered. */
async function lengthOf(ask, base, first, at) {
  let next = first;
  for (let prefix = base; prefix.length < MOST; ) {
    if (!next || !isPick(next) || next.kind !== first.kind) return undefined;
    prefix = [...prefix, next];
    const { steps = [], complete } = await ask(prefix);
    if (complete) return prefix.length - base.length;
    if (steps.some((one) => one.kind !== first.kind)) return undefined;
    next = steps.at(at);
  }
  return undefined;
}

/**
 * Steps for pieces that some legal set has besides `picks`, found by asking for what follows `base`. What has most of the picks
 * comes first, then what is longest: the last piece of the host's order may only be offered where a set has all others. What
 * would have more pieces than the sets that have been found comes last. `pick`: one of the set. `isEnough(pieces)`: whether no more are looked for.
 */
export async function morePicks(ask, base, picks, pick, isEnough) {
  const found = new Map(); // by piece
  const left = (path) => without(picks, path).length;
  let [paths, longest] = [[[]], 0]; // of the sets that have been found, as far as they are known
  const isLong = (path) => longest > 0 && path.length + left(path) > longest;
  for (let asked = 0; paths.length && asked < MOST && !isEnough([...found.keys()]); asked += AT_ONCE) {
    const now = paths.slice(0, AT_ONCE);
    const answers = await Promise.all(now.map((path) => ask([...base, ...path])));
    const longer = answers.flatMap(({ steps = [] }, i) => {
      const next = steps.filter((step) => isPick(step) && areAlike(step, pick));
      return next.map((step) => [...now[i], step]);
    });
    const sets = longer.filter((path) => !left(path));
    for (const path of sets) for (const step of without(path, picks)) found.set(pieceOf(step), step);
    longest = Math.max(longest, ...sets.map(({ length }) => length));
    paths = [...longer, ...paths.slice(AT_ONCE)].sort((a, b) => isLong(a) - isLong(b) || left(a) - left(b) || b.length - a.length);
  }
  return [...found.values()];
}

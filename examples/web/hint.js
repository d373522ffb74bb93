// A hint: what a bot would do in one's place, how that compares with the next best, and which step of it comes next.
import { bare, nameOf } from './choice.js';
import { say } from './words.js';

/** What a bot would choose in the rest of a move that takes several steps. */
async function stepsAfter(follower, first) {
  const taken = [];
  for (;;) {
    const prefix = [first, ...taken].map(bare);
    const { steps, complete } = await follower.ask('match.legal', { prefix });
    if (complete || !steps.length) return taken;
    taken.push(steps.length === 1 ? steps[0] : (await follower.ask('match.hint', { prefix })).choices[0].step);
  }
}

/** In how many of the worlds that it thought of it would begin so, and what that came to there. */
function whyOf(label, [best, next], worlds) {
  if (!worlds) return label;
  const share = say('hint.best', { label, share: Math.round((100 * best.worlds) / worlds) });
  return next?.value < best.value ? `${share} ${say('hint.next', { value: best.value, other: next.step.label, less: next.value })}` : share;
}

export class Hint {
  #seq; // of the entry after which it was given
  #names = []; // of its steps
  #text;

  async ask(follower) {
    const { seq, choices, worlds } = await follower.ask('match.hint');
    const [{ step }] = choices;
    const steps = [step, ...(await stepsAfter(follower, step))];
    this.#seq = seq;
    this.#names = steps.map(nameOf);
    this.#text = whyOf(steps.map(({ label }) => label).join(', '), choices, worlds);
  }

  /** {hint?, hinted?} after the entry `seq`: in words, and the index of that of the `options` behind `prefix` which it is for. */
  at(seq, prefix, options) {
    if (seq !== this.#seq) return {};
    const isBegun = prefix.every((step, i) => nameOf(step) === this.#names[i]);
    const next = isBegun && options.find((step) => nameOf(step) === this.#names[prefix.length]);
    return { hint: this.#text, hinted: next ? next.index : undefined };
  }
}

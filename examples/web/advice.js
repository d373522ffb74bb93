// A hint: what a bot would do in one's place, how that compares with the next best, and which steps it consists of.
import { bare } from './choice.js';
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

/** {seq, steps, text}: the move for the state after the entry `seq`. */
export async function askAdvice(follower) {
  const { seq, choices, worlds } = await follower.ask('match.hint');
  const [{ step }] = choices;
  const steps = [step, ...(await stepsAfter(follower, step))];
  return { seq, steps: steps.map(bare), text: whyOf(steps.map(({ label }) => label).join(', '), choices, worlds) };
}

const textOf = ({ kind, args = {} }) => JSON.stringify([kind, Object.entries(args).sort()]);

/** Whether a step is the next of a move behind the steps of `prefix`; none of it is if those are others. */
export const isAdvised = ({ steps }, prefix, step) => [...prefix, step].every((one, i) => steps[i] && textOf(one) === textOf(steps[i]));

// What is to be done now, in words: the game's own for this kind of step or for this phase, or plain ones.
import { say } from './words.js';

/** `options`: the steps that may be taken, of one choice in a phase; `isOwn`: whether it is one's turn, though nothing may be chosen at the moment. */
export function promptOf({ phases, actions }, phase, options, isOwn = false) {
  if (options.length === 0) return say(isOwn ? 'turn.passing' : 'steps.wait');
  const kinds = [...new Set(options.map(({ kind }) => kind))];
  const offered = actions.filter(({ name }) => kinds.includes(name));
  const ofKind = kinds.length === 1 ? offered[0]?.prompt : offered.find(({ among }) => among)?.among;
  const ofPhase = phases.find(({ name }) => name === phase)?.prompt;
  return ofKind || ofPhase || say(isLit(options) ? 'steps.highlighted' : 'steps.choose');
}

const isLit = (options) => options.some(({ highlights = [] }) => highlights.length > 0);

// What is to be done now, in words: the game's own, or plain ones.
import { say } from './words.js';

/** `choice`: a Choice, or what it has of {options, prompt}; `isOwn`: whether it is one's turn, though nothing may be chosen at the moment. */
export function promptOf({ options, prompt }, isOwn = false) {
  if (options.length === 0) return say(isOwn ? 'turn.passing' : 'steps.wait');
  return prompt || say(isLit(options) ? 'steps.highlighted' : 'steps.choose');
}

const isLit = (options) => options.some(({ highlights = [] }) => highlights.length > 0);

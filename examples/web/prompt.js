// What is to be done now, in words: the game's own, or plain ones.
import { say } from './words.js';

/** `choice`: a Choice, or what it has of {options, prompt, isPartial}; `isOwn`: whether it is one's turn, though nothing may be chosen at the moment. */
export function promptOf({ options, prompt, isPartial }, isOwn = false) {
  if (options.length === 0) return say(isOwn ? 'turn.passing' : 'steps.wait');
  if (isPartial) return say('steps.more_pieces');
  return prompt || say(isLit(options) ? 'steps.highlighted' : 'steps.choose');
}

const isLit = (options) => options.some(({ highlights = [] }) => highlights.length > 0);

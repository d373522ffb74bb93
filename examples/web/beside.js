// What is told beside something, to its left, within the window: a card that takes no pointer (steps.css).
import { windowHeight, windowWidth } from './room.js';

/** Between what it is told of and the card, and between that and the edges of the window, in px. */
const GAP = 18;

/** Lays a card, which is in the page already, beside an element. */
export function layBeside(card, element) {
  const { left, top } = element.getBoundingClientRect();
  const highest = Math.max(GAP, Math.min(top, windowHeight() - card.offsetHeight - GAP));
  Object.assign(card.style, { right: `${windowWidth() - left + GAP}px`, top: `${highest}px` });
}

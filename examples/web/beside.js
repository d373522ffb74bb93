// What is told beside something, to its left, within the window: a card that takes no pointer (steps.css).
import { fill, make } from './element.js';
import { windowHeight, windowWidth } from './room.js';

/** Between what it is told of and the card, and between that and the edges of the window, in px. */
const GAP = 18;

export const cardBeside = () => make('p', { class: 'told-whole', 'aria-hidden': 'true' });

/** Whether all of a text is seen. */
export const isWhole = (part) => part.offsetHeight && part.scrollHeight <= part.clientHeight + 1;

/** Shows a text on a card beside an element, in something that cuts nothing off. */
export function tellBeside(card, element, text, within) {
  fill(card, text);
  within.append(card);
  const { left, top } = element.getBoundingClientRect();
  const highest = Math.max(GAP, Math.min(top, windowHeight() - card.offsetHeight - GAP));
  Object.assign(card.style, { right: `${windowWidth() - left + GAP}px`, top: `${highest}px` });
}

/** What is cut in `root`, as `selector` finds it, is read whole on a card as long as a pointer rests on it. */
export function readCut(root, selector, card, within = root) {
  const textOf = (part) => [...part.childNodes].map(({ textContent }) => textContent.trim()).join(' ');
  root.addEventListener('pointerover', ({ target, pointerType }) => {
    const part = target.closest(selector);
    if (part && pointerType === 'mouse' && !isWhole(part)) tellBeside(card, part, textOf(part), within);
  });
  root.addEventListener('pointerout', ({ target }) => target.closest(selector) && card.remove());
}

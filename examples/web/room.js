// How much of the window the board has: what it may fill, and what of it nothing lies over (room.css).

/** A window in which what may be chosen lies at the lower edge (room.css). */
export const narrow = matchMedia('(width <= 1000px), (height < 540px)');

/** How large the window is, in px: on a phone `innerWidth` and `innerHeight` grow with whatever runs over the page for a moment. */
export const windowWidth = () => document.documentElement.clientWidth;
export const windowHeight = () => document.documentElement.clientHeight;

/** Between the board and what may be chosen, in px. */
const GAP = 9;

/** How high the part usually is that says what may be chosen, at the lower edge of a narrow window, in px. */
function choicesHeight() {
  const rem = (element, name) => parseFloat(getComputedStyle(element).getPropertyValue(name));
  return rem(document.body, '--choices') * rem(document.documentElement, 'font-size');
}

/** How high the board may be: its part of a wide window, or what is left between the head and what may be chosen. */
export function roomOf(board, head) {
  const isWide = getComputedStyle(board.parentElement).overflowY === 'auto';
  return isWide ? board.clientHeight : windowHeight() - head.offsetHeight - choicesHeight() - GAP;
}

/** What neither the head nor what may be chosen lies over, where they stay in sight while the page scrolls. */
export function freeBetween(head, steps) {
  const isOver = !steps.hidden && getComputedStyle(steps).position === 'fixed';
  if (!isOver) return { top: 0, bottom: windowHeight() };
  return { top: head.getBoundingClientRect().bottom, bottom: steps.getBoundingClientRect().top };
}

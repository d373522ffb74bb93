// The colours of seats, where a game gives them some: that of their tokens, or that of the backs of all
// that lies before them, where it differs from seat to seat; else any, where things of all seats lie side by side.

import { itemsOf } from './items.js';

/** Where things of all seats lie together, they are told apart by these, if the game has none. */
const OTHERS = ['blue', 'orange', 'green', 'purple', 'red', 'yellow', 'pink', 'brown'];

/** By seat, a colour or undefined. What has been found once stays. */
export function seatColours(looks, view) {
  if (looks.seatColours) return looks.seatColours;
  const found = ofTokens(looks, view) ?? ofPieces(looks, view) ?? anyColours(looks, view);
  if (found) looks.seatColours = found;
  return found ?? [];
}

const seatsIn = (looks, view) =>
  Math.max(0, ...looks.fields.filter(({ of_seats, type }) => of_seats && type !== 'planes').map(({ name }) => view.fields[name]?.length ?? 0));

const anyColours = (looks, view) => (looks.hasCentre ? OTHERS.slice(0, seatsIn(looks, view)) : null);

function ofTokens(looks, view) {
  const field = looks.fields.find(({ draw }) => draw.as === 'tokens' && draw.values);
  return field && distinct(Array.from({ length: seatsIn(looks, view) }, (_, seat) => looks.value(field, seat).colour));
}

function ofPieces(looks, view) {
  const fields = looks.fields.filter(({ set, of_seats, drawn }) => set && of_seats && drawn);
  for (const field of fields) {
    const found = distinct((view.fields[field.name] ?? []).map((row) => onlyColour(looks, field, row)));
    if (found) return found;
  }
  return null;
}

/** The colour that the backs of all items of a row have. */
function onlyColour(looks, field, row) {
  const colours = new Set(itemsOf(field, row).filter(({ kind }) => kind !== 'empty').map((item) => looks.backColour(field, item)));
  return colours.size === 1 ? [...colours][0] : undefined;
}

/** Colours of all seats, no two alike; else nothing. */
const distinct = (colours) => (colours.length > 1 && colours.every(Boolean) && new Set(colours).size === colours.length ? colours : null);

/** Lets everything inside `element` know them: --seat-0, --seat-1 and so on. */
export function showSeatColours(element, colours) {
  element.classList.toggle('coloured', colours.length > 0);
  colours.forEach((colour, seat) => element.style.setProperty(`--seat-${seat}`, `var(--lap-${colour})`));
}

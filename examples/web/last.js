// Marks what the last entry was about: cells and items that its steps and events name.

import { placeName } from './place.js';

export function markLast(board, looks, entry) {
  for (const element of board.querySelectorAll('.last')) element.classList.remove('last');
  for (const name of named(looks.description, entry)) {
    board.querySelector(`[data-place="${CSS.escape(name)}"]`)?.classList.add('last');
  }
}

function named(description, entry) {
  const steps = (entry?.steps ?? []).flatMap((step) => placesIn(description.actions, step));
  const events = (entry?.events ?? []).flatMap((event) => placesIn(description.events, event));
  return [...steps, ...events];
}

function placesIn(kinds, { kind, args }) {
  const declared = kinds.find(({ name }) => name === kind)?.args ?? [];
  return declared.filter(({ type, field }) => type === 'cell' && field)
    .map((argument) => placeName(argument.field, undefined, args[argument.name]));
}

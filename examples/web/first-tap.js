// A first tap that only shows what it would play: what was tapped is marked until something else is tapped.

/** What pointed at what was clicked; '' for keys, which are meant. */
const pointerOf = ({ pointerType, detail }) => (detail === 0 ? '' : (pointerType ?? (matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse')));

/**
 * A finger or a pointer comes down: what it does not come down on is no longer marked. On the head of the choices it changes nothing: below
 * that stands what is told of the choice that is marked, and if this went now, the head would move from under the finger before the click.
 */
export function forgetMeant(target) {
  if (target.closest?.('lap-steps .head')) return;
  for (const one of document.querySelectorAll('.meant')) if (!one.contains(target)) one.classList.remove('meant');
}

/** Whether a click on `element` in `root` is a first one that only shows it: `showsFirst(pointer)` says whether there are any. Only what `plays` is tapped twice. */
export function onlyShows(root, element, event, plays, showsFirst = () => false) {
  const isMeant = element?.matches('.meant');
  for (const other of root.querySelectorAll('.meant')) other.classList.remove('meant');
  if (!element || isMeant || !plays || !showsFirst(pointerOf(event))) return false;
  element.classList.add('meant');
  return true;
}

// What is told of what may be chosen, and shown with it, gives way until all that may be chosen is in sight.
import { narrow } from './room.js';

/**
 * What gives way where not all that may be chosen is in sight, one after the other, as classes (steps.css, room.css): letters become
 * smaller, and what was chosen before is left out; buttons become lower, and the letters of the prompt smaller; of what is done with
 * each step, and then of what comes of all and of each, ever fewer lines stay; pictures go that several have alike, and so does what is
 * told of each; on a narrow screen the prompt is cut, and all stands closer together.
 */
const GIVES_WAY = ['small', 'low', 'small-prompt', 'does-3', 'does-2', 'does-1', 'does-0', 'done-3', 'then-4', 'done-2', 'then-3', 'then-2', 'done-1', 'then-1', 'no-pictures', 'names', 'cut-prompt', 'tight'];

/** What some of them act on, which is not always there; by their names, for a series of these without the number of lines. */
const ACTS_ON = { does: '.then:not(.comes)', done: '.done', then: '.then.comes', 'no-pictures': '.pictured:not(.by-picture)', names: '.then' };
const seriesOf = (one) => one.replace(/-\d$/, '');

/** So many lines stay of a prompt that is cut (room.css). */
const CUT_LINES = 2;

/** Whether there is anything that one of GIVES_WAY, or a series of them, would make smaller. */
function canGive(part, series) {
  if (series === 'cut-prompt') return narrow.matches && part.querySelector('.prompt > .asked')?.getClientRects().length > CUT_LINES;
  return !ACTS_ON[series] || part.querySelector(ACTS_ON[series]) !== null;
}

/** The first that have to give way until all is in sight, or all of them; and they have then. */
function leastGiven(part, isTooHigh) {
  const able = GIVES_WAY.filter((one) => canGive(part, seriesOf(one)));
  let [least, most] = [0, able.length];
  const give = (count) => able.forEach((one, i) => part.classList.toggle(one, i < count));
  while (least < most) {
    const count = Math.floor((least + most) / 2);
    give(count);
    if (isTooHigh()) least = count + 1;
    else most = count;
  }
  give(least);
  return able.slice(0, least);
}

/** All that has given way in a part is shown again. */
export const restore = (part) => part.classList.remove(...GIVES_WAY);

/** Lets as little of a part give way as it takes until `isTooHigh()` is false, or all of it. To be called when nothing has given way (restore). */
export function giveWay(part, isTooHigh) {
  const [last, ...others] = leastGiven(part, isTooHigh).toReversed();
  const stays = new Set([seriesOf(last)]);
  for (const one of others) {
    if (stays.has(seriesOf(one))) continue; // of the same even fewer lines are left
    part.classList.remove(one); // the last may have left room for others
    part.classList.toggle(one, isTooHigh());
    if (part.classList.contains(one)) stays.add(seriesOf(one));
  }
}

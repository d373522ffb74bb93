// What seats have won or lost from one score to a later one.
import { gained } from './words.js';

const totalsOf = (score) => (score?.seats ?? []).map(({ total }) => total);

/** [{seat, points}] of the seats whose totals differ; none where one of the scores is not known. */
export function gainsOf(before, after) {
  const old = totalsOf(before);
  return totalsOf(after).flatMap((total, seat) => (total - (old[seat] ?? total) ? [{ seat, points: total - old[seat] }] : []));
}

/** "Ada +5, Bo −2"; empty where nobody has won or lost anything. */
export const toldGains = (gains = [], names) => gains.map(({ seat, points }) => `${names[seat]} ${gained(points)}`).join(', ');

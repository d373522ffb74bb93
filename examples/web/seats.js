// What this browser may do: the tokens of its seats and the invitations that it has to give away, kept by match.
//
// A record: {match, game, at, state, names, seats: [{seat, token}], watch, invitations: {seat: invitation}}.

const PREFIX = 'lapidary.match.';
const KEPT = 60;

const read = (key) => JSON.parse(localStorage.getItem(key) ?? 'null');
const write = (record) => localStorage.setItem(PREFIX + record.match, JSON.stringify(record));

/** The record of a match; an empty one if nothing is known of it. */
export function recordOf(match) {
  return { match, seats: [], invitations: {}, ...read(PREFIX + match) };
}

/** Changes members of a record. */
export function remember(match, members) {
  write({ ...recordOf(match), at: Date.now(), ...members });
  forgetOldest();
}

/** A seat that this browser plays from now on. */
export function takeSeat(match, { seat, token }) {
  const { seats, invitations } = recordOf(match);
  delete invitations[seat];
  const others = seats.filter((other) => other.seat !== seat);
  remember(match, { seats: [...others, { seat, token }].sort((a, b) => a.seat - b.seat), invitations });
}

/** A seat that somebody else may take from now on, with this invitation. */
export function giveSeat(match, seat, invitation) {
  const { seats, invitations } = recordOf(match);
  remember(match, {
    seats: seats.filter((other) => other.seat !== seat),
    invitations: { ...invitations, [seat]: invitation },
  });
}

/** A rematch has the seats and tokens of the match before. */
export function carryOver(match, rematch) {
  if (recordOf(rematch).game) return;
  const { seats, watch, game, names } = recordOf(match);
  remember(rematch, { seats, watch, game, names, state: 'running' });
}

export const forget = (match) => localStorage.removeItem(PREFIX + match);

/** All records, newest first. */
export function records() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  return keys.map(read).sort((a, b) => b.at - a.at);
}

function forgetOldest() {
  const over = records().filter(({ state }) => state === 'over');
  for (const { match } of over.slice(KEPT)) forget(match);
}

/** The name to play under; '' if there is none yet. */
export const ownName = () => localStorage.getItem('lapidary.name') ?? '';
export const setOwnName = (name) => localStorage.setItem('lapidary.name', name.trim());

/** How well bots play, unless one says otherwise: what was chosen last; null if nothing was. */
export const ownLevel = () => localStorage.getItem('lapidary.level');
export const setOwnLevel = (bot) => localStorage.setItem('lapidary.level', bot);

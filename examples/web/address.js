// Where in the page one is: all of it behind the #, which no browser sends to a server.
//
//   #                        the lobby
//   #new=GAME&OPTION=VALUE   a new match, with what is chosen already of its options
//   #match=MATCH             a table
//   #match=MATCH/SEQ         a moment of a match: after so many entries
//   #join=MATCH/INVITATION   an invitation to a seat
//   #watch=MATCH/TOKEN       an invitation to watch

/** {place, match?, at?, game?, options?, secret?} */
export function here() {
  const [[place, of = ''] = [], ...more] = new URLSearchParams(location.hash.slice(1));
  const [match, secret] = of.split('/');
  if (place === 'new') return { place, game: of, options: String(new URLSearchParams(more)) };
  if (place === 'match') return { place, match, ...(/^\d+$/.test(secret ?? '') && { at: Number(secret) }) };
  if (place === 'join' || place === 'watch') return { place, match, secret };
  return { place: 'lobby' };
}

export const toLobby = '#';
export const toNewMatch = (game, options = {}) => `#${new URLSearchParams([['new', game], ...Object.entries(options)])}`;
export const toMatch = (match) => `#match=${match}`;

export const toMoment = (match, seq) => `#match=${match}/${seq}`;

const whole = (fragment) => new URL(`/${fragment}`, location.href).href;
export const invitationLink = (match, invitation) => whole(`#join=${match}/${invitation}`);
export const watchLink = (match, token) => whole(`#watch=${match}/${token}`);

export const momentLink = (match, seq) => whole(toMoment(match, seq));

/** Changes what stands in the address, for who copies it; the page stays where it is. */
export function stand(fragment) {
  history.replaceState(null, '', fragment);
}

export function go(fragment) {
  location.hash = fragment;
}

/** Shows the present address again, after the seats of this browser have changed. */
export function comeAgain() {
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Goes there without leaving a way back: an invitation is used up. */
export function goInstead(fragment) {
  history.replaceState(null, '', fragment);
  comeAgain();
}

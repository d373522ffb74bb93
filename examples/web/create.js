// Making a match, and sitting down at it.
import { newKey } from './connection.js';
import { refusedAs } from './failure.js';
import { bots, host } from './host.js';
import { ownLevel, ownName, recordOf, remember, takeSeat } from './seats.js';
import { say } from './words.js';

const PARTY = 3;

/** What each seat of a new match may be. */
export const ME = 'me';
export const HERE = 'here';
export const INVITED = 'invited';
export const BOT_SEAT = 'bot';

/** Takes a seat with an invitation, or a free one of a public match. */
export async function join(match, { invitation, seat, name }) {
  const params = { match, name, key: newKey(), ...(invitation && { invitation }), ...(seat !== undefined && { seat }) };
  const joined = await refusedAs('name_taken', () => host.call('match.join', params));
  takeSeat(match, joined);
}

/** `seats`: [{who, name?, bot?}], `more`: options, clock, visibility. Resolves to the match. */
export async function create(game, seats, more = {}) {
  const params = {
    game,
    seats: seats.map(({ who, bot, name }) => (who === BOT_SEAT ? { bot, name } : 'open')),
    key: newKey(),
    ...more,
  };
  const { match, invitations, watch } = await host.call('match.create', params);
  const given = Object.entries(invitations).filter(([, invitation]) => invitation);
  remember(match, { game, watch, state: 'open', names: [], invitations: Object.fromEntries(given) });
  for (const [seat, { who, name }] of seats.entries())
    if (who === ME || who === HERE) await join(match, { invitation: recordOf(match).invitations[seat], name });
  return match;
}

/** The default name of the bot in a seat. */
export const nameOfBot = (seat) => say('bot', { number: seat + 1 });

/** How well a bot plays, in words; one that the page has no word for, by the host's name for it. */
export function levelOf(bot) {
  const word = say(`level.${bot}`);
  return word.startsWith('level.') ? bot : word;
}

/** The user's name in a seat. */
export const ownNameAt = (seat) => ownName() || say('player', { number: seat + 1 });

/** The default number of seats. */
export const usualSeats = ({ min, max }) => Math.min(Math.max(PARTY, min), max);

/** The bot among these that plays unless another one is chosen. */
export const usualAmong = (known) => known.find((bot) => bot === ownLevel()) ?? known[0];

export const usualBot = async () => usualAmong(await bots());

/** Oneself against bots, with nothing to fill in. */
export async function playAtOnce(brief) {
  const bot = await usualBot();
  const seats = Array.from({ length: usualSeats(brief.seats) }, (_, i) => ({ who: BOT_SEAT, bot, name: nameOfBot(i) }));
  seats[0] = { who: ME, name: ownNameAt(0) };
  return create(brief.id, seats);
}

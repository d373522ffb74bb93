// What the host does not do, in words for players: its own messages are for those who write to it.
import { say } from './words.js';

/** Those that a player may meet, by the word that the host has for them. */
const TOLD = new Set(
  ('params unauthorised not_found illegal stale not_your_turn over seat_taken rate_limited too_large plugin_fault ' +
    'key_reused draining not_started unavailable suspended').split(' '),
);

/** `error`: of a call, or any other. */
export function explain({ message, data }) {
  return TOLD.has(data?.reason) ? say(`failure.${data.reason}`, { limit: data.limit ?? '' }) : message;
}

/** Runs a call of which a refusal means one thing alone; `word` says which. */
export async function refusedAs(word, run) {
  try {
    return await run();
  } catch (error) {
    throw error.data?.reason === 'refused' ? new Error(say(word)) : error;
  }
}

// The public matches of the host. A page of match.list may be short, or even empty, and yet not be the last.
import { host } from './host.js';

const ENOUGH = 20;
const PAGES = 10;

/** Those of a state, last changed first. */
export async function publicMatches(state) {
  const found = [];
  let cursor;
  for (let page = 0; page < PAGES && found.length < ENOUGH; page++) {
    const { items, next } = await host.call('match.list', { state, ...(cursor && { cursor }) });
    found.push(...items);
    if (!next) break;
    cursor = next;
  }
  return found;
}

// The host that served this page: one connection for the whole page, and what it has said of its games.
import { Connection } from './connection.js';
import { locale } from './words.js';

const address = new URL('/ws', location.href.replace(/^http/, 'ws'));

export const host = new Connection(address, {
  client: 'lapidary-web',
  protocols: [1],
  locale: locale(),
  capabilities: ['presence'],
});

let list;
const descriptions = new Map();

host.addEventListener('games.changed', () => {
  list = undefined;
  descriptions.clear();
});

/** The briefs of all games that can be played, variants behind their bases. */
export function games() {
  list ??= host.call('games.list').then(({ games }) => inFamilies(games));
  return list;
}

export const game = async (id) => (await games()).find((brief) => brief.id === id);

/** The bots that may sit in a seat; the first is the usual one. */
export const bots = async () => (await host.welcome).bots;

/** Everything there is to know of a game in order to draw it. */
export function describe(id) {
  if (!descriptions.has(id)) descriptions.set(id, askFor(id));
  return descriptions.get(id);
}

/** Fetches a description; one that failed can be fetched again. */
async function askFor(id) {
  try {
    return await host.call('games.describe', { game: id });
  } catch (failure) {
    descriptions.delete(id);
    throw failure;
  }
}

function inFamilies(briefs) {
  const known = new Set(briefs.map(({ id }) => id));
  const variantsOf = (id) => briefs.filter(({ base }) => base === id).flatMap(family);
  const family = (brief) => [brief, ...variantsOf(brief.id)];
  return briefs.filter(({ base }) => !known.has(base)).flatMap(family);
}

// A client of Lapidary. Connection and Follower are the files that the page of Lapidary itself uses.
import { Connection, newKey } from './connection.js';
import { Follower } from './follower.js';

globalThis.crypto ??= (await import('node:crypto')).webcrypto; // which Node 18 has only as a module

export { Connection, RpcError, newKey } from './connection.js';
export { Follower, merge } from './follower.js';
export { Turn } from './turn.js';

/** A connection that has said hello. `options`: locale, client; WebSocket, where there is none by itself. */
export async function connect(address, { locale = 'en', client = 'lapidary-client', WebSocket } = {}) {
  const hello = { client, protocols: [1], locale, capabilities: ['patch', 'presence'] };
  const host = new Connection(address, hello, WebSocket && { WebSocket });
  await host.welcome;
  return host;
}

/** Follows a match as a watcher, or from the seat of a token. */
export const follow = (host, match, token) => new Follower(host, match, token).start();

/** Takes the seat of an invitation, and follows the match from there. */
export async function sit(host, match, invitation, name) {
  const { token } = await host.call('match.join', { match, invitation, name, key: newKey() });
  return follow(host, match, token);
}

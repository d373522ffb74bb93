// Moves a second of boardgame.io's own server: one client a match, each with one move under way.
const { fork } = require('node:child_process');
const path = require('node:path');
const { io } = require('socket.io-client');

// A match that fills the board and nobody wins.
const columns = [...'fdcdbfdbabebcfafggcagaecdadecdcgaebbfeefgg'].map((letter) => 'abcdefg'.indexOf(letter));
const matchesEach = 6;

const post = (port, path, body) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((answer) => answer.json());

async function join(port, matchID, playerID) {
  const { playerCredentials } = await post(port, `/games/connect-four/${matchID}/join`, { playerID, playerName: 'A' });
  return playerCredentials;
}

async function prepare(port) {
  const { matchID } = await post(port, '/games/connect-four/create', { numPlayers: 2 });
  return { matchID, credentials: [await join(port, matchID, '0'), await join(port, matchID, '1')] };
}

function once(socket, matchID) {
  return new Promise((resolve) => {
    const take = (name, id) => {
      if (id !== matchID || !['sync', 'update', 'patch'].includes(name)) return;
      socket.offAny(take);
      resolve();
    };
    socket.onAny(take);
  });
}

async function play(socket, { matchID, credentials }, latencies) {
  const synced = once(socket, matchID);
  socket.emit('sync', matchID, '0', credentials[0], 2);
  await synced;
  for (let move = 0; move < columns.length; move++) {
    const playerID = String(move % 2);
    const payload = { type: 'drop', args: [columns[move]], playerID, credentials: credentials[move % 2] };
    const begun = process.hrtime.bigint();
    const answered = once(socket, matchID);
    socket.emit('update', { type: 'MAKE_MOVE', payload }, move, matchID, playerID);
    await answered;
    latencies.push(Number(process.hrtime.bigint() - begun) / 1000);
  }
}

async function client(port, matches, latencies) {
  const socket = io(`http://127.0.0.1:${port}/connect-four`, { transports: ['websocket'] });
  for (const match of matches) await play(socket, match, latencies);
  socket.close();
}

async function measure(port, clients) {
  const matches = [];
  for (let i = 0; i < clients; i++) matches.push(await Promise.all(Array.from({ length: matchesEach }, () => prepare(port))));
  const latencies = [];
  const begun = process.hrtime.bigint();
  await Promise.all(matches.map((each) => client(port, each, latencies)));
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  latencies.sort((a, b) => a - b);
  const at = (part) => latencies[Math.floor((latencies.length - 1) * part)];
  const figures = [latencies.length / seconds, at(0.5), at(0.99)].map((figure) => figure.toFixed(0));
  console.log('boardgame.io, kept in memory alone'.padEnd(34), String(clients).padStart(8), figures[0].padStart(12),
    figures[1].padStart(10), figures[2].padStart(10));
}

const server = fork(path.join(__dirname, 'server.cjs'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
server.once('message', async (port) => {
  await measure(port, 1);
  await measure(port, 64);
  server.kill();
});

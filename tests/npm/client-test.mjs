// The client in JavaScript that the build makes (clients/javascript/): packed by npm, installed, typed, and playing.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

/** Node 18, which Debian 12 has, knows none of these by itself. */
for (const name of ['CustomEvent', 'crypto']) delete globalThis[name];
const asNode18 = parseInt(process.versions.node) < 21 ? ['--no-experimental-global-customevent', '--no-experimental-global-webcrypto'] : [];

const { LAPIDARY_BUILD, LAPIDARY_SOURCE } = process.env;
const built = join(LAPIDARY_BUILD, 'clients', 'javascript');
const modules = join(LAPIDARY_SOURCE, 'tests', 'npm', 'node_modules');
const folder = mkdtempSync(join(tmpdir(), 'lapidary-client-'));
const run = (program, args) => execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const [{ filename, files }] = JSON.parse(run('npm', ['pack', built, '--json', '--pack-destination', folder]));
writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
run('npm', ['install', `./${filename}`, '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')]);
symlinkSync(join(modules, 'ws'), join(folder, 'node_modules', 'ws'));
const client = await import(join(folder, 'node_modules', 'lapidary-client', 'index.js'));
const { Follower, RpcError, Turn, connect, merge, newKey, sit } = client;

const limits = ['--limit', 'rate=100000', '--limit', 'burst=100000'];
const server = await startServer({ more: limits });
const address = `ws://127.0.0.1:${server.port}/ws`;

async function seated(host, game, bots) {
  const seats = ['open', ...Array(bots).fill({ bot: 'random' })];
  const { match, invitations } = await host.call('match.create', { game, seats, key: newKey() });
  return sit(host, match, invitations[0], 'Ada');
}

async function takeATurn(match) {
  const turn = new Turn(match);
  while (!turn.isWhole) await turn.take(turn.choices[0]);
  await turn.play();
}

/** To the end; `afterEach` is called with how many entries have come. */
function play(match, afterEach = () => {}) {
  let n = 0;
  let isMoving = false;
  return new Promise((resolve, reject) => {
    const goOn = async () => {
      if (match.state.state === 'over') resolve();
      else if (match.isWaitedFor && !isMoving) {
        isMoving = true;
        await takeATurn(match).finally(() => (isMoving = false));
        await goOn();
      }
    };
    const step = () => Promise.resolve(afterEach(++n)).then(goOn).catch(reject);
    match.addEventListener('entry', step);
    match.addEventListener('state', () => goOn().catch(reject));
    goOn().catch(reject);
  });
}

const hasNoGaps = ({ story }) => story.every(({ seq }, i) => i === 0 || seq === story[i - 1].seq + 1);

test('the package has the modules, their types, and nothing else', () => {
  assert.deepEqual(files.map(({ path }) => path).sort(), [
    'README.md', 'connection.js', 'follower.js', 'index.d.ts', 'index.js', 'package.json', 'protocol.d.ts', 'turn.js']);
});

test('types name every method and notification of the document', () => {
  const { methods, 'x-notifications': news } = JSON.parse(readFileSync(join(LAPIDARY_SOURCE, 'host', 'rpc', 'openrpc.json'), 'utf8'));
  const types = readFileSync(join(built, 'protocol.d.ts'), 'utf8');
  for (const { name } of [...methods, ...news]) assert.ok(types.includes(`  "${name}": `), name);
});

/** What the compiler says of a module that uses the package. */
function compiled(code) {
  writeFileSync(join(folder, 'use.ts'), code);
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  try {
    return run(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), ...flags, 'use.ts']);
  } catch ({ stdout }) {
    return stdout;
  }
}

test('what is right compiles', () => {
  assert.equal(compiled(`
    import { Turn, connect, newKey, sit } from 'lapidary-client';
    const host = await connect('ws://x/ws', { locale: 'es' });
    const { games } = await host.call('games.list');
    const made = await host.call('match.create', { game: games[0]!.id, seats: ['open', { bot: 'easy' }], key: newKey() });
    const match = await sit(host, made.match, made.invitations[0]!, 'Ada');
    match.addEventListener('entry', ({ detail }) => { const seq: number = detail.entry.seq; seq; });
    host.addEventListener('match.presence', ({ detail }) => { const seats: number[] = detail.seats; seats; });
    const turn = new Turn(match);
    await turn.take(turn.choices[0]!);
    const prompt: string | undefined = turn.prompt;
    prompt?.length;
    const { view }: { view: { ply: number } } = await match.ask('match.view');
    view.ply;`), '');
});

test('what is wrong does not', () => {
  const wrong = [
    "await host.call('match.creat', {});",
    "await host.call('match.create', { game: 'x', key: 'y' });",
    "await host.call('match.create');",
    "(await host.call('games.list')).game;",
    "host.addEventListener('match.evnt', () => {});",
  ];
  const said = compiled(["import { connect } from 'lapidary-client'; const host = await connect('ws://x/ws');", ...wrong].join('\n'));
  wrong.forEach((line, i) => assert.ok(said.includes(`use.ts(${i + 2},`), `${line} compiles: ${said}`));
});

test('views that are patched are those of the host', async () => {
  const host = await connect(address, { WebSocket });
  for (const [game, bots] of [['connect-four', 1], ['gemtrix', 2], ['oh-hell', 2]]) {
    const match = await seated(host, game, bots);
    await play(match, async () => {
      const { seq, view } = match.state;
      if (match.state.state !== 'over') assert.deepEqual((await match.ask('match.view', { at: seq })).view, view);
    });
    assert.ok(match.story.length > 5 && hasNoGaps(match));
  }
  host.close();
});

test('a lost connection comes back, and no entry is missed', async () => {
  const sockets = [];
  class Watched extends WebSocket {
    constructor(...args) {
      super(...args);
      sockets.push(this);
    }
  }
  const host = await connect(address, { WebSocket: Watched });
  const match = await seated(host, 'gemtrix', 1);
  await play(match, (n) => n % 4 === 1 && sockets.at(-1).terminate());
  assert.ok(sockets.length > 2 && hasNoGaps(match), `${sockets.length} connections`);
  host.close();
});

test('what comes together with the answer that it follows, before anybody has seen that, is not missed', async () => {
  const stateOf = (seq) => ({ match: 'm', viewer: 0, seq, waiting: [], view: { seq }, events: [] });
  const host = Object.assign(new EventTarget(), { asked: 0 });
  const tell = (seq) => host.dispatchEvent(Object.assign(new Event('match.event'), { detail: { ...stateOf(seq), kind: 'move', text: [] } }));
  host.call = () =>
    new Promise((resolve) => {
      const seq = [1, 2, 6][host.asked++];
      resolve(stateOf(seq));
      if (host.asked < 3) tell(seq + 1); // in the same packet: whoever awaits the answer has not got it yet
    });
  const match = new Follower(host, 'm');
  await match.start();
  assert.deepEqual([match.state.seq, host.asked], [6, 3]);
  tell(7);
  assert.deepEqual([match.state.view, host.asked], [{ seq: 7 }, 3]);
});

test('a step is taken back, and what is refused is an error with a code', async () => {
  const host = await connect(address, { WebSocket });
  const match = await seated(host, 'tic-tac-toe', 1);
  const turn = new Turn(match);
  await turn.take(turn.choices[4]);
  assert.ok(turn.isWhole);
  await turn.back();
  assert.ok(!turn.isWhole && turn.choices.length === match.state.legal.length);
  await assert.rejects(host.call('games.describe', { game: 'chess' }), (error) => error instanceof RpcError && error.code === 1002);
  host.close();
});

test('a patch changes, adds and removes', () => {
  assert.deepEqual(merge({ a: { b: 1, c: 2 }, d: [1] }, { a: { b: null, e: { f: 3 } }, d: [2] }), { a: { c: 2, e: { f: 3 } }, d: [2] });
});

/** The code of a document, as one program. */
const codeOf = (...path) =>
  [...readFileSync(join(LAPIDARY_SOURCE, ...path), 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code).join('\n');

/** What a program in the folder prints for a person who always takes the first choice. */
function printed(...words) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...asNode18, ...words], { cwd: folder, timeout: 60_000 });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.stdin.on('error', () => {}); // it may end before it has read all
    child.stdin.end('1\n'.repeat(2000));
    child.on('close', (code) => resolve({ code, said }));
  });
}

test('the frontend of docs/frontends.md has sixty lines, and plays games that it does not know', async () => {
  const code = codeOf('docs', 'frontends.md');
  const lines = code.split('\n').filter((line) => line.trim());
  assert.ok(lines.length > 20 && lines.length <= 60, `${lines.length} lines`);
  writeFileSync(join(folder, 'frontend.mjs'), code);
  for (const game of ['tic-tac-toe', 'connect-four', 'gemtrix', 'oh-hell']) {
    const { said } = await printed('frontend.mjs', game, address);
    assert.match(said, /over: finished/, said.slice(-1500));
    assert.equal(/^ {4}[.XO] [.XO] [.XO]$/m.test(said), game === 'tic-tac-toe');
  }
});

test('the program of the README makes a move', async () => {
  const code = codeOf('clients', 'javascript', 'README.md');
  assert.ok(code.includes('ws://127.0.0.1:8080/ws'));
  writeFileSync(join(folder, 'short.mjs'), code.replace('ws://127.0.0.1:8080/ws', address));
  const { code: status, said } = await printed('short.mjs');
  assert.equal(status, 0, said);
  assert.match(said, /Ada/);
});

await done(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Other people's JSON-RPC client and OpenRPC validator against the server, and the server's answers against its own document.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { parseOpenRPCDocument, validateOpenRPCDocument } from '@open-rpc/schema-utils-js';
import Ajv from 'ajv/dist/2020.js';
import { JSONRPCClient } from 'json-rpc-2.0';
import WebSocket from 'ws';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer({ more: ['--limit', 'rate=100000', '--limit', 'burst=100000'] });
const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`);
await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));

const notifications = [];
const client = new JSONRPCClient((request) => socket.send(JSON.stringify(request)));
socket.on('message', (data) => {
  const message = JSON.parse(data.toString());
  if (message.method) notifications.push(message);
  else client.receive(message);
});

socket.on('close', () => client.rejectAllPendingRequests('the connection was closed'));

const document = await client.request('rpc.discover', {});
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'openrpc', components: document.components });
const resolvable = (schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openrpc#/components'));
const asked = new Set();

/** Compiled once each: a client that is busy with schemas answers no pings, and is hung up on. */
const validators = new Map();
function validatorOf(name, schema) {
  if (!validators.has(name)) validators.set(name, ajv.compile(resolvable(schema)));
  return validators.get(name);
}

function checkResult(method, result) {
  const { schema } = document.methods.find(({ name }) => name === method).result;
  const validate = validatorOf(method, schema);
  assert.ok(validate(result), `${method}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(result).slice(0, 500)}`);
}

/** Calls a method and holds the answer against the document. */
async function call(method, params) {
  const result = await client.request(method, params);
  asked.add(method);
  checkResult(method, result);
  return result;
}

const key = () => randomUUID();

async function newMatch(game, seats, more = {}) {
  const created = await call('match.create', { game, seats, key: key(), ...more });
  const players = [];
  for (const invitation of created.invitations.filter(Boolean))
    players.push(await call('match.join', { match: created.match, invitation, name: `P${players.length}`, key: key() }));
  return { ...created, players };
}

/** The first whole move that there is. */
async function anyMove(match, token) {
  const prefix = [];
  for (;;) {
    const { steps, complete } = await call('match.legal', { match, token, prefix });
    if (complete) return prefix;
    const { kind, args } = steps[Math.floor(Math.random() * steps.length)];
    prefix.push({ kind, args });
  }
}

async function playToTheEnd({ match, players }) {
  for (;;) {
    const { state, waiting, seq } = await call('match.subscribe', { match, token: players[0].token });
    if (state === 'over') return;
    const player = players.find(({ seat }) => waiting.includes(seat));
    if (!player) continue; // a bot is about to move
    const { token } = player;
    await call('match.play', { match, token, steps: await anyMove(match, token), seq, key: key() });
  }
}

test('the OpenRPC document is valid', async () => {
  assert.equal(validateOpenRPCDocument(await parseOpenRPCDocument(JSON.stringify(document), { dereference: false })), true);
});

test('GET /openrpc.json is what rpc.discover answers', async () => {
  const answer = await fetch(new URL('/openrpc.json', server.url));
  assert.deepEqual(await answer.json(), document);
});

test('the host tells its limits, games and descriptions', async () => {
  await call('host.hello', { client: 'a test', protocols: [1], locale: 'es', capabilities: ['patch'] });
  const { games } = await call('games.list', {});
  assert.ok(games.length > 5);
  for (const { id } of games) await call('games.describe', { game: id });
});

test('what is to be chosen is said in words, also within a move, and of each kind of steps', async () => {
  await call('host.hello', { client: 'a test', protocols: [1], locale: 'en', capabilities: ['patch'] });
  const { match, players } = await newMatch('gem', ['open', { bot: 'random' }]);
  const [{ token }] = players;
  const own = async () => {
    const state = await call('match.subscribe', { match, token });
    return state.waiting.includes(0) ? state : own();
  };
  let state = await own();
  for (; state.view.phase !== 'gem/turn'; state = await own()) {
    assert.match(state.prompt, /^Place a first gem/);
    await call('match.play', { match, token, steps: await anyMove(match, token), key: key() });
  }
  const { prompt, prompts, legal } = state;
  assert.match(prompt, /^Place a gem or a laser/);
  assert.equal(prompts['gem/laser'], prompt);
  const prefix = [legal.find(({ kind }) => kind === 'gem/laser')].map(({ kind, args }) => ({ kind, args }));
  assert.equal((await call('match.legal', { match, token, prefix })).prompt, 'Choose the square.');
});

test('score lines say what they are about, and how far a seat has come', async () => {
  const { categories } = await call('games.describe', { game: 'gems-tracker' });
  const { args } = categories.find(({ name }) => name === 'gems-tracker/progress');
  assert.deepEqual(args.map(({ name, type, field }) => [name, type, field]), [['tender', 'piece', 'gems-tracker/tenders'], ['worth', 'number', undefined], ['amount', 'number', undefined]]);
  const { match, players } = await newMatch('gems-tracker', ['open', { bot: 'random' }]);
  const [{ token }] = players;
  for (;;) {
    const { waiting, seq, score, view } = await call('match.subscribe', { match, token });
    const lines = score.lines.filter(({ tier, category }) => tier === 8 && category === 'gems-tracker/progress');
    for (const line of lines) assert.ok(view.fields['gems-tracker/tenders'].includes(line.args.tender));
    if (lines.some(({ points }) => points > 0)) return;
    assert.equal(score.final, false, 'two players come somewhere');
    if (waiting.includes(0)) await call('match.play', { match, token, steps: await anyMove(match, token), seq, key: key() });
  }
});

test('every game can be played to its end by a client that knows none', async () => {
  const { games } = await call('games.list', {});
  for (const { id, seats } of games)
    await playToTheEnd(await newMatch(id, Array.from({ length: seats.min }, (_, i) => (i ? { bot: 'random' } : 'open'))));
});

test('a match is proposed, taken back, given up, exported', async () => {
  const { match, players, watch } = await newMatch('connect-four', ['open', 'open'], { visibility: 'public', clock: { initial: 600000, increment: 0 } });
  const [one, two] = players;
  const played = await call('match.play', { match, token: one.token, steps: await anyMove(match, one.token), key: key() });
  assert.ok((await call('match.undoable', { match, token: one.token })).undoable);
  const { seq: proposal } = await call('match.propose', { match, token: one.token, kind: 'undo', key: key() });
  await call('match.answer', { match, token: two.token, proposal, accept: true, key: key() });
  await call('match.view', { match, token: watch, at: 0 });
  await call('match.list', { game: 'connect-four' });
  for (const { token } of players) await call('match.subscribe', { match, token });
  assert.equal((await call('match.hold', { match, token: one.token })).left.length, 2);
  const { invitation } = await call('match.leave', { match, token: two.token, key: key() });
  const terms = await call('match.invitation', { match, invitation });
  assert.deepEqual([terms.seat, terms.game, terms.clock, terms.state], [1, 'connect-four', { initial: 600000, increment: 0 }, 'open']);
  await call('match.join', { match, invitation, name: 'Q', key: key() });
  const { events } = await call('match.subscribe', { match, token: one.token, since: 0 });
  assert.equal(events.find(({ about, applied }) => about === 'undo' && applied).undone, played.seq);
  await call('match.unsubscribe', { match, token: one.token });
  await call('match.bot', { match, token: one.token, seat: 0, bot: 'random', name: 'Hal', key: key() });
  await call('match.export', { match, token: watch, format: 'sheet' });
  const resigned = await newMatch('connect-four', ['open', 'open']);
  await call('match.resign', { match: resigned.match, token: resigned.players[0].token, key: key() });
  const { next } = await call('match.export', { match: resigned.match, token: resigned.players[0].token, format: 'log', limit: 1 });
  await call('match.export', { match: resigned.match, token: resigned.players[0].token, format: 'log', cursor: next });
});

test('people at a match talk, in words from the list or in their own', async () => {
  const { match, players, watch } = await newMatch('connect-four', ['open', 'open'], { messages: 'free' });
  const [{ token }, other] = players;
  await call('match.say', { match, token, word: 'hello', key: key() });
  await call('match.say', { match, token: other.token, text: 'Hello!', key: key() });
  await assert.rejects(client.request('match.say', { match, token, word: 'abuse', key: key() }), (error) => error.code === -32602);
  const { messages } = await call('match.messages', { match, token: watch, limit: 1, before: 3 });
  assert.deepEqual(messages.map(({ number, text }) => [number, text]), [[2, 'Hello!']]);
  assert.equal((await call('match.subscribe', { match, token })).messages, 'free');
});

test('a match that is over is seen whole, and played on from any of its moments', async () => {
  const { match, players } = await newMatch('kuhn-poker', ['open', 'open']);
  const [{ token }] = players;
  await playToTheEnd({ match, players });
  await call('match.view', { match, token, at: 2, as: -2 });
  await assert.rejects(client.request('match.view', { match, token, as: 9 }), (error) => error.code === 1002);
  const { game } = await call('match.view', { match, token, at: 2 });
  const seats = ['open', { bot: 'random' }];
  const next = await call('match.create', { game, seats, from: { match, token, at: 2 }, key: key() });
  const { from, seeded } = await call('match.subscribe', { match: next.match, token: next.watch });
  assert.deepEqual([from, seeded], [{ match, at: 2 }, true]);
  const stranger = { game, seats, from: { match, at: 2 }, key: key() };
  await assert.rejects(client.request('match.create', stranger), (error) => error.code === 1001);
  const running = await newMatch('kuhn-poker', ['open', 'open']);
  const peek = { match: running.match, token: running.players[0].token, as: 1 };
  await assert.rejects(client.request('match.view', peek), (error) => error.code === 1017);
});

test('a person who plays alone gets hints, and plays them', async () => {
  const { match, players } = await newMatch('connect-four', ['open', { bot: 'easy' }]);
  const [{ token }] = players;
  const { choices, seq } = await call('match.hint', { match, token });
  const { kind, args } = choices[0].step;
  await call('match.play', { match, token, steps: [{ kind, args }], seq, key: key() });
});

test('what a move brings is said before it is made', async () => {
  const { match, players } = await newMatch('connect-four', ['open', 'open']);
  const drop = (column) => ({ kind: 'connect-four/drop', args: { column } });
  for (let turn = 0; turn < 6; turn++)
    await call('match.play', { match, token: players[turn % 2].token, steps: [drop('ab'[turn % 2])], key: key() });
  const { previews } = await call('match.preview', { match, token: players[0].token });
  const wins = previews.filter(({ changes }) => changes.some(({ points }) => points > 0));
  assert.deepEqual(wins.map(({ step, whole, changes }) => [step.args.column, whole, changes]), [['a', true, [{ seat: 0, points: 1 }, { seat: 1, points: 0 }]]]);
});

test('a match that is over is analysed, page by page', async () => {
  const { match, players } = await newMatch('connect-four', ['open', 'open']);
  for (let turn = 0; turn < 7; turn++)
    await call('match.play', { match, token: players[turn % 2].token, steps: [{ kind: 'connect-four/drop', args: { column: 'ab'[turn % 2] } }], key: key() });
  const token = players[0].token;
  const { next } = await call('match.analyse', { match, token, limit: 3 });
  const { turns } = await call('match.analyse', { match, token, since: next });
  assert.ok(turns.length > 0);
});

test('a match goes on as another variant', async () => {
  const { match, players } = await newMatch('tic-tac-toe', ['open', 'open']);
  const [one, two] = players;
  await call('match.subscribe', { match, token: one.token });
  await call('match.play', { match, token: one.token, steps: await anyMove(match, one.token), key: key() });
  const { variants } = await call('match.variants', { match, token: one.token });
  const { game } = variants.find(({ when }) => when === 'now');
  const { seq: proposal } = await call('match.propose', { match, token: one.token, kind: 'swap', game, options: {}, key: key() });
  await call('match.answer', { match, token: two.token, proposal, accept: true, key: key() });
  assert.equal((await call('match.view', { match, token: two.token })).game, game);
});

test('notifications are what the document says', () => {
  assert.ok(notifications.length > 20);
  for (const { method, params } of notifications) {
    const schema = document['x-notifications'].find(({ name }) => name === method).params;
    const validate = validatorOf(method, schema);
    assert.ok(validate(params), `${method}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(params).slice(0, 500)}`);
  }
});

test('every method for everybody was asked', () => {
  const isForAll = ({ name, summary }) => !summary.includes('(operators)') && name !== 'rpc.discover';
  const missing = document.methods.filter(isForAll).map(({ name }) => name).filter((name) => !asked.has(name));
  assert.deepEqual(missing, []);
});

test('what the document forbids, the server refuses', async () => {
  const wrong = [
    ['match.create', { game: 'connect-four', seats: 'two', key: key() }],
    ['match.create', { game: 'connect-four', seats: ['open', 'open'], key: key(), colour: 'red' }],
    ['match.view', { match: 7 }],
    ['match.play', { match: 'abcdefghijklmnopqrst', token: '0'.repeat(32), steps: [], key: key() }],
    ['match.export', { match: 'abcdefghijklmnopqrst', format: 'pdf' }],
  ];
  for (const [method, params] of wrong) {
    const declared = document.methods.find(({ name }) => name === method).params;
    const properties = Object.fromEntries(declared.map(({ name, schema }) => [name, schema]));
    const required = declared.filter((param) => param.required).map(({ name }) => name);
    const validate = ajv.compile(resolvable({ type: 'object', properties, required, additionalProperties: false }));
    assert.equal(validate(params), false, `the document allows ${method} ${JSON.stringify(params)}`);
    await assert.rejects(client.request(method, params), (error) => error.code === -32602, `${method} ${JSON.stringify(params)}`);
  }
});

await done(async () => {
  socket.close();
  await server.stop();
});

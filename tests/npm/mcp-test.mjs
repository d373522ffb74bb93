// The official client of the Model Context Protocol against `lapidary mcp`: it plays whole matches with what the tools tell, and nothing else.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { done, test } from './tap.mjs';

const program = process.env.LAPIDARY ?? 'lapidary';

/** Starts `lapidary mcp` and connects to it. */
async function connect(...more) {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: program, args: ['mcp', ...more], env: process.env }));
  return client;
}

const client = await connect();

/** Calls a tool; resolves to { text, structured }, or throws what the tool says went wrong. */
async function call(name, args = {}, of = client) {
  const { content, structuredContent, isError } = await of.callTool({ name, arguments: args });
  assert.equal(content.length, 1);
  if (isError) throw new Error(content[0].text);
  return { text: content[0].text, structured: structuredContent };
}

/** How many steps are listed below the last line that is no step. */
const listed = (text) => text.trimEnd().split('\n').reduce((n, line) => (line.startsWith(`${n + 1}. `) ? n + 1 : 0), 0);
const chance = (n) => 1 + Math.floor(Math.random() * n);

/** Plays one move by what the tools list. */
async function move({ text, structured }) {
  const { seat, decision } = structured;
  const steps = [];
  for (;;) {
    assert.ok(listed(text) > 0, text);
    steps.push(chance(listed(text)));
    const next = await call('play', { seat, decision, steps });
    if (next.structured) return next;
    ({ text } = next);
  }
}

async function playToTheEnd(situation) {
  let told = 0;
  while (situation.structured.state === 'running') {
    assert.equal(situation.structured.your_turn, true, situation.text);
    situation = await move(situation);
    told += situation.text.includes('What has happened') ? 1 : 0;
  }
  assert.equal(situation.structured.state, 'over', situation.text);
  assert.equal(situation.structured.result, 'finished');
  assert.match(situation.text, /Score/);
  assert.ok(told > 0);
  return situation;
}

test('the client is told who it speaks to, and what tools there are', async () => {
  assert.equal(client.getServerVersion().name, 'lapidary');
  assert.match(client.getInstructions(), /new_match/);
  await client.ping();
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name),
    ['list_games', 'rules', 'new_match', 'join_match', 'look', 'legal_moves', 'hint', 'play', 'resign']);
});

test('a bot says which of the legal moves it would choose, and they are played to a victory', async () => {
  let situation = await call('new_match', { game: 'connect-four', seats: ['me', 'random'] });
  const { seat } = situation.structured;
  while (situation.structured.state === 'running') {
    const { text } = await call('hint', { seat });
    const [, number, label] = text.match(/^(\d+)\. (.+?)(: tried .*)?$/m);
    const isListed = situation.text.split('\n').some((line) => line.replace(/ \([+-]\d+\)$/, '') === `${number}. ${label}`);
    assert.ok(isListed, `${text}\n${situation.text}`);
    situation = await call('play', { seat, decision: situation.structured.decision, steps: [Number(number)] });
  }
  assert.match(situation.text, /\(place 1\)/);
  const { structured } = await call('new_match', { game: 'connect-four', seats: ['me', 'open'] });
  await assert.rejects(call('hint', { seat: structured.seat }));
});

test('games are listed, and the rules of each are told', async () => {
  const { text } = await call('list_games');
  const games = text.match(/^[a-z-]+(?=: .*players)/gm);
  assert.ok(games.length > 5, text);
  for (const game of games) assert.ok((await call('rules', { game })).text.length > 100, game);
});

for (const [kind, game, seats, options] of [
  ['hidden hands', 'gemtrix', ['me', 'random', 'random']],
  ['choices made at once', 'gemessengers', ['random', 'me']],
  ['a game for one', 'gems-tracker-solo', ['me']],
  ['moves in several steps', 'gem-rush', ['me', 'random'], { 'gem-rush/target': '3' }],
  ['a board, against the usual bot', 'connect-four', undefined],
])
  test(`a match is played to its end: ${kind}`, async () => {
    await playToTheEnd(await call('new_match', { game, name: 'Ada', ...(seats && { seats }), ...(options && { options }) }));
  });

test('two seats of one match take turns, and neither is shown the hand of the other', async () => {
  const created = await call('new_match', { game: 'gemtrix', seats: ['me', 'open'], name: 'Ada' });
  assert.equal(created.structured.state, 'open');
  const invitation = created.text.match(/Invitation for seat 2: (\S+)/)[1];
  const joined = await call('join_match', { invitation, name: 'Bob' });
  const seats = [created.structured.seat, joined.structured.seat];
  const hand = ({ text }, name) => text.match(new RegExp(`^Hand:.* ${name}: (.*?)(;|$)`, 'm'))[1];
  for (let i = 0, state = 'running'; i < 20 && state === 'running'; i++) {
    const looks = await Promise.all(seats.map((seat) => call('look', { seat })));
    assert.equal(hand(looks[0], 'Bob'), '6 x (a card)');
    assert.equal(hand(looks[1], 'Ada'), '6 x (a card)');
    assert.notEqual(hand(looks[0], 'Ada'), '6 x (a card)');
    const turn = looks.findIndex(({ structured }) => structured.your_turn);
    assert.match(looks[1 - turn].text, /It is not your turn/);
    ({ structured: { state } } = await move(looks[turn]));
  }
});

test('a seat resigns', async () => {
  const { structured: { seat } } = await call('new_match', { game: 'tic-tac-toe' });
  const { structured } = await call('resign', { seat });
  assert.deepEqual([structured.state, structured.result], ['over', 'resigned']);
});

test('what a seat cannot know makes no difference to what it is told', async () => {
  const told = new Set();
  for (let i = 0; i < 30; i++) {
    const { text } = await call('new_match', { game: 'kuhn-poker', seats: ['me', 'random'] });
    told.add(text.replace(/^Your seat: .*\n/, ''));
  }
  assert.equal(told.size, 3, [...told].join('\n\n')); // three cards that it may hold; the other seat has one of two
});

test('a look tells what has happened since a place of the log', async () => {
  const { structured: { seat, seq } } = await call('new_match', { game: 'tic-tac-toe', name: 'Ada' });
  const { structured } = await move(await call('look', { seat }));
  const { text } = await call('look', { seat, since: seq });
  assert.equal(text.match(/^- .*marks/gm).length, structured.seq - seq);
  assert.ok((await call('legal_moves', { seat })).text.includes('. Legal moves:\n1. Mark'));
});

test('what is to be chosen is said in the words of the game, with how far one is', async () => {
  const { structured: { seat }, text } = await call('new_match', { game: 'oh-hell', seats: ['me', 'random', 'random'] });
  assert.match(text, /It is your turn: decision 0\. Bid how many of \d+ tricks you will win: .* Legal moves:\n1\. Bid/);
  assert.match((await call('legal_moves', { seat })).text, /^Decision \d+\. Bid how many of \d+ tricks/);
});

test('points that a move surely brings stand behind it', async () => {
  for (let i = 0; i < 20; i++) {
    let told = await call('new_match', { game: 'tic-tac-toe', seats: ['me', 'random'] });
    while (told.structured.state === 'running' && !/\(\+1\)$/m.test(told.text)) told = await move(told);
    if (told.structured.state !== 'running') continue; // nobody came so far
    const winning = Number(told.text.match(/^(\d+)\. .*\(\+1\)$/m)[1]);
    const { seat, decision } = told.structured;
    assert.match((await call('legal_moves', { seat })).text, /\(\+1\)$/m);
    assert.match((await call('play', { seat, decision, steps: [winning] })).text, /match over/);
    return;
  }
  assert.fail('no move of twenty matches won');
});

test('what is wrong is said, and changes nothing', async () => {
  const { structured: { seat, decision, seq } } = await move(await call('new_match', { game: 'tic-tac-toe' }));
  for (const [name, args, why] of [
    ['rules', { game: 'no-such-game' }, /not_found/],
    ['rules', {}, /game/],
    ['new_match', { game: 'tic-tac-toe', seats: ['random', 'random'] }, /"me" once/],
    ['new_match', { game: 'tic-tac-toe', seats: ['me', 'no-such-bot'] }, /bot/],
    ['new_match', { game: 'tic-tac-toe', options: { size: '4' } }, /size/],
    ['look', { seat: 'nonsense' }, /slash/],
    ['look', { seat: `${seat.split('/')[0]}/${'0'.repeat(32)}` }, /unauthorised/],
    ['play', { seat, decision, steps: [10] }, /from 1 to 7/],
    ['play', { seat, decision, steps: [1, 1] }, /complete/],
    ['play', { seat, decision: 0, steps: [1] }, /stale/],
    ['play', { seat, steps: [1] }, /decision/],
    ['play', { seat, decision, steps: [0] }, /steps/],
  ]) await assert.rejects(call(name, args), why, `${name} ${JSON.stringify(args)}`);
  await assert.rejects(client.callTool({ name: 'cheat', arguments: {} }), /no such tool/);
  assert.equal((await call('look', { seat })).structured.seq, seq);
});

test('a match in a store goes on with the same seat after the program has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lapidary-mcp-'));
  const store = `sqlite:${join(folder, 'matches.db')}`;
  const first = await connect('--store', store);
  const { structured: { seat, seq } } = await call('new_match', { game: 'gemtrix' }, first);
  await first.close();
  const second = await connect('--store', store);
  const { structured } = await call('look', { seat }, second);
  assert.equal(structured.seq, seq);
  await second.close();
  rmSync(folder, { recursive: true });
});

await done(() => client.close());

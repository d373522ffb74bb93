// What all seats have in the middle of the table lies there side by side, and stays to be seen when it is complete; and
// a list that scrolls says how much there is beyond its edge.
import assert from 'node:assert/strict';
import { assertNoFaults, loadStyles, playToTheEnd, sitDown, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);
await loadStyles(person.page);

const field = (name, more = {}) => ({ name, title: name, type: 'slots', set: 'cards', drawn: true, draw: { as: 'row' }, ...more });
const seat = { name: 'seat', type: 'seat' };
const card = (of) => ({ name: 'card', type: 'piece', field: of });
const cell = (name) => ({ name, type: 'cell', field: 'x/board' });

const DESCRIPTION = {
  sets: [{
    name: 'cards',
    backs: [{ key: 'back', title: 'a card' }],
    faces: ['a', 'b', 'c', 'd'].map((key) => ({ key, title: key.toUpperCase(), back: 'back', mark: key })),
  }],
  fields: [
    { name: 'x/board', type: 'numbers', shape: { width: 5, height: 1 }, draw: { as: 'grid' } },
    field('x/laser', { of_seats: true, list: true, draw: { as: 'row', on: 'x/board', x: 'x/at', turn: 'x/turn' } }),
    { name: 'x/at', type: 'numbers', of_seats: true, list: true, draw: {} },
    { name: 'x/turn', type: 'numbers', of_seats: true, list: true, draw: {} },
    field('x/trick', { of_seats: true, draw: { as: 'row', centre: true } }),
    field('x/hand', { of_seats: true, list: true, order: 'set', draw: { as: 'hand' } }),
    field('x/open', { list: true }),
    field('x/pile', { list: true, draw: { as: 'pile' } }),
  ],
  actions: [{ name: 'x/play', args: [card('x/hand')] }, { name: 'x/put', args: [cell('at')] }],
  events: [
    { name: 'x/came', args: [cell('at'), { name: 'what', type: 'number', field: 'x/board' }] },
    { name: 'x/lit', args: [seat, cell('at'), { name: 'turn', type: 'choice' }, card('x/laser')] },
    { name: 'x/moved', args: [cell('from'), cell('to')] },
    { name: 'x/played', args: [seat, card('x/trick')] },
    { name: 'x/won', args: [seat, card('x/trick')] },
    { name: 'x/opened', args: [card('x/open')] },
    { name: 'x/discarded', args: [card('x/pile')] },
  ],
};

const hand = (seen, hidden = 0) => ({ seen, hidden: hidden ? { back: hidden } : {} });
const view = (trick, hands, open = [], pile = { size: 0 }) => ({
  waiting: [0],
  fields: { 'x/trick': trick.map((key) => [key]), 'x/hand': hands, 'x/open': open, 'x/pile': pile },
});

// --- in the middle

/** In the page: whose each card in the middle is, and what of it lies where seats have their own things. */
async function drawCentre([description, seen, viewer]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view: seen, viewer, names: ['Ada', 'Bob', 'Cleo'] });
  const drawn = {
    middle: [...board.querySelectorAll('.middle .of-seat')].map((one) => [
      one.querySelector('.whose').textContent,
      one.querySelector('.place').dataset.thing ?? null,
      getComputedStyle(one.querySelector('.whose')).getPropertyValue('--seat') !== '',
    ]),
    atSeats: board.querySelectorAll('.area.seat [data-zone^="x/trick"]').length,
    hands: board.querySelectorAll('.area.seat [data-zone^="x/hand"]').length,
  };
  board.remove();
  return drawn;
}

test('what all seats have in the middle lies there with the names and colours of the seats, own things last', async () => {
  const seen = view(['a', null, 'c'], [hand(['b']), hand([], 1), hand([], 1)]);
  const of = (viewer) => person.page.evaluate(drawCentre, [DESCRIPTION, seen, viewer]);
  const [ada, bob, cleo] = [['Ada', 'a', true], ['Bob', null, true], ['Cleo', 'c', true]];
  assert.deepEqual(await of(0), { middle: [bob, cleo, ada], atSeats: 0, hands: 3 });
  assert.deepEqual((await of(-1)).middle, [ada, bob, cleo]);
  assertNoFaults(person);
});

// --- in the course of an entry

async function between([description, ...views]) {
  const { viewBetween } = await import('/between.js');
  return viewBetween(description, ...views)?.fields ?? null;
}

const fieldsBetween = (before, entry, after) => person.page.evaluate(between, [DESCRIPTION, before, entry, after]);
const event = (kind, args) => ({ kind, args });
const plays = (who, key) => ({ seat: who, steps: [{ kind: 'x/play', seat: who, args: { card: key } }] });

test('a card that completes a trick is seen with all of it, and no longer in the hand', async () => {
  const before = view(['a', 'b', null], [hand([], 1), hand([], 1), hand([], 2)]);
  const after = view([null, null, null], [hand([], 1), hand([], 1), hand([], 1)]);
  const entry = { ...plays(2, 'c'), events: [event('x/played', { seat: 2, card: 'c' }), event('x/won', { seat: 0, card: 'a' })] };
  const fields = await fieldsBetween(before, entry, after);
  assert.deepEqual(fields['x/trick'], [['a'], ['b'], ['c']]);
  assert.deepEqual(fields['x/hand'], [hand([], 1), hand([], 1), hand([], 1)]);
});

test('of what comes after the trick was cleared nothing is seen with it', async () => {
  const before = view(['a', null, null], [hand(['b', 'd']), hand([]), hand([])]);
  const after = view([null, null, null], [hand(['c']), hand([]), hand([])], ['d']);
  const entry = { ...plays(0, 'b'), events: [event('x/played', { seat: 1, card: 'b' }), event('x/opened', { card: 'd' })] };
  const fields = await fieldsBetween(before, entry, after);
  assert.deepEqual(fields['x/open'], []);
  assert.deepEqual(fields['x/hand'][0], hand(['d']));
});

const onBoard = (cells, lasers = [[], []]) => ({
  waiting: [0],
  fields: {
    'x/board': cells,
    'x/laser': lasers.map((row) => row.map(([key]) => key)),
    'x/at': lasers.map((row) => row.map(([, at]) => at)),
    'x/turn': lasers.map((row) => row.map(([, , turn]) => turn)),
  },
});
const puts = (...cells) => cells.map((at) => ({ kind: 'x/put', seat: 0, args: { at } }));

test('cells that a move clears are seen as they were, with what the move has put there, and what it has moved', async () => {
  const entry = { seat: 0, steps: puts(2), events: [event('x/came', { at: 2, what: 7 }), event('x/moved', { from: 0, to: 4 })] };
  const fields = await fieldsBetween(onBoard([5, 6, 0, 6, 0]), entry, onBoard([0, 0, 0, 0, 5]));
  assert.deepEqual(fields['x/board'], [0, 6, 7, 6, 5]);
});

test('a piece that comes to stand on a cell is seen there, turned, whether its face is known or not', async () => {
  const entry = { seat: 0, steps: puts(4), events: [event('x/lit', { seat: 1, at: 4, turn: 'west', card: '?back' }), event('x/moved', { from: 0, to: 4 })] };
  const before = onBoard([9, 1, 1, 1, 0], [[], [['?back', 0, 1]]]);
  const fields = await fieldsBetween(before, entry, onBoard([0, 0, 0, 0, 0]));
  assert.deepEqual(fields['x/laser'], [[], ['?back', '?back']]);
  assert.deepEqual([fields['x/at'][1], fields['x/turn'][1]], [[0, 4], [1, 3]]);
  assert.deepEqual(fields['x/board'], [9, 1, 1, 1, 0]);
});

const CELLS = [
  ['a piece that moves', puts(0, 3), [event('x/moved', { from: 0, to: 3 })], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]],
  ['a piece that takes another one on its cell', puts(0, 3), [event('x/moved', { from: 0, to: 3 })], [1, 0, 0, 2, 0], [0, 0, 0, 1, 0]],
  ['what the move itself has pointed at', puts(1), [event('x/moved', { from: 1, to: 1 })], [3, 3, 0, 0, 0], [3, 0, 0, 0, 0]],
  ['what comes and stays on a board', puts(1), [event('x/came', { at: 1, what: 3 })], [0, 0, 0, 0, 0], [0, 3, 0, 0, 0]],
].map(([what, steps, events, before, after]) => [what, { seat: 0, steps, events }, onBoard(before), onBoard(after)]);

const nothing = view([null, null, null], [hand([]), hand([]), hand([])]);
const NONE = [
  ['what comes and stays', { events: [event('x/played', { seat: 1, card: 'a' })] }, nothing, view([null, 'a', null], nothing.fields['x/hand'])],
  ['a card that is not known', { events: [event('x/played', { seat: 1, card: '?back' })] }, nothing, nothing],
  ['what is covered on a pile', { events: [event('x/discarded', { card: 'a' })] }, nothing, view([null, null, null], nothing.fields['x/hand'], [], { top: 'b', size: 2 })],
  ['what is taken back', { undone: 3, events: [event('x/played', { seat: 1, card: 'a' })] }, nothing, nothing],
  ['an entry without events', {}, nothing, nothing],
];

for (const [what, entry, before, after] of [...NONE, ...CELLS])
  test(`nothing passes with ${what}`, async () => assert.equal(await fieldsBetween(before, entry, after), null));

// --- at a table

const SEATS = 3;

/** In the page: notes the most cards that lay in the middle at once, and what could be clicked on the table meanwhile. */
function watchTrick() {
  globalThis.most = 0;
  globalThis.litAtMost = 0;
  new MutationObserver(() => {
    const cards = document.querySelectorAll('lap-board .of-seat .piece').length;
    if (cards < globalThis.most) return;
    globalThis.most = cards;
    globalThis.litAtMost = document.querySelectorAll('lap-board .of-seat .highlight').length;
  }).observe(document.body, { childList: true, subtree: true });
}

/** In the page: takes what may be taken until so many cards have lain in the middle. */
async function playUntil([cards, wait]) {
  const until = performance.now() + wait;
  while (globalThis.most < cards && performance.now() < until) {
    document.querySelector('lap-steps:not([hidden]) .choice')?.click();
    await new Promise(requestAnimationFrame);
  }
  return { most: globalThis.most, lit: globalThis.litAtMost };
}

test('a whole trick is seen at a table, whoever completes it', async () => {
  const calm = await somebody(browser, server, { isCalm: true });
  await sitDown(calm.page, 'oh-hell');
  await calm.page.evaluate(watchTrick);
  assert.deepEqual(await calm.page.evaluate(playUntil, [SEATS, 120_000]), { most: SEATS, lit: 0 });
  assertNoFaults(calm);
});

/** In the page: looks at one moment after the other until so many cards have lain in the middle. */
async function stepUntil([cards, wait]) {
  const until = performance.now() + wait;
  const forward = document.querySelector('lap-replay button[aria-label="One step forward"]');
  const { max } = document.querySelector('lap-replay input');
  for (let at = 1; at <= max && globalThis.most < cards; at++) {
    forward.click();
    while (!location.hash.endsWith(`/${at}`) && performance.now() < until) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
  return globalThis.most;
}

test('a whole trick is seen by who looks back', async () => {
  const late = await somebody(browser, server);
  const { page } = late;
  await sitDown(page, 'oh-hell');
  await playToTheEnd(page, 0);
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.evaluate(() => localStorage.setItem('lapidary.pace', 'normal'));
  await page.locator('lap-replay input').fill('0');
  await until(page, () => location.hash.endsWith('/0'));
  await page.evaluate(watchTrick);
  assert.equal(await page.evaluate(stepUntil, [SEATS, 120_000]), SEATS);
  assertNoFaults(late);
});

// --- lists that scroll

/** In the page: what a list of so many choices says of those beyond its edge: at first, and at its end. `lit`: they are folded away. */
async function longList([count, lit]) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  steps.style.height = lit ? '2rem' : '12rem';
  document.body.prepend(steps);
  const options = Array.from({ length: count }, (_, index) => ({ index, kind: 'x/take', label: `Take the card that is called number ${index}` }));
  steps.show({ options, trail: [] }, 'Take one.', new Set(lit ? options.keys() : []));
  const frames = async () => {
    for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
  };
  const said = () => (steps.querySelector('.more').hidden ? 0 : Number(steps.querySelector('.more button').textContent.replace(/\D/g, '')));
  const seen = () => {
    const { bottom } = steps.getBoundingClientRect();
    return [...steps.querySelectorAll('.choice')].filter((one) => one.getBoundingClientRect().bottom <= bottom).length;
  };
  await frames();
  const first = { said: said(), seen: seen() };
  steps.scrollTop = steps.scrollHeight;
  await frames();
  const last = said();
  steps.remove();
  return { ...first, last };
}

test('a list that scrolls says how many lie beyond its edge, until one is there', async () => {
  const { said, seen, last } = await person.page.evaluate(longList, [30]);
  assert.ok(seen > 0 && seen < 30, String(seen));
  assert.equal(said, 30 - seen);
  assert.equal(last, 0);
  assert.equal((await person.page.evaluate(longList, [2])).said, 0);
  assert.equal((await person.page.evaluate(longList, [30, true])).said, 0, 'those that are folded away do not lie beyond it');
  assertNoFaults(person);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

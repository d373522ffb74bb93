// What all seats have in the middle of the table lies there side by side, and stays to be seen when it is complete; and
// a list that scrolls says how much there is beyond its edge.
import assert from 'node:assert/strict';
import { assertNoFaults, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);

const field = (name, more = {}) => ({ name, title: name, type: 'slots', set: 'cards', drawn: true, draw: { as: 'row' }, ...more });
const seat = { name: 'seat', type: 'seat' };
const card = (of) => ({ name: 'card', type: 'piece', field: of });

const DESCRIPTION = {
  sets: [{
    name: 'cards',
    backs: [{ key: 'back', title: 'a card' }],
    faces: ['a', 'b', 'c', 'd'].map((key) => ({ key, title: key.toUpperCase(), back: 'back', mark: key })),
  }],
  fields: [
    field('x/trick', { of_seats: true, draw: { as: 'row', centre: true } }),
    field('x/hand', { of_seats: true, list: true, order: 'set', draw: { as: 'hand' } }),
    field('x/open', { list: true }),
    field('x/pile', { list: true, draw: { as: 'pile' } }),
  ],
  actions: [{ name: 'x/play', args: [card('x/hand')] }],
  events: [
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

const nothing = view([null, null, null], [hand([]), hand([]), hand([])]);
const NONE = [
  ['what comes and stays', { events: [event('x/played', { seat: 1, card: 'a' })] }, nothing, view([null, 'a', null], nothing.fields['x/hand'])],
  ['a card that is not known', { events: [event('x/played', { seat: 1, card: '?back' })] }, nothing, nothing],
  ['what is covered on a pile', { events: [event('x/discarded', { card: 'a' })] }, nothing, view([null, null, null], nothing.fields['x/hand'], [], { top: 'b', size: 2 })],
  ['what is taken back', { undone: 3, events: [event('x/played', { seat: 1, card: 'a' })] }, nothing, nothing],
  ['an entry without events', {}, nothing, nothing],
];

for (const [what, entry, before, after] of NONE)
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

// --- lists that scroll

/** In the page: what a list of so many choices says of those beyond its edge: at first, and at its end. */
async function longList(count) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  steps.style.height = '12rem';
  document.body.prepend(steps);
  const options = Array.from({ length: count }, (_, index) => ({ index, kind: 'x/take', label: `Take the card that is called number ${index}` }));
  steps.show({ options, trail: [] }, 'Take one.', new Set());
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
  const { said, seen, last } = await person.page.evaluate(longList, 30);
  assert.ok(seen > 0 && seen < 30, String(seen));
  assert.equal(said, 30 - seen);
  assert.equal(last, 0);
  assert.equal((await person.page.evaluate(longList, 2)).said, 0);
  assertNoFaults(person);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

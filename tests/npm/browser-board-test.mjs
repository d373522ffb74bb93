// The board by itself: what it makes of a description and a view, without a match.
import assert from 'node:assert/strict';
import { assertNoFaults, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);

const field = (name, draw, more = {}) => ({ name, title: name, type: 'numbers', drawn: true, draw, ...more });

/** A map of one tile that has doors at some sides. */
const mapWithDoors = (doors) => ({
  sets: [
    {
      name: 'rooms',
      backs: [{ key: 'back', title: 'a room' }],
      faces: [
        { key: 'hall', title: 'Hall', back: 'back', marks: doors.map((at) => ({ at, text: '2' })) },
        { key: 'attic', title: 'Attic', back: 'back', marks: ['north', 'south'].map((at) => ({ at, text: '1' })) },
      ],
    },
  ],
  fields: [
    field('mine', { as: 'map' }, { type: 'slots', set: 'rooms', list: true }),
    field('miner', { as: 'tokens', on: 'mine' }, { of_seats: true }),
  ],
  actions: [],
  events: [],
});

/** In the page: where tokens lie on the only tile, in its widths from its middle, and whether they cover doors. */
async function tokensOn([description, seats]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const at = Array.from({ length: seats }, () => 0);
  board.update({ view: { waiting: [], fields: { mine: ['hall'], miner: at } }, names: at.map((_, seat) => `Miner ${seat}`) });
  const tile = board.querySelector('.tile').getBoundingClientRect();
  const boxes = (selector) => [...board.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const [tokens, doors] = [boxes('.tokens .token'), boxes('.doors')];
  board.remove();
  return {
    middles: tokens.map(({ x, y, width, height }) => [
      (x + width / 2 - tile.x) / tile.width - 0.5,
      (y + height / 2 - tile.y) / tile.height - 0.5,
    ]),
    isOnDoors: tokens.some((token) => doors.some((door) => meet(token, door))),
  };
}

const THERE = {
  south: ([, y]) => y > 0.3,
  north: ([, y]) => y < -0.3,
  west: ([x]) => x < -0.3,
  east: ([x]) => x > 0.3,
};

for (const [doors, side] of [
  [['north'], 'south'],
  [['south', 'west'], 'north'],
  [['north', 'south'], 'west'],
  [['north', 'south', 'west'], 'east'],
])
  for (const seats of [2, 5])
    test(`${seats} tokens where doors are at ${doors.join(', ')} stand at ${side}`, async () => {
      const { middles, isOnDoors } = await person.page.evaluate(tokensOn, [mapWithDoors(doors), seats]);
      assert.equal(middles.length, seats);
      assert.ok(!isOnDoors);
      assert.ok(middles.every(THERE[side]), JSON.stringify(middles));
    });

test('tokens stand in the corners where all sides have doors', async () => {
  const { middles, isOnDoors } = await person.page.evaluate(tokensOn, [mapWithDoors(Object.keys(THERE)), 4]);
  assert.ok(!isOnDoors);
  assert.ok(middles.every(([x, y]) => Math.abs(x) > 0.3 && Math.abs(y) > 0.3), JSON.stringify(middles));
});

test('two tokens leave the way between them free', async () => {
  const { middles } = await person.page.evaluate(tokensOn, [mapWithDoors(['north']), 2]);
  assert.ok(middles[0][0] < -0.3 && middles[1][0] > 0.3, JSON.stringify(middles));
  assertNoFaults(person);
});

/** In the page: where a map of many tiles in a row lies after each of the steps that a viewer and the game take. */
async function scrolledMap(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const names = ['Ada', 'Bob'];
  const show = (tiles, miner, seat) =>
    board.update({ view: { waiting: [seat], fields: { mine: Array.from({ length: tiles }, () => 'hall'), miner } }, names });
  const left = () => board.querySelector('.map').scrollLeft;
  const drawn = [];
  show(60, [0, 59], 0);
  drawn.push(left());
  board.querySelector('.map').scrollLeft = 300;
  show(60, [0, 59], 0);
  drawn.push(left());
  show(60, [0, 59], 1);
  drawn.push(left());
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  show(61, [0, 58], 1);
  drawn.push(left());
  board.remove();
  return drawn;
}

test('a map shows who acts, stays where it is moved to, and does not jump as it grows', async () => {
  const [first, moved, other, grown] = await person.page.evaluate(scrolledMap, mapWithDoors(['north']));
  assert.equal(first, 0);
  assert.equal(moved, 300);
  assert.ok(other > 1000, String(other));
  assert.equal(grown, other);
  assertNoFaults(person);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

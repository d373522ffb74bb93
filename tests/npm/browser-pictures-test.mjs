// Pictures of plugins: each is fetched from its address, drawn as an image in the place of its mark, and by those alone
// who see the face; nothing of it is part of the page.
import assert from 'node:assert/strict';
import { assertNoFaults, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);

/** Answers of the host, as the page has them. */
const call = (method, params) =>
  person.page.evaluate(async ([name, given]) => (await import('/host.js')).host.call(name, given), [method, params]);

const wolves = await call('games.describe', { game: 'lone-wolf' });
const [, VILLAGER, SEER, WOLF] = wolves.fields.find(({ name }) => name === 'lone-wolf/role').draw.values.map(({ picture }) => picture);

// --- what is sent

test('a game of pictures has their addresses, and its list that of the game', async () => {
  assert.equal(new Set([VILLAGER, SEER, WOLF]).size, 3);
  for (const address of [VILLAGER, SEER, WOLF]) assert.match(address, /^pictures\/[0-9a-f]{64}\.svg$/);
  const { games } = await call('games.list', {});
  assert.equal(games.find(({ id }) => id === 'lone-wolf').picture, WOLF);
  assert.equal(games.find(({ id }) => id === 'connect-four').picture, undefined);
});

test('what comes from an address may be kept, and may do nothing', async () => {
  const answer = await fetch(new URL(WOLF, server.url));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.match(answer.headers.get('content-security-policy'), /default-src 'none'; style-src 'unsafe-inline'; sandbox/);
  assert.match(await answer.text(), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 48 48"><circle /);
  for (const other of ['pictures/wolf.svg', 'pictures/', WOLF.replace(/.{4}\.svg$/, '0000.svg')])
    assert.equal((await fetch(new URL(other, server.url))).status, 404, other);
});

// --- what is drawn

const DESCRIPTION = {
  sets: [
    {
      name: 'cards',
      backs: [{ key: 'back', title: 'a card', mark: '?', picture: SEER }],
      faces: [
        { key: 'a', title: 'Ace', back: 'back', mark: 'A', picture: WOLF },
        { key: 'b', title: 'Bee', back: 'back', mark: 'B' },
      ],
    },
    {
      name: 'tiles',
      backs: [{ key: 'tile', title: 'a tile' }],
      faces: [{
        key: 't', title: 'Turn', back: 'tile', picture: VILLAGER,
        marks: [{ at: 'north', text: 'n' }, { at: 'east', text: 'e' }],
      }],
    },
    { name: 'slips', backs: [{ key: 'slip', title: 'a slip' }], faces: [{ key: 's', title: 'Two pairs', back: 'slip', picture: WOLF }] },
  ],
  fields: [
    { name: 'x/hand', title: 'Hand', type: 'slots', set: 'cards', of_seats: true, list: true, drawn: true, draw: { as: 'hand' } },
    {
      name: 'x/grid', title: 'Grid', type: 'numbers', shape: { width: 2, height: 2 }, coordinates: true, capacity: 4, drawn: true,
      draw: { as: 'grid', picture: SEER, values: [{ mark: '' }, { mark: '', picture: WOLF }, { mark: 'M' }] },
    },
    {
      name: 'x/map', title: 'Map', type: 'slots', set: 'tiles', list: true, drawn: true, numbered: true,
      draw: { as: 'map', x: 'x/xs', y: 'x/ys', turn: 'x/turns', picture: WOLF },
    },
    { name: 'x/slips', title: 'Slips', type: 'slots', set: 'slips', list: true, drawn: true, draw: { as: 'row' } },
    ...['xs', 'ys', 'turns'].map((name) => ({ name: `x/${name}`, title: name, type: 'numbers', drawn: false, beside: true, draw: { as: 'row' } })),
  ],
  actions: [],
  events: [],
};

const VIEW = {
  waiting: [0],
  fields: {
    'x/hand': [{ seen: ['a', 'b'], hidden: {} }, { seen: [], hidden: { back: 1 } }],
    'x/grid': [0, 1, 2, 0],
    'x/map': ['t', 't'],
    'x/slips': ['s'],
    'x/xs': [0, 1],
    'x/ys': [0, 0],
    'x/turns': [0, 1],
  },
};

/** In the page: what is drawn in each place. */
async function drawAll([description, view]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view, viewer: 0, names: ['Ada', 'Bob'] });
  const picture = (place) => {
    const image = place.querySelector('image');
    const shown = place.querySelector('[role="img"]');
    return [place.dataset.place, shown?.ariaLabel ?? '', image?.getAttribute('href') ?? null, image?.getAttribute('transform') ?? '',
      shown?.querySelectorAll('text').length ?? 0];
  };
  const behind = [...board.querySelectorAll('img')].map((image) => [image.parentElement.className.split(' ')[0], image.getAttribute('src'), image.alt]);
  const drawn = { places: [...board.querySelectorAll('.place')].filter((place) => place.querySelector('[role="img"]')).map(picture), behind };
  const { pictureOf } = await import('/picture.js');
  drawn.saved = await pictureOf(board);
  board.remove();
  return drawn;
}

test('a picture is drawn for its mark, or for a name alone, backs for what is hidden, tiles as they are turned, and others as they were', async () => {
  const { places, behind } = await person.page.evaluate(drawAll, [DESCRIPTION, VIEW]);
  const of = (name) => places.filter(([place]) => place.startsWith(name)).map(([, ...drawn]) => drawn);
  assert.deepEqual(of('x/hand|0'), [['Ace', WOLF, '', 1], ['Bee', null, '', 2]]);
  assert.deepEqual(of('x/hand|1'), [['a card', SEER, '', 0]]);
  assert.deepEqual(of('x/map').filter(([title]) => title), [['Turn 1', VILLAGER, '', 1], ['Turn 2', VILLAGER, 'rotate(90 60 60)', 1]]);
  assert.deepEqual(of('x/slips'), [['Two pairs', WOLF, '', 0]]);
  assert.deepEqual(of('x/grid').map(([, ...drawn]) => drawn), [[WOLF, '', 0], [null, '', 1]]);
  assert.deepEqual(behind.sort(), [['grid', SEER, ''], ['sheet', WOLF, '']]);
  assertNoFaults(person);
});

test('a table that is saved has its pictures in itself', async () => {
  const { saved } = await person.page.evaluate(drawAll, [DESCRIPTION, VIEW]);
  assert.doesNotMatch(saved, /"pictures\//);
  assert.match(saved, /href="data:image\/svg\+xml/);
  assert.match(saved, /src="data:image\/svg\+xml/);
});

// --- in a match

/** Addresses in the drawing, of whatever kind. */
const drawnIn = (page) =>
  page.locator('lap-board image').evaluateAll((images) => images.map((image) => image.getAttribute('href')));
const loaded = (page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/pictures/')));

test('at a table a seat fetches its own role, and none of the others', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await page.locator('[data-game="lone-wolf"] img.emblem').waitFor();
  const emblems = await page.locator('img.emblem').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  await sitDown(page, 'lone-wolf');
  await page.locator('lap-board image').first().waitFor();
  const own = await drawnIn(page);
  assert.equal(own.length, 1);
  const images = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return [image.naturalWidth > 0, document.querySelectorAll('lap-board image').length, document.querySelectorAll('lap-board circle[fill]').length];
  }, own[0]);
  assert.deepEqual(images, [true, 1, 0]);
  const fetched = new Set((await loaded(page)).map((name) => name.replace(server.url, '')));
  assert.deepEqual([...fetched].sort(), [...new Set([...emblems, ...own])].sort(), 'those of games, in the lobby, and its own');
  assertNoFaults(someone);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

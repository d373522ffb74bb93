// The board by itself: what it makes of a description and a view, without a match.
import assert from 'node:assert/strict';
import { assertNoFaults, loadStyles, sitDown, sitDownToShow, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);
await loadStyles(person.page);

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

/** In the page: the openings of the only tile, and its sides that can be highlighted. */
async function sidesOf(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view: { waiting: [], fields: { mine: ['hall'], miner: [] } }, names: [] });
  const count = (selector) => board.querySelectorAll(selector).length;
  const found = { openings: count('.gap'), doors: count('.doors'), sides: count('.tile-side') };
  board.remove();
  return found;
}

test('a side with an empty mark is closed, and can be highlighted', async () => {
  const description = mapWithDoors(['north']);
  description.sets[0].faces[0].marks.push({ at: 'south', text: '' });
  assert.deepEqual(await person.page.evaluate(sidesOf, description), { openings: 1, doors: 1, sides: 2 });
});

/** In the page: what stands in the places of a row, and what they are called. */
async function rowOf([draw, names]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const field = { name: 'heap', title: 'Heaps', type: 'numbers', capacity: 4, drawn: true, draw: { as: 'row', ...draw } };
  board.description = { sets: [], actions: [], events: [], fields: [field] };
  board.update({ view: { waiting: [], fields: { heap: [3, 0, 5, 0] } }, names });
  const places = [...board.querySelectorAll('.as-row .place')].map(({ innerText, dataset }) => [innerText.split(/\s+/).join(' '), dataset.name]);
  board.remove();
  return places;
}

for (const [what, draw, places] of [
  ['have their labels', { labels: ['left', 'right'] }, [['left 3', 'left: 3'], ['right 0', 'right: 0'], ['5', '5'], ['0', '0']]],
  ['that are seats have their names, and no other is there', { places: 'seats' }, [['Ada 3', 'Ada: 3'], ['Bo 0', 'Bo: 0']]],
])
  test(`places of a row ${what}`, async () =>
    assert.deepEqual(await person.page.evaluate(rowOf, [draw, ['Ada', 'Bo']]), places));

/** In the page: what stands before each row of a grid of pieces, and in which line of it. */
async function labelsOf(labels) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const coins = { name: 'coins', backs: [{ key: 'back', title: 'a coin' }], faces: [{ key: 'one', title: 'One', back: 'back', mark: '1' }] };
  const shelf = { name: 'shelf', title: 'Shelf', type: 'slots', set: 'coins', shape: { width: 2, height: 2 }, capacity: 4, drawn: true, draw: { as: 'grid', labels } };
  board.description = { sets: [coins], actions: [], events: [], fields: [shelf] };
  board.update({ view: { waiting: [], fields: { shelf: ['one', null, null, 'one'] } } });
  const middle = (element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2;
  const cells = [...board.querySelectorAll('.cell')];
  const found = [...board.querySelectorAll('.label')].map((label) => [label.textContent, cells.findIndex((cell) => Math.abs(middle(cell) - middle(label)) < 2)]);
  board.remove();
  return found;
}

test('the rows of a grid have their labels', async () => {
  assert.deepEqual(await person.page.evaluate(labelsOf, ['Above', 'Below']), [['Above', 0], ['Below', 2]]);
  assert.deepEqual(await person.page.evaluate(labelsOf, undefined), []);
});

/** In the page: what the only tile is called. */
async function nameOfTile(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view: { waiting: [], fields: { mine: ['hall'], miner: [] } }, names: [] });
  const tile = board.querySelector('.tile');
  const names = [tile.dataset.name, tile.querySelector('svg').textContent.trim().replace(/\s+/g, ' ')];
  board.remove();
  return names;
}

test('where tiles are named by their numbers, those are on them', async () => {
  const description = mapWithDoors([]);
  assert.deepEqual(await person.page.evaluate(nameOfTile, description), ['Hall', 'Hall']);
  description.fields[0].numbered = true;
  assert.deepEqual(await person.page.evaluate(nameOfTile, description), ['Hall 1', 'Hall 1']);
});

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

test('two tokens do not cover what stands at the next sides', async () => {
  const sides = ['west', 'east'].flatMap((side) => Array(5).fill(side));
  const { isOnDoors } = await person.page.evaluate(tokensOn, [mapWithDoors(['north', ...sides]), 2]);
  assert.ok(!isOnDoors);
});

test('two tokens leave the way between them free', async () => {
  const { middles } = await person.page.evaluate(tokensOn, [mapWithDoors(['north']), 2]);
  assert.ok(middles[0][0] < -0.24 && middles[1][0] > 0.24, JSON.stringify(middles));
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
  for (let i = 0; i < 4; i++) {
    await new Promise(requestAnimationFrame); // what has come is brought into view before
    if (i === 2) board.querySelector('.map').scrollLeft = 300;
  }
  show(62, [0, 58], 1);
  drawn.push(left());
  board.remove();
  return drawn;
}

test('a map shows who acts, stays where it is moved to, and does not jump as it grows', async () => {
  const [first, moved, other, grown, kept] = await person.page.evaluate(scrolledMap, mapWithDoors(['north']));
  assert.equal(first, 120, 'the first tile lies at the edge: a ring of 120 px is not seen');
  assert.equal(moved, 300);
  assert.ok(other > 1000, String(other));
  assert.equal(grown, other);
  assert.equal(kept, 300, 'though it was drawn anew: who acts has not gone anywhere');
  assertNoFaults(person);
});

/** In the page: the steps along a row of tiles after which a tile next to the own pawn is not seen whole. */
async function unseenOnTheWay(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const unseen = [];
  for (let at = 1; at < 30; at++) {
    board.update({ view: { waiting: [0], fields: { mine: Array.from({ length: 60 }, () => 'hall'), miner: [at] } }, names: ['Ada'] });
    for (const sliding of document.getAnimations()) sliding.finish();
    const frame = board.querySelector('.map').getBoundingClientRect();
    const next = [at - 1, at + 1].map((i) => board.querySelectorAll('.place.tile')[i].getBoundingClientRect());
    if (next[0].left < frame.left - 1 || next[1].right > frame.right + 1) unseen.push(at);
  }
  board.remove();
  return unseen;
}

test('who walks along a map sees the tiles to go to next', async () => {
  assert.deepEqual(await person.page.evaluate(unseenOnTheWay, mapWithDoors(['north'])), []);
  assertNoFaults(person);
});

/** In the page: at which edges a map of many tiles in a row goes on, at its beginning and in its middle. */
async function edgesOfMap(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view: { waiting: [0], fields: { mine: Array.from({ length: 60 }, () => 'hall'), miner: [0] } }, names: ['Ada'] });
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const edges = () => board.querySelector('.zoomable').dataset.more;
  await drawn();
  const first = edges();
  board.querySelector('.map').scrollLeft = 300;
  await drawn();
  const later = edges();
  board.remove();
  return [first, later];
}

test('a map says at which edges it goes on', async () => {
  assert.deepEqual(await person.page.evaluate(edgesOfMap, mapWithDoors(['north'])), ['east', 'west east']);
  assertNoFaults(person);
});

/** In the page: the scale of a map at first, after each of its buttons, and after the board was drawn anew. */
async function zooms([description, names]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const update = (miner) => board.update({ view: { waiting: [0], fields: { mine: Array.from({ length: 60 }, () => 'hall'), miner: [miner] } }, names: ['Ada'] });
  update(0);
  const scale = () => Number(board.querySelector('.map').dataset.scale).toFixed(2);
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await drawn();
  const scales = [scale()];
  for (const name of names) {
    board.querySelector(`.zoom [aria-label="${name}"]`).click();
    scales.push(scale());
  }
  board.querySelector(`.zoom [aria-label="${names[0]}"]`).click();
  const chosen = scale();
  update(1);
  await drawn();
  const isKept = scale() === chosen;
  board.querySelector('.zoom :nth-child(2)').click();
  const isLeast = scale() === scales.at(-1);
  board.remove();
  return { scales: scales.map(Number), isKept, isLeast };
}

test('buttons beside a map make it larger and smaller, and it stays so until it is to fit again', async () => {
  const { scales, isKept, isLeast } = await person.page.evaluate(zooms, [mapWithDoors(['north']), ['Larger', 'Smaller', 'Smaller', 'Fit the map']]);
  const [first, larger, back, smaller, fitting] = scales;
  assert.ok(larger > first && smaller < back, JSON.stringify(scales));
  assert.equal(back, first);
  assert.ok(fitting < smaller && isLeast, 'as much of a long map is seen as can be');
  assert.ok(isKept, 'it is drawn at the size that was chosen');
  assertNoFaults(person);
});

/** In the page: a map of four tiles below each other, larger, moved to its beginning, and made to fit by these buttons: the room above and below them, and whether its buttons lie over it. */
async function fitted([description, names]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view: { waiting: [0], fields: { mine: Array.from({ length: 4 }, () => 'hall'), mine_x: [0, 0, 0, 0], mine_y: [0, 1, 2, 3], miner: [0] } }, names: ['Ada'] });
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await drawn();
  const map = board.querySelector('.map');
  for (const name of ['Larger', 'Larger']) board.querySelector(`.zoom [aria-label="${name}"]`).click();
  map.scrollTop = 0;
  for (const name of names) board.querySelector(`.zoom [aria-label="${name}"]`).click();
  await drawn();
  const box = (element) => element.getBoundingClientRect();
  const tiles = [...board.querySelectorAll('.tile')].map(box);
  const found = {
    above: Math.round(tiles[0].top - box(map).top), below: Math.round(box(map).bottom - tiles.at(-1).bottom),
    isClear: [...board.querySelectorAll('.zoom button')].every((button) => box(button).bottom <= box(map).top),
  };
  board.remove();
  return found;
}

for (const [what, names] of [['that is to fit', ['Fit the map']], ['that is made smaller until it fits', ['Smaller', 'Smaller', 'Smaller', 'Smaller', 'Smaller']]])
  test(`a map ${what} lies in the middle of its frame, and nothing lies over it`, async () => {
    const description = mapWithDoors(['north']);
    Object.assign(description.fields[0].draw, { x: 'mine_x', y: 'mine_y' });
    for (const name of ['mine_x', 'mine_y']) description.fields.push(field(name, { as: 'row' }, { list: true, beside: true }));
    const { above, below, isClear } = await person.page.evaluate(fitted, [description, names]);
    assert.ok(above >= 0 && Math.abs(above - below) <= 3, `${above} above, ${below} below`);
    assert.ok(isClear, 'its buttons lie beside it');
    assertNoFaults(person);
  });

/** In the page, on a phone: of a map of so many columns and rows, in which the last tile is lit, the scale, how many tiles are seen whole, and how much of the ground below the last row is seen, in px. */
async function smallMap([description, columns, rows]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const tiles = Array.from({ length: columns * rows }, (_, i) => i);
  const fields = { mine: tiles.map(() => 'hall'), mine_x: tiles.map((i) => i % columns), mine_y: tiles.map((i) => Math.floor(i / columns)), miner: [0] };
  board.update({ view: { waiting: [0], fields }, names: ['Ada'], highlights: [{ highlight: { field: 'mine', index: tiles.length - 1 }, steps: [0] }] });
  for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
  const map = board.querySelector('.map');
  const frame = map.getBoundingClientRect();
  const boxes = [...board.querySelectorAll('.place.tile')].map((tile) => tile.getBoundingClientRect());
  const isWhole = ({ left, right, top, bottom }) => left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
  const found = { scale: Number(map.dataset.scale), seen: boxes.filter(isWhole).length, below: Math.round(frame.bottom - boxes.at(-1).bottom) };
  board.remove();
  return found;
}

test('on a phone a map is a little smaller where all of it is seen then, and shows no more empty ground than it must for what is lit', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const description = mapWithDoors(['north']);
  Object.assign(description.fields[0].draw, { x: 'mine_x', y: 'mine_y' });
  for (const name of ['mine_x', 'mine_y']) description.fields.push(field(name, { as: 'row' }, { list: true, beside: true }));
  const small = await page.evaluate(smallMap, [description, 3, 3]);
  assert.ok(small.seen === 9 && small.scale < 1, JSON.stringify(small));
  const long = await page.evaluate(smallMap, [description, 1, 12]);
  assert.ok(long.scale === 1 && long.seen > 2 && long.below < 5, JSON.stringify(long));
});

/** In the page: the names of the areas of seats from top to bottom, as each viewer has them. */
async function orderOfSeats(viewers) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const names = ['Ada', 'Bob', 'Cleo', 'Dan'];
  board.description = { sets: [], actions: [], events: [], fields: [{ name: 'coins', title: 'Coins', type: 'numbers', of_seats: true, drawn: true, draw: { as: 'counter' } }] };
  const orders = viewers.map((viewer) => {
    board.update({ view: { waiting: [viewer], fields: { coins: [1, 2, 3, 4] } }, viewer, names });
    return [...board.querySelectorAll('.area.seat h3')].map(({ textContent }) => textContent).join(' ');
  });
  board.remove();
  return orders;
}

test('the areas of the others lie in the order of their seats, whoever looks', async () =>
  assert.deepEqual(await person.page.evaluate(orderOfSeats, [0, 2, -1]), ['Bob Cleo Dan Ada', 'Ada Bob Dan Cleo', 'Ada Bob Cleo Dan']));

/** In the page: what stands beside the name of the one who looks, and whether it can be seen. */
async function besideOwnName() {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = { sets: [], actions: [], events: [], fields: [{ name: 'coins', title: 'Coins', type: 'numbers', of_seats: true, drawn: true, draw: { as: 'counter' } }] };
  const score = (...totals) => ({ lines: [], seats: totals.map((total) => ({ total, place: 1 })) });
  const view = { waiting: [], fields: { coins: [1, 2, 3] } };
  board.update({ view, viewer: 1, names: ['Ada', 'Bob', 'Cleo'], score: score(3, 4, 5) });
  board.update({ view, viewer: 1, names: ['Ada', 'Bob', 'Cleo'], score: score(3, 4, -6) });
  const others = [...board.querySelectorAll('.points-of-others')];
  const found = [others.map(({ textContent }) => textContent), others[0].checkVisibility()];
  board.remove();
  return found;
}

test('in a narrow window the points of the others stand beside one\'s own name', async () => {
  const { page } = person;
  assert.deepEqual(await page.evaluate(besideOwnName), [['Ada 3Cleo −6'], false]);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await page.evaluate(besideOwnName), [['Ada 3Cleo −6'], true]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

/** In the page: what counters of nobody say, by the points of those who play together and what they have to reach. */
async function countersOfAll(scores) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = { sets: [], actions: [], events: [], fields: [{ name: 'left', title: 'Left', type: 'number', drawn: true, draw: { as: 'counter' } }] };
  const view = { waiting: [], fields: { left: 5 } };
  const goal = (points) => ({ category: 'goal', seat: -1, tier: 7, points, text: '' });
  const said = scores.map(([total, points]) => {
    board.update({ view, names: ['Ada', 'Bob'], score: { lines: points ? [goal(points)] : [], together: { won: false, total } } });
    return [...board.querySelectorAll('.shared .counter')].map(({ textContent }) => textContent);
  });
  board.update({ view, names: ['Ada', 'Bob'], score: { lines: [], seats: [{ total: 1, place: 1 }, { total: 2, place: 2 }] } });
  said.push([...board.querySelectorAll('.shared .counter')].map(({ textContent }) => textContent));
  board.remove();
  return said;
}

test('the points of those who play together, and what they have to reach, stand on the table', async () =>
  assert.deepEqual(await person.page.evaluate(countersOfAll, [[12, 35], [13, 35], [13, 0]]), [
    ['Left5', 'Points together12 of 35'],
    ['Left5', 'Points together13 of 35'],
    ['Left5', 'Points together13'],
    ['Left5'],
  ]));

/** In the page: whether one's own area, out of sight, comes into view as it is the turn of these. */
async function isOwnBrought(waiting) {
  const [, { isSeen }] = await Promise.all([import('/board.js'), import('/reveal.js')]);
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = { sets: [], actions: [], events: [], fields: [{ name: 'coins', title: 'Coins', type: 'numbers', of_seats: true, drawn: true, draw: { as: 'counter' } }] };
  const update = (of) => board.update({ view: { waiting: of, fields: { coins: [1, 2] } }, viewer: 0, names: ['Ada', 'Bob'] });
  const frames = async () => { for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame); };
  update([]);
  board.querySelector('.own').style.marginTop = '3000px';
  await frames();
  scrollTo({ top: 0, behavior: 'instant' });
  update(waiting);
  await frames();
  const found = isSeen(board.querySelector('.own > .area'));
  board.remove();
  scrollTo({ top: 0, behavior: 'instant' });
  return found;
}

test('who is to move has the own area in view where nothing on the table is lit', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  assert.equal(await page.evaluate(isOwnBrought, [0]), true);
  assert.equal(await page.evaluate(isOwnBrought, [1]), false);
});

/** In the page: how far each text of a card reaches over what it was given, in px. */
async function textsOver([texts, width, height, largest]) {
  const [{ lines }, { svg }] = await Promise.all([import('/words-in-lines.js'), import('/svg.js')]);
  const board = document.createElement('lap-board');
  const drawing = svg('svg', { class: 'piece', viewBox: '0 0 200 200', width: 200, height: 200 });
  board.append(drawing);
  document.body.prepend(board);
  const over = texts.map((text) => {
    drawing.replaceChildren(lines(text, 100, 100, width, height, largest, { class: 'on', 'text-anchor': 'middle' }));
    const box = drawing.firstChild.getBBox();
    return Math.max(box.width - width, 0);
  });
  board.remove();
  return over;
}

test('names of pieces stay within what they are written on', async () => {
  const texts = ['Diamond Dust', 'Terowongan 3', 'Soulstone Diamond Dust', 'WWWWWWWWWWWWWWWW', 'Warp-Walker', 'iii'];
  for (const [width, height, largest] of [[54, 17, 8.5], [74, 40, 13], [86, 46, 12.5]]) {
    const over = await person.page.evaluate(textsOver, [texts, width, height, largest]);
    assert.ok(over.every((px) => px < 1), `${width}: ${over}`);
  }
});

test('what tells labels apart is whole names', async () => {
  const marked = (labels) =>
    person.page.evaluate(async (told) => {
      const { toldApart } = await import('/alike.js');
      return toldApart(told).map((content) => [
        content.textContent,
        [...content.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()).join('|'),
      ]);
    }, labels);
  assert.deepEqual(await marked(['Give Bot 2, the dealer, a card', 'Give Bot 3, the dealer, a card']), [
    ['Give Bot 2, the dealer, a card', 'Bot 2'],
    ['Give Bot 3, the dealer, a card', 'Bot 3'],
  ]);
  assert.deepEqual(await marked(['Go to Attic.', 'Go to Hall.']), [['Go to Attic.', 'Attic'], ['Go to Hall.', 'Hall']]);
  assert.deepEqual(await marked(['Write 3 into c3', 'Write 4 into c3']), [['Write 3 into c3', '3'], ['Write 4 into c3', '4']]);
  assert.deepEqual(await marked(['Place it above, in a new row', 'Place it in row 2']), [
    ['Place it above, in a new row', 'above, in a new'],
    ['Place it in row 2', '2'],
  ]);
  assert.deepEqual(await marked(['Bot 2', 'Bot 3']), [['Bot 2', 'Bot 2'], ['Bot 3', 'Bot 3']]);
  assert.deepEqual(await marked(['Build M1 (A, 2 rails)', 'Build M1 (B, 2 rails)']), [['Build M1 (A, 2 rails)', '(A, 2 rails)'], ['Build M1 (B, 2 rails)', '(B, 2 rails)']]);
  assert.deepEqual(await marked(['Take “I T shapes”.', 'Take “I S shapes”.']), [['Take “I T shapes”.', '“I T shapes”'], ['Take “I S shapes”.', '“I S shapes”']]);
});

/** In the page: contrasts of the bars of a white and a black seat, and of their discs, with what they stand on. */
async function contrasts([description, theme]) {
  await import('/board.js');
  document.documentElement.dataset.theme = theme;
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view: { waiting: [], fields: { spot: [0, 1], grid: [1, 2] } }, names: ['White', 'Black'] });
  const canvas = document.createElement('canvas').getContext('2d');
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
  const style = (selector) => [...board.querySelectorAll(selector)].map((element) => getComputedStyle(element));
  const bars = style('.area.seat > header h3').map(({ boxShadow }) => /rgba?\([^)]*\)/.exec(boxShadow)[0]);
  const [ground] = style('.area.seat').map(({ backgroundColor }) => backgroundColor);
  const discs = style('.cell .disc .body').map(({ stroke }) => stroke);
  const squares = style('.cell').map(({ backgroundColor }) => backgroundColor);
  const found = { bars: bars.map((bar) => contrast(bar, ground)), discs: discs.map((disc, i) => contrast(disc, squares[i])) };
  board.remove();
  delete document.documentElement.dataset.theme;
  return found;
}

const SEATS = [{ colour: 'white', mark: '●' }, { colour: 'black', mark: '●' }];

for (const theme of ['light', 'dark'])
  test(`white and black seats stand out from their ground (${theme})`, async () => {
    const description = {
      sets: [], actions: [], events: [],
      fields: [
        field('spot', { as: 'tokens', on: 'grid', values: SEATS }, { of_seats: true }),
        field('grid', { as: 'grid', values: [{ mark: '' }, ...SEATS] }, { coordinates: true, shape: { width: 2, height: 1 } }),
      ],
    };
    const { bars, discs } = await person.page.evaluate(contrasts, [description, theme]);
    assert.equal(bars.length + discs.length, 4);
    for (const contrast of [...bars, ...discs]) assert.ok(contrast >= 3, `${contrast}`);
  });

/** In the page: a hall on a map and an attic that waits; where the ghost of it lies, in widths of the hall, and how it is turned. */
async function ghosts(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const turn = { name: 'x/turn', args: [{ name: 'turn', type: 'choice', choices: ['not', 'right', 'half', 'left'].map((value) => ({ value })) }] };
  const lay = { name: 'x/lay', args: [{ ...turn.args[0], name: 'side', choices: ['north', 'east', 'south', 'west'].map((value) => ({ value })) }, ...turn.args] };
  const spin = { name: 'x/spin', args: [{ name: 'how', type: 'choice', choices: ['fast', 'slow'].map((value) => ({ value })) }] };
  board.description = { ...description, actions: [turn, lay, spin] };
  board.update({ view: { waiting: [], fields: { mine: ['hall'], drawn: ['attic'], miner: [0] } }, names: ['Ada'] });
  const places = [{ field: 'drawn', index: 0 }, { field: 'mine', index: 0, side: 'east' }];
  const tile = board.querySelector('.tile');
  const look = (step, at = places) => {
    board.consider({ step, places: at });
    const hall = tile.getBoundingClientRect();
    const all = [...board.querySelectorAll('.ghost')];
    return all.map((ghost) => {
      const { x, y } = ghost.getBoundingClientRect();
      const open = [...ghost.querySelectorAll('.doors')].map(({ classList }) => [...classList].at(-1)).sort();
      const steps = [(x - hall.x) / hall.width, (y - hall.y) / hall.height];
      return [...steps.map((step) => Math.round(step) + 0), ...open];
    });
  };
  const seen = [
    look({ kind: 'x/turn', args: { turn: 'not' } }),
    look({ kind: 'x/turn', args: { turn: 'right' } }, places.with(1, { ...places[1], side: 'north' })),
    look({ kind: 'x/lay', args: { side: 'west', turn: 'right' } }),
    look({ kind: 'x/spin', args: { how: 'fast' } }),
  ];
  const map = board.querySelector('.map');
  const { height } = tile.getBoundingClientRect();
  const isWholeWithin = (frame) => [...board.querySelectorAll('.ghost')].every((ghost) => {
    const [inner, outer] = [ghost.getBoundingClientRect(), frame.getBoundingClientRect()];
    const isWithin = inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    return isWithin && Math.abs(inner.height - height) < 1;
  });
  map.style.height = `${1.2 * height}px`;
  board.consider({ step: { kind: 'x/turn', args: { turn: 'half' } }, places: places.with(1, { ...places[1], side: 'north' }) });
  seen.push(isWholeWithin(map));
  board.consider({ step: { kind: 'x/turn', args: { turn: 'half' } }, places });
  board.consider(null);
  seen.push(board.querySelectorAll('.ghost').length);
  board.remove();
  return seen;
}

test('a tile that is to be turned is shown where it will lie, whole, however small the map is', async () => {
  const description = mapWithDoors(['east']);
  const drawn = field('drawn', { as: 'row' }, { type: 'slots', set: 'rooms', list: true });
  const found = await person.page.evaluate(ghosts, { ...description, fields: [...description.fields, drawn] });
  assert.deepEqual(found, [[[1, 0, 'north', 'south']], [[0, -1, 'east', 'west']], [[1, 0, 'east', 'west']], [], true, 0]);
  assertNoFaults(person);
});

/** In the page: the open sides of the tile on each button of what turns it, and whether there are pictures where something else may be done, too. */
async function buttonsOfTurns(description) {
  await Promise.all([import('/board.js'), import('/steps.js')]);
  const [board, steps] = [document.createElement('lap-board'), document.createElement('lap-steps')];
  document.body.prepend(board, steps);
  const turn = { name: 'x/turn', args: [{ name: 'turn', type: 'choice', choices: ['not', 'right', 'half', 'left'].map((value) => ({ value })) }] };
  board.description = { ...description, actions: [turn, { name: 'x/pass', args: [] }] };
  board.update({ view: { waiting: [], fields: { mine: ['hall'], drawn: ['attic'], miner: [0] } }, names: ['Ada'] });
  const places = [{ field: 'drawn', index: 0 }, { field: 'mine', index: 0, side: 'east' }];
  const turns = ['not', 'right'].map((turn, index) => ({ index, kind: 'x/turn', args: { turn }, label: `Lay it ${turn}` }));
  const show = (options) => steps.show({ options, trail: [] }, 'How?', new Set(), { piece: (index) => (index < 2 ? board.pieceOf({ step: turns[index], places }) : undefined), side: () => undefined });
  const opened = (button) => [...button.querySelectorAll('.as-lies .doors')].map(({ classList }) => [...classList].at(-1)).sort();
  show(turns);
  const [all, names] = [[...steps.querySelectorAll('.choice')].map(opened), [...steps.querySelectorAll('.choice .label')].map(({ textContent }) => textContent)];
  show([{ index: 2, kind: 'x/pass', args: {}, label: 'Pass' }, ...turns]);
  const mixed = [...steps.querySelectorAll('.choice')].map((button) => button.querySelectorAll('.as-lies').length);
  board.remove();
  steps.remove();
  return { all, names, mixed };
}

/** In the page: an area whose row of cards has a mine below each; what the areas are called, the bars there, and where ghosts and all cards lie, in widths of a card from the first. */
async function ghostsOfColumns([description, view]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const line = { category: 'count', seat: 0, tier: 8, points: 2, target: 5, args: { slot: 1 }, text: 'Two' };
  board.update({ view, viewer: 0, names: ['Ada', 'Bob'], score: { lines: [line], seats: [] } });
  const first = board.querySelector('.own .of-size > .place').getBoundingClientRect();
  const look = (kind, args, places) => {
    board.consider({ step: { kind, args }, places, isMeant: true });
    const ghost = board.querySelector('.ghost');
    const marks = [...ghost.querySelectorAll('svg:last-child .ground')].map((ground) => ground.getAttribute('class').replace('ground ', ''));
    const columns = [...ghost.querySelectorAll('svg:last-child .ground')].map((ground) => Number(ground.getAttribute('x')));
    const at = (element) => Math.round((element.getBoundingClientRect().left - first.left) / first.width);
    const cards = [...board.querySelectorAll('.own .of-size > .place')].map(at);
    const ground = [...board.querySelectorAll('.own .grid.picture .cell')].map(at).filter((_, i) => [0, 2, 5].includes(i));
    return [at(ghost), marks[0], columns[0] > columns[1] ? 'turned' : 'upright', cards, ground];
  };
  const area = [{ field: 'areas', row: 0, index: 0 }];
  const seen = [
    look('lay', { area: 0, side: 'left', turned: 'not' }, area),
    look('lay', { area: 0, side: 'right', turned: 'half' }, area),
    look('cover', { slot: 1, turned: 'not' }, [{ field: 'columns', row: 0, index: 1 }]),
  ];
  const picture = board.pieceOf({ step: { kind: 'cover', args: { turned: 'half' } }, places: [] })?.getAttribute('aria-label');
  board.consider({ step: { kind: 'lay', args: { side: 'left', turned: 'not' } }, places: area });
  seen.push(board.querySelectorAll('.ghost').length);
  const bars = [...board.querySelectorAll('.bars i')].map(({ textContent }) => textContent);
  const areas = [...board.querySelectorAll('.own .of-size')].map((group) => getComputedStyle(group, '::before').content);
  const [grounds, counts] = ['.with-ground .grid', '.in-groups .count'].map((name) => board.querySelectorAll(name).length);
  board.remove();
  return { seen, picture, bars, areas, grounds, counts };
}

test('a card with ground below it is shown where it will lie, its ground as it is turned; areas are named, and bars there are about their seat', async () => {
  const ofSeats = { of_seats: true, rows: 2 };
  const turned = { name: 'turned', type: 'choice', choices: ['not', 'half'].map((value) => ({ value })) };
  const cards = { name: 'cards', backs: [{ key: 'back', title: 'a card' }], faces: ['one', 'two', 'three'].map((key) => ({ key, title: key, colour: 'blue', mark: key, back: 'back' })) };
  const cells = [{ at: 'cell', x: 0, y: 0, colour: 'red', text: '◆' }, { at: 'cell', x: 1, y: 0, colour: 'green', text: '◆' }];
  const mines = { name: 'mines', backs: [{ key: 'back', title: 'a mine' }], faces: [{ key: 'mine', title: 'Mine', back: 'back', grid: { width: 2, height: 1 }, marks: cells }] };
  const description = {
    sets: [cards, mines],
    fields: [
      field('taken', { as: 'row' }, { type: 'slots', set: 'cards', list: true, capacity: 1 }),
      field('dug', { as: 'row' }, { type: 'slots', set: 'mines', list: true, capacity: 1 }),
      field('open', { as: 'row' }, { type: 'slots', set: 'mines', list: true, capacity: 5 }),
      field('areas', { as: 'row' }, { title: 'Area', drawn: false, ...ofSeats, list: true, capacity: 4 }),
      field('columns', { as: 'row', on: 'areas' }, { type: 'slots', set: 'cards', ...ofSeats, list: true, capacity: 8 }),
      field('ground', { as: 'grid', values: [{ mark: '' }, { colour: 'red', mark: '◆' }] }, { ...ofSeats, shape: { width: 10, height: 1 } }),
    ],
    actions: [
      { name: 'lay', args: [{ name: 'area', type: 'item', field: 'areas' }, { name: 'side', type: 'choice', choices: ['left', 'right'].map((value) => ({ value })) }, turned] },
      { name: 'cover', args: [{ name: 'slot', type: 'item', field: 'columns' }, turned] },
    ],
    events: [],
    categories: [{ name: 'count', title: 'Counts', args: [{ name: 'slot', type: 'item', field: 'columns' }] }],
  };
  const view = { waiting: [], fields: { taken: ['three'], dug: ['mine'], open: ['mine'], areas: [[2, 1], []], columns: [['one', 'two', 'three'], []], ground: [[1, 1, 1, 1, 0, 1, 1, 0, 0, 0], Array(10).fill(0)] } };
  const { seen, picture, bars, areas, grounds, counts } = await person.page.evaluate(ghostsOfColumns, [description, view]);
  const [first, behind, on] = [[1, 2, 4], [0, 1, 4], [0, 1, 3]]; // what lies behind that end has made room, with its ground
  assert.deepEqual(seen, [[0, 'c-red', 'upright', first, first], [2, 'c-red', 'turned', behind, behind], [1, 'c-red', 'upright', on, on], 0]);
  assert.equal(picture, 'Mine');
  assert.deepEqual(bars, ['2/5']);
  assert.deepEqual(areas, ['"Area 1"', '"Area 2"']);
  assert.equal(grounds, 2, 'Bob has the room for it before the first card');
  assert.equal(counts, 0, 'cards in groups of several sizes need not be alike');
  assertNoFaults(person);
});

test('buttons of what turns a tile show it as it will lie', async () => {
  const description = mapWithDoors(['east']);
  const drawn = field('drawn', { as: 'row' }, { type: 'slots', set: 'rooms', list: true });
  const found = await person.page.evaluate(buttonsOfTurns, { ...description, fields: [...description.fields, drawn] });
  assert.deepEqual(found, { all: [['north', 'south'], ['east', 'west']], names: ['Lay it not', 'Lay it right'], mixed: [1, 1, 0] });
  assertNoFaults(person);
});

/** In the page: the labels of buttons for pieces of a row, whether there are pictures on them, and the numbers of its places. */
async function buttonsOfPieces(description) {
  await Promise.all([import('/board.js'), import('/steps.js')]);
  const [board, steps] = [document.createElement('lap-board'), document.createElement('lap-steps')];
  document.body.prepend(board, steps);
  board.description = description;
  board.update({ view: { waiting: [], fields: { open: ['three', 'one', 'two'] } }, names: ['Ada'] });
  const options = ['one', 'two', 'three'].map((piece, index) => ({ index, kind: 'take', args: { piece }, label: `Take ${piece}`, highlights: [{ field: 'open', piece }] }));
  steps.show({ options, trail: [] }, 'Which?', new Set(), { at: ({ highlights }) => board.piecesAt(highlights), piece: (index) => board.pieceOf({ step: options[index], places: options[index].highlights }) });
  const found = [...steps.querySelectorAll('.choice')].map((button) => [button.querySelector('.label').textContent, button.querySelector('.as-lies svg')?.getAttribute('aria-label')]);
  steps.show({ options: options.map((option) => ({ ...option, label: `At the right end of area 2, ${option.label}` })), trail: [] }, 'Which?', new Set(), { at: ({ highlights }) => board.piecesAt(highlights), piece: (index) => board.pieceOf({ step: options[index], places: options[0].highlights.concat(options[index].highlights), own: options[index].highlights }) });
  const called = steps.querySelector('.pictured-as').textContent;
  const own = [...steps.querySelectorAll('.as-lies svg')].map((picture) => picture.getAttribute('aria-label'));
  const numbers = [...board.querySelectorAll('[data-zone="open|"][data-thing]')].map(({ dataset }) => dataset.number);
  board.remove();
  steps.remove();
  return { found, called, own, numbers };
}

test('what names a piece with a grid has its picture, in the order of the table; pieces that are named by their numbers know them', async () => {
  const cells = [{ at: 'cell', x: 0, y: 0, colour: 'red', text: '◆' }];
  const mines = { name: 'mines', backs: [{ key: 'back', title: 'a mine' }], faces: ['one', 'two', 'three'].map((key) => ({ key, title: key, back: 'back', grid: { width: 1, height: 1 }, marks: cells })) };
  const description = { sets: [mines], fields: [field('open', { as: 'row' }, { type: 'slots', set: 'mines', list: true, capacity: 3, numbered: true })], actions: [{ name: 'take', args: [{ name: 'piece', type: 'piece', field: 'open' }] }], events: [] };
  const { found, called, own, numbers } = await person.page.evaluate(buttonsOfPieces, description);
  assert.equal(called, 'At the right end of area 2, Take …', 'where a picture tells them apart it is said once what all are called');
  assert.deepEqual(own, ['three', 'one', 'two'], 'and of several pieces that one has its own');
  assert.deepEqual(found, [['Take three', 'three'], ['Take one', 'one'], ['Take two', 'two']]);
  assert.deepEqual(numbers, ['1', '2', '3']);
  assertNoFaults(person);
});

/** In the page: what stands at sides, on the buttons of what is about them and beside the prompt of what follows. */
async function sidesOnSteps(description) {
  await Promise.all([import('/board.js'), import('/steps.js')]);
  const { Choice } = await import('/choice.js');
  const [board, steps] = [document.createElement('lap-board'), document.createElement('lap-steps')];
  document.body.prepend(board, steps);
  board.description = description;
  board.update({ view: { waiting: [], fields: { mine: ['hall'], turn: [1], miner: [0] } }, names: ['Ada'] });
  const doors = ['east', 'west'].map((side, index) => ({ index, kind: 'x/build', args: {}, label: `Build ${side}`, highlights: [{ field: 'mine', index: 0, side }] }));
  const pay = { index: 0, kind: 'x/pay', args: { card: 1 }, label: 'Pay' };
  const enough = { index: 2, kind: 'x/settle', args: {}, label: 'Leave it at that' };
  const choice = new Choice(async (prefix) => ({ steps: [pay, { ...pay, index: 1 }, ...(prefix.length > 1 ? [enough] : [])], complete: false }));
  const show = () => steps.show(choice, 'How?', new Set(), { piece: () => undefined, side: (places) => board.side(places) });
  const sides = (selector) => [...steps.querySelectorAll(selector)].map((one) => one.querySelector('.of-side svg')?.getAttribute('aria-label') ?? null);
  choice.begin(doors);
  show();
  const before = [sides('.choice'), sides('.prompt')];
  await choice.take(0);
  show();
  const after = [sides('.choice'), sides('.prompt')];
  await choice.take(0);
  show();
  const paid = [sides('.choice'), sides('.prompt')];
  board.remove();
  steps.remove();
  return { before, after, paid };
}

/** In the page: the labels of steps that are about a tile or a side of it. */
async function labelsOfSteps(description) {
  await Promise.all([import('/board.js'), import('/steps.js')]);
  const [board, steps] = [document.createElement('lap-board'), document.createElement('lap-steps')];
  document.body.prepend(board, steps);
  board.description = description;
  board.update({ view: { waiting: [], fields: { mine: ['hall'], miner: [0] } }, names: ['Ada'] });
  const tile = { field: 'mine', index: 0 };
  const options = [
    { kind: 'go', args: { to: 'north' }, label: 'Go north', highlights: [tile] },
    { kind: 'build', args: { to: 'north' }, label: 'Build', highlights: [{ ...tile, side: 'north' }] },
    { kind: 'use', args: {}, label: 'Use it', highlights: [tile] },
  ].map((option, index) => ({ ...option, index }));
  steps.show({ options, trail: [] }, 'How?', new Set(), { title: ({ highlights }) => board.title(highlights), piece: () => undefined });
  const labels = [...steps.querySelectorAll('.choice .label')].map(({ textContent }) => textContent);
  board.remove();
  steps.remove();
  return labels;
}

test('a step that only points somewhere names the tile there', async () => {
  assert.deepEqual(await person.page.evaluate(labelsOfSteps, mapWithDoors(['north'])), ['Go north: Hall', 'Build', 'Use it']);
  assertNoFaults(person);
});

test('what stands at a side of a tile, as it lies, is on the button of what is about it, and beside what follows', async () => {
  const turn = field('turn', { as: 'none' }, { type: 'number', list: true });
  const { fields, ...description } = mapWithDoors(['north']);
  const [mine, miner] = fields;
  const found = await person.page.evaluate(sidesOnSteps, { ...description, fields: [{ ...mine, draw: { as: 'map', turn: 'turn' } }, miner, turn] });
  assert.deepEqual(found, { before: [['2', null], [null]], after: [[null, null], ['2']], paid: [[null, null, null], [null]] });
  assertNoFaults(person);
});

/** In the page: whether what steps through the doors bring lies on the only tile. */
async function broughtOnTile(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const highlights = ['north', 'east', 'south', 'west'].map((side, i) => ({ highlight: { field: 'mine', index: 0, side }, steps: [i], points: 3 }));
  board.update({ view: { waiting: [0], fields: { mine: ['hall'], miner: [0] } }, names: ['Ada'], highlights });
  const tile = board.querySelector('.tile > .piece').getBoundingClientRect();
  const isOn = ({ left, right, top, bottom }) => Math.min(right, tile.right) - Math.max(left, tile.left) > 1 && Math.min(bottom, tile.bottom) - Math.max(top, tile.top) > 1;
  const found = [...board.querySelectorAll('.brings')].map((sign) => isOn(sign.getBoundingClientRect()));
  board.remove();
  return found;
}

test('what steps through doors bring stands behind them, not on them', async () =>
  assert.deepEqual(await person.page.evaluate(broughtOnTile, mapWithDoors(Object.keys(THERE))), Array(4).fill(false)));

test('on a phone what lies above the window is drawn no smaller for that', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await sitDown(page, 'gemessengers');
  await page.locator('lap-turn.yours').waitFor();
  const [top, size] = await page.evaluate(() => {
    const middle = document.querySelector('lap-board .middle');
    scrollTo(0, document.body.scrollHeight);
    dispatchEvent(new Event('resize'));
    return [middle.getBoundingClientRect().bottom, middle.style.getPropertyValue('--s')];
  });
  assert.ok(top < 0, `it ends at ${top}`);
  assert.equal(size, '');
  await page.context().close();
});

/** In the page: what stands at a side that pieces are among the places of. */
async function metAtSide([description, pieces, more = []]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  board.update({ view: { waiting: [], fields: { mine: ['hall'], miner: [0], hand: [] } }, names: ['Ada'] });
  const drawn = board.side([...more, ...pieces.map((piece) => ({ field: 'hand', piece })), { field: 'mine', index: 0, side: 'north' }]);
  board.remove();
  return drawn?.getAttribute('aria-label');
}

test('of the stones at a side those are left, without what is no stone, that chosen pieces do not show', async () => {
  const { fields, sets: [rooms], ...description } = mapWithDoors([]);
  const gem = (text, colour, at) => ({ text, colour, at });
  rooms.faces[0].marks = [gem('R', 'red', 'north'), gem('R', 'red', 'north'), gem('B', 'blue', 'north'), { at: 'north', text: '2' }];
  const face = (key, ...marks) => ({ key, title: key, back: 'back', marks });
  const gems = { name: 'gems', backs: rooms.backs, faces: [face('mixed', gem('R', 'red', 'middle'), gem('G', 'green', 'middle')), face('two', { at: 'middle', text: '2' })] };
  const all = { ...description, sets: [rooms, gems], fields: [...fields, field('hand', { as: 'hand' }, { type: 'slots', set: 'gems' })] };
  assert.equal(await person.page.evaluate(metAtSide, [all, []]), 'R R B 2');
  assert.equal(await person.page.evaluate(metAtSide, [all, ['mixed', 'two']]), 'R B');
  assert.equal(await person.page.evaluate(metAtSide, [all, [], [{ field: 'mine', piece: 'hall' }]]), 'R R B 2', 'the tile itself, which a step names, meets none');
  assertNoFaults(person);
});

/** In the page: how many gems a card has on it, and what is written there. */
async function marksOnCard(marks) {
  const { drawPiece } = await import('/piece.js');
  const card = drawPiece({ form: 'card', title: 'Card', colour: 'red', marks });
  return [card.querySelectorAll('use').length, [...card.querySelectorAll('text:not(.caption)')].map(({ textContent }) => textContent)];
}

test('a card has a gem for each mark with a colour of its own; other marks beside them are written', async () => {
  const found = await person.page.evaluate(marksOnCard, [{ at: 'middle', text: 'R', colour: 'red' }, { at: 'middle', text: '5' }]);
  assert.deepEqual(found, [1, ['R', '5']]);
});

test('a cell is called by what stands on it, where that points and whose it is', async () => {
  const named = (standing) => person.page.evaluate(async (all) => (await import('/standing.js')).namesOf(all), standing);
  const laser = { look: { title: 'a laser' }, turn: 3, owner: 'Ada' };
  const stacked = { ...laser, stack: 'lasers 0' };
  assert.equal(await named([stacked, { look: { title: 'a crane' }, stack: 'cranes' }]), 'a laser ← (Ada); a crane');
  assert.equal(await named([{ ...stacked, turn: 0 }, { ...stacked, turn: 1 }, stacked]), 'a laser ← (Ada), on top of a laser →, a laser ↑');
});

/** In the page: where an arrow points, and on which cell, as a direction is chosen that lights another cell: before anybody looks at one, as one is looked at, and once it is chosen. */
async function arrowOn() {
  await import('/board.js');
  const { Choice } = await import('/choice.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const point = { name: 'x/point', args: [{ name: 'to', type: 'choice', choices: ['north', 'east', 'south', 'west'].map((value) => ({ value })) }] };
  const worth = { name: 'x/worth', args: [{ name: 'worth', type: 'choice', choices: ['low', 'high'] }] };
  const grid = { name: 'grid', title: 'Grid', type: 'numbers', drawn: true, coordinates: true, shape: { width: 2, height: 1 }, draw: { as: 'grid', values: [{ mark: '' }] } };
  board.description = { sets: [], fields: [grid], actions: [{ name: 'x/at', args: [] }, point, worth], events: [] };
  board.update({ view: { waiting: [], fields: { grid: [0, 0] } } });
  const stages = [
    ['north', 'east'].map((to) => ({ kind: 'x/point', args: { to }, label: to, highlights: [{ field: 'grid', index: 0 }] })),
    ['low', 'high'].map((worth) => ({ kind: 'x/worth', args: { worth }, label: worth })),
  ];
  const choice = new Choice(async (prefix) => ({ steps: stages[prefix.length - 1], complete: false }));
  choice.begin([0, 1].map((index) => ({ kind: 'x/at', args: { index }, label: `${index}`, highlights: [{ field: 'grid', index }] })));
  const seen = [];
  const look = (index, isMeant) => {
    board.consider({ ...choice.about(index), isMeant });
    const ghost = board.querySelector('.ghost');
    const x = ghost && ghost.getBoundingClientRect().left + ghost.offsetWidth / 2;
    const cell = [...board.querySelectorAll('.cell')].findIndex((one) => one.getBoundingClientRect().left < x && x < one.getBoundingClientRect().right);
    seen.push(ghost && `${ghost.dataset.turn} on ${cell}`);
  };
  await choice.take(1);
  look(0, false);
  look(1, true);
  await choice.take(1);
  look(0, false);
  look(1, true);
  board.remove();
  return seen;
}

test('an arrow stands on a cell once somebody looks at a direction, and stays as it was chosen', async () =>
  assert.deepEqual(await person.page.evaluate(arrowOn), [null, '1 on 1', '1 on 1', '1 on 1']));

/** In the page: `count` pieces on the first of two cells, of one list or each of its own. The boxes of what is drawn there, whether the last one is the largest, and what is said of more. */
async function sharing([count, isOneList]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const more = { list: true, drawn: true, of_seats: !isOneList };
  board.description = {
    sets: [{ name: 'pawns', backs: [{ key: 'back', title: 'a pawn' }], faces: [{ key: 'red', title: 'Red', back: 'back', colour: 'red', mark: 'R' }] }],
    fields: [
      { name: 'grid', title: 'Grid', type: 'numbers', drawn: true, coordinates: true, shape: { width: 2, height: 1 }, draw: { as: 'grid', values: [{ mark: '' }] } },
      { name: 'pawn', title: 'Pawns', type: 'slots', set: 'pawns', ...more, draw: { as: 'row', on: 'grid', x: 'at' } },
      { name: 'at', title: 'At', type: 'numbers', ...more, draw: { as: 'row' } },
    ],
    actions: [], events: [],
  };
  const all = (what) => Array.from({ length: count }, () => (isOneList ? what : [what]));
  const names = Array.from({ length: count }, (_, seat) => `${seat}`);
  board.update({ view: { waiting: [], fields: { grid: [1, 0], pawn: all('red'), at: all(0) } }, names });
  const cell = board.querySelector('.cell');
  const boxes = [...cell.querySelectorAll('.value')].map((value) => value.getBoundingClientRect());
  const middles = boxes.map(({ x, y, width, height }) => `${Math.round(x + width / 2)},${Math.round(y + height / 2)}`);
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const areIn = boxes.every((box) => box.left > left - 4 && box.right < right + 4 && box.top > top - 4 && box.bottom < bottom + 4);
  const widths = boxes.map(({ width }) => width);
  const isTopLargest = widths.slice(0, -1).every((width) => width < widths.at(-1));
  const found = { seen: new Set(middles).size, areIn, isTopLargest, more: cell.querySelector('.stacked')?.textContent };
  board.remove();
  return found;
}

for (const [count, seen, more] of [[1, 1], [2, 2], [4, 4], [6, 4, '×6']]) {
  test(`of ${count} pieces on one cell ${seen} are seen`, async () =>
    assert.deepEqual(await person.page.evaluate(sharing, [count, false]), { seen, areIn: true, isTopLargest: count === 1, more }));
  test(`of ${count} pieces that lie on one another on a cell ${seen} are seen, the top one largest`, async () =>
    assert.deepEqual(await person.page.evaluate(sharing, [count, true]), { seen, areIn: true, isTopLargest: true, more }));
}

/** In the page: what is said of cells, one with a token and one at which more comes of a step than elsewhere, and of a piece that has been counted. */
async function saidOnBoard() {
  await import('/board.js');
  const { toldOf } = await import('/progress.js');
  const board = document.createElement('lap-board');
  document.body.append(board);
  board.description = {
    sets: [{ name: 'pawns', backs: [{ key: 'back', title: 'a pawn' }], faces: [{ key: 'red', title: 'Red', back: 'back', colour: 'red', mark: 'R' }] }],
    fields: [
      { name: 'grid', title: 'Grid', type: 'numbers', drawn: true, coordinates: true, shape: { width: 3, height: 1 }, draw: { as: 'grid', values: [{ mark: '' }] } },
      { name: 'post', title: 'Post', about: 'It stays.', type: 'numbers', drawn: true, of_seats: true, draw: { as: 'tokens', on: 'grid', values: [{ colour: 'red', mark: 'A' }, { colour: 'blue', mark: 'B' }] } },
      { name: 'won', title: 'Won', type: 'slots', set: 'pawns', drawn: true, of_seats: true, draw: { as: 'row' } },
    ],
    actions: [], events: [], categories: [{ name: 'x/won', title: 'Won', args: [{ name: 'first', type: 'piece', field: 'won' }] }],
  };
  const highlights = [0, 1, 2].map((index) => ({ highlight: { field: 'grid', index }, steps: [index], told: index === 1 ? 'Bob can win.' : '' }));
  const score = { seats: [{ total: 4 }, { total: 0 }], lines: [{ tier: 0, category: 'x/won', seat: 0, text: 'Won: Red', points: 4, args: { first: 'red' } }] };
  board.update({ view: { waiting: [], fields: { grid: [0, 0, 0], post: [2, 3], won: [['red'], []] } }, viewer: 0, names: ['Ada', 'Bob'], highlights, score });
  const cells = [...board.querySelectorAll('.cell')];
  const found = {
    names: cells.map(({ dataset }) => dataset.name), about: cells[2].dataset.about,
    signs: cells.map((cell) => cell.querySelector('.brings')?.textContent ?? ''), worth: toldOf(board.querySelector('[data-thing="red"]')),
  };
  board.remove();
  return found;
}

test('a cell says whose token stands there and what for, a sign where more comes of a step, and a counted piece what it was worth', async () =>
  assert.deepEqual(await person.page.evaluate(saidOnBoard), {
    names: ['a1', 'b1', 'c1 Post (Ada)'], about: 'It stays.', signs: ['', '…', ''], worth: ['Won: Red: +4'],
  }));

/**
 * In the page: hands and rows of threes, which lie below the hand of who looks: how far below, and how high the other one's area
 * is, with so many cards in hand and in rows.
 */
async function whileRowsGrow([width, moments]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  board.style.width = `${width}px`;
  document.body.prepend(board);
  const cards = { type: 'slots', set: 'cards', list: true, of_seats: true };
  const field = (name, draw) => ({ name, title: name, drawn: true, draw, ...cards });
  board.description = {
    sets: [{ name: 'cards', backs: [{ key: 'back', title: 'a card' }], faces: [{ key: 'red', title: 'Red', back: 'back', colour: 'red' }] }],
    fields: [field('hand', { as: 'hand' }), field('rows', { as: 'row', group: 3 })],
    actions: [], events: [],
  };
  const show = (hand, rows) => {
    const all = (count) => Array(count).fill('red');
    board.update({ view: { waiting: [], fields: { hand: [all(hand), []], rows: [all(rows), all(rows)] } }, viewer: 0, names: ['Ada', 'Bo'] });
  };
  show(0, 0);
  board.querySelector('.own').style.overflowY = 'auto'; // as in the page
  board.room = () => 700;
  const seen = moments.map((moment) => {
    show(...moment);
    const [first, second] = board.querySelectorAll('.own .field');
    return { below: second.offsetTop > first.offsetTop, height: board.querySelector('.others .area').offsetHeight };
  });
  board.remove();
  return seen;
}

test('rows below a hand stay there when it becomes smaller, and areas of a page that scrolls keep their height', async () => {
  const [before, small, grown, cleared] = await person.page.evaluate(whileRowsGrow, [1000, [[12, 0], [2, 0], [2, 30], [2, 0]]]);
  assert.deepEqual([before, small, grown, cleared].map(({ below }) => below), [true, true, true, true]);
  assert.ok(grown.height > before.height, `${grown.height} px`);
  assert.equal(cleared.height, grown.height);
});

/**
 * In the page of a table in a wide window: where the middle and one's own area begin, and how large the own pieces are drawn, with so many
 * cards in rows of threes.
 */
function whileRowsCome(moments) {
  const board = document.querySelector('lap-board');
  const { update } = board;
  board.update = () => {}; // by the table
  const cards = { type: 'slots', set: 'cards', list: true };
  const field = (name, draw, more) => ({ name, title: name, drawn: true, draw, ...cards, ...more });
  const ofSeats = { of_seats: true };
  board.description = {
    sets: [{ name: 'cards', backs: [{ key: 'back', title: 'a card' }], faces: [{ key: 'red', title: 'Red', back: 'back', colour: 'red' }] }],
    fields: [field('pile', { as: 'pile' }), field('hand', { as: 'hand' }, ofSeats), field('rows', { as: 'row', group: 3 }, ofSeats)],
    actions: [], events: [],
  };
  const all = (count) => Array(count).fill('red');
  return moments.map((rows) => {
    update.call(board, { view: { waiting: [], fields: { pile: { size: 9 }, hand: [all(6), all(6)], rows: [all(rows), all(rows)] } }, viewer: 0, names: ['Ada', 'Bo'] });
    const [middle, own] = ['.middle', '.own'].map((part) => board.querySelector(part));
    return { tops: [middle, own].map((part) => Math.round(part.getBoundingClientRect().top)), size: own.style.getPropertyValue('--s') };
  });
}

test('a new round, in which what made parts higher is cleared away, begins with large pieces, and nothing jumps', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 1280, height: 800 } });
  await sitDownToShow(page, 'gemtrix');
  const [first, , grown, next] = await page.evaluate(whileRowsCome, [0, 30, 60, 0]);
  assert.notDeepEqual(grown.tops, first.tops);
  assert.ok(grown.size < 0.7);
  assert.deepEqual(next, { tops: grown.tops, size: first.size });
  await page.context().close();
});

/** In the page: what counters show and say. */
async function counters(values) {
  await import('/board.js');
  return values.map(([looks, counts]) => {
    const board = document.createElement('lap-board');
    document.body.prepend(board);
    const draw = { as: 'counter', counts, values: looks };
    board.description = { sets: [], actions: [], events: [], fields: [{ name: 'gems', title: 'Gems', type: 'numbers', drawn: true, draw }] };
    board.update({ view: { waiting: [], fields: { gems: 0 } } });
    const counter = board.querySelector('.counter');
    const found = [counter.dataset.name, counter.querySelector('b')?.textContent, counter.querySelectorAll('.counted use').length];
    board.remove();
    return found;
  });
}

test('a counter shows what it counts beside the number', async () => {
  const gem = { colour: 'red', mark: '◆' };
  assert.deepEqual(await person.page.evaluate(counters, [[[gem], true], [], [[{ mark: '1st' }, { mark: '2nd' }]]]), [
    ['Gems: 0', '0', 1],
    ['Gems: 0', '0', 0],
    ['Gems: 1st', '1st', 0],
  ]);
});

// --- how far seats have come

/** In the page: the bars of seats at each place, before and after a score without them, and what the large card says of one. */
async function drawProgress([description, view, score]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const update = (lines) => board.update({ view, names: ['Ada', 'Bob'], score: { lines, seats: [] } });
  const bars = () => [...board.querySelectorAll('.bars')].map((one) => [
    one.parentElement.dataset.place,
    [...one.children].map((bar) => Number(bar.style.getPropertyValue('--part'))),
    [...one.children].map((bar) => bar.textContent),
    one.ariaLabel,
  ]);
  update(score);
  const seen = bars();
  const [drawn] = board.querySelectorAll('.bars');
  board.querySelector('.place[data-thing="b"]').click();
  const large = [...board.querySelectorAll('.large .told li')].map(({ textContent }) => textContent);
  update([...score]);
  const isKept = drawn === board.querySelector('.bars');
  update([]);
  const after = bars();
  board.remove();
  return { seen, large, isKept, after };
}

test('how far each seat has come is drawn where the line says: of what is needed, or beside who has most, or fewest', async () => {
  const faces = ['a', 'b'].map((key) => ({ key, title: key, back: 'card' }));
  const tasks = field('tasks', { as: 'row' }, { type: 'slots', set: 'tasks', list: true });
  const cells = field('cells', { as: 'grid' }, { coordinates: true, shape: { width: 2, height: 1 } });
  const description = {
    sets: [{ name: 'tasks', backs: [{ key: 'card', title: 'a task' }], faces }],
    fields: [tasks, cells], actions: [], events: [],
    categories: [
      { name: 'task', title: 'Tasks', args: [{ name: 'worth', type: 'number' }, { name: 'task', type: 'piece', field: 'tasks' }] },
      { name: 'spot', title: 'Spots', args: [{ name: 'at', type: 'cell', field: 'cells' }] },
    ],
  };
  const line = (category, seat, points, args, more) => ({ category, seat, tier: 8, points, args, text: `${category} ${points}`, ...more });
  const score = [
    line('task', 0, 3, { worth: 1, task: 'a' }, { target: 4 }),
    line('task', 1, 9, { worth: 2, task: 'a' }, { target: 4 }),
    line('task', 1, 2, { worth: 0, task: 'b' }),
    line('spot', 0, 1, { at: 1 }),
    line('spot', 1, 2, { at: 1 }),
    line('spot', 0, -1, { at: 0 }),
    line('spot', 1, -3, { at: 0 }),
    line('task', 0, 1, { worth: 0, task: 'elsewhere' }),
    { ...line('task', 0, 5, { worth: 0, task: 'b' }), tier: 0 },
  ];
  const { seen, large, isKept, after } = await person.page.evaluate(drawProgress, [description, { waiting: [], fields: { tasks: ['a', 'b'], cells: [0, 1] } }, score]);
  assert.deepEqual(seen, [
    ['tasks||0', [0.75, 1], ['3', '9'], 'Ada: task 3; Bob: task 9'],
    ['tasks||1', [0, 1], ['', '2'], 'Bob: task 2'],
    ['cells||0', [1, 0.5], ['1', '3'], 'Ada: spot -1; Bob: spot -3'],
    ['cells||1', [0.5, 1], ['1', '2'], 'Ada: spot 1; Bob: spot 2'],
  ]);
  assert.deepEqual(large, ['Bob: task 2']);
  assert.equal(isKept, true);
  assert.deepEqual(after, []);
  assertNoFaults(person);
});

/** In the page: whether bars lie below the picture that they are about, and of a large card with so many sentences, where it begins and ends, and whether all of it is seen. */
async function barsAndLarge(sentences) {
  await Promise.all([import('/styles.js'), import('/board.js')]);
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const faces = [{ key: 'a', title: 'a', back: 'card', about: 'So much is told of this. '.repeat(sentences) }];
  const tasks = { name: 'tasks', title: 'Tasks', type: 'slots', set: 'tasks', list: true, drawn: true, draw: { as: 'map' } };
  const categories = [{ name: 'task', title: 'Tasks', args: [{ name: 'task', type: 'piece', field: 'tasks' }] }];
  board.description = { sets: [{ name: 'tasks', backs: [{ key: 'card', title: 'a task' }], faces }], fields: [tasks], actions: [], events: [], categories };
  const lines = [{ category: 'task', seat: 0, tier: 8, points: 2, args: { task: 'a' }, text: 'Two' }];
  board.update({ view: { waiting: [], fields: { tasks: ['a'] } }, names: ['Ada', 'Bob'], score: { lines, seats: [] } });
  const place = board.querySelector('.place[data-thing="a"]');
  const areBelow = place.querySelector('.bars').getBoundingClientRect().top >= place.querySelector('.piece').getBoundingClientRect().bottom - 0.5;
  place.click();
  const card = board.querySelector('.large');
  const { top, bottom } = card.getBoundingClientRect();
  const isWhole = card.scrollHeight <= card.clientHeight && card.scrollWidth <= card.clientWidth;
  board.remove();
  return { areBelow, isWhole, top, bottom };
}

test('bars cover nothing of what they are about, and what is shown in large lies in the window: wider where it would be higher', async () => {
  const { height } = person.page.viewportSize();
  for (const [sentences, isSeenWhole] of [[3, true], [110, true], [400, false]]) {
    const { areBelow, isWhole, top, bottom } = await person.page.evaluate(barsAndLarge, sentences);
    assert.ok(areBelow);
    assert.ok(top > 0 && bottom < height, `${sentences}: ${top} to ${bottom}`);
    assert.equal(isWhole, isSeenWhole, `${sentences}`);
  }
  assertNoFaults(person);
});

test('the areas of others beside a map share its height, so that what one gets moves no other', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 1280, height: 800 } });
  await sitDown(someone.page, 'gem-rush');
  await someone.page.locator('lap-steps .choice').first().waitFor();
  const find = () => [...document.querySelectorAll('.others .area.seat')].map((area) => Math.round(area.getBoundingClientRect().top));
  const before = await someone.page.evaluate(find);
  await someone.page.locator('.others .area.seat').first().evaluate((area) => area.append(Object.assign(document.createElement('p'), { textContent: 'What it gets', style: 'flex-basis: 100%; min-height: 3rem' })));
  assert.deepEqual(await someone.page.evaluate(find), before);
  assert.equal(before.length, 2);
  assertNoFaults(someone);
});

/** In the page: how far a row of cards that scrolls sideways is scrolled, and its signs: at first, and at its end after what lies there has changed. */
async function sideways() {
  await import('/board.js');
  const board = document.createElement('lap-board');
  board.style.cssText = 'width: 330px; position: relative';
  document.body.prepend(board);
  const faces = ['a', 'b'].map((key) => ({ key, title: key, back: 'card' }));
  const tasks = { name: 'tasks', title: 'Tasks', type: 'slots', set: 'tasks', list: true, drawn: true, draw: { as: 'map' } };
  board.description = { sets: [{ name: 'tasks', backs: [{ key: 'card', title: 'a task' }], faces }], fields: [tasks], actions: [], events: [] };
  const show = (last, seat) => board.update({ view: { waiting: [seat], fields: { tasks: ['a', 'b', 'a', 'b', 'a', 'b', 'a', last] } }, names: ['Ada', 'Bob'] });
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const seen = async () => {
    await drawn();
    const signs = [...board.querySelectorAll('.edge')].map(({ textContent }) => textContent);
    return [Math.round(board.querySelector('.map').scrollLeft), ...signs];
  };
  show('a', 0);
  const first = await seen();
  const map = board.querySelector('.map');
  map.scrollLeft = 9999;
  const last = await seen();
  show('b', 1);
  const after = await seen();
  board.remove();
  return { first, last, after };
}

test('what scrolls sideways begins at its start, says how much lies beyond it, and stays where it is moved to', async () => {
  const { first, last, after } = await person.page.evaluate(sideways);
  assert.equal(first[0], 0);
  assert.match(first[1], /^→ \d$/);
  assert.equal(first.length, 2);
  assert.ok(last[0] > 0);
  assert.deepEqual(last.slice(1), [first[1].replace('→', '←')]);
  assert.deepEqual(after, last);
  assertNoFaults(person);
});

test('the lower border of one\'s own area is seen', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 1280, height: 800 } });
  const { page } = someone;
  for (const game of ['gem', 'gemessengers']) {
    await sitDown(page, game);
    await page.locator('lap-turn.yours').waitFor();
    const [part, area] = await Promise.all(['.own', '.own .area'].map((selector) => page.locator(selector).boundingBox()));
    assert.ok(area.y + area.height <= part.y + part.height, game);
  }
  assertNoFaults(someone);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

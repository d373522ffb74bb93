// What happens is seen on the board: pieces that leave, a beam between two places of an event, points that are won; and
// what may be chosen says what is to be done.
import assert from 'node:assert/strict';
import { assertNoFaults, HIGHLIGHTED, loadStyles, sitDown, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const people = {
  moving: await somebody(browser, server, { reducedMotion: 'no-preference' }),
  still: await somebody(browser, server, { reducedMotion: 'reduce' }),
};
for (const { page } of Object.values(people)) await loadStyles(page);

const cell = (name) => ({ name, type: 'cell', field: 'x/board' });
const field = (name, draw, more = {}) => ({ name, title: name, type: 'slots', set: 'cards', drawn: true, draw, ...more });

const DESCRIPTION = {
  sets: [{
    name: 'cards',
    backs: [{ key: 'red', title: 'a card', colour: 'red' }, { key: 'blue', title: 'a card', colour: 'blue' }],
    faces: [{ key: 'r1', title: 'Red 1', back: 'red', mark: '1' }, { key: 'b1', title: 'Blue 1', back: 'blue', mark: '1' }],
  }],
  fields: [
    field('x/board', { as: 'grid' }, { coordinates: true, shape: { width: 4, height: 1 } }),
    field('x/hand', { as: 'hand' }, { of_seats: true, list: true }),
    field('x/pile', { as: 'pile' }, { list: true }),
  ],
  actions: [],
  events: [{ name: 'x/extracted', args: [cell('from'), cell('to')] }],
};

/** In the page: the cells that are marked once an event has told of one of them, or two, where a piece lies in the last. */
async function markedBy([description, args]) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const view = () => ({ waiting: [0], fields: { 'x/board': [null, null, null, 'b1'], 'x/hand': [[], []], 'x/pile': { size: 0 } } });
  board.update({ view: view(), names: ['Ada', 'Bob'] });
  board.update({ view: view(), names: ['Ada', 'Bob'], last: { seat: 0, steps: [], events: [{ kind: description.events.at(-1).name, args }] } });
  const marked = [...board.querySelectorAll('.cell.last')].map(({ dataset }) => dataset.place);
  board.remove();
  return marked;
}

test('a place of which an event only tells is marked where something lies', async () => {
  const { page } = people.still;
  const told = { ...DESCRIPTION, events: [{ name: 'x/can_move', args: [cell('to')] }] };
  const marked = (description, args) => page.evaluate(markedBy, [description, args]);
  assert.deepEqual(await marked(told, { to: 3 }), ['x/board||3']);
  assert.deepEqual(await marked(told, { to: 1 }), []);
  assert.deepEqual(await marked(DESCRIPTION, { from: 0, to: 1 }), ['x/board||0', 'x/board||1'], 'what two places have is what has happened between them');
});

/** In the page: a table on which a card leaves the board for a pile. What is seen at once, and of which colours seats are. */
async function draw(description) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = description;
  const names = ['Ada', 'Bob'];
  const hands = [['?red', 'r1'], ['?blue']];
  const view = (cells, size) => ({ waiting: [0], fields: { 'x/board': cells, 'x/hand': hands, 'x/pile': { size } } });
  const score = (...totals) => ({ lines: [], seats: totals.map((total) => ({ total })) });
  board.update({ view: view(['r1', null, null, 'b1'], 3), names, score: score(0, 2) });
  const unchanged = board.querySelector('[data-place="x/board||3"]');
  const events = [{ kind: 'x/extracted', args: { from: 0, to: 3 } }];
  const second = { view: view([null, null, null, 'b1'], 4), names, score: score(5, 1), last: { seat: 0, steps: [], events } };
  board.update(second);
  board.update({ ...second, highlights: [{ highlight: { field: 'x/board', index: 1 }, steps: [0] }] });
  const count = (selector) => board.querySelectorAll(selector).length;
  const endsOf = (line) => ['1', '2'].map((end) => {
    const at = new DOMPoint(line[`x${end}`].baseVal.value, line[`y${end}`].baseVal.value).matrixTransform(line.getScreenCTM());
    return [at.x, at.y];
  });
  const seen = {
    kept: unchanged.isConnected,
    left: count('.leaving .left'),
    rays: count('.ray line'),
    ends: endsOf(board.querySelector('.ray line')).map(([x, y]) => document.elementsFromPoint(x, y).find((one) => one.matches('.cell'))?.dataset.place),
    last: count('.cell.last'),
    gains: [...board.querySelectorAll('header .gain')].map(({ textContent }) => textContent),
    colours: [0, 1].map((seat) => board.style.getPropertyValue(`--seat-${seat}`)),
  };
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  await new Promise((resolve) => setTimeout(resolve));
  const after = { left: count('.leaving .left'), rays: count('.ray'), gains: count('.gain'), last: count('.cell.last') };
  board.remove();
  return { seen, after };
}

for (const [how, person] of Object.entries(people))
  test(`what leaves, what an event joins and what is won is seen for a while (${how}), and the last move stays marked`, async () => {
    const { seen, after } = await person.page.evaluate(draw, DESCRIPTION);
    const colours = ['var(--lap-red)', 'var(--lap-blue)'];
    assert.deepEqual(seen, { kept: true, left: 1, rays: 1, ends: ['x/board||0', 'x/board||3'], last: 4, gains: ['+5', '−1'], colours });
    assert.deepEqual(after, { left: 0, rays: 0, gains: 0, last: 4 });
    assertNoFaults(person);
  });

/** In the page: what a choice of one step, and then of two, takes by itself, where `wanted` says at first and then whether it shall. */
async function takesSingle(wanted) {
  const { Choice } = await import('/choice.js');
  const one = [{ kind: 'x/only', args: {}, label: 'Only' }];
  const two = ['A', 'B'].map((label) => ({ kind: 'x/then', args: { label }, label }));
  const choice = new Choice(async () => ({ steps: two, complete: false }), () => wanted.shift());
  choice.begin(one);
  choice.takeSingle();
  await new Promise((resolve) => setTimeout(resolve));
  return choice.options.map(({ label }) => label);
}

test('a single choice is taken by itself for who wants that', async () => {
  const { page } = people.still;
  assert.deepEqual(await page.evaluate(takesSingle, [false, false]), ['Only']);
  assert.deepEqual(await page.evaluate(takesSingle, [true]), ['A', 'B']);
  assert.deepEqual(await page.evaluate(takesSingle, [false, true]), ['A', 'B'], 'also if that is wanted once it is open');
});

/** In the page: what is done, and what is asked before, where a step is known to end the move or not. */
async function takeFirst(isKnown) {
  const { Choice } = await import('/choice.js');
  const did = [];
  const ask = (prefix) => did.push(`asks ${prefix.length}`) && Promise.resolve({ steps: [], complete: true });
  const choice = new Choice(ask, undefined, undefined, undefined, (prefix, { kind }) => isKnown && kind === 'x/do');
  choice.addEventListener('done', ({ detail }) => did.push(...detail.map(({ kind }) => kind)));
  choice.begin(['x/do', 'x/pass'].map((kind) => ({ kind, args: {}, label: kind, highlights: [] })));
  await choice.take(0);
  return did;
}

test('of a step that is known to end the move nothing is asked before it is played', async () => {
  const { page } = people.still;
  assert.deepEqual(await page.evaluate(takeFirst, true), ['x/do']);
  assert.deepEqual(await page.evaluate(takeFirst, false), ['asks 1', 'x/do']);
});

/** In the page: what may be chosen after a pick while the host is asked, and what is told once its late answer comes, or its late refusal. */
async function overtaken(isRefused) {
  const { Choice } = await import('/choice.js');
  const step = (label) => ({ kind: 'x/do', args: {}, label, highlights: [] });
  let answer;
  const choice = new Choice(() => new Promise((resolve, reject) => (answer = isRefused ? reject : resolve)));
  choice.begin([step('a'), step('b')]);
  const asked = choice.take(0);
  choice.begin([step('c'), step('d'), step('e')]); // somebody else has moved
  choice.pick([0, 1]);
  const labels = choice.options.map(({ label }) => label);
  let changes = 0;
  choice.addEventListener('change', () => changes++);
  answer({ steps: [], complete: true });
  await asked;
  return { labels, changes, isOpen: choice.isOpen };
}

for (const isRefused of [false, true])
  test(`what is picked while the host is asked is of what was drawn before, and counts for nothing${isRefused ? ', nor is it told that it was refused' : ''}`, async () =>
    assert.deepEqual(await people.still.page.evaluate(overtaken, isRefused), { labels: ['c', 'd', 'e'], changes: 1, isOpen: true }));

/** In the page. */
async function prompts() {
  const [{ Choice }, { promptOf }] = await Promise.all([import('/choice.js'), import('/prompt.js')]);
  const steps = ['x/first', 'x/second', 'x/second'].map((kind, index) => ({ kind, args: { index }, label: `${index}` }));
  const choice = new Choice(async () => ({ steps, prompt: 'Behind it.' }));
  const said = [];
  choice.begin(steps, { prompt: 'Go on, or end.', prompts: { 'x/first': 'First.' } });
  said.push(promptOf(choice));
  choice.pick([1, 2]);
  said.push(promptOf(choice));
  choice.back();
  await choice.pick([0]);
  said.push(promptOf(choice));
  choice.begin(steps, { prompt: 'Bid.', prompts: { 'x/second': 'Second.' } });
  choice.pick([1, 2]);
  said.push(promptOf(choice));
  choice.begin(steps);
  said.push(promptOf(choice));
  choice.begin([]);
  return [...said, promptOf(choice)];
}

test('a prompt is what the host says of the steps, of those of the one kind that is left, or a plain one', async () =>
  assert.deepEqual(await people.still.page.evaluate(prompts), [
    'Go on, or end.', 'Go on, or end.', 'Behind it.', 'Second.', 'Choose one of these.', 'The others choose…',
  ]));

/** In the page: the summary of a round, as text, and whether it is still there after each of some keys. */
async function endRound({ scores, keys }) {
  await import('/round.js');
  const board = document.createElement('div');
  const round = document.createElement('lap-round');
  document.body.prepend(board, round);
  const escaped = [];
  board.tabIndex = 0;
  board.addEventListener('keydown', ({ key }) => escaped.push(key));
  const categories = [{ name: 'x/trick', title: 'Tricks' }, { name: 'x/last', title: 'Last card' }];
  const [before, after] = scores;
  round.show({ heading: 'The round', before, after }, { categories }, ['Ada', 'Bob', 'Cleo']);
  const heading = round.querySelector('h2').textContent;
  const lines = [...round.querySelectorAll('.ranking li')].map((line) => [...line.children].map(({ textContent }) => textContent).join(' '));
  const rows = [...round.querySelectorAll('lap-sheet > .scroll tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent).join(' '));
  const how = [...round.querySelectorAll('details tbody tr, details table > tr')].map((row) => [...row.children].map(({ textContent }) => textContent).join(' '));
  board.focus();
  const there = keys.map((key) => {
    board.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return !round.hidden;
  });
  board.remove();
  round.remove();
  return { heading, lines, rows, how, there, escaped };
}

const scoreOf = (totals, ...lines) => ({
  seats: totals.map((total) => ({ total })),
  lines: lines.map(([category, seat, points]) => ({ category, seat, points, tier: 0, text: category })),
});

test('the end of a round says what each has won and for what, until Escape', async () => {
  const before = scoreOf([3, 4, 0], ['x/trick', 0, 3], ['x/trick', 1, 4]);
  const after = scoreOf([8, 4, 3], ['x/trick', 0, 6], ['x/trick', 1, 4], ['x/last', 0, 2], ['x/trick', 2, 2], ['x/trick', 2, 1]);
  const { page } = people.still;
  assert.deepEqual(await page.evaluate(endRound, { scores: [before, after], keys: ['a', 'Escape', 'Escape'] }), {
    heading: 'The round',
    lines: ['Ada +5 8 points in all', 'Cleo +3 3 points in all', 'Bob +0 4 points in all'],
    rows: ['Tricks 3 – 3', 'Last card 2 – –'],
    how: ['Tricks', 'x/trick 3  2+1', 'Last card', 'x/last 2  '],
    there: [true, false, false],
    escaped: ['a', 'Escape'],
  });
});

/** In the page: the summary of a round, for who plays; whether it would go by itself. */
function endRoundForGood([before, after]) {
  const { setTimeout } = globalThis;
  let goes = false;
  globalThis.setTimeout = () => (goes = true);
  document.querySelector('lap-round').show({ heading: 'The round', before, after }, { categories: [] }, ['Ada', 'Bob'], true);
  globalThis.setTimeout = setTimeout;
  return goes;
}

test('the end of a round is read by whoever moves on', async () => {
  const { page } = await somebody(browser, server);
  await sitDown(page, 'connect-four');
  await page.locator('lap-turn.yours').waitFor();
  assert.equal(await page.evaluate(endRoundForGood, [scoreOf([0, 0]), scoreOf([1, 2])]), false);
  assert.ok(await page.locator('lap-round').isVisible());
  await page.locator('lap-board .highlight').first().click();
  await page.locator('lap-round').waitFor({ state: 'hidden' });
});

test('what everybody has won in a round is shown when the game says that it is counted, and adds up; it stays while others choose in secret', async () => {
  const { page, faults } = await somebody(browser, server, { reducedMotion: 'reduce' });
  await sitDown(page, 'gemessengers');
  const isThere = () => page.locator('lap-round:not([hidden])').count();
  for (let i = 0; i < 60 && !(await isThere()); i++) {
    await page.evaluate(() => document.querySelector('lap-steps .choice, lap-board .highlight')?.click());
    await page.waitForTimeout(150);
  }
  await page.locator('lap-turn.yours').waitFor(); // the others have chosen in the next round, or will
  await page.waitForTimeout(500);
  assert.equal(await isThere(), 1);
  assert.equal(await page.locator('lap-round h2').innerText(), 'The round is counted');
  const numbers = (texts) => texts.map((text) => Number(text) || 0); // "–": none
  const rows = await page.locator('lap-round lap-sheet > .scroll tbody tr').evaluateAll((all) => all.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent)));
  const sums = rows.map(numbers).reduce((sum, row) => sum.map((n, i) => n + row[i]));
  const won = await page.locator('lap-round .ranking li').evaluateAll((all) => all.map((line) => [line.dataset.seat, line.querySelector('strong').textContent]));
  assert.deepEqual(won.map(([seat]) => sums[seat]), numbers(won.map(([, points]) => points)));
  assert.ok(sums.some((n) => n > 3), `${sums}: more than a turn brings`);
  assert.deepEqual(faults, []);
  await page.context().close();
});

const ROUND_HELD = { atOnce: ['first'], before: ['first'], after: ['first', 'second'] };

/** In the page: what is shown of two moves, the first the end of a round or not, and one's own or not, that is held; and once it was read. */
async function held({ round, isOwn }) {
  const { Pace } = await import('/pace.js');
  const shown = [];
  const pace = new Pace(({ name }) => shown.push(name), () => {});
  pace.push({ name: 'first', round }, isOwn);
  pace.push({ name: 'second' });
  pace.hold();
  const atOnce = [...shown];
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = [...shown];
  pace.goOn();
  pace.clear();
  return { atOnce, before, after: shown };
}

test('nothing follows the end of a round while it is read', async () => {
  const { page } = await somebody(browser, server); // where all is shown at once
  assert.deepEqual(await page.evaluate(held, { round: [{}, {}] }), ROUND_HELD);
  assert.deepEqual((await page.evaluate(held, {})).before, ['first', 'second']);
});

test('a round that ends with the own move can be read, too', async () => {
  const { page } = await somebody(browser, server, { isCalm: true });
  assert.deepEqual(await page.evaluate(held, { round: [{}, {}], isOwn: true }), ROUND_HELD);
});

test('an own move is seen before what others answer', async () => {
  for (const isCalm of [true, false]) {
    const { page } = await somebody(browser, server, { isCalm });
    const { atOnce, before } = await page.evaluate(held, { isOwn: true });
    assert.deepEqual([atOnce, before], [['first'], ['first', 'second']]);
  }
});

test('lists whose places have the same labels stand beside each other, with the labels once', async () => {
  const { page } = await somebody(browser, server);
  await sitDown(page, 'gemessengers');
  const rows = await page.locator('.labelled').first().evaluate((block) => {
    const isSeen = ({ offsetWidth }) => offsetWidth > 1;
    const labels = [...block.querySelectorAll('.label, .called')].filter(isSeen).map(({ textContent }) => textContent);
    const middles = [...block.children].map((field) => [...field.querySelectorAll('.place')].map((place) => place.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)));
    return { labels, middles: middles.map((all) => [...new Set(all)]) };
  });
  assert.equal(rows.labels.length, 3);
  assert.equal(rows.middles.length, 3);
  for (const one of rows.middles) one.forEach((y, i) => assert.ok(Math.abs(y - rows.middles[0][i]) < 6, JSON.stringify(rows.middles)));
});

test('rows of a grid that are not of one length have as many cells as there are, and their names', async () => {
  const { page } = await somebody(browser, server);
  await sitDown(page, 'gemessengers');
  const rows = await page.locator('.own [data-zone^="gemessengers/workshop|"]').first().evaluate(({ parentElement }) => {
    const cells = [...parentElement.querySelectorAll('.cell')].map(({ dataset }) => Math.floor(dataset.place.split('|')[2] / 3));
    return { labels: [...parentElement.querySelectorAll('.label')].map(({ textContent }) => textContent), cells };
  });
  assert.deepEqual(rows, { labels: ['Headstone', 'Decoration', 'Base'], cells: [0, 1, 1, 2, 2, 2] });
});

/** In the page: which of some places are marked as new, once another piece that looks the same lies among them. */
async function markedOf([were, are]) {
  const { lying, showMoves } = await import('/moves.js');
  const board = document.createElement('div');
  document.body.prepend(board);
  const lay = (all) => board.replaceChildren(...all.map((text, i) => {
    const place = document.createElement('div');
    place.className = 'place';
    Object.assign(place.dataset, { place: `x/out|0|${i}`, zone: 'x/out|0', thing: '?back' });
    place.innerHTML = `<div class="said">${text}</div>`;
    return place;
  }));
  lay(were);
  const before = lying(board);
  lay(are);
  showMoves(board, before, false);
  const marked = [...board.children].filter(({ classList }) => classList.contains('came')).map(({ textContent }) => textContent);
  board.remove();
  return marked;
}

test('of equal backs that one is new of which something else is said', async () => {
  const marked = (...said) => people.still.page.evaluate(markedOf, said);
  assert.deepEqual(await marked(['f5', 'g7'], ['a3', 'f5', 'g7']), ['a3']);
  assert.deepEqual(await marked(['a3', 'g7'], ['a3', 'f5', 'g7']), ['f5']);
});

/** In the page: which places, by their number, are marked as new once rows of groups of things, or of cells, have become others. */
async function cameInGroups([were, are, kind = 'place']) {
  const { lying, showMoves } = await import('/moves.js');
  const board = document.createElement('div');
  document.body.prepend(board);
  const lay = (groups) => {
    let index = 0;
    board.innerHTML = groups.map((things) => `<div class="group">${[...things].map((thing) => `<div class="place ${kind}" data-place="x/row|0|${index++}" data-zone="x/row|0"${thing === ' ' ? '' : ` data-thing="${thing}"`}></div>`).join('')}</div>`).join('');
  };
  lay(were);
  const before = lying(board);
  lay(are);
  showMoves(board, before, false);
  const came = [...board.querySelectorAll('.place')].flatMap(({ classList }, i) => (classList.contains('came') ? [i] : []));
  board.remove();
  return came;
}

test('of equal things in a group that one is new at whose end it has grown', async () => {
  const came = (...groups) => people.still.page.evaluate(cameInGroups, groups);
  assert.deepEqual(await came(['B6B', '7'], ['BB6B', '7']), [0]);
  assert.deepEqual(await came(['B6B', '7'], ['B6BB', '7']), [3]);
  assert.deepEqual(await came(['1B', 'B7'], ['1B', 'BB7']), [2]);
  assert.deepEqual(await came(['B1B', '7BB'], ['BB1B', '7BB']), [0], 'and not one of a group that has only moved on');
});

test('on a board that one is new which lies where nothing has lain', async () =>
  assert.deepEqual(await people.still.page.evaluate(cameInGroups, [['GG GL'], ['GGGGL'], 'cell']), [2]));

/** In the page: the places that are marked as new once a seat has put down a card of its hand, and a pile has got it, and it has drawn this one. */
async function cameAfter(drawn) {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const face = (key) => ({ key, title: key, back: 'back', mark: key });
  const field = (name, more) => ({ name, title: name, type: 'slots', set: 'cards', drawn: true, ...more });
  const card = (of) => ({ name: 'card', type: 'piece', field: of });
  board.description = {
    sets: [{ name: 'cards', backs: [{ key: 'back', title: 'a card' }], faces: ['a', 'b'].map(face) }],
    fields: [field('hand', { of_seats: true, draw: { as: 'hand' } }), field('pile', { draw: { as: 'pile' } })],
    actions: [{ name: 'x/put', args: [card('hand')] }],
    events: [{ name: 'x/put_down', args: [card('pile')] }, { name: 'x/drew', args: [card('hand')] }],
  };
  const show = (hand, size, last) => board.update({ view: { waiting: [0], fields: { hand: [{ seen: hand, hidden: {} }], pile: { size, top: 'a' } } }, viewer: 0, names: ['Ada'], last });
  show(['a', 'b'], 1);
  const events = [['x/put_down', 'a'], ['x/drew', drawn]].map(([kind, key]) => ({ kind, args: { card: key } }));
  show([drawn, 'b'].sort(), 2, { kind: 'move', seat: 0, steps: [{ kind: 'x/put', args: { card: 'a' } }], events });
  const came = [...board.querySelectorAll('.came')].map(({ dataset }) => dataset.place);
  board.remove();
  return came.sort();
}

test('what came is marked though it looks like what lay there before', async () => {
  const { page } = people.still;
  assert.deepEqual(await page.evaluate(cameAfter, 'a'), ['hand|0|0', 'pile||1']);
  assert.deepEqual(await page.evaluate(cameAfter, 'b'), ['hand|0|0', 'pile||1']);
});

/** In the page. */
async function headingsOf(cases) {
  const { headingOf } = await import('/round.js');
  const events = [{ name: 'x/counted', heading: 'The round' }, { name: 'x/drew' }];
  return cases.map(([kind, ...names]) => headingOf({ events }, { kind, events: names.map((name) => ({ kind: name, args: {} })) }));
}

test('a round is counted where the game says so of an event, not where that is taken back', async () => {
  const cases = [['move', 'x/drew', 'x/counted', 'x/counted'], ['chosen', 'x/counted'], ['answer', 'x/counted'], ['move', 'x/drew'], ['move']];
  assert.deepEqual(await people.still.page.evaluate(headingsOf, cases), ['The round', 'The round', undefined, undefined, undefined]);
});

/** In the page: with which entries a round is told of: the totals of the only seat before it and after, or null. Each entry says how many points it has with that. */
async function roundsOf(entries) {
  const { Rounds } = await import('/round.js');
  const rounds = new Rounds();
  const score = (total) => ({ lines: [], seats: [{ total }] });
  rounds.begin({ seq: 0, score: score(entries[0].from) });
  const told = entries.map(({ total, state = 'running', ...entry }) => rounds.endedBy({ events: [{ name: 'x/counted', heading: 'The round' }] }, { kind: 'move', events: [{ kind: 'x/counted' }], ...entry }, { state, score: score(total) }));
  return told.map((round) => (round ? [round.before, round.after].map(({ seats }) => seats[0].total).join() : null));
}

test('a round is told of from the score with which it began, if that is known and stands, and not at the end of the match', async () => {
  const rounds = (...entries) => people.still.page.evaluate(roundsOf, entries.map((entry, i) => ({ seq: i + 1, ...entry })));
  assert.deepEqual(await rounds({ from: 0, total: 3 }, { events: [], total: 4 }, { total: 9 }), ['0,3', null, '3,9']);
  assert.deepEqual(await rounds({ from: 2, total: 3 }, { total: 9 }), [null, '3,9'], 'one that had begun before');
  assert.deepEqual(await rounds({ from: 0, total: 3 }, { kind: 'undone', undone: 1, events: [], total: 0 }, { total: 5 }, { total: 6 }), ['0,3', null, null, '5,6']);
  assert.deepEqual(await rounds({ from: 0, total: 3 }, { total: 9, state: 'over' }), ['0,3', null]);
});

/** In the page: where the first line that is seen begins, from the upper edge of the story, and the last ends, from the lower one, and how far it is scrolled. */
async function edgesOfStory(lengths) {
  await import('/story.js');
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  story.reset(lengths.map((words, i) => ({ seq: i + 1, kind: 'move', text: ['word '.repeat(words)], at: 0 })), 'Story');
  const list = story.querySelector('.story');
  list.style.width = '150px';
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  const { top, bottom } = list.getBoundingClientRect();
  const range = document.createRange();
  const lines = [...list.querySelectorAll('.told > span')].flatMap((sentence) => (range.selectNodeContents(sentence), [...range.getClientRects()]));
  const first = lines.find((box) => box.bottom > top + 1);
  const edges = [first.top - top, bottom - lines.at(-1).bottom, list.scrollTop];
  story.remove();
  return edges;
}

test('the newest sentence of a story is seen whole, and so is the first line that is seen', async () => {
  const lengths = Array.from({ length: 40 }, (_, i) => 1 + ((i * 7) % 10));
  const [first, last, scrolled] = await people.still.page.evaluate(edgesOfStory, lengths);
  assert.ok(scrolled > 0);
  assert.ok(Math.abs(first) < 1.5, `the first is cut by ${-first} px`);
  assert.ok(last >= -1, `the last is cut by ${-last} px`);
  assert.ok(last < 45, `${last} px are left empty, which is more than two lines`);
});

/** In the page: where the last turn of seat 0 ended, and what the others' last doings are in two lines of a width, at each entry. */
async function latelyAt({ entries, width = 460 }) {
  const { lastTurn } = await import('/lately.js');
  const lately = document.createElement('lap-lately');
  lately.style = `display: block; width: ${width}px`;
  document.body.prepend(lately);
  const told = [];
  for (const { seq } of entries) {
    const turn = lastTurn(entries, 0, seq);
    lately.show(entries.filter((entry) => entry.seq > turn && entry.seq <= seq), 0, ['Ada', 'Bo', 'Cy']);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    told.push([turn, lately.hidden ? '' : lately.querySelector('.line').textContent]);
  }
  lately.remove();
  return told;
}

test('what others have done since one\'s last turn is told in a line, up to what is drawn, until they have moved again', async () => {
  const { page } = people.still;
  const move = (seq, seat, ...text) => ({ seq, seat, kind: 'move', text });
  const entries = [move(1, 1, 'Bo moves.'), move(2, 0, 'Ada moves.'), { ...move(3, 1, 'Bo errs.'), isUndone: true }, move(4, 1, 'Bo moves again.', 'He scores.'), move(5, 0, 'Ada steps.'), move(6, 0, 'Ada ends.'), move(7, 2, 'Cy moves.')];
  assert.deepEqual(await page.evaluate(latelyAt, { entries }), [
    [0, 'Bo moves.'],
    [0, 'Bo moves.'],
    [0, 'Bo moves.'],
    [2, 'Bo moves again. He scores.'],
    [2, 'Bo moves again. He scores.'],
    [2, 'Bo moves again. He scores.'],
    [6, 'Cy moves.'],
  ]);
  const both = await page.evaluate(latelyAt, { entries: [move(1, 2, 'Cy moves.'), move(2, 1, 'Bo moves.'), move(3, 2, 'Cy ends.')] });
  assert.deepEqual(both[2], [0, 'Bo moves. · Cy ends.\u00a0…'], 'what each of the others has done last, and that there is more');
  const came = Array.from({ length: 9 }, (_, i) => `Something comes of it, number ${i}.`);
  const [[, alone]] = await page.evaluate(latelyAt, { entries: [move(1, 0, 'Ada moves.', ...came)] });
  assert.match(alone, /^Ada moves\. Something comes of it, number 0\. (Something [^…]*\. )?…$/, 'what was done comes before what came of it, in whole sentences');
  const pays = (seq, seat, name, points) => ({ ...move(seq, seat, `${name} pays with ${Array.from({ length: 20 }, (_, i) => `card ${i}`).join(', ')}.`, `${name} builds.`), gains: [{ seat, points }] });
  const long = await page.evaluate(latelyAt, { entries: [pays(1, 1, 'Bo', 3), pays(2, 2, 'Cy', 4), pays(3, 2, 'Cy', 1)] });
  assert.match(long[1][1], /^Bo pays with card .* … · Cy pays with card .* … · Bo \+3, Cy \+4$/, 'where not even what was done fits, all are cut alike, and what they won is told');
  assert.match(long[2][1], /^Bo pays with card .* … · Cy pays with card .* … · Bo \+3, Cy \+5$/, 'in all, with what each has done last');
  const solo = await page.evaluate(latelyAt, { entries: [pays(1, 0, 'Ada', 3), { ...pays(2, 0, 'Ada', 4), gains: [] }] });
  assert.match(solo[1][1], /^Ada pays with card .* …$/, 'where nobody else plays, what has just been done, and what that won');
  const chosen = (seq, seat, ...text) => (text.length > 1 ? { ...move(seq, seat, ...text), opened: [] } : { seq, seat, kind: 'chosen', text });
  const picked = ['Ada has picked 3.', 'Bo has picked 4.', 'Cy has picked 5.', 'All hands are passed on.'];
  const together = [chosen(1, 0, 'Ada has chosen.'), chosen(2, 1, 'Bo has chosen.'), chosen(3, 2, ...picked), chosen(4, 1, 'Bo has chosen.'), chosen(5, 0, ...picked), move(6, 1, 'Bo moves.')];
  const told = await page.evaluate(latelyAt, { entries: together });
  assert.deepEqual(told.map(([turn]) => turn), [0, 0, 1, 1, 4, 4], 'what all have chosen has come since');
  assert.equal(told[2][1], 'Bo has picked 4. Cy has picked 5.');
  const [, [, last]] = await page.evaluate(latelyAt, { entries: [move(1, 1, 'Bo moves.'), chosen(2, 0, ...picked)] });
  assert.equal(last, 'Bo has picked 4. Cy has picked 5.', 'though the last to choose was who looks');
});

/** In the page: of a story of so many sentences, what is seen under the line of one's last turn, which was `turn`. */
async function sinceTurn([count, turn]) {
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  story.reset(Array.from({ length: count }, (_, i) => ({ seq: i + 1, kind: 'move', text: [`sentence ${i + 1}`], at: 0 })), 'Story');
  story.since(turn);
  const list = story.querySelector('.story');
  list.style.height = '8rem';
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  const box = (element) => element.getBoundingClientRect();
  const top = list.querySelector('.since') ? box(list.querySelector('.since')).bottom : box(list).top;
  const isSeen = (line) => box(line).top > top - 1 && box(line).bottom < box(list).bottom + 1;
  const seen = [...list.querySelectorAll('[data-seq]')].filter(isSeen).map(({ dataset }) => Number(dataset.seq));
  story.remove();
  return seen;
}

test('what has come since one\'s last turn begins at the upper edge of the story, or ends at the lower one', async () => {
  const { page } = people.still;
  assert.deepEqual(await page.evaluate(sinceTurn, [30, 28]), [29, 30]);
  const seen = await page.evaluate(sinceTurn, [30, 10]);
  assert.ok(seen.length > 2 && seen[0] > 11 && seen.at(-1) === 30, String(seen));
  assert.equal((await page.evaluate(sinceTurn, [30, 0])).at(-1), 30, 'and where one has had none, the newest');
});

/** In the page: what the line says behind which all is new to who has had no turn yet, and what comes behind it; '': there is none. */
async function beforeFirst(kinds) {
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  story.reset(kinds.map((kind, i) => ({ seq: i + 1, kind, text: [`${kind} ${i + 1}`], at: 0 })), 'Story');
  story.since(0);
  const line = story.querySelector('.since');
  const said = line ? [line.textContent, line.nextElementSibling.textContent] : '';
  story.remove();
  return said;
}

/** In the page: since which entry all is new to seat 0, at the last of these. */
async function newOf(entries) {
  const { lastTurn, newSince } = await import('/lately.js');
  return newSince(lastTurn(entries, 0, entries.length), entries, 0, entries.length) ?? 'nothing';
}

/** In the page: of entries of so many words, all since one's last turn, in a story of this height: whether the beginning of each is seen, and how many are cut. */
async function beginningsIn([lengths, height]) {
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  story.reset(lengths.map((words, i) => ({ seq: i + 1, kind: 'move', seat: 1, text: [`Entry ${i}.`, 'word '.repeat(words)], at: 0 })), 'Story');
  story.since(0);
  const list = story.querySelector('.story');
  Object.assign(list.style, { width: '200px', height, maxHeight: 'none' });
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  const box = (element) => element.getBoundingClientRect();
  const [top, bottom] = [box(list.querySelector('.since')).bottom, box(list).bottom];
  const told = [...list.querySelectorAll('.told')];
  const seen = told.map((one) => box(one).top > top - 2 && box(one).top < bottom);
  const cut = told.filter((one) => one.scrollHeight > one.clientHeight + 1).length;
  story.remove();
  return { seen, cut };
}

test('of all that has come since one\'s last turn the beginnings are seen, and all of it where there is room', async () => {
  const { page } = people.still;
  assert.deepEqual(await page.evaluate(beginningsIn, [[20, 5, 30], '13rem']), { seen: [true, true, true], cut: 2 });
  assert.deepEqual(await page.evaluate(beginningsIn, [[20, 5, 30], '50rem']), { seen: [true, true, true], cut: 0 });
});

/** In the page: how high the last of two long entries is that are new and cut, once a third alone is new, once it lies above the edge, and once somebody has scrolled back after that. */
async function heightOfPassed() {
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  const entry = (seq, words) => ({ seq, kind: 'move', seat: 1, text: [`Entry ${seq}.`, 'word '.repeat(words)], at: 0 });
  story.reset([entry(1, 90), entry(2, 90)], 'Story', []);
  story.since(0);
  const list = story.querySelector('.story');
  Object.assign(list.style, { width: '200px', height: '13rem', maxHeight: 'none' });
  const heights = [];
  const note = async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    heights.push(list.querySelector('[data-seq="2"]').offsetHeight);
  };
  await note();
  story.add(entry(3, 2));
  story.since(2);
  await note();
  story.add(entry(4, 90));
  await note();
  list.scrollTop -= 2;
  await note();
  story.remove();
  return heights;
}

test('what was new stays as high as it was, and is whole again above the edge once somebody scrolls back', async () => {
  const [cut, seen, passed, back] = await people.still.page.evaluate(heightOfPassed);
  assert.deepEqual([seen, passed], [cut, cut]);
  assert.ok(back > 2 * cut, `${back} after ${cut}`);
});

/** In the page: how far below its lower edge a story ends, in px, after one more entry and after it has become lower; each before that is drawn. */
async function beforeFrames() {
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  const entry = (seq) => ({ seq, kind: 'move', seat: 1, text: [`Entry ${seq}.`], at: 0 });
  story.reset(Array.from({ length: 30 }, (_, i) => entry(i + 1)), 'Story', []);
  const list = story.querySelector('.story');
  list.style.height = '13rem';
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  const below = () => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight);
  story.add(entry(31));
  await null;
  const added = below();
  let seen = 0;
  const lower = new Promise((resolve) => new ResizeObserver(() => ++seen > 1 && resolve(below())).observe(list)); // it is told after the story is
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  list.style.height = '7rem';
  const found = [added, await lower];
  story.remove();
  return found;
}

test('the story is scrolled to its end before a frame is drawn', async () =>
  assert.deepEqual(await people.still.page.evaluate(beforeFrames), [0, 0]));

/** In the page: what is read beside the first and the last of two entries under a pointer, of which the first is cut, and once it has left. */
async function besideEntries() {
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  story.reset([40, 2].map((words, i) => ({ seq: i + 1, kind: 'move', seat: 1, text: [`Entry ${i}.`, `${'word '.repeat(words)}end.`], at: 0 })), 'Story');
  story.since(0);
  const list = story.querySelector('.story');
  Object.assign(list.style, { width: '200px', height: '9rem', maxHeight: 'none' });
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  const point = (element, type) => element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
  const read = () => document.querySelector('body > .told-whole')?.textContent ?? '';
  const readAt = (told) => {
    point(told, 'pointerover');
    const found = read();
    point(told, 'pointerout');
    return found;
  };
  const found = [...story.querySelectorAll('.told')].map(readAt);
  story.remove();
  return [...found, read()];
}

test('an entry of the story that is cut is read whole beside it, under a pointer', async () => {
  const [cut, whole, left] = await people.still.page.evaluate(besideEntries);
  assert.match(cut, /^Entry 0\. word .* end\.$/);
  assert.deepEqual([whole, left], ['', '']);
});

test('before one\'s first turn all that was played is new', async () => {
  const { page } = people.still;
  const moves = (...seats) => seats.map((seat, i) => ({ seq: i + 1, seat, kind: 'move', text: ['Moves.'] }));
  assert.equal(await page.evaluate(newOf, moves(1, 2)), 0);
  assert.equal(await page.evaluate(newOf, moves(1, 0, 1)), 2);
  assert.equal(await page.evaluate(newOf, moves(0, 0)), 'nothing', 'of who plays alone');
  assert.deepEqual(await page.evaluate(beforeFirst, ['joined', 'move', 'move']), ['Before your first turn', 'move 2']);
  assert.equal(await page.evaluate(beforeFirst, ['joined']), '');
});

for (const [viewport, opener] of [[{ width: 390, height: 844 }, 'lap-lately button'], [{ width: 1280, height: 800 }, '.since button']])
  test(`what has come since one's last turn is seen over the table with a click at ${viewport.width}`, async () => {
    const { page, faults } = await somebody(browser, server, { viewport, reducedMotion: 'reduce' });
    await sitDown(page, 'oh-hell');
    while (!(await page.locator('.since').count())) await page.locator(HIGHLIGHTED).first().click({ timeout: 5000 }).catch(() => {});
    await page.locator(HIGHLIGHTED).first().waitFor();
    await page.locator(opener).click();
    await until(page, () => {
      const { top, bottom } = document.querySelector('.story').getBoundingClientRect();
      const [first, last] = ['.since + li', '.story li:last-child'].map((line) => document.querySelector(line).getBoundingClientRect());
      return document.activeElement.matches('.story') && first.top >= top && last.bottom <= bottom && bottom <= innerHeight;
    });
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('lap-story.large').count(), 0);
    assert.deepEqual(faults, []);
    await page.context().close();
  });

/** In the page: what a follower, who is in a state, says that was won by each of the entries that it hears. */
async function gainsHeard([state, entries]) {
  const { Follower } = await import('/follower.js');
  const host = Object.assign(new EventTarget(), { call: async () => state });
  const follower = await new Follower(host, 'm').start();
  for (const detail of entries) host.dispatchEvent(new CustomEvent('match.event', { detail }));
  follower.stop();
  return follower.story.map(({ gains }) => gains);
}

/** In the page: what a story has, and what is read aloud, after entries. */
async function storyOf([before, after]) {
  await import('/story.js');
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  story.reset(before, 'Story', ['Ada', 'Bo']);
  for (const entry of after) story.add(entry);
  const said = [[...story.querySelectorAll('li')].map(({ textContent }) => textContent), story.querySelector('[aria-live]').textContent];
  story.remove();
  return said;
}

test('the story has what was chosen once all have, and not before that somebody has', async () => {
  const entry = (seq, kind, text, ...events) => ({ seq, kind, text: [text], at: 0, seat: 0, events });
  const [first, second] = [entry(1, 'chosen', 'Ada has chosen.'), entry(2, 'chosen', 'Ada picks 3, Bo picks 4.', { kind: 'x/picked', args: {} })];
  const third = entry(3, 'chosen', 'Bo has chosen.');
  assert.deepEqual(await people.still.page.evaluate(storyOf, [[first], [second, third]]), [['Ada picks 3, Bo picks 4.'], 'Bo has chosen.']);
});

test('the story tells what seats have won and lost by what they do', async () => {
  const entry = { seq: 1, kind: 'move', text: ['Ada proclaims.'], at: 0, seat: 0, gains: [{ seat: 0, points: 5 }, { seat: 1, points: -2 }] };
  const told = 'Ada +5, Bo −2';
  assert.deepEqual(await people.still.page.evaluate(storyOf, [[], [entry]]), [[`Ada proclaims.${told}`], `Ada proclaims. ${told}`]);
});

test('what seats have won and lost by an entry is known once it is heard, not where it is taken back', async () => {
  const score = (...totals) => ({ seats: totals.map((total) => ({ total })), lines: [] });
  const { page } = people.still;
  const heard = (entries) => page.evaluate(gainsHeard, [{ viewer: 0, seq: 1, view: {}, score: score(3, 4) }, entries]);
  const entry = (seq, kind, totals, more) => ({ match: 'm', viewer: 0, seq, kind, text: ['.'], view: {}, score: totals && score(...totals), ...more });
  assert.deepEqual(await heard([entry(2, 'move', [3, 9]), entry(3, 'move', [2, 9]), entry(4, 'answer', [3, 9], { undone: 3 }), entry(5, 'suspend')]), [
    [{ seat: 1, points: 5 }], [{ seat: 0, points: -1 }], [], [],
  ]);
});

/** In the page: what a story of two entries, the second of these sentences, says of that, and how far its end is from the lower edge. */
async function newestOfStory([sentences, height]) {
  await import('/story.js');
  const story = document.createElement('lap-story');
  document.body.prepend(story);
  const entries = [['before'], sentences].map((text, i) => ({ seq: i + 1, kind: 'move', text, at: 0 }));
  story.reset(entries, 'Story');
  const list = story.querySelector('.story');
  const frames = async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); };
  await frames();
  list.style.height = height; // another part has grown
  await frames();
  const newest = list.lastElementChild;
  const told = [...newest.querySelectorAll('.told > span')].map((sentence) => sentence.textContent);
  const boxes = [newest, list].map((element) => element.getBoundingClientRect());
  story.remove();
  return { told, below: boxes[1].bottom - boxes[0].bottom };
}

test('what is told several times in a row is told once, and counted', async () => {
  const sentences = ['Ana claims', 'Ana draws', 'Ana draws', 'Ana draws', 'It is turned', 'Ana draws'];
  const { told } = await people.still.page.evaluate(newestOfStory, [sentences, '20rem']);
  assert.deepEqual(told, ['Ana claims', 'Ana draws ×3', 'It is turned', 'Ana draws']);
});

test('a story that has become lower still ends with the newest sentence', async () => {
  const long = Array.from({ length: 12 }, (_, i) => `sentence ${i}`);
  for (const [sentences, height] of [[long, '5rem'], [long.slice(0, 2), '4rem']]) {
    const { below } = await people.still.page.evaluate(newestOfStory, [sentences, height]);
    assert.ok(below >= -1, `its end is cut by ${-below} px`);
  }
});

/** In the page: the colours at the edges of lines, of seat 0, seat 1, none, and seat 1 as the last of all to choose, where seats are orange and blue. */
async function coloursOfStory() {
  await import('/story.js');
  const { showSeatColours } = await import('/seat-colours.js');
  const table = document.createElement('lap-board');
  const story = document.createElement('lap-story');
  table.append(story);
  document.body.prepend(table);
  showSeatColours(table, ['orange', 'blue']);
  const opened = [{ seat: 0, steps: [] }];
  story.reset([0, 1, undefined, { seat: 1, opened }].map((of, i) => ({ seq: i + 1, kind: 'move', ...(of?.opened ? of : { seat: of }), text: ['Something.'], at: 0 })), 'Story');
  const lines = [...story.querySelectorAll('li')].map((line) => getComputedStyle(line).borderLeftColor);
  table.remove();
  return lines;
}

test('lines of the story have the colours of their seats', async () => {
  const colours = await people.still.page.evaluate(coloursOfStory);
  assert.deepEqual(colours, ['rgb(233, 144, 47)', 'rgb(39, 99, 189)', 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
});

// --- how large it is drawn

const DESK = { viewport: { width: 1280, height: 800 } };

/** The middle gives as much as this to rows of others that have grown (SMALLER in fit.js). */
const GIVEN = 0.72;

/**
 * In the page: plays so many steps; how many times as large as the rest the middle was drawn, at the least, before anything
 * lay in rows that grow, and after; how many arrows said, at the most, that something lit is out of sight; and what of pieces changes
 * while they are on their way.
 */
async function middleWhilePlaying([selector, steps]) {
  const board = document.querySelector('lap-board');
  const factorOf = (element) => Number(element.style.getPropertyValue('--s'));
  const least = { before: Infinity, after: Infinity };
  const changing = new Set();
  const propertiesOf = ({ offset, computedOffset, easing, composite, ...properties }) => Object.keys(properties);
  let arrows = 0;
  for (let taken = 0; taken < steps && !document.querySelector('lap-final:not([hidden])'); ) {
    await new Promise(requestAnimationFrame);
    const when = board.querySelector('.in-groups .place') ? 'after' : 'before';
    least[when] = Math.min(least[when], (factorOf(board.querySelector('.middle')) || factorOf(board)) / factorOf(board));
    arrows = Math.max(arrows, board.querySelectorAll('.edge').length);
    for (const { effect } of board.getAnimations({ subtree: true })) for (const name of effect.getKeyframes().flatMap(propertiesOf)) changing.add(name);
    const lit = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    lit[taken % lit.length]?.click();
    taken += lit.length > 0;
  }
  return { least, arrows, changing: [...changing].sort() };
}

for (const [game, steps, size] of [['gemtrix', 30, 0.8], ['gemessengers', 8, 1.1]])
  test(`the middle of ${game} has the room that is left over, and what is on its way takes none of it`, async () => {
    const player = await somebody(browser, server, { ...DESK, isCalm: true, reducedMotion: 'no-preference' });
    await player.page.evaluate(() => localStorage.setItem('lapidary.pace', 'fast'));
    await sitDown(player.page, game);
    await player.page.locator('lap-board .highlight').first().waitFor();
    const { least, arrows, changing } = await player.page.evaluate(middleWhilePlaying, [HIGHLIGHTED, steps]);
    assert.ok(least.before > size, `${least.before} times as large as the rest`);
    assert.ok(least.after >= GIVEN, `${least.after} times as large as the rest, when rows had grown`);
    assert.equal(arrows, 0);
    assert.deepEqual(changing, ['opacity', 'scale', 'translate'], 'nothing for which the page would have to be drawn anew in each frame');
    assertNoFaults(player);
  });

await done(async () => {
  await browser.close();
  await server.stop();
});

// What is highlighted: it can be hit where others lie around or above it, and says what may be done there.
import assert from 'node:assert/strict';
import { assertNoFaults, HIGHLIGHTED, loadStyles, sitDown, sitDownToShow, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const PHONE = { width: 390, height: 844 };
const { page } = await somebody(browser, server);
await loadStyles(page);
await page.locator('[data-game]').first().waitFor();

/** In the page: a choice between steps. What it highlights, by the index that is highlighted. */
async function highlightsOf(steps) {
  const { Choice } = await import('/choice.js');
  const choice = new Choice(() => {});
  choice.begin(steps);
  return Object.fromEntries(choice.highlights.map(({ highlight, label }) => [highlight.index, label]));
}

const at = (...indices) => indices.map((index) => ({ field: 'x/row', index }));

test('a place names all that may be done there', async () => {
  const steps = [
    { label: 'Lay it upright', highlights: at(1) },
    { label: 'Lay it half turned round', highlights: at(1) },
    { label: 'Take it', highlights: at(2) },
  ];
  const highlighted = await page.evaluate(highlightsOf, steps);
  assert.deepEqual(highlighted, { 1: 'Lay it upright; Lay it half turned round', 2: 'Take it' });
});

/** In the page: what is marked as chosen of a choice between steps that are all at one place. */
async function markedAt(steps) {
  const { Choice } = await import('/choice.js');
  const choice = new Choice(() => {});
  choice.begin(steps.map((highlights, i) => ({ kind: 'x/lay', args: { i }, label: `${i}`, highlights })));
  return choice.highlights.filter(({ chosen }) => chosen).map(({ highlight }) => highlight.index);
}

test('where all steps are at one place, it is marked, though it need not be chosen', async () => {
  assert.deepEqual(await page.evaluate(markedAt, [at(3), at(3)]), [3]);
  assert.deepEqual(await page.evaluate(markedAt, [at(3, 1), at(3, 2)]), []);
  assert.deepEqual(await page.evaluate(markedAt, [at(3)]), [], 'a single step is lit there');
});

/** In the page: which seats are lit. */
async function seatsLit(steps) {
  const { Choice } = await import('/choice.js');
  const choice = new Choice(() => {});
  choice.begin(steps.map((highlights, i) => ({ kind: 'x/take', args: { i }, label: `${i}`, highlights })));
  return choice.highlights.filter(({ highlight }) => highlight.field === undefined).map(({ highlight }) => highlight.seat);
}

test('the name of a seat is lit where no place of its own tells a step', async () => {
  const card = (row, piece) => ({ field: 'x/hand', row, piece });
  assert.deepEqual(await page.evaluate(seatsLit, [[card(0, 'a'), { seat: 0 }], [card(0, 'b'), { seat: 0 }], [card(1, 'a'), { seat: 1 }]]), []);
  assert.deepEqual(await page.evaluate(seatsLit, [[card(2, 'a'), { seat: 0 }], [card(2, 'a'), { seat: 1 }]]), [0, 1], 'to whom a card is given');
  assert.deepEqual(await page.evaluate(seatsLit, [[{ seat: 0 }], [{ seat: 1 }]]), [0, 1]);
});

test('a place of very many steps goes by its own name', async () => {
  const steps = Array.from({ length: 20 }, (_, i) => ({ label: `Bid 1 and ${i}`, highlights: at(1, 2 + i) }));
  const highlighted = await page.evaluate(highlightsOf, steps);
  assert.ok(!highlighted[1]);
  assert.equal(highlighted[2], 'Bid 1 and 0');
});

/** In the page: `outer` around `inner`, both highlighted, the inner one moving. The names of what is hit at their middles. */
async function hitBoth({ outer, inner }) {
  const [{ highlight }, { place }, { make }] = await Promise.all(
    ['/highlights.js', '/place.js', '/element.js'].map((file) => import(file)),
  );
  const within = place({ name: 'inner' }, 0, 0, null, 'Inner');
  const around = place({ name: 'outer' }, 0, 0, null, 'Outer', within);
  const board = make('lap-board', {}, make('div', { class: 'sheet' }, around));
  within.className += ` ${inner}`;
  around.className += ` ${outer}`;
  Object.assign(within.style, { minWidth: '20px', minHeight: '20px', margin: '5px' });
  Object.assign(around.style, { width: '200px', height: '200px' });
  document.body.prepend(board);
  const highlights = ['outer', 'inner'].map((field, i) => ({ highlight: { field, row: 0, index: 0 }, steps: [i], label: 'Do' }));
  highlight(board, highlights);
  highlight(board, highlights.reverse());
  within.animate([{ transform: 'none' }, { transform: 'translate(1px)' }], 60_000);
  const middle = within.getBoundingClientRect();
  const { right, bottom } = around.getBoundingClientRect();
  const hit = (x, y) => document.elementFromPoint(x, y)?.title;
  const found = [hit(middle.x + 5, middle.y + 5), hit(right - 20, bottom - 20)];
  board.remove();
  return found;
}

for (const [what, classes] of [
  ['a slot of a highlighted group', { outer: 'group of-size', inner: '' }],
  ['a side of a highlighted tile', { outer: 'tile', inner: 'tile-side west' }],
])
  test(`${what} is hit above what is around it, even while it moves`, async () =>
    assert.deepEqual(await page.evaluate(hitBoth, classes), ['Inner: Do', 'Outer: Do']));

/** In the page: two lit places side by side. The first leads to the second if it means several steps. */
async function layTwo(steps) {
  const [{ highlight, listen }, { place }, { make }] = await Promise.all(
    ['/highlights.js', '/place.js', '/element.js'].map((file) => import(file)),
  );
  const places = ['a', 'b'].map((name) => place({ name }, 0, 0, name, name));
  for (const one of places) Object.assign(one.style, { position: 'relative', width: '80px', height: '80px', margin: '20px' });
  const board = make('div', { id: 'two' }, ...places);
  document.body.prepend(board);
  listen(board, () => {});
  globalThis.picked = [];
  const lit = (field, indices) => ({ highlight: { field, row: 0, index: 0 }, steps: indices, label: 'Do' });
  board.addEventListener('pick', ({ detail }) => {
    globalThis.picked.push(detail.steps.join());
    highlight(board, [lit('b', [7])]);
  });
  highlight(board, [lit('a', steps)]);
}

for (const [steps, home] of [
  [[1, 2], ['1,2']],
  [[1], []],
])
  test(`what means ${steps.length} steps is dragged to where it goes, or back`, async () => {
    const middle = async (at) => {
      const { x, y, width, height } = await page.locator(`#two > .place >> nth=${at}`).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const drag = async (to, expected) => {
      await page.evaluate(layTwo, steps);
      await page.mouse.move(...(await middle(0)));
      await page.mouse.down();
      await page.mouse.move(...(await middle(1)), { steps: 4 });
      await page.mouse.move(...(await middle(to)));
      await page.mouse.up();
      const picked = await page.evaluate(async (count) => {
        while (globalThis.picked.length < count) await new Promise(requestAnimationFrame);
        return globalThis.picked;
      }, expected.length);
      await page.evaluate(() => document.querySelector('#two').remove());
      return picked;
    };
    for (const [to, expected] of [[1, [steps.join(), '7']], [0, home]]) assert.deepEqual(await drag(to, expected), expected);
  });

/** In the page: two of the cards a, a, b, c are chosen by clicks. What is lit and what is chosen after the first, and what is played. */
async function chooseTwo(clicks) {
  const [{ highlight, listen }, { place }, { make }, { Choice }] = await Promise.all(
    ['/highlights.js', '/place.js', '/element.js', '/choice.js'].map((file) => import(file)),
  );
  const places = [...'aabc'].map((card, i) => place({ name: 'hand' }, 0, i, card, card));
  const board = make('div', {}, ...places);
  document.body.prepend(board);
  listen(board, () => {});
  const step = (cards) => ({ kind: 'x/two', args: { cards }, highlights: [...cards].map((piece) => ({ field: 'hand', row: 0, piece })) });
  const choice = new Choice(async () => ({ complete: true }));
  choice.addEventListener('change', () => highlight(board, choice.highlights));
  board.addEventListener('pick', ({ detail }) => choice.pick(detail.steps));
  const isPlayed = new Promise((resolve) => choice.addEventListener('done', ({ detail }) => resolve(detail[0].args.cards)));
  choice.begin(['aa', 'ab', 'bc'].map(step));
  const having = (name) => places.flatMap((element, i) => (element.classList.contains(name) ? [i] : []));
  places[clicks[0]].querySelector('.highlight').click();
  const after = { lit: having('highlighted'), chosen: having('chosen') };
  places[clicks[1]].querySelector('.highlight').click();
  const played = await isPlayed;
  board.remove();
  return { ...after, played };
}

for (const [clicks, found] of [
  [[0, 1], { lit: [1, 2], chosen: [0], played: 'aa' }],
  [[1, 0], { lit: [0, 2], chosen: [1], played: 'aa' }],
  [[1, 2], { lit: [0, 2], chosen: [1], played: 'ab' }],
])
  test(`of two equal cards the one that is clicked is chosen, and the other one may be: ${clicks}`, async () =>
    assert.deepEqual(await page.evaluate(chooseTwo, clicks), found));

/** In the page: a set of cards is picked one by one out of `hand`, of which the host takes `sets`, each in ascending order. What is lit after each click, and what is played; or how far one is said to be before each. */
async function pickSet([sets, clicks, hand = 'abcd', isTold = false]) {
  const { Choice } = await import('/choice.js');
  const step = (card) => ({ kind: 'x/pay', args: { card }, label: card, highlights: [{ field: 'hand', row: 0, piece: card }] });
  const ask = async (prefix) => {
    const path = prefix.map(({ args }) => args.card).join('');
    const next = new Set(sets.filter((set) => set.startsWith(path) && set !== path).map((set) => set[path.length]));
    return { steps: [...next].sort().map(step), complete: sets.includes(path) };
  };
  const choice = new Choice(ask, () => false, () => [...hand]);
  const [lit, told] = [[], []];
  const played = new Promise((resolve) => choice.addEventListener('done', ({ detail }) => resolve(detail.map(({ args }) => args.card).join(''))));
  const optionsOf = () => choice.highlights.filter(({ steps }) => steps.length).map(({ highlight }) => highlight.piece).sort().join('');
  choice.begin((await ask([])).steps);
  for (const card of clicks) {
    await new Promise((resolve) => setTimeout(resolve)); // all that was asked has been answered
    lit.push(optionsOf());
    told.push(choice.progress ? `${choice.progress.at}/${choice.progress.of}` : '');
    await choice.take(choice.options.find(({ label }) => label === card).index);
  }
  return isTold ? told : [...lit, await played];
}

for (const [clicks, found] of [
  ['ab', ['abcd', 'bc', 'ab']],
  ['ca', ['abcd', 'abd', 'ac']],
  ['dbc', ['abcd', 'bc', 'c', 'bcd']],
])
  test(`of a set every piece is lit that can complete one, and they are picked in any order: ${clicks}`, async () =>
    assert.deepEqual(await page.evaluate(pickSet, [['ab', 'ac', 'bcd'], clicks]), found));

/** All sets of so many out of `hand`. */
const setsOf = (hand, many) => (many === 0 ? [''] : [...hand].flatMap((card, i) => setsOf(hand.slice(i + 1), many - 1).map((set) => card + set)));

for (const clicks of ['hgfe', 'habc', 'ahbg'])
  test(`of many sets every piece is lit as long as one is left to pick: ${clicks}`, async () => {
    const hand = 'abcdefgh';
    const without = (picked) => [...hand].filter((card) => !picked.includes(card)).join('');
    const lit = [...clicks].map((_, i) => without(clicks.slice(0, i)));
    assert.deepEqual(await page.evaluate(pickSet, [setsOf(hand, 4), clicks, hand]), [...lit, [...clicks].sort().join('')]);
  });

test('how many pieces are to be picked is told where all sets have as many', async () => {
  const { page: still } = await somebody(browser, server);
  const told = (sets, clicks) => still.evaluate(pickSet, [sets, clicks, 'abcd', true]);
  assert.deepEqual(await told(setsOf('abcd', 3), 'dab'), ['1/3', '2/3', '3/3']);
  assert.deepEqual(await told(['ab', 'ac', 'bcd'], 'ab'), ['', '']);
  assert.deepEqual(await told(['a', 'b'], 'a'), ['']);
});

/** In the page: what is to be chosen, in words, after each pick of a set of two, of which the host says how many it has heard of. */
async function promptsOfPicks([first, second]) {
  const [{ Choice }, { promptOf }] = await Promise.all([import('/choice.js'), import('/prompt.js')]);
  const step = (card) => ({ kind: 'x/pay', args: { card }, label: card, highlights: [{ field: 'hand', row: 0, piece: card }] });
  const next = { '': 'ab', a: 'bc', b: 'c' };
  const ask = async (prefix) => {
    const path = prefix.map(({ args }) => args.card).join('');
    return { steps: [...(next[path] ?? '')].map(step), complete: path.length === 2, prompt: `${2 - path.length} owed.` };
  };
  const choice = new Choice(ask, () => false, () => [...'abc']);
  const { steps, ...asked } = await ask([]);
  choice.begin(steps, asked);
  const take = async (card) => {
    await new Promise((resolve) => setTimeout(resolve)); // all that was asked has been answered
    await choice.take(choice.options.find(({ label }) => label === card).index);
  };
  const said = [promptOf(choice)];
  await take(first);
  said.push(promptOf(choice));
  choice.back();
  said.push(promptOf(choice));
  await take(second);
  return [...said, promptOf(choice)];
}

test('of pieces that the host has not heard of yet it is not said how many are missing', async () =>
  assert.deepEqual(await page.evaluate(promptsOfPicks, ['c', 'a']), ['2 owed.', 'Choose what goes with what you have picked.', '2 owed.', '1 owed.']));

/** In the page: how often is asked where each of so many pieces may be picked by itself, before anything is chosen. */
async function askedFor(hand) {
  const { Choice } = await import('/choice.js');
  let asked = 0;
  const ask = async () => ({ steps: [], complete: Boolean(++asked) });
  const choice = new Choice(ask, () => false, () => [...hand]);
  choice.begin([...hand].map((card) => ({ kind: 'x/play', args: { card }, label: card, highlights: [{ field: 'hand', row: 0, piece: card }] })));
  await new Promise((resolve) => setTimeout(resolve));
  return asked;
}

test('the host is asked nothing where each piece may be picked by itself: rules that fail would fail unasked', async () => {
  const { page: still } = await somebody(browser, server);
  assert.equal(await still.evaluate(askedFor, 'abc'), 0);
});

test('a piece that is not highlighted tells what it does, by itself and among the rules', async () => {
  await sitDown(page, 'gem-rush');
  const piece = page.locator('lap-board .place[data-about]:not(.highlighted)').first();
  await piece.click();
  const { name, about } = await piece.evaluate(({ dataset }) => ({ ...dataset }));
  const large = page.locator('lap-board .large:not([hidden])');
  assert.deepEqual(await large.locator('strong, p').allInnerTexts(), [name, about]);
  assert.ok(await large.locator('.piece').isVisible(), 'the piece itself, in large');
  await page.locator('.menu summary').click();
  await page.locator('.menu [data-do="rules"]').click();
  await page.locator('.rules details summary').click();
  assert.ok((await page.locator('.rules dd').allInnerTexts()).includes(about));
});

test('what comes to lie below a pointer that does not move is not shown in large', async () => {
  await sitDown(page, 'gem-rush');
  const piece = page.locator('lap-board .place[data-about]').first();
  const { x, y } = await piece.boundingBox();
  await page.goto(new URL('/#', server.url).href);
  await page.locator('[data-game="gem-rush"]').waitFor();
  await page.mouse.move(x + 8, y + 8);
  await page.locator('[data-game="gem-rush"] button.main').evaluate((button) => button.click());
  await piece.waitFor();
  await page.waitForTimeout(1000); // more than a pointer has to rest
  const large = page.locator('lap-board .large');
  assert.equal(await large.and(page.locator(':not([hidden])')).count(), 0);
  await page.mouse.move(x + 10, y + 10);
  await large.and(page.locator(':not([hidden])')).waitFor();
});

/** In the page: the order of buttons of a few kinds, of which some are lit on the table. */
async function orderOf() {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.append(steps);
  const options = ['claim', ...Array(6).fill('exchange'), 'flip', 'pass'].map((kind, index) => ({ index, kind, label: `${kind} ${index}` }));
  steps.show({ options, trail: [], canGoBack: false }, 'Choose.', new Set(options.slice(0, -1).map(({ index }) => index)));
  const order = [...steps.querySelectorAll('.choice')].filter((one) => !one.closest('details')).map((one) => one.textContent);
  steps.remove();
  return order;
}

test('buttons stand in the order in which the rules give what may be done', async () =>
  assert.deepEqual(await page.evaluate(orderOf), ['claim 0', 'flip 7', 'pass 8']));

/** In the page: the buttons of two kinds of which one is lit on the table, in their order, and their frames; whether a folded list stays so when all is lit, and when nothing is. */
async function unplaced() {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.append(steps);
  const options = ['extend', 'extend', 'begin'].map((kind, index) => ({ index, kind, label: `${kind} ${index}` }));
  const show = (lit) => steps.show({ options, trail: [], canGoBack: false }, 'Choose.', new Set(lit));
  show([0, 1]);
  const all = [...steps.querySelectorAll('.choice')];
  const buttons = all.map(({ textContent }) => textContent);
  const frames = new Set(all.map((one) => getComputedStyle(one).border)).size;
  const folds = [[0, 1, 2], []].map((lit) => {
    steps.classList.add('folded');
    show(lit);
    return steps.classList.contains('folded');
  });
  steps.remove();
  return { buttons, frames, folds };
}

test('what has no place on the table is framed as all else is, comes first on a phone, and is not folded away', async () => {
  const { buttons, frames, folds } = await page.evaluate(unplaced);
  assert.deepEqual(buttons, ['extend 0', 'extend 1', 'begin 2']);
  assert.equal(frames, 1, 'none looks as if it were chosen');
  assert.deepEqual(folds, [true, false]);
  await page.setViewportSize(PHONE);
  assert.deepEqual((await page.evaluate(unplaced)).buttons, ['begin 2', 'extend 0', 'extend 1']);
  await page.setViewportSize({ width: 1280, height: 800 });
});

/** In the page: the arrows at the edges of a board on which two places far below are lit; and how many remain after the click. */
async function arrows() {
  await import('/board.js');
  const [{ place }, { make }] = await Promise.all(['/place.js', '/element.js'].map((file) => import(file)));
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = { fields: [], phases: [], actions: [], sets: [], categories: [] };
  board.update({ view: { waiting: [], fields: {} } });
  const far = [0, 1].map((index) => place({ name: 'far' }, 0, index, null, `Far ${index}`));
  const near = place({ name: 'near' }, 0, 0, null, 'Near');
  const between = make('div');
  between.style.height = '3000px';
  board.append(near, between, ...far);
  for (const one of [near, ...far]) Object.assign(one.style, { position: 'relative', width: '60px', height: '60px' });
  const update = (highlights) => board.update({ view: { waiting: [], fields: {} }, highlights });
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const lit = ['near', 'far'].flatMap((field) => (field === 'near' ? [0] : [0, 1]).map((index) => ({ highlight: { field, row: 0, index }, steps: [index] })));
  const edges = () => [...board.querySelectorAll('.edge')].map((edge) => `${edge.className}: ${edge.textContent}, ${edge.getAttribute('aria-label')}`);
  scrollTo(0, 0);
  update(lit);
  await drawn();
  const first = edges();
  board.querySelector('.edge').click();
  const until = performance.now() + 5000;
  while (edges().some((edge) => edge.includes('down')) && performance.now() < until) await drawn();
  const after = edges();
  scrollTo({ top: 1500, behavior: 'instant' });
  update(lit.map((one) => ({ ...one, told: 'It is known what comes of it.' })));
  for (let i = 0; i < 10; i++) await drawn();
  const stays = scrollY;
  board.remove();
  return [first, after, stays];
}

test('an arrow at an edge says how much is lit beyond it, and goes there', async () => {
  const [first, after, stays] = await page.evaluate(arrows);
  assert.deepEqual(first, ['edge down: ↓ 2, 2 more that may be chosen lie there']);
  assert.deepEqual(after, ['edge up: ↑ 1, 1 more that may be chosen lies there']);
  assert.equal(stays, 1500, 'the page stays where it was scrolled to, though more is known of what is lit');
});

/** In the page: what stands beside the prompt as one of `places` is chosen, by one place after the other: first by those of the steps `picked`. */
async function progressOf([places, picked]) {
  await import('/steps.js');
  const { Choice } = await import('/choice.js');
  const steps = document.createElement('lap-steps');
  const all = places.map((indices) => ({ kind: 'x/bid', args: {}, label: indices.join(), highlights: indices.map((index) => ({ field: 'x/hand', index })) }));
  const choice = new Choice(async () => ({ steps: [], complete: true }));
  const shown = () => steps.show(choice, 'Choose 2 cards to bid:', new Set()).querySelector('.prompt').textContent;
  choice.begin(all);
  const first = shown();
  choice.pick(picked);
  return [first, shown()];
}

test('how far one is with a step of several places stands beside its prompt', async () =>
  assert.deepEqual(await page.evaluate(progressOf, [[[0, 1], [0, 2], [1, 2]], [0, 1]]), ['Choose 2 cards to bid:Step 1 of 2', 'Choose 2 cards to bid:Step 2 of 2']));

test('a place that follows from another one is no step', async () => {
  const [card, of, mine] = [(i) => i, (i) => 10 + (i >> 1), (i) => 20 + i];
  const drafts = [0, 1, 2, 3].flatMap((i) => [0, 1].map((j) => [card(i), of(i), mine(j)]));
  assert.deepEqual(await page.evaluate(progressOf, [drafts, [0, 1]]), ['Choose 2 cards to bid:Step 1 of 2', 'Choose 2 cards to bid:Step 2 of 2']);
});

/** In the page: what stands below the labels of steps: what is told then, or what the piece does that is alone among their places. */
async function told() {
  await import('/steps.js');
  const { aboutPiece } = await import('/items.js');
  const fields = { hand: { set: 'card' }, map: { set: 'card' }, sum: {} };
  const abouts = { wolf: 'Eats.', seer: 'Sees.' };
  const looks = { field: (name) => fields[name], piece: (field, { key }) => ({ about: abouts[key] }) };
  const view = { fields: { hand: [['wolf', 'fool'], ['seer']], map: ['seer', null, '?card'], sum: 3 } };
  const places = [
    [{ field: 'hand', row: 0, piece: 'wolf' }], [{ field: 'map', index: 0 }, { field: 'sum' }], [{ field: 'map', index: 0, side: 'north' }],
    [{ field: 'hand', row: 0, index: 0 }, { field: 'map', index: 0 }], [{ field: 'map', index: 1 }, { field: 'map', index: 2 }, { field: 'hand', row: 0, index: 1 }], undefined,
  ];
  const does = ({ highlights = [] }) => aboutPiece(looks, view, highlights);
  const steps = document.createElement('lap-steps');
  const shown = (highlights, text) => {
    const options = [{ index: 0, kind: 'go', label: 'Go on', args: { to: 1 }, highlights }];
    const brings = () => ({ text, told: text.join(' ') });
    const button = steps.show({ options, trail: [], canGoBack: false }, 'Go.', new Set(), { does, brings }).querySelector('.choice');
    return [[...button.querySelectorAll('.then')].map(({ textContent }) => textContent).join(' '), button.title];
  };
  return [...places.map((of) => shown(of, [])), shown(places[0], ['You go on.', 'You win.'])];
}

test('a button tells what the piece does that its step is about, and behind it what comes of the step', async () =>
  assert.deepEqual(await page.evaluate(told), [
    ['Eats.', 'Eats.'], ['Sees.', 'Sees.'], ['', ''], ['', ''], ['', ''], ['', ''], ['Eats. → You win.', 'You go on. You win.'],
  ]));

test('on a phone what may be chosen folds into a line, and the table has the room', async () => {
  await page.setViewportSize(PHONE);
  await sitDown(page, 'gemtrix');
  const steps = page.locator('lap-steps');
  const heightOf = async () => (await steps.boundingBox()).height;
  await page.locator('lap-steps .choice').first().waitFor();
  const before = await heightOf();
  await steps.locator('.fold').press('Enter');
  assert.equal(await page.locator('lap-steps .choice:visible').count(), 0);
  assert.ok((await heightOf()) < before / 1.8, 'it is lower');
  assert.ok(await steps.locator('.prompt').isVisible());
  await page.keyboard.press('Enter'); // the focus has stayed
  await page.locator('lap-steps .choice:visible').first().waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.ok(!(await steps.locator('.fold').isVisible()), 'there is room for all of it');
});

/** In the page: whether the first of what may be chosen is in sight below a prompt of very many words. */
async function isSeenBelow(prompt) {
  const steps = document.querySelector('lap-steps');
  const options = ['gem', 'laser', 'shield'].map((kind, index) => ({ index, kind, label: `Place a ${kind}` }));
  steps.show({ options, trail: [], canGoBack: false }, prompt, new Set());
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { isSeen } = await import('/reveal.js');
  return isSeen(steps.querySelector('.choice'));
}

test('on a phone something that may be chosen is in sight, however long the prompt is', async () => {
  await page.setViewportSize(PHONE);
  await sitDownToShow(page, 'gemtrix');
  assert.ok(await page.evaluate(isSeenBelow, 'Place a gem, a laser, or, once, your shield. '.repeat(5)));
  await page.setViewportSize({ width: 1280, height: 800 });
});

/** In the page: how far the way back to what was folded away lies within the window, with such a prompt. */
async function foldedWith(prompt) {
  const steps = document.querySelector('lap-steps');
  steps.show({ options: [{ index: 0, kind: 'x/lay', label: 'Lay it' }], trail: [], canGoBack: false }, prompt, new Set([0]));
  steps.classList.add('folded');
  const right = steps.querySelector('.fold').getBoundingClientRect().right;
  steps.classList.remove('folded');
  return innerWidth - right;
}

test('on a phone the way back to what was folded away stays in sight, however long the prompt is', async () => {
  await page.setViewportSize(PHONE);
  await sitDownToShow(page, 'gemtrix');
  assert.ok((await page.evaluate(foldedWith, 'Place a gem, a laser, or, once, your shield. '.repeat(5))) >= 0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('on a phone a prompt that is cut is unfolded by a button, and folded again', async () => {
  await page.setViewportSize(PHONE);
  await sitDownToShow(page, 'gemtrix');
  const unfold = page.locator('lap-steps .unfold');
  const isCut = () => unfold.locator('.asked').evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
  await page.evaluate(isSeenBelow, 'Place a gem.');
  assert.equal(await unfold.count(), 0, 'all of it is seen');
  await page.evaluate(isSeenBelow, 'Place a gem, a laser, or, once, your shield. '.repeat(16));
  assert.equal(await unfold.getAttribute('aria-expanded'), 'false');
  assert.ok(await isCut());
  await unfold.press('Enter');
  assert.equal(await unfold.getAttribute('aria-expanded'), 'true');
  assert.ok(!(await isCut()));
  assert.ok(await page.locator('lap-steps .choice').first().isVisible());
  await page.keyboard.press('Enter'); // the focus has stayed
  assert.ok(await isCut());
  await page.setViewportSize({ width: 1280, height: 800 });
});

/** In the page: shows steps of each of which so many sentences are told; which classes that takes, how many lie below the edge, and whether the story lies over them. */
async function tellMuch({ count, sentences }) {
  const steps = document.querySelector('lap-steps');
  const options = Array.from({ length: count }, (_, index) => ({ index, kind: `x/${index}`, label: `Do thing ${index}` }));
  const told = (index) => ({ text: ['Ada does it.', ...Array.from({ length: sentences }, (_, i) => `Something of ${index} happens, and more than fits into a line, ${i}.`)] });
  steps.show({ options, trail: [], canGoBack: false }, 'Choose.', new Set(), { brings: told });
  for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  const bottom = steps.getBoundingClientRect().bottom;
  const below = [...steps.querySelectorAll('.choice')].filter((one) => one.getBoundingClientRect().bottom > bottom).length;
  const story = document.querySelector('.story-part').getBoundingClientRect();
  return { isCut: [...steps.querySelectorAll('.then')].some((one) => one.scrollHeight > one.clientHeight + 1), tells: [...steps.querySelectorAll('.then')].some((one) => one.offsetHeight > 0), below, isCovered: story.top < bottom, height: steps.offsetHeight };
}

test('what is told of choices gives way until all are in sight, and no further; nothing lies over them, though the score is opened', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await sitDownToShow(page, 'gemtrix');
  const withoutHeight = ({ height, ...told }) => told;
  const few = withoutHeight(await page.evaluate(tellMuch, { count: 3, sentences: 1 }));
  assert.deepEqual(few, { isCut: false, tells: true, below: 0, isCovered: false });
  const { height, ...much } = await page.evaluate(tellMuch, { count: 4, sentences: 3 });
  assert.deepEqual(much, { isCut: true, tells: true, below: 0, isCovered: false });
  await page.locator('lap-steps .choice').first().hover();
  assert.match(await page.locator('.told-whole').textContent(), /Something of 0 happens.*, 2\.$/, 'what is cut is read beside the choice');
  await page.mouse.move(5, 5);
  assert.equal(await page.locator('.told-whole').count(), 0);
  const again = await page.evaluate(tellMuch, { count: 3, sentences: 1 });
  assert.deepEqual(again, { ...few, height }, 'all is told again, and the story stays where it is');
  await page.locator('.sheet-part summary').first().click();
  assert.equal((await page.evaluate(tellMuch, { count: 4, sentences: 3 })).isCovered, false);
  await page.locator('.sheet-part summary').first().click();
});

/** In the page: takes the first of what is offered until something is there. It is looked for and clicked at one moment. */
async function chooseUntil({ wanted, highlighted }) {
  const until = performance.now() + 60_000;
  while (!document.querySelector(wanted)) {
    if (performance.now() > until) throw new Error(`no ${wanted}: ${document.querySelector('lap-turn').textContent}`);
    document.querySelector(highlighted)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
}

test('the way back stands in the first line, however long the list is', async () => {
  await sitDown(page, 'gem');
  const back = page.locator('lap-steps .step-back');
  await page.evaluate(chooseUntil, { wanted: 'lap-steps .step-back', highlighted: 'lap-steps .choice' }); // which are drawn with it; the board is a little earlier
  await page.locator('lap-steps').evaluate((steps) => (steps.scrollTop = steps.scrollHeight));
  const [inner, outer] = [await back.boundingBox(), await page.locator('lap-steps').boundingBox()];
  assert.ok(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height, 'it is seen');
  await back.click();
});

/** In the page: how many lit places cannot be seen, once all has been laid out. */
async function unseenLit() {
  const { isSeen } = await import('/reveal.js');
  for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll('lap-board .highlight')].filter((place) => !isSeen(place)).length;
}

test('on a phone all that is lit is brought into view, where there is room for it', async () => {
  const someone = await somebody(browser, server, { viewport: PHONE, reducedMotion: 'reduce' });
  await sitDown(someone.page, 'gems-tracker-solo');
  const wanted = '[data-zone="gems-tracker-solo/chosen_mines|"][data-thing]'; // they lie lowest
  await someone.page.evaluate(chooseUntil, { wanted, highlighted: HIGHLIGHTED });
  await someone.page.locator(`${wanted} .highlight, ${wanted}.highlighted`).first().waitFor();
  assert.equal(await someone.page.evaluate(unseenLit), 0);
});

/** In the page: where a map ends and one's own area begins, and where the head ends and counters do once the page was scrolled. */
async function aroundMap() {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [map, own] = [box('.of-tile .map').bottom, box('.own').top];
  scrollTo({ top: 150, behavior: 'instant' });
  await new Promise(requestAnimationFrame);
  return [map, own, box('.table-head').bottom, box('.shared > .counters').top];
}

test('on a phone nothing lies over a map, and counters stay in sight', async () => {
  const someone = await somebody(browser, server, { viewport: PHONE, reducedMotion: 'reduce' });
  await sitDown(someone.page, 'gem-rush');
  await someone.page.locator(HIGHLIGHTED).first().waitFor();
  const [map, own, head, counters] = await someone.page.evaluate(aroundMap);
  assert.ok(map <= own, `${map} > ${own}`);
  assert.ok(Math.abs(counters - head) < 2, `${counters} is not ${head}`);
});

/** In the page, narrow: what can be read on buttons; `lit`: which are lit on the table, of which many stand in a list that is open here. */
async function readOnButtons([options, lit = []]) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.prepend(steps);
  steps.show({ options, trail: [], canGoBack: false }, 'Point it.', new Set(lit));
  for (const list of steps.querySelectorAll('details')) list.open = true;
  const partsOf = (button) => [...button.querySelector('.label').lastChild.childNodes].filter((part) => part.data || part.offsetWidth > 1);
  const read = [...steps.querySelectorAll('.choice')].map((button) => partsOf(button).map(({ textContent }) => textContent).join('').trim());
  steps.remove();
  return read;
}

/** In the page: what stands on buttons besides their labels, and what each is called aloud. */
async function broughtOnButtons({ options, brought }) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.prepend(steps);
  steps.show({ options, trail: [], canGoBack: false }, 'Choose.', new Set(), { brings: (index) => brought[index] });
  const heard = (button) => [...button.querySelectorAll(':scope > :not([aria-hidden])')].map(({ textContent }) => textContent).join(' ');
  const read = [...steps.querySelectorAll('.choice')].map((button) => [heard(button), ...[...button.querySelectorAll('.brings, .then')].map(({ textContent }) => textContent)]);
  steps.remove();
  return read;
}

/** In the page: what is said of steps of these kinds: below all of them, and on buttons. */
async function doneWith({ kinds, next, comes = [], lit = [], more = '' }) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.prepend(steps);
  const options = kinds.map((kind, index) => ({ index, kind, label: `Do it ${index}`, args: { index } }));
  const done = (kind) => `What ${kind} does. ${more}`.trim();
  const brings = (index) => ({ text: ['Ada does it.', ...(comes[index] ?? [])], next });
  steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(lit), { does: ({ kind }) => done(kind), brings });
  const read = [...steps.querySelectorAll('.done, .then')].map(({ classList, textContent }) => [classList[0], textContent]);
  steps.remove();
  return read;
}

test('what is done with a step stands on its button, and once, on none of them, where it is the same of all', async () => {
  assert.deepEqual(await page.evaluate(doneWith, { kinds: ['x/lay'] }), [['then', 'What x/lay does.']]);
  assert.deepEqual(await page.evaluate(doneWith, { kinds: ['x/lay', 'x/lay'] }), [['done', 'What x/lay does.']]);
  const best = await page.evaluate(doneWith, { kinds: ['x/lay', 'x/lay'], next: 'More at best.' });
  assert.deepEqual(best, [['done', 'What x/lay does. More at best.']], 'and what it leads to, behind it');
  assert.deepEqual(await page.evaluate(doneWith, { kinds: Array(9).fill('x/lay') }), [['done', 'What x/lay does.']]);
  const some = await page.evaluate(doneWith, { kinds: ['x/lay', 'x/lay', 'x/pass'] });
  assert.deepEqual(some, ['lay', 'lay', 'pass'].map((kind) => ['then', `What x/${kind} does.`]), 'what some have alike stands on each of them');
  const most = await page.evaluate(doneWith, { kinds: ['x/pass', 'x/lay', 'x/lay', 'x/lay'] });
  assert.deepEqual(most, [['done', 'Do it … What x/lay does.'], ['then', 'What x/pass does.']], 'what many of a kind have alike stands above, with what they are called');
});

test('of what is done with steps the sentences that all have alike are told once', async () => {
  const told = await page.evaluate(doneWith, { kinds: ['x/one', 'x/two'], more: 'It counts later.' });
  assert.deepEqual(told, [['done', 'It counts later.'], ['then', 'What x/one does.'], ['then', 'What x/two does.']]);
});

test('what comes of every choice is told once above them, and on each what comes of it alone', async () => {
  const ends = 'The turn ends.';
  const few = await page.evaluate(doneWith, { kinds: ['x/lay', 'x/lay', 'x/pass'], comes: [[ends], [ends, 'Line of 1.'], ['Line of 2.', ends]] });
  assert.deepEqual(few, [['done', `→ ${ends}`], ['then', 'What x/lay does.'], ['then', 'What x/lay does.'], ['then', '→ Line of 1.'], ['then', 'What x/pass does.'], ['then', '→ Line of 2.']]);
  const cut = await page.evaluate(doneWith, { kinds: ['x/lay', 'x/lay'], comes: [[ends, '…'], [ends, '…']] });
  assert.deepEqual(cut, [['done', `What x/lay does. → ${ends} …`]], 'and that there is more');
  const many = Array(9).fill('x/lay');
  const comes = many.map(() => [ends]);
  assert.deepEqual(await page.evaluate(doneWith, { kinds: many, comes }), [['done', `What x/lay does. → ${ends}`]]);
  const listed = await page.evaluate(doneWith, { kinds: [...many, 'x/pass'], comes, lit: [...many.keys()] });
  assert.deepEqual(listed, [['then', 'What x/pass does.'], ['done', `On the table: Do it … What x/lay does. → ${ends}`]], 'behind others it says of what it is told');
});

/** In the page: what is told in large of a lit place without a piece, on which the pointer rests. */
async function toldOfLit(highlight) {
  await import('/board.js');
  const { place } = await import('/place.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  board.description = { fields: [], phases: [], actions: [], sets: [], categories: [] };
  const view = { waiting: [], fields: {} };
  board.update({ view });
  const cell = place({ name: 'cells' }, 0, 0, null, 'a1');
  board.append(cell);
  board.update({ view, highlights: [{ highlight: { field: 'cells', row: 0, index: 0 }, steps: [0], label: 'Lay it', ...highlight }] });
  const told = () => [...board.querySelectorAll('.large:not([hidden]) :is(strong, p)')].map(({ textContent }) => textContent);
  for (let i = 0; i < 3 && !told().length; i++) { // what scrolls meanwhile hides it
    cell.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
    await new Promise((resolve) => setTimeout(resolve, 600)); // more than it has to rest
  }
  const read = told();
  board.remove();
  return read;
}

test('a lit place tells under the pointer what a click does there, and what comes of it', async () => {
  assert.deepEqual(await page.evaluate(toldOfLit, { done: 'What laying does.' }), ['a1', '→ Lay it', 'What laying does.']);
  assert.deepEqual(await page.evaluate(toldOfLit, { done: 'What laying does.', told: 'Ada +3' }), ['a1', '→ Ada +3', 'What laying does.']);
  assert.deepEqual(await page.evaluate(toldOfLit, {}), [], 'its name alone is its title');
  const ways = [{ label: 'Claim it', told: 'Ada +3' }, { label: 'Lay it' }, { label: 'Lay it' }];
  assert.deepEqual(await page.evaluate(toldOfLit, { steps: [0, 1, 2], ways }), ['a1', 'Claim it → Ada +3', 'Claim it', 'Lay it', 'Lay it'], 'of each choice that it stands for');
  assert.deepEqual(await page.evaluate(toldOfLit, { steps: [1, 2], ways: ways.slice(1) }), [], 'of equal ones there is nothing to tell apart');
});

/** In the page: how many buttons tell what comes of them, of so many, of which the last `lit` are lit on the table. */
async function toldAmong({ count, brings, lit }) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.prepend(steps);
  const options = Array.from({ length: count }, (_, index) => ({ index, kind: 'x/lay', label: `Lay ${index}`, args: { index } }));
  const brought = (index) => ({ text: index < brings ? ['Ada lays it.', `Line of ${index}.`] : ['Ada lays it.'], told: '' });
  steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(options.slice(count - lit).map(({ index }) => index)), { brings: brought });
  if (lit) steps.querySelector('details').open = true;
  const told = [...steps.querySelectorAll('.choice .then')].filter((one) => one.checkVisibility()).length;
  steps.remove();
  return told;
}

test('among many choices it is told what comes of the few of which anything does; in a list that is opened, of each', async () => {
  assert.equal(await page.evaluate(toldAmong, { count: 20, brings: 2, lit: 0 }), 2);
  assert.equal(await page.evaluate(toldAmong, { count: 20, brings: 13, lit: 0 }), 0);
  assert.equal(await page.evaluate(toldAmong, { count: 20, brings: 13, lit: 20 }), 13);
});

/** In the page: how many choices stand in a list, of so many of which it is told what comes and the first ones are on the table, in so much room; whether all is in sight. */
async function listedIn({ height, lit, count = 8 }) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  Object.assign(steps.style, { height, maxHeight: height });
  document.body.prepend(steps);
  const options = Array.from({ length: count }, (_, index) => ({ index, kind: index < lit ? 'x/lay' : 'x/pass', label: `Lay it over there, in row ${index}`, args: { index } }));
  steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(Array(lit).keys()), { brings: (index) => ({ text: ['Ada lays it.', `Line of ${index}.`] }) });
  const listed = steps.querySelectorAll('details .choice').length;
  const isSeen = steps.scrollHeight <= steps.clientHeight;
  steps.remove();
  return [listed, isSeen];
}

test('what is on the table stands in a list rather than below the edge of what can be seen', async () => {
  assert.deepEqual(await page.evaluate(listedIn, { height: '30rem', lit: 7 }), [0, true]);
  assert.deepEqual(await page.evaluate(listedIn, { height: '10rem', lit: 7 }), [7, true]);
  assert.deepEqual(await page.evaluate(listedIn, { height: '30rem', lit: 5, count: 7 }), [0, true]);
  assert.deepEqual(await page.evaluate(listedIn, { height: '12rem', lit: 5, count: 7 }), [5, true], 'few, too, if there are others');
});

test('what a step surely brings stands on its button, and does not change what it is called', async () => {
  const options = ['Claim', 'Take', 'Pass', 'Place'].map((label, index) => ({ index, kind: `x/${label}`, args: label === 'Pass' ? {} : { card: 'red' }, label }));
  const brought = [
    { points: 5, text: ['Ada claims red.', 'Ada has all.'], others: 'Bo −2' },
    { points: 0, text: ['Ada takes red.'], others: '' },
    { points: undefined, text: ['Ada passes.', 'The round is over.'], others: '' },
    { points: 0, best: 3, next: 'More comes next.', text: ['Ada chooses a place.'], others: '' },
  ];
  assert.deepEqual(await page.evaluate(broughtOnButtons, { options, brought }), [
    ['Claim', '+5', '→ Bo −2. Ada has all.'], ['Take'], ['Pass', '→ Ada passes. The round is over.'], ['Place', '→ +3', 'More comes next.'],
  ]);
  const draw = [{ index: 0, kind: 'x/draw', args: {}, label: 'Draw' }];
  assert.deepEqual(await page.evaluate(broughtOnButtons, { options: draw, brought: [{ text: ['Ada draws.'], isAct: true }] }), [['Draw']]);
  assert.deepEqual(await page.evaluate(broughtOnButtons, { options: draw, brought: [{ text: ['No card is left.'], isAct: false }] }), [['Draw', '→ No card is left.']], 'a sentence that is not of who acts is news');
  const alike = ['red', 'blue'].map((card) => ({ text: [`Ada takes ${card}.`, 'All hands are passed on.'] }));
  const takes = alike.map((_, index) => ({ index, kind: 'x/take', args: { card: index }, label: `Take ${index}` }));
  assert.deepEqual(await page.evaluate(broughtOnButtons, { options: takes, brought: alike }), [['Take 0'], ['Take 1']], 'what comes of each tells none from another');
});

/** In the page: how many lines are seen of what is told of all choices, once the table has cut it to one, before and after a click on it. */
async function linesOfDone() {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.prepend(steps);
  const options = [0, 1].map((index) => ({ index, kind: 'x/lay', label: `Do it ${index}`, args: { index } }));
  steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(), { does: () => 'What it does is long. '.repeat(30), brings: () => ({ text: [] }) });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  steps.classList.add('does-3', 'done-3', 'done-2', 'done-1');
  const done = steps.querySelector('.done');
  const lines = () => Math.round(done.clientHeight / parseFloat(getComputedStyle(done).lineHeight));
  const before = lines();
  done.click();
  const after = lines();
  done.click();
  const found = [before, after > 1, lines()];
  steps.remove();
  return found;
}

test('what is told of all choices is read whole with a click on it, where it is cut', async () =>
  assert.deepEqual(await page.evaluate(linesOfDone), [1, true, 1]));

/** In the page of a table: how high the part for choices is with few of them, with many, while others move, with few after that, and with few in the turn after. */
async function heightsOfChoices() {
  const steps = document.querySelector('lap-steps');
  const heights = [];
  for (const count of [2, 7, 0, 2, 0, 2]) {
    const options = Array.from({ length: count }, (_, index) => ({ index, kind: 'x/lay', label: `Do it ${index}`, args: { index } }));
    steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(), { brings: (index) => ({ text: ['It does.', `What comes of ${index} is long. `.repeat(4)] }) });
    for (let i = 0; i < 4; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    heights.push(steps.offsetHeight);
  }
  return heights;
}

/** In the page: the classes of the part for choices once it is shown, before anything is painted, and after. */
async function givenAtOnce() {
  const steps = document.querySelector('lap-steps');
  const options = Array.from({ length: 7 }, (_, index) => ({ index, kind: 'x/lay', label: `Do it ${index}`, args: { index } }));
  steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(), { brings: (index) => ({ text: ['It does.', `What comes of ${index} is long. `.repeat(9)] }) });
  const atOnce = steps.className;
  for (let i = 0; i < 4; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return [atOnce, steps.className];
}

test('what gives way has done so before it is seen', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await sitDownToShow(page, 'connect-four');
  const [atOnce, later] = await page.evaluate(givenAtOnce);
  assert.match(atOnce, /names/);
  assert.equal(atOnce, later);
  await page.context().close();
});

/** In the page: how high a choice with a picture is, and without it; and whether a prompt of one line gives way where labels are too long. */
async function withoutPicture() {
  const steps = document.querySelector('lap-steps');
  const piece = () => document.querySelector('lap-board svg').cloneNode(true);
  const show = (...labels) => {
    const options = labels.map((label, index) => ({ index, kind: 'x/lay', label, args: { index } }));
    steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(), { piece, brings: () => ({ text: ['It does.', 'Something comes of it.'] }) });
  };
  show('Lay it '.repeat(60), 'Do that '.repeat(60));
  const isPromptCut = steps.classList.contains('cut-prompt');
  show('Lay it there, beside all the others that lie there already, and nowhere else');
  const choices = steps.querySelector('.choices.pictured');
  const pictured = choices.offsetHeight;
  steps.classList.add('no-pictures');
  return { pictured, bare: choices.offsetHeight, isPromptCut };
}

test('what gives way makes nothing higher', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await sitDownToShow(page, 'connect-four');
  const { pictured, bare, isPromptCut } = await page.evaluate(withoutPicture);
  assert.ok(bare <= pictured, `${bare}, ${pictured}`);
  assert.equal(isPromptCut, false);
  await page.context().close();
});

/** In the page: which of many choices with short labels, of which it is told what comes of them, are wider than their boxes. */
async function widerThanBox() {
  const steps = document.querySelector('lap-steps');
  const options = ['Warpstone', 'Star Tear', 'Obsidian', 'Living Jade', 'Soulstones', 'Echoglass'].map((name, index) => ({ index, kind: 'x/name', label: `Name ${name}`, args: { gem: index } }));
  steps.show({ options, trail: [], canGoBack: false }, 'Name one.', new Set(), { brings: (index) => ({ text: ['It is named.', `Number ${index} had been named already.`] }) });
  return [...steps.querySelectorAll('.choice')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
}

test('a short label of two words runs over no edge', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 1280, height: 800 } });
  await sitDownToShow(page, 'connect-four');
  assert.deepEqual(await page.evaluate(widerThanBox), []);
  await page.context().close();
});

test('the part for choices is only as high as the last turn needed or this one does, and stays so while others move', async () => {
  const { page, faults } = await somebody(browser, server, { viewport: { width: 1280, height: 800 } });
  await sitDownToShow(page, 'connect-four');
  const [few, many, others, next, , last] = await page.evaluate(heightsOfChoices);
  assert.ok(few < many && many <= 0.43 * 800 + 1, `${few}, ${many}`);
  assert.deepEqual([others, next, last], [many, many, few]);
  assert.deepEqual(faults, []);
  await page.context().close();
});

/** In the page: of steps with these places, those of the first that not all others have. */
async function ownOf(highlights) {
  const { Choice } = await import('/choice.js');
  const choice = new Choice(async () => ({ steps: [] }));
  choice.begin(highlights.map((all, i) => ({ kind: 'take', args: { i }, label: `Take ${i}`, highlights: all.map((piece) => ({ field: 'mines', piece })) })));
  return choice.about(0).own.map(({ piece }) => piece);
}

test('what a step is about is what others are not about, too', async () => {
  assert.deepEqual(await page.evaluate(ownOf, [['a', 'b'], ['a', 'c']]), ['b']);
  assert.deepEqual(await page.evaluate(ownOf, [['a', 'b'], ['a', 'c'], ['b', 'c']]), ['a', 'b']);
  assert.deepEqual(await page.evaluate(ownOf, [['a', 'b']]), ['a', 'b'], 'of a single one all');
});

/** In the page: {points, best, told} of previews to seat 0, of cards that are picked. */
async function seenOf([previews, extra]) {
  const { broughtBy } = await import('/previews.js');
  const steps = previews.map((_, index) => ({ index, isExtra: index === extra, kind: 'x/pay', args: { card: `${index}` }, highlights: [{ field: 'x/hand', row: 0, piece: `${index}` }] }));
  const brought = broughtBy(steps, ({ index }) => previews[index], 0, ['Ada', 'Bo']);
  return [...brought.values()].map(({ points, best, told }) => [points ?? null, best ?? null, told]);
}

test('of pieces that are picked the last is told of, and what the host has first, since others may come in another order; points of all or of none', async () => {
  const more = { whole: false, changes: [{ seat: 0, points: 3 }, { seat: 1, points: -1 }], text: ['Ada pays.'] };
  const last = { ...more, whole: true };
  const told = 'Ada pays. Ada +3, Bo −1';
  assert.deepEqual(await page.evaluate(seenOf, [[more, last]]), [[3, null, told], [3, null, told]]);
  assert.deepEqual(await page.evaluate(seenOf, [[more, more, last]]), [[null, null, told], [null, null, ''], [null, null, told]]);
  const single = { ...more, repeats: false };
  assert.deepEqual(await page.evaluate(seenOf, [[single, single]]), [[3, null, told], [3, null, told]], 'unless each is all that is picked');
  assert.deepEqual(await page.evaluate(seenOf, [[more, last], 1]), [[null, null, ''], [null, null, told]], 'which may come before the first');
  const text = Array.from({ length: 9 }, (_, i) => `Ada ${i}.`);
  assert.equal((await page.evaluate(seenOf, [[{ ...last, text, changes: [] }]]))[0][2], text.join(' '), 'all of it, however much that is');
  assert.deepEqual(await page.evaluate(seenOf, [[{ ...last, best: 5 }]]), [[3, 5, `${told} → +5 at best with the next choices`]]);
});

/** In the page: the sign beside what is asked, and those of steps, which bring this. */
async function signsOfAll(previews) {
  const { broughtBy, broughtSign, signOfAll } = await import('/previews.js');
  const steps = previews.map((_, index) => ({ index, kind: 'x/go', args: { index } }));
  const brought = [...broughtBy(steps, ({ index }) => ({ whole: true, text: [], ...previews[index] }), 0, ['Ada']).values()];
  return [signOfAll(brought[0])?.textContent ?? '', ...brought.map((one) => broughtSign(one)?.textContent ?? '')];
}

test('what all steps bring alike is said once, beside what is asked', async () => {
  const own = (points, best) => ({ changes: [{ seat: 0, points }], best });
  assert.deepEqual(await page.evaluate(signsOfAll, [own(2), own(2)]), ['+2 with any', '', '']);
  assert.deepEqual(await page.evaluate(signsOfAll, [own(0, 1), own(0, 1)]), ['→ +1 with any', '', '']);
  assert.deepEqual(await page.evaluate(signsOfAll, [own(2), own(3)]), ['', '+2', '+3']);
  assert.deepEqual(await page.evaluate(signsOfAll, [own(2), own(0, 2)]), ['', '+2', '']);
  assert.deepEqual(await page.evaluate(signsOfAll, [own(2), { changes: [] }]), ['', '+2', '']);
  assert.deepEqual(await page.evaluate(signsOfAll, [own(2)]), ['', '+2']);
});

/** In the page: the signs of steps that are sure to bring so many points. */
async function signsOf(points) {
  const { broughtBy, broughtSign } = await import('/previews.js');
  const steps = points.map((_, index) => ({ index, kind: 'x/go', args: { index } }));
  const brought = broughtBy(steps, ({ index }) => ({ whole: true, changes: [{ seat: 0, points: points[index] }], text: [] }), 0, ['Ada']);
  return [...brought.values()].map((one) => broughtSign(one)?.textContent ?? '');
}

test('that a step brings nothing is said where most others bring something', async () => {
  assert.deepEqual(await page.evaluate(signsOf, [7, 0, 1]), ['+7', '±0', '+1']);
  assert.deepEqual(await page.evaluate(signsOf, [7, 0, 0]), ['+7', '', '']);
  assert.deepEqual(await page.evaluate(signsOf, [0, 0]), ['', '']);
});

/** In the page: the signs at cells of a row, two of which belong to one step. */
async function signsAt() {
  const [{ highlight }, { place }] = await Promise.all(['/highlights.js', '/place.js'].map((file) => import(file)));
  const board = document.createElement('div');
  board.append(...[0, 1, 2].map((index) => place({ name: 'cells' }, 0, index, null, `${index}`)));
  const to = (index, step) => ({ highlight: { field: 'cells', row: 0, index }, steps: [step], points: 5 });
  highlight(board, [to(0, 0), to(1, 0), to(2, 1)]);
  return [...board.querySelectorAll('.place')].map((one) => one.querySelector('.brings')?.textContent ?? '');
}

test('what a step brings has a sign at one of its places', async () => {
  assert.deepEqual(await page.evaluate(signsAt), ['+5', '', '+5']);
});

/** In the page: the signs and labels at three cards, two of them equal, that one step takes together. */
async function signsAtEqual() {
  const [{ highlight }, { place }] = await Promise.all(['/highlights.js', '/place.js'].map((file) => import(file)));
  const board = document.createElement('div');
  board.append(...['a', 'a', 'b'].map((thing, index) => place({ name: 'hand' }, 0, index, thing, thing)));
  const to = (piece) => ({ highlight: { field: 'hand', row: 0, piece }, steps: [0], label: 'Claim it', points: 16 });
  highlight(board, ['a', 'a', 'b'].map(to));
  return [...board.querySelectorAll('.place')].map((one) => [one.querySelector('.brings')?.textContent ?? '', one.dataset.label]);
}

test('equal pieces that a step takes together keep its sign and label', async () => {
  const seen = await page.evaluate(signsAtEqual);
  assert.ok(seen.some(([sign]) => sign === '+16'), JSON.stringify(seen));
  assert.deepEqual(seen.map(([, label]) => label), ['Claim it', 'Claim it', 'Claim it']);
});

/** In the page: what each of two steps brings at best with the next one, by what they are sure to bring. */
async function bestOf(previews) {
  const { broughtBy } = await import('/previews.js');
  const steps = previews.map((_, index) => ({ index, kind: 'x/go', args: { index } }));
  const brought = broughtBy(steps, ({ index }) => previews[index], 0, ['Ada']);
  return [...brought.values()].map(({ best }) => best ?? null);
}

/** In the page: what a place brings that stands for all of these steps. */
async function atPlace(brought) {
  const { broughtAlike } = await import('/previews.js');
  const all = brought.map((one) => ({ text: [], ...one }));
  const { points, best } = broughtAlike([...all.keys()], new Map(all.entries()));
  return [points ?? null, best ?? null];
}

test('a place that stands for several steps shows what they bring alike, or the most that one of them does', async () => {
  assert.deepEqual(await page.evaluate(atPlace, [{ points: 2 }, { points: 2 }]), [2, null]);
  assert.deepEqual(await page.evaluate(atPlace, [{ points: 0 }, { points: 2 }, { points: 0, best: 1 }]), [null, 2]);
  assert.deepEqual(await page.evaluate(atPlace, [{ points: 2 }, {}]), [null, null], 'where that is sure of all');
});

test('what the next step may bring is no news where another step brings as much at once', async () => {
  const preview = (points, best) => ({ whole: true, changes: [{ seat: 0, points }], best, text: [] });
  assert.deepEqual(await page.evaluate(bestOf, [preview(16), preview(0, 16)]), [null, null]);
  assert.deepEqual(await page.evaluate(bestOf, [preview(9), preview(0, 16)]), [null, 16]);
  assert.deepEqual(await page.evaluate(bestOf, [preview(16), { ...preview(0, 16), whole: false }]), [null, 16], 'unless it is of the same move');
});

test('on a phone buttons of one kind say only what tells them apart', async () => {
  const { page: narrow } = await somebody(browser, server, { viewport: PHONE });
  await loadStyles(narrow);
  const option = (kind) => (word, index) => ({ index, kind, args: {}, label: `Point it ${word}` });
  const words = ['north', 'east', 'west'];
  assert.deepEqual(await narrow.evaluate(readOnButtons, [words.map(option('x/point'))]), words);
  assert.deepEqual((await narrow.evaluate(readOnButtons, [[...words.map(option('x/point')), { index: 3, kind: 'x/pass', args: {}, label: 'Pass' }]]))[0], 'Point it north');
  const sentences = words.map((word, index) => ({ index, kind: 'x/swap', args: {}, label: `Put down ${word} and take red` }));
  assert.equal((await narrow.evaluate(readOnButtons, [sentences]))[0], 'Put down north and take red', 'what goes on is read whole');
});

/** In the page, narrow: of what is told on each of two buttons, how many px are cut off; whether the buttons stand side by side. */
async function toldWhole(texts) {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  document.body.prepend(steps);
  const options = texts.map((text, index) => ({ index, kind: 'x/lay', label: `Lay ${index}`, args: { index } }));
  steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(), { brings: (index) => ({ text: ['It lies.', texts[index]], told: texts[index] }) });
  const told = [...steps.querySelectorAll('.choice .then')];
  const [first, second] = [...steps.querySelectorAll('.choice')].map((one) => one.getBoundingClientRect());
  const found = { cut: told.map((one) => one.scrollHeight - one.clientHeight), areBeside: first.top === second.top };
  steps.remove();
  return found;
}

test('on a phone all that is told on a button can be read, and a list that is opened says what is done', async () => {
  const { page: narrow } = await somebody(browser, server, { viewport: PHONE });
  await loadStyles(narrow);
  const texts = ['Action: reveal cards until you see 2 of them. ', 'Free: discard one card. '];
  assert.deepEqual(await narrow.evaluate(toldWhole, texts), { cut: [0, 0], areBeside: true });
  assert.deepEqual(await narrow.evaluate(toldWhole, texts.map((text) => text.repeat(5))), { cut: [0, 0], areBeside: true }, 'one does not push the other out of sight');
  const options = ['ruby', 'jade', 'topaz', 'opal', 'pearl'].map((gem, index) => ({ index, kind: 'x/discard', args: {}, label: `Discard ${gem}` }));
  assert.deepEqual(await narrow.evaluate(readOnButtons, [options, [0, 1, 2, 3, 4]]), options.map(({ label }) => label));
});

/**
 * In the page: takes a place whose colour follows, and while no frame is drawn clicks what the steps offered before. How many places
 * are lit and what the steps are asked before, between and after: [[lit, asked]].
 */
async function beforeFrame() {
  const real = globalThis.requestAnimationFrame;
  const lit = () => [...document.querySelectorAll('lap-board .highlight')];
  const now = () => [lit().length, document.querySelector('lap-steps .prompt').textContent];
  const until = async (holds) => {
    for (const end = performance.now() + 10_000; !holds() && performance.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const before = now();
  const held = [];
  globalThis.requestAnimationFrame = (run) => held.push(run);
  lit()[0].click();
  await until(() => lit().length !== before[0]);
  await new Promise((resolve) => setTimeout(resolve, 100)); // what it brings is known by then
  document.querySelector('lap-steps .choice').click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const between = now();
  globalThis.requestAnimationFrame = real;
  for (const run of held) real(run);
  await until(() => now()[1] !== before[1]);
  return [before, between, now()];
}

test('what has happened is drawn at once, and what may be chosen with the next frame; what is left of the choices before counts for nothing', async () => {
  const ada = await somebody(browser, server);
  await sitDown(ada.page, 'gem-advanced'); // where the colour follows the place
  await ada.page.locator('lap-steps .choice').first().waitFor({ state: 'attached' });
  const [[places, asked], between, after] = await ada.page.evaluate(beforeFrame);
  assert.deepEqual(between, [4, asked], `of ${places} places`);
  assert.equal(after[0], 4);
  assert.notEqual(after[1], asked);
  assertNoFaults(ada);
});

/**
 * In the page: looks at and clicks the first step over and over, for as long as it is drawn, which is long where no preview is
 * answered. What has been played by then.
 */
async function hammer() {
  const { send } = WebSocket.prototype;
  const played = [];
  WebSocket.prototype.send = function (text) {
    const { method, params } = JSON.parse(text);
    if (method === 'match.play') played.push(params.steps);
    if (method !== 'match.preview') send.call(this, text);
  };
  const first = () => document.querySelector('lap-steps .choice');
  const { textContent } = first();
  while (first()?.textContent === textContent) {
    for (const type of ['pointerover', 'mouseover', 'focusin', 'click']) first().dispatchEvent(new MouseEvent(type, { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
  }
  WebSocket.prototype.send = send;
  return played;
}

test('who clicks a step that is still drawn after it was taken takes no other with it', async () => {
  const ada = await somebody(browser, server);
  await sitDown(ada.page, 'gem-advanced'); // where the colour follows the place
  await ada.page.locator('lap-steps .choice').first().waitFor({ state: 'attached' });
  const played = await ada.page.evaluate(hammer);
  assert.deepEqual(played.map((steps) => steps.length), [1]);
  assertNoFaults(ada);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

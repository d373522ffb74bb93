// Fingers: two make a map larger, one moves it, one that rests on a piece drags it, and one that taps looks first. What a phone shows of what may be chosen.
import assert from 'node:assert/strict';
import { HIGHLIGHTED, assertNoFaults, loadStyles, sitDown, sitDownToShow, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
const { page } = person;
const session = await page.context().newCDPSession(page);

const touch = (type, ...points) =>
  session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
const frame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/** Waits until something holds, which the page needs some frames for. */
async function until(holds) {
  for (let i = 0; i < 600; i++) {
    if (await holds()) return;
    await frame();
  }
  assert.fail(`never: ${holds}`);
}

/** Fingers go along straight lines: each is [[x, y] from, [x, y] to]. */
async function move(fingers, steps = 8) {
  for (let i = 1; i <= steps; i++) {
    const at = fingers.map(([from, to]) => from.map((one, axis) => one + ((to[axis] - one) * i) / steps));
    await touch('touchMove', ...at);
    await frame();
  }
}

const mapNow = () =>
  page.locator('.of-tile .map').evaluate((map) => ({ scale: Number(map.dataset.scale), at: [map.scrollLeft, map.scrollTop] }));

/** In the page: a map that is wider than the screen. */
async function layMap() {
  await import('/board.js');
  const board = document.createElement('lap-board');
  document.body.prepend(board);
  const column = (name) => ({ name, title: name, type: 'numbers', list: true, drawn: false, draw: {} });
  const marks = ['east', 'west'].map((at) => ({ at, text: '1' }));
  board.description = {
    sets: [{ name: 'rooms', backs: [{ key: 'back', title: 'a room' }], faces: [{ key: 'hall', title: 'Hall', back: 'back', marks }] }],
    fields: [
      { name: 'mine', title: 'Mine', type: 'slots', set: 'rooms', list: true, drawn: true, draw: { as: 'map', x: 'x', y: 'y' } },
      column('x'), column('y'),
    ],
    actions: [], events: [],
  };
  const of = (value) => Array.from({ length: 9 }, (_, i) => value(i));
  board.update({ view: { waiting: [], fields: { mine: of(() => 'hall'), x: of((i) => i), y: of(() => 0) } }, names: [] });
  scrollTo(0, 0);
}

test('two fingers make a map larger around what lies between them, and one moves it', async () => {
  await page.locator('[data-game]').first().waitFor();
  await page.evaluate(layMap);
  const { x, y, width, height } = await page.locator('.of-tile .map').boundingBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const before = await mapNow();
  /** What lies between the fingers, in parts of the whole sheet. */
  const lies = () => page.locator('.of-tile .sheet').evaluate((sheet, [px, py]) => {
    const box = sheet.getBoundingClientRect();
    return (px - box.x) / box.width;
  }, [cx, cy]);
  await touch('touchStart', [cx - 30, cy], [cx + 30, cy]);
  await move([[[cx - 30, cy], [cx - 45, cy]], [[cx + 30, cy], [cx + 45, cy]]]);
  const there = await lies();
  await move([[[cx - 45, cy], [cx - 60, cy]], [[cx + 45, cy], [cx + 60, cy]]]);
  const larger = await mapNow();
  assert.ok(larger.scale > before.scale * 1.3, `${before.scale} to ${larger.scale}`);
  assert.ok(Math.abs((await lies()) - there) < 0.01, 'what lies between the fingers stays there');
  await move([[[cx - 60, cy], [cx - 40, cy]], [[cx + 60, cy], [cx + 40, cy]]]);
  await touch('touchEnd');
  const smaller = await mapNow();
  assert.ok(smaller.scale < larger.scale / 1.3, `${larger.scale} to ${smaller.scale}`);

  await touch('touchStart', [cx, cy]);
  await move([[[cx, cy], [cx - 90, cy]]]);
  await touch('touchEnd');
  await until(async () => (await mapNow()).at[0] > smaller.at[0] + 30);
  assert.equal((await mapNow()).scale, smaller.scale);
  await page.evaluate(() => document.querySelector('lap-board').remove());
  assertNoFaults(person);
});

/** In the page: two lit places far apart on a long page; the first leads to the second. */
async function layTwo() {
  const [{ highlight }, { place }, { make }] = await Promise.all(
    ['/highlights.js', '/place.js', '/element.js'].map((file) => import(file)),
  );
  const places = ['a', 'b'].map((name) => place({ name }, 0, 0, name, name));
  for (const one of places) Object.assign(one.style, { position: 'relative', width: '80px', height: '80px', margin: '90px 20px' });
  const board = make('lap-board', { id: 'two' }, ...places);
  board.style.height = '3000px';
  document.body.prepend(board);
  scrollTo(0, 0);
  globalThis.picked = [];
  const lit = (field, steps) => ({ highlight: { field, row: 0, index: 0 }, steps, label: 'Do' });
  board.addEventListener('pick', ({ detail }) => {
    globalThis.picked.push(detail.steps.join());
    highlight(board, [lit('b', [7])]);
  });
  highlight(board, [lit('a', [1, 2])]);
}

/** In the page: it scrolls by itself, and what is lit is drawn anew, of which more is known now. */
async function scrollAndLight() {
  const { highlight } = await import('/highlights.js');
  scrollBy(0, 10);
  await new Promise((resolve) => setTimeout(resolve, 100));
  highlight(document.querySelector('#two'), [{ highlight: { field: 'b', row: 0, index: 0 }, steps: [7], label: 'Do', told: 'It wins 3.' }]);
}

const middleOf = async (at) => {
  const { x, y, width, height } = await page.locator(`#two > .place >> nth=${at}`).boundingBox();
  return [x + width / 2, y + height / 2];
};

test('a finger that rests on a piece drags it, and the page stays', async () => {
  await page.evaluate(layTwo);
  const [from, to] = [await middleOf(0), await middleOf(1)];
  await touch('touchStart', from);
  await page.locator('#two .dragged').waitFor({ state: 'attached' });
  await move([[from, to]]);
  await touch('touchEnd');
  await until(() => page.evaluate(() => globalThis.picked.length === 2));
  assert.deepEqual(await page.evaluate(() => globalThis.picked), ['1,2', '7']);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(await page.locator('.dragged').count(), 0);
  await page.evaluate(() => document.querySelector('#two').remove());
  assertNoFaults(person);
});

test('a finger that rests longer on what is lit shows it in large, and picks nothing', async () => {
  await page.evaluate(layTwo);
  await page.locator('#two > .place >> nth=0').evaluate((place) => (place.dataset.about = 'It counts twice.'));
  await touch('touchStart', await middleOf(0));
  await page.locator('#two .large', { hasText: 'It counts twice.' }).waitFor();
  assert.equal(await page.locator('.dragged').count(), 0, 'nothing lies over it');
  await touch('touchEnd');
  for (let i = 0; i < 5; i++) await frame();
  assert.deepEqual(await page.evaluate(() => globalThis.picked), []);
  await page.evaluate(() => document.querySelector('#two').remove());
  assertNoFaults(person);
});

test('where a first tap only shows what would end the move, a second one picks it', async () => {
  await page.evaluate(layTwo);
  await page.evaluate(() => (document.querySelector('#two').showsFirst = (pointer) => pointer === 'touch'));
  const tap = async (at) => page.touchscreen.tap(...(await middleOf(at)));
  const picked = () => page.evaluate(() => globalThis.picked);
  await tap(0);
  assert.deepEqual(await picked(), ['1,2'], 'what leads on is picked at once');
  await tap(1);
  await page.locator('#two .large', { hasText: 'Tap again' }).waitFor();
  assert.deepEqual(await picked(), ['1,2']);
  await page.mouse.click(5, 5);
  assert.equal(await page.locator('#two .large:visible, #two .meant').count(), 0);
  await tap(1);
  await page.evaluate(scrollAndLight);
  await page.locator('#two .large:visible', { hasText: 'It wins 3.' }).waitFor();
  await tap(1);
  assert.deepEqual(await picked(), ['1,2', '7']);
  await page.locator('#two > .place >> nth=1').locator('.highlight').evaluate((button) => button.click());
  assert.deepEqual(await picked(), ['1,2', '7', '7'], 'keys are meant');
  await page.evaluate(() => document.querySelector('#two').remove());
  assertNoFaults(person);
});

/** In the page: buttons of two steps, one of which leads on; what is taken. */
async function showSteps() {
  await import('/steps.js');
  const steps = document.createElement('lap-steps');
  steps.id = 'buttons';
  document.body.prepend(steps);
  globalThis.taken = [];
  steps.addEventListener('take', ({ detail }) => globalThis.taken.push(detail));
  const options = ['Place it', 'Pass'].map((label, index) => ({ index, kind: `x/${index}`, args: {}, label }));
  steps.show({ options, trail: [], canGoBack: false }, 'Choose.', new Set(), { brings: (index) => ({ text: ['It ends.'], leadsOn: index === 0 }) });
}

test('a first tap on a button only shows what would end the move, too, and says so', async () => {
  await page.evaluate(showSteps);
  const tap = (label) => page.locator('#buttons .choice', { hasText: label }).tap();
  await tap('Place it');
  assert.deepEqual(await page.evaluate(() => globalThis.taken), [0]);
  await tap('Pass');
  await page.locator('#buttons .read', { hasText: 'Tap again' }).waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.taken), [0]);
  await tap('Pass');
  assert.deepEqual(await page.evaluate(() => globalThis.taken), [0, 1]);
  await page.evaluate(() => document.querySelector('#buttons').remove());
  assertNoFaults(person);
});

/** In the page of a table: eleven choices below a prompt that is cut. */
function showNamed() {
  const steps = document.querySelector('lap-steps');
  const options = Array.from({ length: 11 }, (_, index) => ({ index, kind: 'x/name', args: { index }, label: `Diamond ${index}` }));
  steps.show({ options, trail: [], canGoBack: true }, 'Name a gem: of the cards that are revealed then, those that show it come to your hand at once.', new Set());
}

test('a prompt that is cut opens also while a first tap shows a choice', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitDownToShow(someone.page, 'connect-four');
  await someone.page.evaluate(showNamed);
  await someone.page.locator('lap-steps .choice').nth(4).tap();
  await someone.page.locator('lap-steps .read').waitFor();
  await someone.page.locator('lap-steps .unfold').tap();
  assert.equal(await someone.page.locator('lap-steps .unfold').getAttribute('aria-expanded'), 'true');
  assertNoFaults(someone);
});

/** In the page of a table: of how many px a button and the one beside it are, and whether a point on it is still its own and all of it in sight, before and after a first tap there. */
async function tapOnButton({ at, isPictured }) {
  const steps = document.querySelector('lap-steps');
  const piece = (index) => Object.assign(document.createElement('span'), { innerHTML: `<svg viewBox="0 0 2 3"><text>${index}</text></svg>` });
  const options = Array.from({ length: isPictured ? 2 : 6 }, (_, index) => ({ index, kind: 'x/lay', args: { index }, label: `Lay the mine number ${index} at the right end` }));
  const text = (index) => ['It lies.', `What comes of ${index} takes several lines on a phone. `.repeat(3)];
  steps.show({ options, trail: [], canGoBack: false }, 'Lay one.', new Set(), { brings: (index) => ({ text: text(index) }), ...(isPictured && { piece }) });
  const buttons = [...steps.querySelectorAll('.choice')];
  const { left, width, bottom } = buttons[at].getBoundingClientRect();
  const find = () => {
    const box = buttons[at].getBoundingClientRect();
    return { widths: [at, at ^ 1].map((i) => Math.round(buttons[i].offsetWidth)), isThere: buttons[at].contains(document.elementFromPoint(left + width / 2, bottom - 5)), isWhole: box.bottom <= innerHeight && box.top >= steps.querySelector('.head').getBoundingClientRect().bottom };
  };
  const before = find();
  buttons[at].dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 1, pointerType: 'touch' }));
  for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
  return [before, find(), steps.querySelector('.read').textContent.includes(`What comes of ${at} takes`)];
}

test('a first tap on a button moves it not from under the finger, and squeezes none; all of it is in sight', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitDownToShow(someone.page, 'connect-four');
  for (const tapped of [{ at: 0 }, { at: 3 }, { at: 5 }, { at: 0, isPictured: true }, { at: 1, isPictured: true }]) {
    const [before, after, again] = await someone.page.evaluate(tapOnButton, tapped);
    assert.deepEqual([after, again], [{ ...before, isThere: true, isWhole: true }, true], JSON.stringify(tapped));
  }
  assertNoFaults(someone);
});

/** In the page of a table: whether what is told of the last of many in a list, which is scrolled, is in sight once it was tapped, and it too. */
async function tapFarDown() {
  const steps = document.querySelector('lap-steps');
  steps.addEventListener('consider', (event) => event.stopImmediatePropagation(), { capture: true }); // the table knows none of these
  const options = Array.from({ length: 30 }, (_, index) => ({ index, kind: 'x/go', args: { index }, label: `Go to the room of number ${index} in the mine` }));
  steps.show({ options, trail: [], canGoBack: false }, 'Go somewhere.', new Set(options.keys()), { brings: (index) => ({ text: ['One goes.', `What comes of ${index}.`] }) });
  steps.querySelector('details').open = true;
  const last = [...steps.querySelectorAll('.choice')].at(-1);
  last.scrollIntoView({ block: 'end', behavior: 'instant' });
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  last.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 1, pointerType: 'touch' }));
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  const [frame, read, head, button] = [steps, steps.querySelector('.read'), steps.querySelector('.head'), last].map((part) => part.getBoundingClientRect());
  return { isRead: read.top >= head.bottom - 1 && read.bottom <= frame.bottom, isSeen: button.top >= read.bottom - 1 && button.bottom <= innerHeight + 1 };
}

test('the own area is brought back into sight as a turn begins, if the page was scrolled on past its upper edge', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await sitDown(someone.page, 'gemessengers');
  await someone.page.locator('lap-turn.yours').waitFor();
  await someone.page.locator('.own .highlight').first().waitFor({ state: 'attached' });
  const cut = () => someone.page.evaluate(() => document.querySelector('.own').getBoundingClientRect().top - document.querySelector('.table-head').getBoundingClientRect().bottom);
  const handOf = () => someone.page.locator('.own .as-hand .place').evaluateAll((cards) => cards.map(({ dataset }) => dataset.thing).join());
  const hand = await handOf();
  await someone.page.evaluate(() => scrollTo({ top: 420, behavior: 'instant' }));
  assert.ok((await cut()) < 0);
  for (let i = 0; i < 4 && (await handOf()) === hand; i++) {
    await someone.page.locator('lap-steps .choice').first().evaluate((one) => one.click());
    await someone.page.waitForTimeout(500);
  }
  await someone.page.locator('lap-turn.yours').waitFor();
  await until(async () => (await cut()) >= 0);
  assertNoFaults(someone);
});

test('what is told of a choice far down in a list is in sight once that was tapped', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitDownToShow(someone.page, 'connect-four');
  assert.deepEqual(await someone.page.evaluate(tapFarDown), { isRead: true, isSeen: true });
  assertNoFaults(someone);
});

test('a finger that moves at once scrolls, and picks nothing', async () => {
  await page.evaluate(layTwo);
  const from = await middleOf(1);
  await touch('touchStart', from);
  await move([[from, [from[0], from[1] - 150]]], 4);
  await touch('touchEnd');
  await until(() => page.evaluate(() => scrollY > 50));
  assert.deepEqual(await page.evaluate(() => globalThis.picked), []);
  await page.evaluate(() => document.querySelector('#two').remove());
  assertNoFaults(person);
});

/** In the page: what may be chosen on a phone, all of it lit on the table or none. */
async function ask([prompt, labels, areLit]) {
  await import('/steps.js');
  const [around, steps] = ['div', 'lap-steps'].map((name) => document.createElement(name));
  around.className = 'around';
  around.append(steps);
  document.body.append(around);
  document.body.dataset.place = 'match';
  const options = labels.map((label, index) => ({ kind: 'x/do', label, index }));
  steps.show({ options, trail: [], taken: [] }, prompt, new Set(areLit ? options.keys() : []));
}

/** In the page: how far what may be chosen is in sight. */
function inSight() {
  const steps = document.querySelector('.around > lap-steps');
  const bottomOf = (element) => element.getBoundingClientRect().bottom;
  const [sign, asked] = ['.more', '.asked'].map((selector) => steps.querySelector(selector));
  const below = sign.hidden ? bottomOf(steps) : sign.getBoundingClientRect().top;
  const isBelow = (choice) => bottomOf(choice) > below + 3;
  return {
    isCut: steps.querySelector('.unfold') !== null || bottomOf(asked) > bottomOf(steps),
    below: [...steps.querySelectorAll(':scope > .choices > .choice')].filter(isBelow).length,
    said: sign.hidden ? 0 : Number(sign.textContent.match(/\d+/)[0]),
    line: sign.offsetHeight,
  };
}

async function askedFor(...asked) {
  await loadStyles(page);
  await page.evaluate(ask, asked);
  for (let i = 0; i < 3; i++) await frame();
  const first = await page.evaluate(inSight);
  await page.evaluate(() => document.querySelector('.around > lap-steps').scrollTo(0, 9999));
  for (let i = 0; i < 3; i++) await frame();
  const last = await page.evaluate(inSight);
  await page.evaluate(() => (document.querySelector('.around').remove(), delete document.body.dataset.place));
  return [first, last];
}

const LONG = 'Place a first gem, on a tile of four squares without one; it is the last. Gems belong to nobody: whoever has lasers at both ends of a line takes them.';
const labels = (count) => Array.from({ length: count }, (_, i) => `Build through the door of room ${i} to the north`);

test('on a phone a long prompt is cut only where what may be chosen needs its room', async () => {
  assert.equal((await askedFor(LONG, labels(8), true))[0].isCut, false);
  assert.equal((await askedFor(LONG.repeat(2), labels(2), false))[0].isCut, true);
});

test('on a phone two choices stand in a line, and how many are below has a line of its own', async () => {
  const [four] = await askedFor('What is done?', labels(4), false);
  assert.deepEqual([four.below, four.said, four.line], [0, 0, 0]);
  const [first, last] = await askedFor('What is done?', labels(12), false);
  assert.ok(first.below > 0 && first.line > 15, 'not all are in sight');
  assert.equal(first.said, first.below);
  assert.deepEqual([last.below, last.said], [0, 0]);
});

test('the menu of a match is as wide as the screen at most', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitDown(someone.page, 'connect-four');
  await someone.page.locator('.menu summary').click();
  const box = await someone.page.locator('.menu .panel').boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  assertNoFaults(someone);
});

test('on a phone nothing grows because something runs over the edge for a moment', async () => {
  const someone = await somebody(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitDown(someone.page, 'gem-rush');
  await someone.page.locator(HIGHLIGHTED).first().waitFor();
  const sizes = await someone.page.evaluate(async () => {
    const board = document.querySelector('lap-board');
    const sizeOf = () => getComputedStyle(board).getPropertyValue('--s');
    const wide = (parent) => parent.appendChild(Object.assign(document.createElement('div'), { style: 'position: absolute; left: 300px; top: 300px; width: 900px; height: 40px' }));
    const [before, inside, beside] = [sizeOf(), wide(board), wide(document.body)];
    await new Promise((resolve) => setTimeout(resolve, 200));
    dispatchEvent(new Event('resize'));
    const during = sizeOf();
    inside.remove();
    const widened = innerHeight > 844;
    beside.remove();
    return { before, during, widened };
  });
  assert.equal(sizes.during, sizes.before);
  assert.ok(sizes.widened, 'the browser shows more, or this test shows nothing');
  assertNoFaults(someone);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

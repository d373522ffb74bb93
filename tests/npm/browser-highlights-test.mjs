// What is highlighted: it can be hit where others lie around or above it, and says what may be done there.
import assert from 'node:assert/strict';
import { sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const { page } = await somebody(browser, server);
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

test('a piece that is not highlighted tells what it does, by itself and among the rules', async () => {
  await sitDown(page, 'gem-rush');
  const piece = page.locator('lap-board [data-about]:not(.highlighted)').first();
  await piece.click();
  const { name, about } = await piece.evaluate(({ dataset }) => ({ ...dataset }));
  assert.equal(await page.locator('#notices .notice').innerText(), `${name}: ${about}`);
  await page.locator('.menu summary').click();
  await page.locator('.menu [data-do="rules"]').click();
  await page.locator('.rules details summary').click();
  assert.ok((await page.locator('.rules dd').allInnerTexts()).includes(about));
});

await done(async () => {
  await browser.close();
  await server.stop();
});

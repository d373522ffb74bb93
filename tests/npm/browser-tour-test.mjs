// The tour of a table, which every game has from its texts: offered once, skipped at will, by keyboard and on a phone.
import assert from 'node:assert/strict';
import { assertAccessible, fitsPhone, PHONE } from './access.mjs';
import { assertNoFaults, sitDown, somebody, startBrowser, triedGames } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

/** What is higher than this part of a phone may be covered in part. */
const LARGE = 0.4;

const offer = (page) => page.locator('.tour-offer');
const card = (page) => page.locator('dialog.tour[open] .card');

async function fromMenu(page) {
  await page.locator('.menu summary').click();
  await page.locator('[data-do="tour"]').click();
  await card(page).waitFor();
}

/** The texts of all stops, by keyboard alone. */
async function walk(page) {
  const told = [];
  for (;;) {
    told.push(await card(page).innerText());
    const [at, of] = told.at(-1).match(/(\d+) of (\d+)/).slice(1).map(Number);
    assert.equal(at, told.length);
    await page.keyboard.press('Enter');
    if (at === of) return told;
    await card(page).getByText(`${at + 1} of`).waitFor();
  }
}

test('it is offered once a game and browser, and goes by keyboard', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await sitDown(page, 'gemtrix');
  await page.locator('lap-steps.asks').waitFor();
  await offer(page).click();
  const told = await walk(page);
  assert.match(told[0], /^Gemtrix\n+Three cards of one colour are a trix\./);
  const [play, own, middle, turn] = ['How it is played', 'What is yours', 'The middle of the table', 'What you may do'].map((title) => told.find((text) => text.startsWith(title)));
  assert.match(play, /Everybody begins with six cards/);
  assert.match(own, /Hand: /);
  assert.match(middle, /Draw pile: /);
  assert.match(turn, /Now: (No trix in hand|You hold a trix)/);
  await page.locator('.menu summary:focus').waitFor();
  assert.equal(await offer(page).isVisible(), false);
  await page.reload();
  await page.locator('lap-board').waitFor();
  await page.locator('.menu summary').waitFor();
  assert.equal(await offer(page).isVisible(), false, 'no second time');
  await sitDown(page, 'connect-four');
  await offer(page).waitFor();
  assertNoFaults(someone);
});

test('Escape ends it at any stop, arrows go on and back, and the menu has it again', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await sitDown(page, 'connect-four');
  await offer(page).click();
  for (const [key, at] of [['ArrowRight', 2], ['ArrowRight', 3], ['ArrowLeft', 2]]) {
    await page.keyboard.press(key);
    await card(page).getByText(`${at} of`).waitFor();
  }
  await page.keyboard.press('Escape');
  await card(page).waitFor({ state: 'detached' });
  await page.locator('.menu summary:focus').waitFor();
  await fromMenu(page);
  await card(page).getByRole('button', { name: 'Skip' }).click();
  await card(page).waitFor({ state: 'detached' });
  assertNoFaults(someone);
});

/** All that the tour of a game says, stop by stop. */
async function tourOf(game) {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await sitDown(page, game);
  await page.locator('lap-steps.asks').waitFor();
  await offer(page).click();
  const told = await walk(page);
  assertNoFaults(someone);
  return told;
}

test('that of a variant tells the rules of its base before what it changes', async () => {
  const told = await tourOf('gem-advanced');
  assert.match(told[0], /^GEM, advanced\n+GEM with gems in four colours/);
  assert.match(told[1], /^The rules of GEM\n/);
  assert.ok(told.findIndex((text) => text.includes('as in GEM; three things are different')) > 1);
});

test('a variant that tells them itself leaves out the rules of its base', async () => {
  const told = await tourOf('gems-tracker-solo');
  assert.match(told[0], /six rounds/);
  assert.doesNotMatch(told.join('\n'), /The rules of|bids two/);
});

test('what the game says of a field is told once, where it lies', async () => {
  const told = await tourOf('gemessengers');
  const stopsWith = (text) => told.filter((stop) => stop.includes(text)).map((stop) => stop.split('\n')[0]);
  assert.deepEqual(stopsWith('Prestige tokens: Prestige tokens that can still be taken'), ['The middle of the table']);
  assert.deepEqual(stopsWith('Prestige tokens: One point for each.'), ['What is yours']);
});

test('what the game says nothing of is not listed', async () => {
  const told = await tourOf('gems-tracker');
  assert.match(told.find((text) => text.startsWith('The middle of the table')), /Tenders: /);
  assert.doesNotMatch(told.join('\n'), /Its mine/);
});

for (const game of ['gems-tracker', 'gem-advanced'])
  test(`${game}: in a wide window the way on stays below the pointer, and nothing that is told of is covered or cut`, async () => {
    const someone = await somebody(browser, server, { viewport: { width: 1280, height: 800 } });
    const { page } = someone;
    await sitDown(page, game);
    await page.locator('lap-steps.asks').waitFor();
    await offer(page).click();
    const ends = [];
    for (let isOver = false; !isOver; ) {
      const next = card(page).locator('button.main');
      const boxes = [card(page), next, page.locator('dialog.tour .spot')].map((part) => part.boundingBox());
      const [{ x, y, width, height }, button, part] = await Promise.all(boxes);
      ends.push(`${Math.round(button.x + button.width)} ${Math.round(button.y)}`);
      const isApart = part.x + part.width <= x || part.x >= x + width || part.y + part.height <= y || part.y >= y + height;
      assert.ok(isApart || !part.height, `stop ${ends.length} does not lie over what it tells of`);
      assert.ok(await card(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight), `stop ${ends.length} is seen whole`);
      isOver = (await next.innerText()) === 'Play';
      await next.click();
    }
    const moves = ends.filter((end, i) => i > 0 && end !== ends[i - 1]);
    assert.ok(moves.length <= 1, `it moves once, beside what lies around the board: ${ends}`);
    assert.equal(new Set(ends.map((end) => end.split(' ')[1])).size, 1);
    assertNoFaults(someone);
  });

/** In the page: how far it is scrolled, once that has been so for a while: what is lit is brought into view. */
async function restsAt() {
  let since = performance.now();
  for (let at = scrollY; performance.now() - since < 500; ) {
    await new Promise(requestAnimationFrame);
    if (scrollY !== at) [at, since] = [scrollY, performance.now()];
  }
  return scrollY;
}

test('on a phone the table lies where it lay before', async () => {
  const someone = await somebody(browser, server, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page } = someone;
  await sitDown(page, 'gem');
  await page.locator('lap-steps.asks').waitFor();
  const before = await page.evaluate(restsAt);
  await offer(page).click();
  await walk(page);
  await card(page).waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => scrollY), before);
  assertNoFaults(someone);
});

test('however far the rules are read, the way out of them is in sight', async () => {
  const someone = await somebody(browser, server, { viewport: PHONE });
  const { page } = someone;
  await sitDown(page, 'gems-tracker');
  await page.locator('.menu summary').click();
  await page.locator('[data-do="rules"]').click();
  const dialog = page.locator('lap-rules dialog');
  await dialog.evaluate((rules) => (rules.scrollTop = rules.scrollHeight));
  assert.ok((await dialog.evaluate(({ scrollTop }) => scrollTop)) > 0, 'longer than the window');
  const close = dialog.getByRole('button', { name: 'Close' });
  const [inside, button] = await Promise.all([dialog.boundingBox(), close.boundingBox()]);
  assert.ok(button.y >= inside.y && button.y + button.height <= inside.y + inside.height);
  await close.click();
  await dialog.waitFor({ state: 'hidden' });
  assertNoFaults(someone);
});

const { page: first } = await somebody(browser, server);
for (const game of await triedGames(first))
  test(`${game} has one, on a phone, too`, async () => {
    const someone = await somebody(browser, server, { viewport: PHONE });
    const { page } = someone;
    await sitDown(page, game);
    await page.locator('lap-steps:not([hidden])').first().waitFor();
    await fromMenu(page);
    await assertAccessible(page, 'tour');
    const stops = Number([...(await card(page).innerText()).matchAll(/1 of (\d+)/g)].at(-1)[1]); // below what the game says
    assert.ok(stops >= 5, `${stops} stops`);
    const ends = new Set();
    for (let at = 1; at <= stops; at++) {
      const { x, y, width, height } = await card(page).boundingBox();
      const [top, next] = await Promise.all(['h2', 'button.main'].map((part) => card(page).locator(part).boundingBox()));
      assert.ok(top.y >= y && next.y + next.height <= y + height, `stop ${at} begins at its start, with the way on`);
      assert.ok(x >= 0 && y >= 0 && x + width <= PHONE.width && y + height <= PHONE.height, `stop ${at} lies in the window`);
      const part = await page.locator('dialog.tour .spot').boundingBox();
      const isApart = part.y + part.height <= y + 1 || part.y >= y + height - 1;
      assert.ok(part.height === 0 || part.height > LARGE * PHONE.height || isApart, `stop ${at} does not lie over what it tells of`);
      ends.add(Math.round(y + height));
      await page.keyboard.press('Enter');
    }
    await card(page).waitFor({ state: 'detached' });
    assert.ok(ends.size <= 2, `it stays at one place, and above what may be chosen from there on: ${[...ends]}`);
    assert.ok(await fitsPhone(page));
    assertNoFaults(someone);
  });

await done(async () => {
  await browser.close();
  await server.stop();
});

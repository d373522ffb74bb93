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
  await page.locator('lap-turn.yours').waitFor();
  await offer(page).click();
  const told = await walk(page);
  assert.match(told[0], /^Gemtrix\n+Three cards of one colour are a trix\./);
  assert.match(told[1], /What is yours[^]*Hand/);
  assert.match(told[2], /The middle of the table[^]*Draw pile/);
  assert.match(told.find((text) => text.startsWith('What you may do')), /Everybody begins with six cards[^]*Now: (No trix in hand|You hold a trix)/);
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
  await page.locator('lap-turn.yours').waitFor();
  await offer(page).click();
  const told = await walk(page);
  assertNoFaults(someone);
  return told;
}

test('that of a variant tells the rules of its base', async () => {
  const told = await tourOf('tic-tac-toe-misere');
  assert.match(told[1], /^The rules of Tic-tac-toe\n/);
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

test('on a phone the table lies where it lay before', async () => {
  const someone = await somebody(browser, server, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page } = someone;
  await sitDown(page, 'gem');
  await page.locator('lap-turn.yours').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))); // what is lit is brought into view
  const before = await page.evaluate(() => scrollY);
  await offer(page).click();
  await walk(page);
  await card(page).waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => scrollY), before);
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
    const stops = Number((await card(page).innerText()).match(/of (\d+)/)[1]);
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

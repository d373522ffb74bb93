// What one is told before one plays: how long it takes, how it goes, and who plays along.
import assert from 'node:assert/strict';
import { assertNoFaults, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const card = (page, game) => page.locator(`[data-game="${game}"]`);
const visit = (page, fragment) => page.goto(new URL(`/${fragment}`, server.url).href);
const playersOf = (page) => page.locator('.seats .name').allInnerTexts();

test('a card says how long a game takes, in the language of the reader', async () => {
  for (const [locale, text] of [
    ['en', '15–30 min'],
    ['id', '15–30 mnt'],
  ]) {
    const { page } = await somebody(browser, server, { locale });
    assert.equal(await card(page, 'gemtrix').locator('.trait.minutes').innerText(), text);
  }
});

test('the rules are fetched when they are first opened, and no sooner', async () => {
  const someone = await somebody(browser, server, { locale: 'es' });
  const rules = card(someone.page, 'connect-four').locator('.rules p');
  await card(someone.page, 'connect-four').waitFor();
  assert.equal(await rules.count(), 0);
  await card(someone.page, 'connect-four').locator('summary').click();
  await rules.first().waitFor();
  assert.equal(await rules.count(), 3);
  assert.match(await rules.first().innerText(), /siete columnas y seis filas/);
  assertNoFaults(someone);
});

test('who is about to set up a match can read the rules', async () => {
  const { page } = await somebody(browser, server);
  await visit(page, '#new=gems-tracker-solo');
  await page.locator('lap-new-match summary').click();
  await page.locator('lap-new-match .rules p').first().waitFor();
});

test('the rules can be read at the table, and closed by keyboard', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await card(page, 'connect-four').locator('button.main').click();
  await page.locator('lap-board').waitFor();
  await page.locator('.menu summary').click();
  await page.locator('.menu [data-do="rules"]').click();
  assert.match(await page.locator('dialog[open]').innerText(), /seven columns and six rows/);
  await page.keyboard.press('Escape');
  await page.locator('.menu summary:focus').waitFor();
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assertNoFaults(someone);
});

test('bots have names for people, or those that they are given', async () => {
  const { page } = await somebody(browser, server);
  await card(page, 'gemtrix').locator('button.main').click();
  await page.locator('.seats .name').first().waitFor();
  assert.deepEqual(await playersOf(page), ['Player 1', 'Bot 2', 'Bot 3']);
  await visit(page, '#new=gemtrix');
  await page.locator('lap-seat-field input').nth(2).fill('Marvin');
  await page.locator('form button.main').click();
  await page.locator('.seats .name').first().waitFor();
  assert.deepEqual(await playersOf(page), ['Player 1', 'Bot 2', 'Marvin']);
});

test('a name that nobody typed follows who sits there', async () => {
  const { page } = await somebody(browser, server);
  await visit(page, '#new=gemtrix');
  const seat = page.locator('lap-seat-field').nth(1);
  const name = () => seat.locator('input').inputValue();
  assert.equal(await name(), 'Bot 2');
  await seat.locator('select').selectOption('here');
  assert.equal(await name(), 'Player 2');
  await seat.locator('input').fill('Bo');
  await seat.locator('select').selectOption('bot random');
  assert.equal(await name(), 'Bo');
  await seat.locator('select').selectOption('invited');
  assert.ok(await seat.locator('input').isHidden());
});

/** In the page: matches that wait for somebody. */
async function waitForPlayers([count, visibility]) {
  const [{ host }, { newKey }] = await Promise.all([import('/host.js'), import('/connection.js')]);
  const params = { game: 'tic-tac-toe', seats: ['open', 'open'], visibility };
  const all = Array.from({ length: count }, () => host.call('match.create', { ...params, key: newKey() }));
  await Promise.all(all);
}

test('a public match is found behind many private ones', async () => {
  const generous = await startServer({ more: ['--limit', 'rate=100000', '--limit', 'burst=100000'] });
  const { page } = await somebody(browser, generous);
  await page.evaluate(waitForPlayers, [1, 'public']);
  await page.evaluate(waitForPlayers, [450, 'private']);
  await page.reload();
  await page.locator('.match button.main').waitFor();
  await page.context().close();
  await generous.stop();
});

test('whoever has created too many matches is told so, and does not wait', async () => {
  const strict = await startServer({ more: ['--limit', 'matches_per_address=1'] });
  const { page } = await somebody(browser, strict);
  await page.evaluate(waitForPlayers, [1, 'private']);
  await card(page, 'tic-tac-toe').locator('button.main').click();
  assert.match(await page.locator('.notice.bad').innerText(), /the limit "matches_per_address" is used up/);
  assert.ok(await card(page, 'tic-tac-toe').locator('button.main').isEnabled());
  await page.context().close();
  await strict.stop();
});

await done(async () => {
  await browser.close();
  await server.stop();
});

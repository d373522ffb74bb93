// For everybody: what axe-core finds, phone width, languages, and a colour scheme of one's own.
import assert from 'node:assert/strict';
import { PHONE, assertAccessible, fitsPhone } from './access.mjs';
import { gamesOf, sitDown, somebody, startBrowser, triedGames } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const visit = (page, fragment) => page.goto(new URL(`/${fragment}`, server.url).href);

for (const colorScheme of ['light', 'dark'])
  test(`lobby and new match are for everybody (${colorScheme})`, async () => {
    const { page } = await somebody(browser, server, { colorScheme });
    await gamesOf(page);
    await page.locator('[data-game] summary').first().click();
    await page.locator('[data-game] .rules p').first().waitFor();
    await assertAccessible(page, 'lobby');
    await visit(page, '#new=gemtrix-tournament');
    await page.locator('form').waitFor();
    await assertAccessible(page, 'new match');
  });

const { page: first } = await somebody(browser, server);
for (const game of await triedGames(first))
  test(`the table of ${game} is for everybody, wide and on a phone`, async () => {
    const { page } = await somebody(browser, server, {
      colorScheme: game.length % 2 ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    await sitDown(page, game);
    await page.locator('lap-steps:not([hidden]), lap-board .highlight').first().waitFor();
    await assertAccessible(page, 'table');
    await page.locator('.menu summary').click();
    await page.locator('.menu [data-do="rules"]').click();
    await assertAccessible(page, 'rules');
    await page.setViewportSize(PHONE);
    assert.ok(await fitsPhone(page), 'no sideways scrolling');
  });

test('who hears the board is told where everything lies', async () => {
  const { page } = await somebody(browser, server);
  await sitDown(page, 'connect-four');
  await page.getByRole('button', { name: /^c6: / }).press('Enter');
  await page.getByRole('img', { name: /^c6 (red|yellow) / }).waitFor();
});

test('who hears a hidden hand is told once what it is, and how many', async () => {
  const { page } = await somebody(browser, server);
  await sitDown(page, 'gemessengers'); // all choose at once: nobody has moved before
  const hand = page.getByRole('region', { name: 'Bot 2' }).getByRole('group', { name: 'Hand' });
  await hand.waitFor();
  assert.equal(await hand.getByRole('img').count(), 1);
  assert.match(await hand.innerText(), /×6/);
});

test('the page speaks Spanish and Indonesian where the browser does', async () => {
  for (const [locale, word] of [
    ['es', 'Jugar'],
    ['id', 'Main'],
  ]) {
    const { page } = await somebody(browser, server, { locale });
    await gamesOf(page);
    assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
    assert.match(await page.locator('[data-game] button.main').first().innerText(), new RegExp(word));
  }
});

test('every language has every word', async () => {
  const words = async (tag) => Object.keys(await (await fetch(new URL(`words.${tag}.json`, server.url))).json());
  const said = async (tag) => new Set((await words(tag)).map((key) => key.replace(/\.(one|other)$/, '')));
  assert.deepEqual(await said('es'), await said('en'));
  assert.deepEqual(await said('id'), await said('en'));
});

await done(async () => {
  await browser.close();
  await server.stop();
});

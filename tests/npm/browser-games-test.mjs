// A whole match of each game in the browser, by clicking only what is highlighted.
import assert from 'node:assert/strict';
import { PHONE, assertAccessible, fitsPhone } from './access.mjs';
import { assertNoFaults, playToTheEnd, sitDown, somebody, startBrowser, triedGames } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);

/** One game by day, one by night. */
async function assertEndIsForEverybody(page, game) {
  const size = page.viewportSize();
  await page.locator('.gain').first().waitFor({ state: 'detached' }); // while it fades its contrast does, too
  await page.emulateMedia({ colorScheme: game.length % 2 ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await assertAccessible(page, 'final');
  assert.ok(await fitsPhone(page), 'no sideways scrolling at the end');
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
}

for (const game of await triedGames(person.page))
  test(`${game} is played to its end by clicking what is highlighted`, async () => {
    await sitDown(person.page, game);
    await playToTheEnd(person.page);
    assert.ok(await person.page.locator('lap-final lap-sheet').isVisible());
    await assertEndIsForEverybody(person.page, game);
    assertNoFaults(person);
  });

test('matches that are over are among the past ones', async () => {
  await person.page.goto(new URL('/#', server.url).href);
  await person.page.locator('.match').first().waitFor();
});

await done(async () => {
  await browser.close();
  await server.stop();
});

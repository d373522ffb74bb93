// A match whose rules fail: the page says so, why, and what is left to do.
import assert from 'node:assert/strict';
import { somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const folders = `${process.env.LAPIDARY_PLUGIN_PATH}:${process.env.ZOO}`;
const server = await startServer({ env: { LAPIDARY_PLUGIN_PATH: folders, LAPIDARY_ISOLATION: 'none' } });
const browser = await startBrowser();

const FAILS = 3; // for one decision

test('a match that is suspended says why, offers nothing of its rules, and can be left', async () => {
  const { page } = await somebody(browser, server);
  await page.locator('[data-game="dead-end"] button.main').click();
  const play = page.locator('lap-steps .choice:not(.clicked)', { hasText: /play/i }).first();
  for (let i = 0; i < FAILS; i++) {
    await play.waitFor();
    await play.evaluate((button) => button.classList.add('clicked')); // it is offered again by another one
    await page.locator('lap-steps .clicked').click();
    await page.locator('.notice.bad, .suspended').nth(i).waitFor();
  }
  const banner = page.locator('.panel.suspended[role=alert]');
  await banner.waitFor();
  assert.match(await banner.innerText(), /\S.{10}/);
  assert.match(await page.locator('lap-turn').innerText(), /The match stands still/);
  assert.equal(await page.locator('lap-board .highlight, lap-steps .choice:visible').count(), 0);
  await page.reload();
  await banner.waitFor();
  await page.locator('.menu summary').click();
  const offered = await page.locator('.menu [data-do]').evaluateAll((buttons) => buttons.map(({ dataset }) => dataset.do));
  for (const word of ['replay', 'save_log', 'undo', 'hint', 'variant']) assert.ok(!offered.includes(word), `${word} needs the rules`);
  await page.locator('[data-do="abort"]').click();
  await page.locator('lap-final h2', { hasText: 'The match ended without a result' }).waitFor();
  assert.equal(await banner.count(), 0);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

// A match in the browser across a server that is killed and comes back.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HIGHLIGHTED, playToTheEnd, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lapidary-'));
const store = `sqlite:${join(folder, 'matches.db')}`;
let server = await startServer({ store });
const browser = await startBrowser();

const storyOf = (page) => page.locator('.story li').allTextContents(); // how lines are broken may differ

test('the page says that the connection is lost, comes back by itself, and the match goes on', async () => {
  const { page, faults } = await somebody(browser, server);
  await sitDown(page, 'gemtrix');
  for (let i = 0; i < 8; i++) {
    await page.locator(HIGHLIGHTED).filter({ visible: true }).first().click();
    await page.waitForTimeout(50);
  }
  const before = await storyOf(page);
  await server.stop('SIGKILL');
  await page.locator('#wire', { hasText: /lost/ }).waitFor();
  server = await startServer({ store, port: server.port });
  await page.locator('#wire:empty').waitFor({ state: 'attached' });
  assert.deepEqual((await storyOf(page)).slice(0, before.length), before);
  await playToTheEnd(page);
  assert.deepEqual(
    faults.filter((fault) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(fault)),
    [],
  );
});

test('what is clicked while the connection is lost is played when it is back', async () => {
  const { page } = await somebody(browser, server);
  await sitDown(page, 'connect-four');
  await page.locator(HIGHLIGHTED).filter({ visible: true }).first().waitFor();
  const before = (await storyOf(page)).length;
  await server.stop('SIGKILL');
  await page.locator('#wire', { hasText: /lost/ }).waitFor();
  await page.locator(HIGHLIGHTED).filter({ visible: true }).first().click();
  server = await startServer({ store, port: server.port });
  await page.locator('.story li').nth(before).waitFor();
});

await done(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

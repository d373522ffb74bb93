// `lapidary dev`: the page beside an editor. What is saved is played in the match that runs, and what is wrong is shown.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNoFaults, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const place = mkdtempSync(join(tmpdir(), 'lapidary-dev-'));
const folder = join(place, 'heaps');
spawnSync(process.env.LAPIDARY, ['new', folder]);

const server = await startServer({ command: ['dev', folder, '--positions', '5'] });
const browser = await startBrowser();
const author = await somebody(browser, server);
const { page } = author;

function edit(from, to) {
  const file = join(folder, 'heaps.c');
  const text = readFileSync(file, 'utf8');
  assert.ok(text.includes(from));
  writeFileSync(file, text.replace(from, to));
}

test('the plugin comes to the lobby once it is built, and is played', async () => {
  await page.locator('[data-game="heaps"]').waitFor();
  await sitDown(page, 'heaps');
  await page.getByText('Take 3 counters').waitFor();
  assert.equal(await page.getByText('Take 4 counters').count(), 0);
});

test('an error of the compiler is shown, with its line, until it is mended', async () => {
  edit('TAKE_MAX = 3', 'TAKE_MAX = 3 +');
  const wrong = page.locator('.notice.bad', { hasText: 'heaps has not been built anew' });
  await wrong.waitFor();
  assert.match(await wrong.textContent(), /heaps\.c:\d+:\d+: error: /);
  await page.screenshot({ path: process.env.LAPIDARY_TEST_PICTURE || join(place, 'wrong.png') });
  edit('TAKE_MAX = 3 +', 'TAKE_MAX = 4');
  await wrong.waitFor({ state: 'detached' });
});

test('the match that runs goes on by the new rules', async () => {
  await page.getByText('Take 4 counters').waitFor();
  assertNoFaults(author);
});

await done(async () => {
  await browser.close();
  await server.stop();
  rmSync(place, { recursive: true });
});

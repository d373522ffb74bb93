// `lapidary dev`: the page beside an editor. What is saved is played in the match that runs, and what is wrong is shown.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNoFaults, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const place = mkdtempSync(join(tmpdir(), 'lapidary-dev-'));
const folder = join(place, 'heaps');
const begun = spawnSync(process.env.LAPIDARY, ['new', folder], { encoding: 'utf8' });
assert.equal(begun.status, 0, begun.stderr);

const server = await startServer({ command: ['dev', folder, '--positions', '5'] });
const browser = await startBrowser();
const author = await somebody(browser, server);
const { page } = author;

function edit(from, to, name = 'heaps.c') {
  const file = join(folder, name);
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

const draw = (colour) =>
  writeFileSync(join(folder, 'pictures', 'heap.svg'), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect fill="${colour}"/></svg>`);

/** What the host sends as the game's picture, once that is at another address. */
async function nextPicture(before) {
  for (;;) {
    const { games } = await page.evaluate(async () => (await import('/host.js')).host.call('games.list', {}));
    const { picture } = games.find(({ id }) => id === 'heaps') ?? {};
    if (picture && picture !== before) return { picture, text: await (await fetch(new URL(picture, server.url))).text() };
    await page.waitForTimeout(200);
  }
}

test('a picture that is saved is the one that is shown', async () => {
  mkdirSync(join(folder, 'pictures'));
  draw('red');
  edit("'text.en.json'", "'picture.heap.svg': 'pictures/heap.svg',\n  'text.en.json'", 'meson.build');
  edit('Name=Heaps', 'Name=Heaps\nPicture=heap', 'heaps.plugin');
  const { picture, text } = await nextPicture();
  assert.match(text, /<rect fill="red">/);
  draw('blue');
  assert.match((await nextPicture(picture)).text, /<rect fill="blue">/);
});

await done(async () => {
  await browser.close();
  await server.stop();
  rmSync(place, { recursive: true });
});

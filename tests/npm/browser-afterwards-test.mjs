// After a match: looking back at it, what is saved of it, and playing on from its moments.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { assertAccessible, fitsPhone } from './access.mjs';
import { assertNoFaults, playToTheEnd, somebody, startBrowser, until } from './browser.mjs';
import * as matches from './ended.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const playedOut = (...match) => matches.playedOut(browser, server, ...match);

test('a line of the story leads to its moment, whose points are those of then', async () => {
  const ada = await playedOut('oh-hell'); // in which somebody always has points at the end
  const { page } = ada;
  const totals = () => page.locator('.seats .total').allInnerTexts();
  assert.ok((await totals()).some((total) => total !== '0'));
  await page.keyboard.press('Escape');
  const line = page.locator('.story li').first();
  const seq = Number(await line.getAttribute('data-seq')); // the first move of all, which wins no points
  await line.locator('.moment').click();
  await until(page, (at) => location.hash.endsWith(`/${at}`), seq); // the replay says a moment as soon as it is wanted
  assert.equal(await page.locator('lap-board .leaving .left').count(), 0, 'what lay there at the end is gone at once');
  assert.deepEqual(await totals(), ['0', '0', '0']);
  assert.equal(await page.locator('lap-final').isVisible(), false);
  const link = page.url();
  await page.goto(new URL('/#', link).href);
  await page.goto(link);
  await page.locator('lap-replay:not([hidden]) output', { hasText: `${seq} / ` }).waitFor();
  assertNoFaults(ada);
});

test('the last move is marked for who comes to a table, and for who comes back from a moment before', async () => {
  const { page } = await playedOut('tic-tac-toe', 2);
  const marked = () => page.locator('lap-board .last').evaluateAll((all) => all.map(({ dataset }) => dataset.place));
  await page.reload();
  await page.locator('lap-final:not([hidden])').waitFor();
  const atFirst = await marked();
  assert.equal(atFirst.length, 1);
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.locator('lap-replay input').fill('2');
  await until(page, (place) => document.querySelector('lap-board .last').dataset.place !== place, atFirst[0]);
  await page.locator('lap-replay input').fill('0');
  await until(page, () => document.querySelector('lap-lately').hidden); // nothing had been told
  await page.locator('lap-replay').getByRole('button', { name: 'Back to now' }).click();
  await page.locator('lap-final:not([hidden])').waitFor();
  assert.deepEqual(await marked(), atFirst);
});

test('a match that is over is seen with the eyes of any seat', async () => {
  const ada = await playedOut();
  const { page } = ada;
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  const hidden = page.getByRole('region', { name: 'random 2' }).locator('text=×6');
  await page.locator('lap-replay input').fill('2');
  await hidden.first().waitFor();
  await page.locator('lap-replay .eyes select').selectOption({ label: 'everybody: all is open' });
  await hidden.first().waitFor({ state: 'detached' });
  await page.locator('lap-replay .speed').selectOption('4×');
  await page.locator('lap-replay').getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('lap-replay output', { hasText: /^([3-9]|\d\d+) \// }).waitFor();
  assertNoFaults(ada);
});

for (const [width, height, most] of [[1280, 800, 0.17], [390, 844, 0.36]])
  test(`looking back leaves the table its room (${width}x${height})`, async () => {
    const ada = await playedOut('gemtrix', 3, { viewport: { width, height } });
    const { page } = ada;
    await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
    const bar = page.locator('lap-replay');
    await bar.getByRole('button', { name: 'Who was ahead?' }).waitFor();
    const box = await bar.boundingBox();
    assert.ok(box.height < most * height, `${box.height} px`);
    assert.equal(await bar.locator('[data-do="png"]').isVisible(), false);
    await bar.locator('.keep summary').click();
    assert.ok(await bar.locator('[data-do="png"]').isVisible());
    assert.ok(await fitsPhone(page));
    assertNoFaults(ada);
  });

test('the table is saved as a picture that holds all of it', async () => {
  const { page } = await playedOut('connect-four', 2);
  const kept = page.waitForEvent('download');
  await page.locator('lap-final').getByRole('button', { name: 'Save a picture (SVG)' }).click();
  const download = await kept;
  assert.match(download.suggestedFilename(), /^connect-four-.*\.svg$/);
  const picture = readFileSync(await download.path(), 'utf8');
  const { discs, error } = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return { discs: parsed.querySelectorAll('.place[data-thing]').length, error: parsed.querySelector('parsererror')?.textContent };
  }, picture);
  assert.equal(error, undefined);
  assert.ok(discs > 6, String(discs));
  assert.doesNotMatch(picture, /<script|href="http/);
});

/** In the page: the size of a PNG file, and how many colours it has. */
async function sizeOf(bytes) {
  const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  const colours = new Set(new Uint32Array(data.buffer));
  return { width: picture.width, colours: colours.size };
}

test('the table is saved in pixels, twice as sharp as the page', async () => {
  const { page, faults } = await playedOut('connect-four', 2);
  const kept = page.waitForEvent('download');
  await page.locator('lap-final').getByRole('button', { name: 'Save a picture (PNG)' }).click();
  const download = await kept;
  assert.match(download.suggestedFilename(), /^connect-four-.*\.png$/);
  const { width, colours } = await page.evaluate(sizeOf, [...readFileSync(await download.path())]);
  assert.equal(width, 2 * Math.ceil((await page.locator('lap-board').boundingBox()).width));
  assert.ok(colours > 50, `board, discs and names: ${colours} colours`);
  assertNoFaults({ faults });
});

test('the record that is saved is that of the match, which proves itself', async () => {
  const { page } = await playedOut('connect-four', 2);
  const kept = page.waitForEvent('download');
  await page.locator('lap-final').getByRole('button', { name: 'Save the record' }).click();
  const download = await kept;
  assert.match(download.suggestedFilename(), /^connect-four-.*\.jsonl$/);
  const { status, stdout, stderr } = spawnSync(process.env.LAPIDARY ?? 'lapidary', ['replay', await download.path()], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

test('the link to a moment is copied, and leads there', async () => {
  const { page, faults } = await playedOut('connect-four', 2);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.locator('lap-replay input').fill('3');
  await page.locator('lap-replay .keep summary').click();
  await page.locator('[data-do="link"]').click();
  await page.locator('.notice', { hasText: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(new URL('/#', server.url).href);
  await page.goto(link);
  await page.locator('lap-replay:not([hidden]) output', { hasText: '3 / ' }).waitFor();
  assertNoFaults({ faults });
});

test('from any moment of a match that is over one plays on, with people', async () => {
  const ada = await playedOut('connect-four', 2);
  const { page } = ada;
  const before = new URL(page.url()).hash;
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.locator('lap-replay input').fill('4');
  await until(page, () => location.hash.endsWith('/4'));
  await page.locator('[data-do="play-on"]').click();
  await page.getByLabel('The others are').selectOption('people with invitations');
  await page.locator('lap-play-on form button.main').click();
  const room = page.locator('lap-waiting-room:not([hidden])');
  const [there] = await Promise.all([room.getByRole('link', { name: 'That match' }).getAttribute('href'), room.waitFor()]);
  assert.equal(there, `${before}/4`);
  const bob = await somebody(browser, server);
  await bob.page.goto(await room.locator('.link-field input').first().inputValue());
  await bob.page.locator('lap-arrival', { hasText: 'goes on from a match that is over' }).waitFor();
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  for (const person of [ada, bob]) {
    await person.page.locator('lap-board .place[data-thing]').nth(2).waitFor();
    assertNoFaults(person);
  }
});

for (const colorScheme of ['light', 'dark'])
  test(`the summary and looking back are for everybody (${colorScheme})`, async () => {
    const { page } = await playedOut('gemtrix', 3, { colorScheme });
    await page.locator('lap-final').evaluate((final) => Promise.all(final.getAnimations().map(({ finished }) => finished))); // half faded in it has less contrast
    await assertAccessible(page, 'summary');
    await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
    await page.locator('lap-replay output', { hasText: /\d/ }).waitFor();
    await assertAccessible(page, 'looking back');
    await page.locator('[data-do="play-on"]').click();
    await page.locator('lap-play-on form').waitFor();
    await assertAccessible(page, 'playing on');
  });

test('from any moment of a match that is over one plays on, against bots', async () => {
  const ada = await playedOut('connect-four', 2);
  const { page } = ada;
  const before = page.url();
  await page.keyboard.press('Escape');
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.locator('lap-replay input').fill('4');
  await until(page, () => location.hash.endsWith('/4'));
  await page.locator('[data-do="play-on"]').click();
  await page.getByLabel('The others are').selectOption('bots: random');
  await page.locator('lap-play-on form button.main').click();
  await page.locator('lap-turn.yours').waitFor();
  assert.match(await page.locator('.player', { hasText: 'Bot' }).innerText(), /bot, random/);
  assert.notEqual(page.url().split('/4')[0], before);
  assert.ok((await page.locator('lap-board .place[data-thing]').count()) >= 3);
  await playToTheEnd(page, 0);
  assertNoFaults(ada);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

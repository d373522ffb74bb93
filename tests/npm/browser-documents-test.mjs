// The documents as a site, opened from a disk: read, searched, on a phone, light and dark, with no network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PHONE, assertAccessible, fitsPhone } from './access.mjs';
import { startBrowser } from './browser.mjs';
import { done, test } from './tap.mjs';

const { LAPIDARY_BUILD, LAPIDARY_SOURCE } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'lapidary-site-'));
const site = join(folder, 'site');
const sources = join(LAPIDARY_SOURCE, 'docs', 'site', 'build.py');
const little = ['--matches', '5', '--positions', '2', '--games', 'tic-tac-toe,oh-hell', '--pictures'];
execFileSync('python3', [sources, LAPIDARY_BUILD, site, ...little], { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });

const browser = await startBrowser();
const addressOf = (path) => pathToFileURL(join(site, path)).href;

/** A reader at a page: { page, faults }. Whatever is not a file is a fault. */
async function reader(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => request.url().startsWith('file:') || faults.push(`a request to ${request.url()}`));
  await page.goto(addressOf(path));
  return { page, faults };
}

const PAGES = ['index.html', 'tutorial.html', 'gallery/index.html', 'gallery/oh-hell.html', 'reference/index.html', 'reference/plugin-api/phase.html',
  'liblapidary/class.Host.html', 'man/lapidary.1.html'];

for (const colorScheme of ['light', 'dark'])
  test(`pages are for everybody (${colorScheme})`, async () => {
    const { page } = await reader('index.html', { colorScheme }); // what axe-core asks for is no fault of the page's
    for (const path of PAGES) {
      await page.goto(addressOf(path));
      await assertAccessible(page, path);
    }
  });

test('pages ask for nothing elsewhere, and fit a phone', async () => {
  const { page, faults } = await reader('index.html', { viewport: PHONE });
  for (const path of PAGES) {
    await page.goto(addressOf(path));
    assert.ok(await fitsPhone(page), `${path} is scrolled sideways`);
  }
  assert.deepEqual(faults, []);
});

test('from the first page it is one click to what an author needs', async () => {
  const { page } = await reader('index.html');
  for (const [name, title] of [['Install', 'Installing'], ['Tutorial', 'Tutorial: from nothing to a published game'], ['Concepts', 'Concepts of a plugin'],
    ['Reference', 'Headers'], ['Mistakes', 'Mistakes, and what is said of them']]) {
    await page.goto(addressOf('index.html'));
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
});

test('beginnings of words are found, by keyboard alone', async () => {
  const { page, faults } = await reader('man/lapidary.7.html');
  await page.keyboard.press('/');
  await page.keyboard.type('LAP_PHASE_TOG');
  await page.locator('.found a').first().waitFor();
  assert.match(await page.locator('.found a').first().textContent(), /^LAP_PHASE_TOGETHER · lapidary\/phase\.h/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/reference\/plugin-api\/phase\.html#LAP_PHASE_TOGETHER$/);
  assert.deepEqual(faults, []);
});

test('a word within a document leads to its section, and one that is nowhere says so', async () => {
  const { page } = await reader('index.html');
  const field = page.getByRole('searchbox');
  await field.fill('sealed choi');
  await page.locator('.found a[href="concepts.html#sealed-choices"]').waitFor();
  await field.fill('visibility'); // what plugins are written with comes before what few need
  await page.locator('.found li:first-child a[href="reference/plugin-api/field.html#LapVisibility"]').waitFor();
  await field.fill('zyxwvut');
  await page.getByText('Nothing has all of these words.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.found').waitFor({ state: 'hidden' });
});

test('on a phone the list of pages is behind a button', async () => {
  const { page } = await reader('index.html', { viewport: PHONE });
  const list = page.getByRole('navigation', { name: 'Pages' });
  await list.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Menu' }).click();
  await list.getByRole('link', { name: 'Mistakes' }).click();
  await page.getByRole('heading', { level: 1, name: /^Mistakes/ }).waitFor();
  await list.waitFor({ state: 'hidden' });
});

test('the theme that was chosen stays', async () => {
  const { page } = await reader('index.html', { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByLabel('Theme').selectOption('dark');
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto(addressOf('tutorial.html'));
  assert.equal(await ground(), dark);
});

test('a game has its picture, its rules, figures, and what was checked', async () => {
  const { page } = await reader('gallery/oh-hell.html');
  const picture = page.getByRole('img', { name: /^The table of a match/ });
  assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 300)));
  assert.match(readFileSync(join(site, 'gallery', 'oh-hell.svg'), 'utf8'), /Ana/);
  for (const name of ['How it is played', 'Options', 'What is hidden', 'In figures', 'What was checked'])
    await page.getByRole('heading', { name }).waitFor();
  await page.getByText(/All [1-9]\d* properties that apply held/).waitFor();
});

await done(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

// People at browsers: headless Chromium, and playing by what is highlighted and nothing else.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const BY_HAND = 25;
const WHOLE_MATCH = 300_000;
const COVERED = 3_000;
const PATIENCE = 60_000; // a machine may be busy with other tests

export const startBrowser = () =>
  chromium.launch({ executablePath: EXECUTABLE, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

/**
 * Somebody with a browser of his own: { page, faults }. Faults are errors of the console, and requests to elsewhere.
 * `isCalm`: what others do is shown one after the other.
 */
export async function somebody(browser, server, { isCalm = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en', ...options });
  if (!isCalm) await context.addInitScript(() => localStorage.setItem('lapidary.pace', 'none'));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => isElsewhere(request.url(), server) && faults.push(`a request to ${request.url()}`));
  await page.goto(server.url);
  return { page, faults };
}

/** The looks of the table, for parts of it that a test draws by themselves. */
export const loadStyles = (page) => page.evaluate(async () => void (await import('/styles.js')));

const isElsewhere = (url, server) => /^(http|ws)s?:/.test(url) && new URL(url).host !== new URL(server.url).host;

export const assertNoFaults = ({ faults }) => assert.deepEqual(faults, []);

/** Waits until a function holds in the page. `waitForFunction` evaluates strings there, which the page's policy forbids. */
export async function until(page, holds, argument) {
  const end = Date.now() + PATIENCE;
  while (!(await page.evaluate(holds, argument))) {
    assert.ok(Date.now() < end, `${holds} never held`);
    await page.waitForTimeout(20);
  }
}

export async function gamesOf(page) {
  await page.locator('[data-game]').first().waitFor();
  return page.locator('[data-game]').evaluateAll((cards) => cards.map(({ dataset }) => dataset.game));
}

// Unlike each other: cards, a board, tenders, a map, tricks, a player alone, and the smallest.
const SOME = ['gemtrix', 'gem-advanced', 'gems-tracker', 'gem-rush', 'oh-hell', 'lone-wolf', 'tic-tac-toe'];

/** Games that a test tries one after the other: a few, or all with LAPIDARY_TEST_GAMES=all. */
export async function triedGames(page) {
  const games = await gamesOf(page);
  const tried = process.env.LAPIDARY_TEST_GAMES === 'all' ? games : SOME;
  assert.deepEqual(tried.filter((game) => !games.includes(game)), []);
  return tried;
}

/** Plays at once, from the lobby. */
export async function sitDown(page, game) {
  await page.goto(new URL('/#', page.url()).href);
  await page.locator(`[data-game="${game}"] button.main`).click();
  await page.locator('lap-board').waitFor();
}

/** Sits down where it is one's turn at once. From then on the part for choices shows what a test has it show; the table may be told more of its own at any time. */
export async function sitDownToShow(page, game) {
  await sitDown(page, game);
  await page.locator('lap-steps.asks').waitFor();
  await page.evaluate(() => {
    const steps = document.querySelector('lap-steps');
    const { show } = steps;
    steps.show = (choice, ...about) => (choice instanceof EventTarget ? steps : show.call(steps, choice, ...about));
  });
}

export const HIGHLIGHTED = 'lap-board .highlight, lap-steps:not([hidden]) .choice';
const isOver = (page) => page.locator('lap-final:not([hidden])').count();

/** Clicks something highlighted, with the mouse. What is on its way may lie over it for a moment, not for good. */
async function clickHighlighted(page) {
  const end = Date.now() + COVERED;
  for (;;) {
    const found = await page.evaluate(findHighlighted, HIGHLIGHTED);
    if (found && !found.cover) return page.mouse.click(found.x, found.y);
    if (found && Date.now() > end) assert.fail(`what is highlighted lies below ${found.cover}`);
    await page.waitForTimeout(10);
    if (!found) return undefined;
  }
}

/** In the page: a point at which something highlighted can be hit that has been there for as long as somebody needs to see it, or what covers it. Highlights may lie on larger ones. */
async function findHighlighted(selector) {
  const highlighted = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  if (highlighted.length === 0) return null;
  const element = highlighted[Math.floor(Math.random() * highlighted.length)];
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const before = place();
  await new Promise((resolve) => setTimeout(resolve, 100));
  if (!element.isConnected || place() !== before) return null; // something else lies there by now
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = (a, b) => ({ x: x + width * a, y: y + height * b });
  const points = [at(0.5, 0.5), at(0.03, 0.5), at(0.97, 0.5), at(0.5, 0.03), at(0.5, 0.97)];
  const hit = points.find((point) => document.elementFromPoint(point.x, point.y)?.closest(selector) === element);
  const cover = document.elementFromPoint(points[0].x, points[0].y);
  return hit ?? (cover?.closest(selector) ? null : { cover: cover?.outerHTML.slice(0, 200) ?? 'nothing' });
}

/** Plays a match to its end: the first moves with the mouse, the others as fast as the page can, when nothing slides. */
export async function playToTheEnd(page, byHand = BY_HAND) {
  for (let i = 0; i < byHand && !(await isOver(page)); i++) await clickHighlighted(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(playOn, { highlighted: HIGHLIGHTED, limit: WHOLE_MATCH });
  await page.emulateMedia({ reducedMotion: null });
}

/** In the page. */
async function playOn({ highlighted, limit }) {
  const until = performance.now() + limit;
  const isOver = () => document.querySelector('lap-final:not([hidden])');
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));
  while (!isOver()) {
    if (performance.now() > until) throw new Error(`not over: ${document.querySelector('lap-turn').textContent}`);
    document.querySelector('dialog[open] button')?.click();
    const places = [...document.querySelectorAll(highlighted)];
    places[Math.floor(Math.random() * places.length)]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await nextTask();
  }
}

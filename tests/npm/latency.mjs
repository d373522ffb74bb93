// How fast the table in the browser is, on this machine: one line of JSON, for the bench. Beside it stands the least that the
// browser itself takes here: for a page that is one line of text, and for a frame in which one thing changes. `click_ms` is of
// clicks while something moves (`moving` of `clicks`), `fps` of the frames that the browser shows while something moves: `frames`, and
// `dropped` that it left out.
import { HIGHLIGHTED, sitDown, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';

const CLICKS = 40;
const VISITS = 5;
const SETTLED = 2000; // ms after which a page is drawn, undisturbed: whoever asks it sooner makes it slower
const FRAMES = 40;
const GAME = process.argv[2] ?? 'gemtrix';
const server = await startServer();
const browser = await startBrowser();

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Once it is drawn, which an entry of its timeline says. */
async function settled(page, entry) {
  await page.waitForTimeout(SETTLED);
  await until(page, (name) => performance.getEntriesByName(name).length, entry);
}

/** Bytes of all that the lobby loads, and ms from asking for the page to the lobby being drawn, with an empty cache. */
async function visit() {
  const { page } = await somebody(browser, server);
  await settled(page, 'lobby');
  const visited = await page.evaluate(() => {
    const ms = performance.getEntriesByName('lobby').at(-1).startTime;
    const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const before = loaded.filter(({ startTime }) => startTime < ms);
    return { ms, bytes: before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
  });
  await page.context().close();
  return visited;
}

/** ms until a page without anything to load is drawn. */
async function visitText() {
  const { page } = await somebody(browser, { url: new URL('/address.js', server.url).href });
  await settled(page, 'first-contentful-paint');
  const ms = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  await page.context().close();
  return ms;
}

async function firstPage() {
  const visits = [];
  for (let i = 0; i < VISITS; i++) visits.push(await visit());
  const texts = [];
  for (let i = 0; i < VISITS; i++) texts.push(await visitText());
  return { page_bytes: visits[0].bytes, page_ms: Math.round(median(visits.map(({ ms }) => ms))), least_page_ms: Math.round(median(texts)) };
}

/** In the page: from a click to the end of the frame in which the board is drawn with its answer, which the story tells before: laid out and painted, too. */
async function clickOnce(selector) {
  const highlighted = document.querySelectorAll(selector);
  const turn = () => document.querySelector('.story').childElementCount;
  if (highlighted.length === 0 || document.querySelector('lap-final:not([hidden])')) return null;
  const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
  const [before, began] = [turn(), performance.now()];
  highlighted[Math.floor(Math.random() * highlighted.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }));
  let observer;
  const isAnswered = await new Promise((resolve) => {
    observer = new MutationObserver(() => turn() !== before && resolve(true));
    observer.observe(document.querySelector('lap-board'), { childList: true, subtree: true });
    setTimeout(resolve, 500, false);
  });
  observer.disconnect();
  await new Promise(requestAnimationFrame);
  await window.afterFrame();
  return !isAnswered ? null : { ms: performance.now() - began, isMoving };
}

/** How many frames the browser has shown of those in which something moves, and how many it has left out, by its own account. */
async function framesShown(page, run) {
  await browser.startTracing(page, { categories: ['benchmark'] });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const reports = traceEvents.map(({ args }) => args.frame_reporter).filter(Boolean);
  const count = (state) => reports.filter((report) => report.has_compositor_animation && report.state.startsWith(state)).length;
  return { shown: count('STATE_PRESENTED'), dropped: count('STATE_DROPPED') };
}

/** In the page: gives it what waits for the end of a frame that has begun: a task that comes before what the host says meanwhile. */
function addAfterFrame() {
  window.afterFrame = () => scheduler.postTask(() => {}, { priority: 'user-blocking' });
}

/** In the page: how long frames take in which no more than a title changes. */
async function changeTitle(frames) {
  const times = [];
  for (let i = 0; i < frames; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const began = performance.now();
    document.querySelector('h1').style.opacity = i % 2;
    await new Promise(requestAnimationFrame);
    await window.afterFrame();
    times.push(performance.now() - began);
  }
  return times;
}

/** What `once` yields, by clicks at matches of the game, so many times. */
async function play(page, times, once) {
  const found = [];
  await sitDown(page, GAME);
  for (let tries = 0; found.length < times && tries < 10 * times; tries++) {
    await page.locator(`${HIGHLIGHTED}, lap-final:not([hidden])`).first().waitFor();
    const one = await once();
    if (one) found.push(one);
    else if (await page.locator('lap-final:not([hidden])').count()) await sitDown(page, GAME);
  }
  return found;
}

async function clicks() {
  const { page } = await somebody(browser, server, { isCalm: true });
  await page.evaluate(addAfterFrame);
  const times = await play(page, CLICKS, () => page.evaluate(clickOnce, HIGHLIGHTED));
  const least = await page.evaluate(changeTitle, FRAMES);
  await page.context().close();
  const moving = times.filter(({ isMoving }) => isMoving);
  return {
    clicks: times.length,
    moving: moving.length,
    click_ms: Math.round(median((moving.length ? moving : times).map(({ ms }) => ms))),
    least_click_ms: Math.round(median(least)),
  };
}

/** A page of its own: what notes each frame makes it slower. The browser shows 60 frames a second where it leaves none out. */
async function frames() {
  const { page } = await somebody(browser, server, { isCalm: true });
  await page.evaluate(addAfterFrame);
  const { shown, dropped } = await framesShown(page, () => play(page, CLICKS, () => page.evaluate(clickOnce, HIGHLIGHTED)));
  await page.context().close();
  return { frames: shown, dropped, fps: Math.round((60 * shown) / (shown + dropped)) };
}

console.log(JSON.stringify({ game: GAME, ...(await firstPage()), ...(await clicks()), ...(await frames()) }));
await browser.close();
await server.stop();

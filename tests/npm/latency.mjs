// How fast the table in the browser is, on this machine: one line of JSON, for the bench.
import { gamesOf, HIGHLIGHTED, sitDown, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';

const CLICKS = 40;
const VISITS = 5;
const GAME = process.argv[2] ?? 'gemtrix';
const server = await startServer();
const browser = await startBrowser();

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Bytes of all that the lobby loads, and ms from asking for the page to the lobby being drawn, with an empty cache. */
async function visit() {
  const { page } = await somebody(browser, server);
  await gamesOf(page);
  await until(page, () => performance.getEntriesByName('lobby').length);
  const visited = await page.evaluate(() => {
    const ms = performance.getEntriesByName('lobby').at(-1).startTime;
    const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const before = loaded.filter(({ startTime }) => startTime < ms);
    return { ms, bytes: before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
  });
  await page.context().close();
  return visited;
}

async function firstPage() {
  const visits = [];
  for (let i = 0; i < VISITS; i++) visits.push(await visit());
  return { page_bytes: visits[0].bytes, page_ms: Math.round(median(visits.map(({ ms }) => ms))) };
}

/** In the page: from a click to the end of the frame in which its answer is drawn: laid out and painted, too. */
async function clickOnce(selector) {
  const highlighted = document.querySelectorAll(selector);
  const turn = () => document.querySelector('.story').childElementCount;
  if (highlighted.length === 0 || document.querySelector('lap-final:not([hidden])')) return null;
  const [before, began] = [turn(), performance.now()];
  highlighted[Math.floor(Math.random() * highlighted.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }));
  while (turn() === before && performance.now() < began + 500) await new Promise(requestAnimationFrame);
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null); // comes after the frame
  });
  return turn() === before ? null : performance.now() - began;
}

async function clicks() {
  const { page } = await somebody(browser, server, { isCalm: true });
  await sitDown(page, GAME);
  const times = [];
  for (let tries = 0; times.length < CLICKS && tries < 10 * CLICKS; tries++) {
    await page.locator(`${HIGHLIGHTED}, lap-final:not([hidden])`).first().waitFor();
    const time = await page.evaluate(clickOnce, HIGHLIGHTED);
    if (time) times.push(time);
    else if (await page.locator('lap-final:not([hidden])').count()) await sitDown(page, GAME);
  }
  return { clicks: times.length, click_ms: Math.round(median(times)) };
}

console.log(JSON.stringify({ game: GAME, ...(await firstPage()), ...(await clicks()) }));
await browser.close();
await server.stop();

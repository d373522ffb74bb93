// A table that was left is forgotten: neither its board nor its listeners stay behind.
import assert from 'node:assert/strict';
import { assertNoFaults, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const GAMES = ['connect-four', 'gem-rush', 'gem'];

const server = await startServer();
const browser = await startBrowser();

/** How many objects of a class, which an expression yields, are in memory. */
async function alive(session, constructor) {
  await session.send('HeapProfiler.collectGarbage');
  const { result } = await session.send('Runtime.evaluate', { expression: `${constructor}.prototype`, objectGroup: 'alive' });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId, objectGroup: 'alive' });
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId, functionDeclaration: 'function () { return this.length; }', returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'alive' });
  return counted.result.value;
}

async function listenersOfWindow(session) {
  const { result } = await session.send('Runtime.evaluate', { expression: 'window', objectGroup: 'window' });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'window' });
  return listeners.map(({ type }) => type).sort();
}

test('a table that was left leaves nothing in memory and no listener on the window', async () => {
  const person = await somebody(browser, server);
  const { page } = person;
  const session = await page.context().newCDPSession(page);
  await page.locator('[data-game]').first().waitFor();
  const before = await listenersOfWindow(session);
  for (const game of GAMES) {
    await sitDown(page, game);
    const lit = page.locator('lap-board .highlight:visible, lap-steps .choice:visible').first();
    await lit.waitFor();
    await lit.hover();
    await page.mouse.down(); // a drag that is ended elsewhere
    await page.mouse.move(5, 5, { steps: 3 });
    await page.mouse.up();
    assert.ok((await listenersOfWindow(session)).length > before.length, 'a table listens while it is there');
    await page.locator('.home').click();
    await page.locator('[data-game]').first().waitFor();
  }
  assert.deepEqual(await listenersOfWindow(session), before);
  // What was drawn or had the focus last is let go of with the next frames.
  let boards = GAMES.length;
  for (let i = 0; i < 20 && boards; i++) {
    boards = await alive(session, "customElements.get('lap-board')");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  assert.equal(boards, 0, 'boards that are still in memory');
  assertNoFaults(person);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

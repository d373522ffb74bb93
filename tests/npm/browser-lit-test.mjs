// Somebody who plays by what is lit, at three sizes, always sees some of it; nothing jumps, no text runs over, and axe-core finds
// nothing, by day and by night. A few games, a few steps each; with LAPIDARY_TEST_LIT all games, and that many steps. Games that are
// named behind it are tried alone.
import assert from 'node:assert/strict';
import { assertNoFaults, gamesOf, somebody, startBrowser } from './browser.mjs';
import { measure, SIZES } from './lit.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const SHIFT = 0.05; // of a turn, where 1 is the whole window moved by its whole length
const GAMES = ['gem', 'gem-rush', 'gemtrix'];
const whole = Number(process.env.LAPIDARY_TEST_LIT ?? 0);
const steps = whole || 12;

const server = await startServer();
const browser = await startBrowser();
const { page } = await somebody(browser, server);
const named = process.argv.slice(2);
const usual = whole ? await gamesOf(page) : GAMES;
const games = named.length ? named : usual;

for (const game of games)
  for (const size of SIZES)
    test(`${game} at ${size.width}x${size.height}: some of what is lit is in view, nothing jumps, no text runs over, all is for everybody`, async () => {
      const found = await measure(browser, server, { game, size, steps, colorScheme: SIZES.indexOf(size) % 2 ? 'dark' : 'light' });
      const worst = Math.max(0, ...found.shifts);
      console.log(`# ${found.steps} steps, ${found.dark.length} dark, a turn's jump at most ${worst.toFixed(3)}`);
      assert.deepEqual(found.dark, [], 'steps in which nothing lit is in view');
      assert.ok(worst < SHIFT, `a turn jumps by ${worst}`);
      assert.deepEqual(found.overflows, [], 'texts that run over');
      assert.deepEqual(found.inaccessible, [], 'what axe-core finds');
      assertNoFaults(found);
    });

await done(async () => {
  await browser.close();
  await server.stop();
});

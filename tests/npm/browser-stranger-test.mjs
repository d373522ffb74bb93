// Plugins that the page has never seen: compiled here from a copy of an example under another name, with its looks and
// without, out of the tree. In the environment: LAPIDARY_SOURCE and LAPIDARY_BUILD, the folders of the project.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNoFaults, gamesOf, playToTheEnd, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const source = process.env.LAPIDARY_SOURCE ?? new URL('../..', import.meta.url).pathname;
const build = process.env.LAPIDARY_BUILD ?? join(source, 'build');
const EXAMPLE = 'connect-four';
const folder = mkdtempSync(join(tmpdir(), 'lapidary-'));

/** A copy of the example that is called `id`. */
function compile(id, change = (text) => text) {
  const renamed = (file) => readFileSync(join(source, 'examples', EXAMPLE, file), 'utf8').replaceAll(EXAMPLE, id);
  const place = join(folder, id);
  mkdirSync(place);
  writeFileSync(join(place, `${id}.plugin`), renamed(`${EXAMPLE}.plugin`));
  writeFileSync(join(place, 'text.en.json'), renamed('text/en.json'));
  writeFileSync(join(place, 'game.c'), change(renamed(`${EXAMPLE}.c`)));
  const includes = ['plugin-api', 'sdk'].map((part) => `-I${join(source, part)}`);
  const archive = readdirSync(join(build, 'sdk')).find((file) => file.endsWith('.a'));
  execFileSync('cc', [
    '-shared',
    '-fPIC',
    '-O2',
    '-o',
    join(place, `${id}.so`),
    join(place, 'game.c'),
    ...includes,
    join(build, 'sdk', archive),
  ]);
}

compile('stranger');
compile('plain-stranger', (text) =>
  text.replaceAll('LAP_PLACEMENTS', '"nobody.asks/1"').replaceAll('LAP_FACES', '"nobody.asks/2"'),
);
Object.assign(process.env, { LAPIDARY_PLUGIN_PATH: folder, XDG_CACHE_HOME: join(folder, 'cache') });
const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);
const strangers = ['stranger', 'plain-stranger'];

test('they are in the lobby', async () => {
  const games = await gamesOf(person.page);
  for (const stranger of strangers) assert.ok(games.includes(stranger), stranger);
});

for (const game of strangers)
  test(`${game} is playable`, async () => {
    await sitDown(person.page, game);
    await playToTheEnd(person.page);
    assertNoFaults(person);
  });

await done(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

// `lapidary dev`: the page beside an editor. What is saved is played in the match that runs, and what is wrong is shown.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNoFaults, playToTheEnd, sitDown, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

// docs/ten-minutes.md is followed: what comes before a block says which lines of a file it replaces; commands are run, what is
// shown is waited for. Its first section is for a machine that has nothing yet (tests/slow/packages.sh).
const place = mkdtempSync(join(tmpdir(), 'lapidary-dev-'));
const transcript = readFileSync(join(process.env.LAPIDARY_SOURCE, 'docs', 'ten-minutes.md'), 'utf8');
const [, ...sections] = transcript.split(/^## /m).filter((section) => section.includes('```'));
const BLOCK = /^(?:<!-- (?<file>\S+): from "(?<first>.+?)" until "(?<last>.+?)" -->\n)?```(?<language>\w+)\n(?<text>.*?)^```$/gms;
process.chdir(place);

const browser = await startBrowser();
let author, server;

function edit(from, to, name) {
  const text = readFileSync(name, 'utf8');
  assert.ok(text.includes(from));
  writeFileSync(name, text.replace(from, to));
}

/** Replaces the lines of a file from the one that begins with `first` to before the one that begins with `last`. */
function replaceLines({ file, first, last, text }) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const [from, until] = [first, last].map((words) => lines.findIndex((line) => line.startsWith(words)));
  assert.ok(from >= 0 && until > from, `${file}: "${first}" until "${last}"`);
  writeFileSync(file, [...lines.slice(0, from), ...text.trimEnd().split('\n'), ...(text.endsWith('\n\n') ? [''] : []), ...lines.slice(until)].join('\n'));
}

/** Runs a command, and sits down in the browser at what it hosts. */
async function run(line) {
  const [program, ...words] = line.split(' ');
  assert.equal(program, 'lapidary');
  if (words[0] !== 'dev') {
    const { status, stderr } = spawnSync(process.env.LAPIDARY, words, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return;
  }
  server = await startServer({ command: [...words, '--positions', '5'] });
  author = await somebody(browser, server);
  await sitDown(author.page, words[1]);
}

for (const section of sections)
  test(`ten minutes: ${section.split('\n')[0]}`, async () => {
    for (const { groups } of section.matchAll(BLOCK)) {
      const lines = groups.text.trimEnd().split('\n');
      if (groups.language === 'sh') for (const line of lines) await run(line);
      else if (groups.language === 'text') for (const line of lines) await author.page.getByText(line).first().waitFor();
      else replaceLines(groups);
    }
  });

test('what was wrong is shown no more, and the match is played to its end', async () => {
  await author.page.locator('.notice.bad').waitFor({ state: 'detached' });
  await playToTheEnd(author.page);
  assertNoFaults(author);
});

const draw = (colour) =>
  writeFileSync(join('heaps', 'pictures', 'heap.svg'), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect fill="${colour}"/></svg>`);

/** What the host sends as the game's picture, once that is at another address. */
async function nextPicture(before) {
  for (;;) {
    const { games } = await author.page.evaluate(async () => (await import('/host.js')).host.call('games.list', {}));
    const { picture } = games.find(({ id }) => id === 'heaps') ?? {};
    if (picture && picture !== before) return { picture, text: await (await fetch(new URL(picture, server.url))).text() };
    await author.page.waitForTimeout(200);
  }
}

test('a picture that is saved is the one that is shown', async () => {
  mkdirSync(join('heaps', 'pictures'));
  draw('red');
  edit("'text.en.json'", "'picture.heap.svg': 'pictures/heap.svg',\n  'text.en.json'", 'heaps/meson.build');
  edit('Name=Heaps', 'Name=Heaps\nPicture=heap', 'heaps/heaps.plugin');
  const { picture, text } = await nextPicture();
  assert.match(text, /<rect fill="red">/);
  draw('blue');
  assert.match((await nextPicture(picture)).text, /<rect fill="blue">/);
});

await done(async () => {
  await browser.close();
  await server?.stop();
  rmSync(place, { recursive: true });
});

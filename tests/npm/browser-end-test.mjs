// How a match ends: on points, by what breaks a tie, because somebody resigned, or because a clock ran out.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { assertAccessible, fitsPhone } from './access.mjs';
import { assertNoFaults, HIGHLIGHTED, loadStyles, playToTheEnd, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

/** Ada at a new match of `game`, with bots in the other seats. */
async function play(game, seats, more = {}, options = {}) {
  const ada = await somebody(browser, server, options);
  await ada.page.evaluate(sitDownAt, { game, seats, more });
  // Not until it can be seen: a page that draws hundreds of moves of bots has hardly a frame in which to be asked.
  await ada.page.locator('lap-board').waitFor({ state: 'attached' });
  return ada;
}

/** In the page, with its own modules. */
async function sitDownAt({ game, seats, more }) {
  const [{ create }, { go, toMatch }] = await Promise.all([import('/create.js'), import('/address.js')]);
  const others = Array.from({ length: seats - 1 }, () => ({ who: 'bot', bot: 'random' }));
  go(toMatch(await create(game, [{ who: 'me', name: 'Ada' }, ...others], more)));
}

/** What says that a seat is waited for. */
const MARKS_OF_TURN = '.turn-mark [role=img], .player.waited, lap-board .waits, lap-board .waited';

/** Counts what is said in the seat list, from now on. */
const listen = (page) =>
  page.evaluate(() => {
    globalThis.said = [];
    const aloud = document.querySelector('lap-seat-list [aria-live="polite"]');
    if (aloud.textContent) globalThis.said.push(aloud.textContent);
    const hear = () => globalThis.said.push(aloud.textContent);
    new MutationObserver(hear).observe(aloud, { childList: true, subtree: true, characterData: true });
  });

/** Bots may have a whole match to play before it, each move of which is drawn. */
const ending = async (page) => {
  await page.locator('lap-final:not([hidden])').waitFor({ timeout: 60_000 });
  const textOf = (selector) => page.locator(selector).allInnerTexts();
  const [[turn], [headline], verdict, [seat]] = await Promise.all(
    ['lap-turn', 'lap-final h2', '.verdict', '.player'].map(textOf),
  );
  return { turn, headline, verdict, seat };
};

test('whoever does nothing runs out of time: the page warns once, and says so everywhere', async () => {
  const ada = await play('connect-four', 2, { clock: { initial: 12_000, increment: 0 } });
  await listen(ada.page);
  const { turn, headline, verdict, seat } = await ending(ada.page);
  assert.equal(turn, 'The match is over: Ada ran out of time');
  assert.equal(headline, 'random 2 wins');
  assert.deepEqual(verdict, ['Ada ran out of time.']);
  assert.match(seat, /out of time/);
  assert.match(seat, /\b0:00\b(?!\.)/);
  assert.equal(await ada.page.locator(MARKS_OF_TURN).count(), 0);
  const said = await ada.page.evaluate(() => globalThis.said);
  assert.equal(said.length, 1, `said once: ${said.join(' | ')}`);
  assert.match(said[0], /^Ada has \d+ seconds left\.$/);
  assertNoFaults(ada);
});

test('among three the match goes on without the one who ran out of time', async () => {
  const ada = await play('gemtrix', 3, { clock: { initial: 6000, increment: 0 } });
  const { turn, verdict, seat } = await ending(ada.page);
  assert.equal(turn, 'The match is over');
  assert.deepEqual(verdict.slice(0, 2), ['Ada ran out of time.', 'Whoever leaves the match comes last.']);
  assert.match(seat, /out of time/);
  assertNoFaults(ada);
});

test('whoever resigns is named', async () => {
  const ada = await play('connect-four', 2);
  ada.page.on('dialog', (dialog) => dialog.accept());
  await ada.page.locator(HIGHLIGHTED).first().waitFor();
  await ada.page.locator('.menu summary').click();
  await ada.page.locator('[data-do="resign"]').click();
  const { turn, headline, verdict } = await ending(ada.page);
  assert.equal(turn, 'The match is over: Ada resigned');
  assert.equal(headline, 'random 2 wins');
  assert.deepEqual(verdict, ['Ada resigned.']);
  assert.equal(await ada.page.locator(MARKS_OF_TURN).count(), 0);
  assertNoFaults(ada);
});

test('who plays alone is told what the rules say of it, and has not won against anybody', async () => {
  const ada = await play('gems-tracker-solo', 1);
  await playToTheEnd(ada.page, 0);
  const { headline, verdict } = await ending(ada.page);
  assert.equal(headline, 'The match is over');
  assert.match(verdict.at(-1), /tenders? met\. /); // and a word of praise
  assert.equal(await ada.page.locator('.ranking').count(), 0);
  assertNoFaults(ada);
});

// --- looking back

/** Ada and two bots, played to the end; at first she presses a key, if one is given. */
async function playedOut(game = 'gemtrix', seats = 3, options = {}, key = undefined) {
  const ada = await play(game, seats, {}, options);
  if (key) await ada.page.keyboard.press(key);
  await playToTheEnd(ada.page, 0);
  await ada.page.locator('lap-final:not([hidden])').waitFor();
  return ada;
}

test('the summary lies over the table, says it line by line, and folds away', async () => {
  const ada = await playedOut('gemtrix', 3, {}, 'Escape');
  const { page } = ada;
  const final = page.locator('lap-final');
  assert.equal(await page.locator('lap-final.folded').count(), 0, 'whatever was taken back by Escape');
  assert.ok(await final.locator('lap-sheet tbody tr').count());
  assert.match((await final.locator('.verdict').allInnerTexts()).join(' '), /^The game is over: /, 'why it ended');
  assert.match(await final.locator('.ranking').innerText(), /Ada\s+you/);
  assert.equal(await page.locator('lap-round:not([hidden])').count(), 0, 'nothing lies over it');
  assert.equal(await page.locator('.tour-offer').isVisible(), false, 'it is too late for a tour');
  const [over, board] = await Promise.all([final.boundingBox(), page.locator('lap-board').boundingBox()]);
  assert.ok(over.y < board.y + board.height && over.y + over.height > board.y, 'it lies over the board');
  await page.setViewportSize({ width: 1280, height: 560 });
  assert.ok(await final.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight), 'longer than the window');
  const wayOn = await final.getByRole('link', { name: 'To the lobby' }).boundingBox();
  assert.ok(wayOn.y + wayOn.height <= 560, 'the way on is in sight');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await page.locator('lap-final.folded').waitFor();
  assert.equal(await final.locator('.why').isVisible(), false);
  const [line, table] = await Promise.all([final.boundingBox(), page.locator('lap-board').boundingBox()]);
  assert.ok(line.height < table.height / 6, 'a line');
  assert.deepEqual(await final.locator('button:visible').allInnerTexts(), ['Summary', 'Rematch', 'Look back']);
  await final.getByRole('button', { name: 'Summary' }).click();
  assert.ok(await final.locator('.ranking').isVisible());
  assertNoFaults(ada);
});

test('hidden hands are open at the end', async () => {
  const { page } = await playedOut();
  const hand = page.getByRole('region', { name: 'random 2' }).getByRole('group', { name: 'Hand' });
  await hand.filter({ hasNotText: '×' }).waitFor();
  assert.ok((await hand.getByRole('img').count()) > 1);
});

test('a line of the story leads to its moment, whose points are those of then', async () => {
  const ada = await playedOut('oh-hell'); // in which somebody always has points at the end
  const { page } = ada;
  const totals = () => page.locator('.seats .total').allInnerTexts();
  assert.ok((await totals()).some((total) => total !== '0'));
  await page.keyboard.press('Escape');
  const line = page.locator('.story li').first();
  const seq = Number(await line.getAttribute('data-seq')); // the first move of all, which wins no points
  await line.locator('.moment').click();
  await page.locator('lap-replay output', { hasText: `${seq} / ` }).waitFor();
  assert.equal(await page.locator('lap-board .leaving .left').count(), 0, 'what lay there at the end is gone at once');
  await until(page, (at) => location.hash.endsWith(`/${at}`), seq);
  assert.deepEqual(await totals(), ['0', '0', '0']);
  assert.equal(await page.locator('lap-final').isVisible(), false);
  const link = page.url();
  await page.goto(new URL('/#', link).href);
  await page.goto(link);
  await page.locator('lap-replay:not([hidden]) output', { hasText: `${seq} / ` }).waitFor();
  assertNoFaults(ada);
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

// --- scores as they may come, shown by the page's own modules

const { page } = await somebody(browser, server);
await loadStyles(page);
await page.locator('[data-game]').first().waitFor();

const CATEGORIES = [
  { name: 'points', title: 'Orichalcum extracted' },
  { name: 'rails', title: 'Fewest rails' },
  { name: 'stack', title: 'Highest in the stack' },
];
const NAMES = ['Ada Lovelace', 'Bob', 'Cleo', 'Dagny', 'Ernestine', 'Francisco', 'Gottfried'];
const line = (category, tier) => (points, seat) => ({ category, tier, seat, points, text: category });
const each = (category, tier, points) => points.map(line(category, tier));

/** A match that is over: totals and places of its seats, and lines. */
const over = (standing, lines) => ({
  result: 'finished',
  seats: standing.map(() => ({})),
  score: { lines, seats: standing.map(([total, place]) => ({ total, place })), final: true },
});

const verdict = (state) =>
  page.evaluate(
    async ([is, names, categories]) => (await import('/verdict.js')).verdict(is, { story: [], names }, { categories }),
    [state, NAMES, CATEGORIES],
  );

test('who comes too late for the whole story is told the same of who ran out of time', async () => {
  const seats = [{ resigned: true, late: true }, {}, { resigned: true }];
  const said = await verdict({ ...over([[0, 2], [0, 1], [0, 2]], []), result: 'resigned', seats });
  assert.deepEqual(said, ['Ada Lovelace ran out of time.', 'Cleo resigned.']);
});

for (const { what, standing, lines, says } of [
  {
    what: 'by how many points',
    standing: [[7, 2], [9, 1], [2, 3]],
    lines: each('points', 0, [7, 9, 2]),
    says: 'By 2 points: 9 to 7.',
  },
  {
    what: 'how the only points were made',
    standing: [[0, 2], [1, 1]],
    lines: [{ ...line('points', 0)(1, 1), text: 'Bob has four in a row.' }],
    says: 'Bob has four in a row.',
  },
  {
    what: 'by how many points, where nothing but a title is told of the only ones',
    standing: [[0, 2], [1, 1]],
    lines: [{ ...line('points', 0)(1, 1), text: 'Orichalcum extracted' }],
    says: 'By 1 point: 1 to 0.',
  },
  {
    what: 'which category broke the tie',
    standing: [[9, 2], [9, 1], [2, 3]],
    lines: [...each('points', 0, [9, 9, 2]), ...each('rails', 1, [-4, -3, 0])],
    says: 'Equal totals of 9. What decided: Fewest rails.',
  },
  {
    what: 'that the first that might have broken it did not',
    standing: [[9, 1], [9, 2]],
    lines: [...each('points', 0, [9, 9]), ...each('rails', 1, [-4, -4]), ...each('stack', 2, [1, 0])],
    says: 'Equal totals of 9. What decided: Highest in the stack.',
  },
  {
    what: 'that nothing broke it',
    standing: [[9, 1], [9, 1], [2, 3]],
    lines: each('points', 0, [9, 9, 2]),
    says: 'Equal totals of 9, and nothing else tells them apart.',
  },
  {
    what: 'that the viewer cannot see what broke it',
    standing: [[9, 1], [9, 2]],
    lines: each('points', 0, [9, 9]),
    says: 'Equal totals of 9. What decided cannot be seen.',
  },
])
  test(`the end says ${what}`, async () => assert.deepEqual(await verdict(over(standing, lines)), [says]));

test('the end of those who play together says what was to be reached', async () => {
  const lines = [line('points', 0)(40, -1), line('goal', 7)(45, -1)];
  const state = { ...over([[0, 1], [0, 1]], []), score: { lines, together: { won: false, total: 40 }, final: true } };
  assert.deepEqual(await verdict(state), ['40 points; 45 were to be reached.']);
});

/** In the page: a sheet as wide as the column beside the board, and what can be seen of it. */
async function showSheet([score, names, categories]) {
  await import('/sheet.js');
  const sheet = document.createElement('lap-sheet');
  document.body.append(sheet);
  Object.assign(sheet.style, { display: 'block', width: '318px' });
  sheet.show(score, { categories }, names);
  const linesOf = (node, [from, to]) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return new Set([...range.getClientRects()].map(({ x, y }) => `${x} ${y}`)).size;
  };
  const broken = [...sheet.querySelectorAll('th span')].flatMap(({ firstChild }) =>
    [...firstChild.data.matchAll(/\S+/g)]
      .filter(({ 0: word, index }) => linesOf(firstChild, [index, index + word.length]) > 1)
      .map(([word]) => word),
  );
  const rows = [...sheet.querySelectorAll('tbody tr')].map((row) => [...row.cells].map(({ textContent }) => textContent));
  sheet.remove();
  return { broken, rows };
}

const sheetOf = ({ score }) =>
  page.evaluate(showSheet, [score, NAMES.slice(0, score.seats.length), CATEGORIES]);

for (const seats of [1, 2, 3, 4, 7])
  test(`the sheet of ${seats} keeps its words whole`, async () => {
    const standing = NAMES.slice(0, seats).map((_, seat) => [seat, seats - seat]);
    const { broken } = await sheetOf(over(standing, each('points', 0, standing.map(([total]) => total))));
    assert.deepEqual(broken, []);
  });

test('the sheet shows what breaks ties where totals are equal, of those seats', async () => {
  const lines = [...each('points', 0, [9, 9, 2]), ...each('rails', 1, [-4, -3, 0])];
  const { rows } = await sheetOf(over([[9, 2], [9, 1], [2, 3]], lines));
  assert.deepEqual(rows.at(-1), ['Fewest rails', '−4', '−3', '–']);
});

test('the sheet says that nobody has scored: yet, or at all', async () => {
  const toldBy = (score) => page.evaluate(async ([shown, names]) => {
    await import('/sheet.js');
    const sheet = document.createElement('lap-sheet');
    sheet.show(shown, { categories: [] }, names);
    return sheet.textContent;
  }, [score, NAMES.slice(0, 2)]);
  const { score } = over([[0, 1], [0, 1]], []);
  assert.match(await toldBy({ ...score, final: false }), /Nobody has scored yet\./);
  assert.match(await toldBy(score), /Nobody has scored\./);
});

test('the sheet does not mention it where they are not', async () => {
  const lines = [...each('points', 0, [9, 8, 2]), ...each('rails', 1, [-4, -3, 0])];
  const { rows } = await sheetOf(over([[9, 1], [8, 2], [2, 3]], lines));
  assert.deepEqual(rows.at(-1), ['Total', '9', '8', '2']);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

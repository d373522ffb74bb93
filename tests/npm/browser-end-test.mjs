// How a match ends: on points, by what breaks a tie, because somebody resigned, or because a clock ran out.
import assert from 'node:assert/strict';
import { assertNoFaults, HIGHLIGHTED, loadStyles, playToTheEnd, somebody, startBrowser } from './browser.mjs';
import * as matches from './ended.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const play = (...match) => matches.play(browser, server, ...match);
const playedOut = (...match) => matches.playedOut(browser, server, ...match);

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
  assert.match(verdict.at(-1), /tenders? of ten met\. /); // and a word of praise
  assert.equal(await ada.page.locator('.ranking').count(), 0);
  assertNoFaults(ada);
});

test('where several games are played, the end of one is the end of a round', async () => {
  const ada = await play('gemtrix-tournament', 2, { options: { 'gemtrix/stall_limit': '1', 'gemtrix-tournament/target': '10000' } });
  const { page } = ada;
  const isThere = () => page.locator('lap-round:not([hidden])').count();
  for (let i = 0; i < 100 && !(await isThere()); i++) {
    await page.evaluate((highlighted) => document.querySelector(highlighted)?.click(), HIGHLIGHTED);
    await page.waitForTimeout(100);
  }
  assert.equal(await page.locator('lap-round h2').innerText(), 'The game is counted');
  assert.deepEqual((await page.locator('lap-round .name').allInnerTexts()).sort(), ['Ada', 'random 2']);
  assert.equal(await page.locator('lap-final:not([hidden])').count(), 0, 'the match goes on');
  assertNoFaults(ada);
});

test('a new match from the summary has the options of the one that is over', async () => {
  const ada = await play('gem-crisis', 2, { options: { 'gem-crisis/level': 'expert' } });
  const { page } = ada;
  page.on('dialog', (dialog) => dialog.accept());
  await page.locator(HIGHLIGHTED).first().waitFor();
  await page.locator('.menu summary').click();
  await page.locator('[data-do="resign"]').click();
  await page.locator('lap-final').getByRole('link', { name: 'New match' }).click();
  await page.locator('#option-gem-crisis-level').waitFor();
  assert.deepEqual(await page.locator('[id^="option-"]').evaluateAll((fields) => fields.map(({ value }) => value)), ['0', 'expert']);
  assertNoFaults(ada);
});

test('the summary is seen though one has looked back before', async () => {
  const ada = await play('connect-four', 2);
  const { page } = ada;
  await page.locator('lap-board .highlight').first().click();
  await page.locator('.menu summary').click();
  await page.locator('[data-do="replay"]').click();
  await page.locator('lap-replay:not([hidden])').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('lap-replay[hidden]').waitFor({ state: 'attached' });
  await playToTheEnd(page, 0);
  await page.locator('lap-final:not([hidden])').waitFor();
  assert.equal(await page.locator('lap-final.folded').count(), 0);
  assertNoFaults(ada);
});

test('the summary lies over the table, says it line by line, and folds away', async () => {
  const ada = await playedOut('gemtrix', 3, {}, 'Escape');
  const { page } = ada;
  const final = page.locator('lap-final');
  assert.equal(await page.locator('lap-final.folded').count(), 0, 'whatever was taken back by Escape');
  assert.ok(await final.locator('lap-sheet > .scroll tbody tr').count());
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
  await page.locator('.menu summary').click();
  await page.locator('.menu button').first().click({ trial: true }); // nothing lies over it
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.menu[open], lap-final.folded').count(), 0, 'Escape closes the menu alone');
  await page.keyboard.press('Escape');
  await page.locator('lap-final.folded').waitFor();
  await page.locator('.menu summary').click();
  await page.locator('.menu button').first().click({ trial: true });
  await page.keyboard.press('Escape');
  assert.equal(await final.locator('.why').isVisible(), false);
  const [line, table] = await Promise.all([final.boundingBox(), page.locator('lap-board').boundingBox()]);
  assert.ok(line.height < table.height / 6, 'a line');
  assert.deepEqual(await final.locator('button:visible').allInnerTexts(), ['Summary', 'Rematch', 'Look back']);
  await final.getByRole('button', { name: 'Summary' }).click();
  assert.ok(await final.locator('.ranking').isVisible());
  assertNoFaults(ada);
});

test('on a phone that was scrolled the summary folds into a line in sight', async () => {
  const ada = await playedOut('gemtrix', 3);
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 700 });
  await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
  assert.ok((await page.evaluate(() => scrollY)) > 300);
  await page.locator('lap-final .fold').click();
  const [line, head] = await Promise.all(['lap-final.folded', '.table-head'].map((part) => page.locator(part).boundingBox()));
  assert.ok(line.y >= head.y + head.height && line.y + line.height <= 700, `${line.y}`);
  assertNoFaults(ada);
});

test('hidden hands are open at the end', async () => {
  const { page } = await playedOut();
  const hand = page.getByRole('region', { name: 'random 2' }).getByRole('group', { name: 'Hand' });
  await hand.filter({ hasNotText: '×' }).waitFor();
  assert.ok((await hand.getByRole('img').count()) > 1);
});

// --- scores as they may come, shown by the page's own modules

const { page } = await somebody(browser, server);
await loadStyles(page);
await page.locator('[data-game]').first().waitFor();

const CATEGORIES = [
  { name: 'points', title: 'Orichalcum extracted' },
  { name: 'rails', title: 'Fewest rails' },
  { name: 'stack', title: 'Highest in the stack' },
  { name: 'task', title: 'Tasks', args: [{ name: 'card', type: 'piece', field: 'tasks' }] },
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

const verdict = (state, viewer = -1, more = {}) =>
  page.evaluate(
    async ([is, at, categories]) => (await import('/verdict.js')).verdict(is, { story: [], ...at }, { categories }),
    [state, { names: NAMES, viewer, ...more }, CATEGORIES],
  );

test('who comes too late for the whole story is told the same of who ran out of time', async () => {
  const seats = [{ resigned: true, late: true }, {}, { resigned: true }];
  const said = await verdict({ ...over([[0, 2], [0, 1], [0, 2]], []), result: 'resigned', seats });
  assert.deepEqual(said, ['Ada Lovelace ran out of time.', 'Cleo resigned.']);
});

for (const { what, standing, lines, says } of [
  {
    what: 'by how many points, and ahead of whom',
    standing: [[7, 2], [9, 1], [2, 3]],
    lines: each('points', 0, [7, 9, 2]),
    says: '2 points ahead of Ada Lovelace: 9 to 7.',
  },
  {
    what: 'that several are the next',
    standing: [[7, 2], [9, 1], [7, 2]],
    lines: each('points', 0, [7, 9, 7]),
    says: '2 points ahead of Ada Lovelace and Cleo: 9 to 7.',
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
    says: '1 point ahead of Ada Lovelace: 1 to 0.',
  },
  {
    what: 'what was counted, where each point is a thing that is named',
    standing: [[1, 2], [2, 1]],
    lines: [1, 1, 0].map((seat) => ({ ...line('points', 0)(1, seat), args: { card: 'ruby' } })),
    says: 'Orichalcum extracted: 2 to 1.',
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

test('the end says where the winner was furthest ahead: of the next, and of who has lost and looks', async () => {
  const lines = [...each('points', 0, [5, 3, 6]), ...each('rails', 0, [4, 4, 0]), ...each('stack', 1, [9, 0, 0])];
  const state = over([[9, 1], [7, 2], [6, 3]], lines);
  const lead = async (viewer) => (await verdict(state, viewer)).slice(1);
  assert.deepEqual(await lead(0), ['Furthest ahead of Bob in “Orichalcum extracted”: 5 to 3.']);
  assert.deepEqual(await lead(2), [...(await lead(0)), 'Furthest ahead of you in “Fewest rails”: 4 to 0.']);
  assert.equal((await verdict(state, 1))[0], '2 points ahead of you: 9 to 7.');
  state.score.lines = [...each('points', 0, [5, 3, 6]), ...each('rails', 0, [6, 4, 0])];
  assert.deepEqual(await lead(0), [], 'it was as far ahead in both');
});

test('who plays alone is told the end, also where the last move says nothing but that', async () => {
  const alone = over([[1, 1]], each('points', 0, [1]));
  const story = (kind, text) => [{ kind: 'move', text: ['Ada draws.', 'It is blue.'], events: [{ kind: 'drawn' }] }, { kind: 'move', text, events: [{ kind }] }];
  const told = (kind, text) => verdict(alone, 0, { story: story(kind, text) });
  assert.deepEqual(await told('praised', ['One of ten.']), ['One of ten.']);
  assert.deepEqual(await told('drawn', ['Ada draws.']), []);
});

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
  const rowsIn = (selector) => [...sheet.querySelectorAll(`${selector} tbody tr`)].map((row) => [...row.cells].map(({ textContent }) => textContent));
  const [rows, how] = [rowsIn('lap-sheet > .scroll'), rowsIn('details')];
  sheet.remove();
  return { broken, rows, how };
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

test('what counts only at the end stands apart from the total, and progress with something on the table not at all', async () => {
  const { score } = over([[9, 1], [8, 2]], [...each('points', 0, [9, 8]), ...each('rails', 8, [5, 3]), ...each('task', 8, [1, 2])]);
  const { rows, how } = await sheetOf({ score: { ...score, final: false } });
  assert.deepEqual(rows.slice(1), [['Total', '9', '8'], ['Counts only at the end, as it stands'], ['Fewest rails', '5', '3']]);
  assert.deepEqual(how.slice(-2), [['Fewest rails'], ['rails', '5', '3']]);
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

test('the sheet of the end leaves out what has brought nobody anything, and tells it below', async () => {
  const { score } = over([[9, 1], [8, 2]], [...each('points', 0, [9, 8]), ...each('rails', 0, [0, 0])]);
  const titlesOf = (rows) => rows.map(([title]) => title);
  assert.deepEqual(titlesOf((await sheetOf({ score })).rows), ['Orichalcum extracted', 'Total']);
  assert.deepEqual(titlesOf((await sheetOf({ score: { ...score, final: false } })).rows), ['Orichalcum extracted', 'Fewest rails', 'Total']);
});

test('how points came about stands in the columns of the seats, what several have in one line', async () => {
  const line = (seat, points, text, category = 'points') => ({ category, seat, tier: 0, points, text });
  const lines = [line(0, 4, 'Ruby'), line(0, 4, 'Ruby'), line(1, 4, 'Ruby'), line(1, 1, 'Jade'), line(1, -1, 'Jade'), line(-1, 2, 'For all'), line(0, 1, 'Fewest rails', 'rails')];
  const { how } = await sheetOf(over([[9, 1], [4, 2]], lines));
  assert.deepEqual(how, [['Orichalcum extracted'], ['Ruby', '2×4', '4'], ['Jade', '', '1−1'], ['For all', '2'], ['Fewest rails', '1', '']]);
});

test('the sheet has its rows in the order of the categories', async () => {
  const { score } = over([[3, 1], [2, 2]], [...each('rails', 0, [1, 1]), ...each('points', 0, [2, 1])]);
  assert.deepEqual((await sheetOf({ score })).rows.map(([title]) => title), ['Orichalcum extracted', 'Fewest rails', 'Total']);
});

test('how points came about is read with the names in sight, and a row without a head looks like one', async () => {
  const found = await page.evaluate(async ([score, names, categories]) => {
    await import('/sheet.js');
    const final = document.createElement('lap-final');
    const sheet = document.createElement('lap-sheet');
    final.append(sheet);
    document.body.append(final);
    sheet.show(score, { categories }, names);
    sheet.querySelector('details').open = true;
    final.scrollTop = final.scrollHeight;
    const edge = final.getBoundingClientRect().top;
    const [name] = sheet.querySelectorAll('details thead th');
    const { fontWeight } = getComputedStyle(sheet.querySelector('details tbody:last-child th'));
    const seen = document.elementFromPoint(name.getBoundingClientRect().x + 4, name.getBoundingClientRect().y + 4);
    const scrolled = final.scrollTop;
    const shown = name.getBoundingClientRect().top - edge;
    final.remove();
    return { scrolled, shown, isInSight: name.contains(seen), fontWeight };
  }, [over([[60, 1], [1, 2]], [...Array.from({ length: 60 }, (_, i) => ({ ...line('points', 0)(1, 0), text: `gem ${i}` })), { ...line('rails', 0)(1, 1), text: 'Fewest rails' }]).score, NAMES.slice(0, 2), CATEGORIES]);
  assert.ok(found.scrolled > 100, 'longer than the window');
  assert.ok(found.shown >= 0 && found.shown < 20, `the names are ${found.shown} px below the edge`);
  assert.ok(found.isInSight);
  assert.equal(found.fontWeight, '600');
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

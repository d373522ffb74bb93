// What one is told before one plays: how long it takes, how it goes, and who plays along.
import assert from 'node:assert/strict';
import { assertNoFaults, playToTheEnd, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const card = (page, game) => page.locator(`[data-game="${game}"]`);
const visit = (page, fragment) => page.goto(new URL(`/${fragment}`, server.url).href);
const playersOf = (page) => page.locator('.seats .name').allInnerTexts();

test('a card says how long a game takes, in the language of the reader', async () => {
  for (const [locale, text] of [
    ['en', '15–30 min'],
    ['id', '15–30 mnt'],
  ]) {
    const { page } = await somebody(browser, server, { locale });
    assert.equal(await card(page, 'gemtrix').locator('.trait.minutes').innerText(), text);
  }
});

/** In the page: what was loaded before the lobby was drawn, and after, the bytes of the first, and the scripts that the page asks for at once. */
function loaded() {
  const [drawn] = performance.getEntriesByName('lobby');
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const files = all.map(({ name, startTime }) => [new URL(name).pathname, startTime]);
  const of = (isWanted) => files.filter(([, at]) => isWanted(at)).map(([name]) => name);
  const bytes = all.reduce((sum, { startTime, encodedBodySize }) => sum + (startTime < drawn?.startTime ? encodedBodySize : 0), 0);
  const scripts = [...document.querySelectorAll('link[rel=modulepreload], script')].map(({ href, src }) => new URL(href ?? src).pathname);
  return { before: of((at) => at < drawn?.startTime), after: of((at) => at > drawn?.startTime), bytes, scripts };
}

const FIRST_PAGE = 150_000; // bytes

test('the lobby is drawn before anything is loaded that only a table needs', async () => {
  const { page } = await somebody(browser, server);
  const ofTable = ['/table.js', '/board.js', '/table.css', '/board.css', '/new-match.js'];
  const areLoaded = (files) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return files.every((file) => loaded.includes(file));
  };
  await until(page, areLoaded, ofTable);
  const { before, after, bytes, scripts } = await page.evaluate(loaded);
  assert.ok(before.includes('/lobby.js'));
  assert.ok(bytes > 0 && bytes < FIRST_PAGE, `the first page has ${bytes} bytes`);
  assert.deepEqual(ofTable.filter((file) => before.includes(file)), []);
  assert.deepEqual(ofTable.filter((file) => !after.includes(file)), []);
  assert.deepEqual(before.filter((file) => file.endsWith('.js') && !scripts.includes(file)), [], 'no script waits until another one asks for it');
});

test('the rules are fetched when they are first opened, and no sooner', async () => {
  const someone = await somebody(browser, server, { locale: 'es' });
  const rules = card(someone.page, 'connect-four').locator('.rules p');
  await card(someone.page, 'connect-four').waitFor();
  assert.equal(await rules.count(), 0);
  await card(someone.page, 'connect-four').locator('summary').click();
  await rules.first().waitFor();
  assert.equal(await rules.count(), 3);
  assert.match(await rules.first().innerText(), /siete columnas y seis filas/);
  assertNoFaults(someone);
});

test('the rules of a card open without moving any card', async () => {
  const { page } = await somebody(browser, server);
  await card(page, 'connect-four').waitFor();
  const boxes = () => page.locator('[data-game]').evaluateAll((cards) => cards.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const before = await boxes();
  await card(page, 'connect-four').locator('summary').first().click();
  await card(page, 'connect-four').locator('.rules p').first().waitFor();
  assert.deepEqual(await boxes(), before);
  await card(page, 'gemtrix').locator('summary').first().click();
  await card(page, 'gemtrix').locator('.rules p').first().waitFor();
  assert.equal(await page.locator('.game > details[open]').count(), 1, 'one at a time');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.game > details[open]').count(), 0, 'closed by Escape');
  await card(page, 'gemtrix').locator('summary').first().click();
  await page.locator('h1').first().click();
  assert.equal(await page.locator('.game > details[open]').count(), 0, 'closed by a click elsewhere');
});

test('who is about to set up a match can read the rules', async () => {
  const { page } = await somebody(browser, server);
  await visit(page, '#new=gems-tracker-solo');
  await page.locator('lap-new-match summary').click();
  await page.locator('lap-new-match .rules p').first().waitFor();
});

test('the rules can be read at the table, and closed by keyboard', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await card(page, 'connect-four').locator('button.main').click();
  await page.locator('lap-board').waitFor();
  await page.locator('.menu summary').click();
  await page.locator('.menu [data-do="rules"]').click();
  assert.match(await page.locator('dialog[open]').innerText(), /seven columns and six rows/);
  await page.keyboard.press('Escape');
  await page.locator('.menu summary:focus').waitFor();
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assertNoFaults(someone);
});

test('bots have names for people, or those that they are given', async () => {
  const { page } = await somebody(browser, server);
  await card(page, 'gemtrix').locator('button.main').click();
  await page.locator('.seats .name').first().waitFor();
  assert.deepEqual(await playersOf(page), ['Player 1', 'Bot 2', 'Bot 3']);
  await visit(page, '#new=gemtrix');
  await page.locator('lap-seat-field input').nth(2).fill('Marvin');
  await page.locator('form button.main').click();
  await page.locator('.seats .name').first().waitFor();
  assert.deepEqual(await playersOf(page), ['Player 1', 'Bot 2', 'Marvin']);
});

test('bots have levels, in the language of the reader, and the table says which', async () => {
  for (const [locale, levels, says] of [
    ['en', ['easy', 'normal', 'random'], 'bot, random'],
    ['es', ['fácil', 'normal', 'al azar'], 'bot, al azar'],
  ]) {
    const { page } = await somebody(browser, server, { locale });
    await visit(page, '#new=connect-four');
    const seat = page.locator('lap-seat-field').nth(1).locator('select');
    await seat.waitFor();
    const offered = await seat.locator('option').allInnerTexts();
    for (const level of levels) assert.ok(offered.some((text) => text.endsWith(`: ${level}`)), `${level} in ${offered}`);
    await seat.selectOption('bot random');
    await page.locator('form button.main').click();
    await page.locator('.player', { hasText: says }).waitFor();
  }
});

test('how well bots play is said where one plays at once, chosen there, and remembered', async () => {
  const { page } = await somebody(browser, server);
  const level = page.getByLabel('against bots');
  await level.waitFor();
  assert.equal(await level.inputValue(), 'easy');
  await level.selectOption('random');
  await page.reload();
  assert.equal(await level.inputValue(), 'random');
  await card(page, 'connect-four').locator('button.main').click();
  await page.locator('.player', { hasText: 'bot, random' }).waitFor();
  await visit(page, '#new=connect-four');
  assert.equal(await page.locator('lap-seat-field select').nth(1).inputValue(), 'bot random');
});

test('an address may say what is chosen of the options, and what it cannot mean is left at its default', async () => {
  const { page } = await somebody(browser, server);
  const values = () => page.locator('[id^="option-"]').evaluateAll((fields) => fields.map(({ name, value }) => `${name} ${value}`));
  await visit(page, '#new=gemtrix-tournament&gemtrix-tournament/target=40&gemtrix/stall_limit=never&gemtrix-tournament/games_limit=-3&colour=red');
  await page.locator('#option-gemtrix-tournament-target').waitFor();
  assert.deepEqual(await values(), ['gemtrix/stall_limit 60', 'gemtrix-tournament/target 40', 'gemtrix-tournament/games_limit 50']);
  await visit(page, '#new=gem-crisis&gem-crisis/level=expert');
  await page.locator('#option-gem-crisis-level').waitFor();
  assert.deepEqual(await values(), ['gem-rush/target 0', 'gem-crisis/level expert']);
  await visit(page, '#new=gem-crisis&gem-crisis/level=wizard');
  await page.locator('#option-gem-crisis-level').waitFor();
  assert.deepEqual(await values(), ['gem-rush/target 0', 'gem-crisis/level free']);
});

test('on a phone all that is filled in for a match lies on the screen', async () => {
  const { page } = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await visit(page, '#new=gemtrix');
  await page.locator('lap-seat-field').nth(2).waitFor();
  const rights = await page.locator('form :is(input, select)').evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().right));
  assert.ok(rights.every((right) => right < 390), `${rights}`);
});

test('a name that nobody typed follows who sits there', async () => {
  const { page } = await somebody(browser, server);
  await visit(page, '#new=gemtrix');
  const seat = page.locator('lap-seat-field').nth(1);
  const name = () => seat.locator('input').inputValue();
  assert.equal(await name(), 'Bot 2');
  await seat.locator('select').selectOption('here');
  assert.equal(await name(), 'Player 2');
  await seat.locator('input').fill('Bo');
  await seat.locator('select').selectOption('bot random');
  assert.equal(await name(), 'Bo');
  await seat.locator('select').selectOption('invited');
  assert.ok(await seat.locator('input').isHidden());
});

test('the rules of a variant have those of its base with them', async () => {
  const { page } = await somebody(browser, server);
  const rules = card(page, 'tic-tac-toe-misere').locator('.rules');
  await card(page, 'tic-tac-toe-misere').locator('summary').first().click();
  await rules.locator('.base summary', { hasText: 'The rules of' }).waitFor();
  assert.ok((await rules.locator('.base p').first().innerText()).length > 20);
});

test('what a variant changes is told without names that only its rules use', async () => {
  for (const locale of ['en', 'es']) {
    const { page } = await somebody(browser, server, { locale });
    await card(page, 'gem-crisis').waitFor();
    const told = await page.evaluate(async () => {
      const [{ describe }, { changesTold }] = await Promise.all([import('/host.js'), import('/rules.js')]);
      const all = await Promise.all(['gem-crisis', 'gem-advanced', 'gemtrix-tournament'].map(describe));
      return all.flatMap((description) => changesTold(description).map(({ text }) => text));
    });
    assert.ok(told.length > 10, told.join(' '));
    assert.doesNotMatch(told.join(' '), /sees drawn|has company|scores for|extracted”|tie break”/);
  }
});

test('options are titled in words that a form has, in each language', async () => {
  for (const locale of ['es', 'id']) {
    const { page } = await somebody(browser, server, { locale });
    const raw = await page.evaluate(async () => {
      const list = await (await import('/host.js')).games();
      return list.flatMap(({ options }) => {
        const named = options.flatMap(({ name, choices = [] }) => [name.split('/').at(-1), ...choices.map(({ value }) => value)]);
        return options.filter(({ title }) => named.some((name) => title.split(/[^\w]+/).includes(name))).map(({ title }) => title);
      });
    });
    assert.deepEqual(raw, []);
  }
});

for (const [link, says] of [
  ['#match=abcdef', 'This match cannot be shown'],
  ['#join=abcdef/123', 'This link is not whole'],
  ['#watch=abcdef/', 'This link is not whole'],
])
  test(`a wrong link is told in words, in one column (${link})`, async () => {
    const someone = await somebody(browser, server);
    await visit(someone.page, link);
    const panel = someone.page.locator('.nothing-here');
    await panel.waitFor();
    assert.equal(await panel.locator('h1').innerText(), says);
    assert.doesNotMatch(await panel.innerText(), /params|hexadecimal|abcdef/);
    const [title, way] = await Promise.all(['h1', 'a'].map((part) => panel.locator(part).boundingBox()));
    assert.ok(way.y > title.y && Math.abs(way.x - title.x) < 2);
    assert.ok(way.height < 60 && way.y < 300, 'and it is not stretched over the page');
    assertNoFaults(someone);
  });

test('what the host refuses is told in the words of the page', async () => {
  const { page } = await somebody(browser, server, { locale: 'es' });
  await visit(page, `#join=abcdefghijklmnopqrst/${'0'.repeat(32)}`);
  assert.match(await page.locator('.nothing-here').innerText(), /Aquí no hay nada/);
});

/** In the page: matches that wait for somebody. */
async function waitForPlayers([count, visibility]) {
  const [{ host }, { newKey }] = await Promise.all([import('/host.js'), import('/connection.js')]);
  const params = { game: 'tic-tac-toe', seats: ['open', 'open'], visibility };
  const all = Array.from({ length: count }, () => host.call('match.create', { ...params, key: newKey() }));
  await Promise.all(all);
}

test('games are found by a word and by how many want to play', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  const visible = () => page.locator('[data-game]').filter({ visible: true });
  await card(page, 'gemtrix').waitFor();
  const all = await visible().count();
  await page.locator('#filter-word').fill('connect');
  assert.deepEqual(await visible().evaluateAll((cards) => cards.map(({ dataset }) => dataset.game)), ['connect-four']);
  await page.locator('#filter-seats').selectOption('6');
  assert.equal(await visible().count(), 0);
  await page.locator('.filter [role=status]', { hasText: 'No game' }).waitFor();
  await page.locator('#filter-word').fill('');
  await page.locator('#filter-seats').selectOption('');
  assert.equal(await visible().count(), all);
  assertNoFaults(someone);
});

test('a match that is over is listed with who won, if anybody has', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await card(page, 'tic-tac-toe').locator('button.main').click();
  await playToTheEnd(page, 0);
  await page.locator('lap-final:not([hidden])').waitFor();
  await visit(page, '#');
  assert.match(await page.locator('.match .outcome').first().innerText(), /^(.+ wins|A draw)$/);
  assertNoFaults(someone);
});

/** In the page, which does not show it: a match that one gives up. */
async function giveUp() {
  const [{ create }, { recordOf }, { host }, { newKey }] = await Promise.all(['/create.js', '/seats.js', '/host.js', '/connection.js'].map((file) => import(file)));
  const match = await create('connect-four', [{ who: 'me', name: 'Ada' }, { who: 'bot', bot: 'random', name: 'Hal' }]);
  const [{ token }] = recordOf(match).seats;
  await host.call('match.resign', { match, token, key: newKey() });
}

test('a match that ended while nobody looked is shown as ended, once', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await page.evaluate(giveUp);
  await page.reload();
  const lines = page.locator('.match', { hasText: 'Ada and Hal' });
  await lines.locator('.outcome').waitFor();
  assert.equal(await lines.locator('.outcome').innerText(), 'Hal wins');
  for (const isAgain of [false, true]) {
    if (isAgain) await page.reload();
    await lines.locator('.outcome').waitFor();
    assert.equal(await lines.count(), 1);
    assert.equal(await lines.getByRole('link').innerText(), 'Look back');
  }
  assertNoFaults(someone);
});

/** In the page. */
async function haveBotsPlay(games) {
  const [{ host }, { newKey }] = await Promise.all([import('/host.js'), import('/connection.js')]);
  for (const game of games) {
    const seats = ['Hal', 'Eve'].map((name) => ({ bot: 'random', name }));
    const { match } = await host.call('match.create', { game, seats, visibility: 'public', key: newKey() });
    while ((await host.call('match.subscribe', { match })).state !== 'over') await new Promise((resolve) => setTimeout(resolve, 50));
    await host.call('match.unsubscribe', { match });
  }
}

test('who played alone finds his points among the past matches, and has not won against anybody', async () => {
  const someone = await somebody(browser, server);
  const { page } = someone;
  await card(page, 'gems-tracker-solo').locator('button.main').click();
  await playToTheEnd(page, 0);
  const points = await page.locator('lap-final .result').innerText();
  await visit(page, '#');
  assert.equal(await page.locator('.match .outcome').first().innerText(), points);
  assertNoFaults(someone);
});

test('a match of others that is over is listed with how it ended', async () => {
  const own = await startServer();
  const someone = await somebody(browser, own);
  const { page } = someone;
  await page.evaluate(haveBotsPlay, ['last-stone']);
  await page.reload();
  const outcome = page.locator('.match .outcome').filter({ hasText: /\S/ });
  await page.locator('.match lap-thumbnail').scrollIntoViewIfNeeded();
  await outcome.waitFor();
  assert.match(await outcome.innerText(), /^(Hal|Eve) wins$/);
  assertNoFaults(someone);
  await page.context().close();
  await own.stop();
});

/** In the page: what stands on the line of a match of others with a score. */
async function resultsOf(scores) {
  const { resultByScore } = await import('/past-matches.js');
  return scores.map((score) => resultByScore({ seats: [{ name: 'Hal' }, { name: 'Eve' }] }, score) ?? null);
}

test('how a match of others ended is told by its score', async () => {
  const someone = await somebody(browser, server);
  const seats = (...places) => ({ final: true, lines: [], seats: places.map((place) => ({ place, total: 1 })) });
  const goal = [{ tier: 7, points: 45, seat: -1 }];
  const together = (won, lines) => ({ final: true, lines, together: { won, total: 40 } });
  const scores = [seats(2, 1), seats(1, 1), together(true, goal), together(false, goal), together(true, []), { ...seats(1, 2), final: false }, undefined];
  const said = ['Eve wins', 'A draw', 'They have won together', 'They have lost together', '40 points', 'The match ended without a result', null];
  assert.deepEqual(await someone.page.evaluate(resultsOf, scores), said);
  assertNoFaults(someone);
});

/** In the page: public matches of bots alone, with a clock. */
async function letBotsPlay([game, count, more]) {
  const [{ host }, { newKey }] = await Promise.all([import('/host.js'), import('/connection.js')]);
  const seats = [{ bot: 'random' }, { bot: 'random' }, { bot: 'random' }];
  for (let i = 0; i < count; i++) await host.call('match.create', { game, seats, visibility: 'public', key: newKey(), ...more });
}

test('a public match is listed with its options, its clock, and a small table, drawn when it is in view', async () => {
  const own = await startServer();
  const someone = await somebody(browser, own);
  const { page } = someone;
  await page.evaluate(letBotsPlay, ['gemtrix-tournament', 8, { clock: { initial: 300000, increment: 2000 }, options: { 'gemtrix-tournament/target': '40' } }]);
  const asked = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(JSON.parse(payload).method)));
  await page.reload();
  const line = page.locator('.match', { has: page.locator('lap-thumbnail') });
  await line.first().waitFor();
  assert.match(await line.first().locator('.agreed').innerText(), /Clock 5:00 \+ 2 s · .*40/);
  const views = () => asked.filter((method) => method === 'match.view').length;
  assert.equal(views(), 0, 'the list is not in view yet');
  await line.first().scrollIntoViewIfNeeded();
  const picture = line.first().locator('lap-thumbnail.drawn lap-board');
  await picture.waitFor();
  const [small, frame] = await Promise.all([picture.boundingBox(), line.first().locator('lap-thumbnail').boundingBox()]);
  assert.ok(small.width > 20 && small.width <= frame.width + 1 && small.height <= frame.height + 1, JSON.stringify([small, frame]));
  const isForEyesAlone = await line.first().locator('lap-thumbnail').evaluate((element) => {
    const { ariaHidden, firstChild } = element;
    return ariaHidden === 'true' && firstChild.inert;
  });
  assert.ok(isForEyesAlone);
  assert.ok(views() <= 8, 'once a match');
  assert.equal(asked.filter((method) => method === 'games.describe').length, 1);
  assertNoFaults(someone);
  await page.context().close();
  await own.stop();
});

/** In the page: waits until all modules that it has loaded are in its cache. */
async function modulesAreKept() {
  const modules = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'));
  const areKept = async () => (await Promise.all(modules.map((name) => caches.match(name)))).every(Boolean);
  while (!(await areKept())) await new Promise(requestAnimationFrame);
}

test('the page can be installed, and opens without a network', async () => {
  const own = await startServer();
  const { page } = await somebody(browser, own);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
  assert.equal(manifest.display, 'standalone');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // all of it passes through the worker now
  await card(page, 'gemtrix').waitFor();
  await page.evaluate(modulesAreKept);
  await own.stop();
  await page.reload();
  await page.locator('#wire', { hasText: /lost/ }).waitFor();
  await page.context().close();
});

test('a public match is found behind many private ones', async () => {
  const generous = await startServer({ more: ['--limit', 'rate=100000', '--limit', 'burst=100000'] });
  const { page } = await somebody(browser, generous);
  await page.evaluate(waitForPlayers, [1, 'public']);
  await page.evaluate(waitForPlayers, [450, 'private']);
  await page.reload();
  await page.locator('.match button.main').waitFor();
  await page.context().close();
  await generous.stop();
});

test('whoever has created too many matches is told so, and does not wait', async () => {
  const strict = await startServer({ more: ['--limit', 'matches_per_address=1'] });
  const { page } = await somebody(browser, strict);
  await page.evaluate(waitForPlayers, [1, 'private']);
  await card(page, 'tic-tac-toe').locator('button.main').click();
  assert.match(await page.locator('.notice.bad').innerText(), /the limit "matches_per_address" is used up/);
  assert.ok(await card(page, 'tic-tac-toe').locator('button.main').isEnabled());
  await page.context().close();
  await strict.stop();
});

await done(async () => {
  await browser.close();
  await server.stop();
});

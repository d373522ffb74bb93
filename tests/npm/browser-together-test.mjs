// Two people with browsers of their own, a third who watches, and two who share a screen.
import assert from 'node:assert/strict';
import { assertNoFaults, HIGHLIGHTED, playToTheEnd, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const SEATS = { me: 'me', here: 'here', invited: 'invited', bot: 'bot random' };

/** A match of `game` from the form, with seats as given: "me", "here", "invited", "bot". */
async function create({ page }, game, seats, hints) {
  await page.goto(new URL(`/#new=${game}`, server.url).href);
  await page.locator('#seats').selectOption(String(seats.length));
  for (const [i, who] of seats.entries()) await page.locator('lap-seat-field select').nth(i).selectOption(SEATS[who]);
  if (hints) await page.locator('#hints').selectOption(hints);
  await page.locator('form button.main').click();
  await page.locator('lap-board').waitFor({ state: 'attached' });
}

const linkOf = ({ page }, i) => page.locator('.link-field input').nth(i).inputValue();

/** In the page, which scrolls there with its next frame. */
function isStoryAtItsEnd() {
  const { scrollTop, scrollHeight, clientHeight } = document.querySelector('ol.story');
  return scrollHeight > clientHeight && scrollTop + clientHeight > scrollHeight - 2;
}

test('the table of a game that all play together opens, and is played at', async () => {
  const { page, faults } = await somebody(browser, server);
  await page.locator('[data-game="gem-crisis"] button.main').click();
  await page.locator(HIGHLIGHTED).first().waitFor();
  const told = await page.locator('.story li').count();
  await page.locator(HIGHLIGHTED).first().click();
  const isTaken = (told) => document.querySelector('lap-steps .step-back') !== null || document.querySelectorAll('.story li').length > told; // a first step, or a whole move
  await until(page, isTaken, told);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('one invites another, a third watches, and all see the same end', async () => {
  const [ada, bob, eve] = await Promise.all([
    somebody(browser, server),
    somebody(browser, server),
    somebody(browser, server, { viewport: { width: 1280, height: 600 } }), // low, so that the story of a short match does not fit
  ]);
  await create(ada, 'gemtrix', ['me', 'invited']);
  const [invitation, watching] = [await linkOf(ada, 0), await linkOf(ada, 1)];
  await eve.page.goto(watching);
  await eve.page.locator('lap-board').waitFor({ state: 'attached' });
  await bob.page.goto(invitation);
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  await bob.page.locator('lap-board').waitFor();
  await Promise.all([playToTheEnd(ada.page, 5), playToTheEnd(bob.page, 5)]);
  await eve.page.locator('lap-final:not([hidden])').waitFor();
  const rankings = await Promise.all([ada, bob, eve].map(({ page }) => page.locator('.ranking').innerText()));
  assert.equal(new Set(rankings.map((ranking) => ranking.replace(/\s+you\b/, ''))).size, 1);
  assert.match(rankings[0], /Bob/);
  await until(eve.page, isStoryAtItsEnd);
  assert.equal(await eve.page.locator('lap-board .highlight').count(), 0);
  for (const person of [ada, bob, eve]) assertNoFaults(person);
});

/** In the page. */
const ownRecords = async () => (await import('/seats.js')).records();

test('a public match is in the lobby of others, who sit down or watch', async () => {
  const [ada, bob] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  await ada.page.goto(new URL('/#new=tic-tac-toe', server.url).href);
  await ada.page.locator('lap-seat-field select').nth(1).selectOption('invited');
  await ada.page.locator('#public').check();
  await ada.page.locator('form button.main').click();
  await ada.page.locator('lap-waiting-room:not([hidden])').waitFor();
  await bob.page.reload();
  await bob.page.locator('.match button.main').click();
  await Promise.all([playToTheEnd(ada.page, 2), playToTheEnd(bob.page, 2)]);
  const eve = await somebody(browser, server);
  await eve.page.locator('.match a.button').first().click();
  await eve.page.locator('lap-final:not([hidden])').waitFor();
  assert.deepEqual(await eve.page.evaluate(ownRecords), [], 'who only watches has nothing to forget');
  for (const person of [ada, bob, eve]) assertNoFaults(person);
});

test('who plays against bots alone gets a hint, and nobody against other people', async () => {
  const person = await somebody(browser, server);
  const { page } = person;
  await create(person, 'connect-four', ['me', 'bot']);
  await page.locator('.menu summary').click();
  await page.locator('[data-do="hint"]').click();
  await page.locator('.hint:not(:empty)').waitFor();
  assert.match(await page.locator('.hint').innerText(), /^A bot’s choice: .+ \(\d+ % of its trials\)\./);
  assert.ok((await page.locator('lap-board .hinted').count()) > 0, 'it is marked where it lies');
  await page.locator('lap-board .hinted > .highlight').first().click();
  await until(page, () => document.querySelector('.hint').textContent === '');
  assert.equal(await page.locator('lap-board .hinted').count(), 0, 'until one has moved');
  await create(person, 'connect-four', ['me', 'here']);
  await page.locator('.menu summary').click();
  await page.locator('[data-do="replay"]').waitFor();
  assert.equal(await page.locator('[data-do="hint"]').count(), 0);
  assertNoFaults(person);
});

test('there are hints where the form says so, and nowhere else', async () => {
  const person = await somebody(browser, server);
  const { page } = person;
  for (const [seats, hints, count] of [[['me', 'bot'], 'never', 0], [['me', 'here'], 'always', 1]]) {
    await create(person, 'connect-four', seats, hints);
    await page.locator('.menu summary').click();
    await page.locator('[data-do="replay"]').waitFor();
    assert.equal(await page.locator('[data-do="hint"]').count(), count, hints);
  }
  await page.locator('[data-do="hint"]').click();
  assert.match(await page.locator('.hint:not(:empty)').innerText(), /^A bot’s choice/);
  assertNoFaults(person);
});

test('who resigns is the last, and the match is over for two', async () => {
  const { page } = await somebody(browser, server);
  await create({ page }, 'connect-four', ['me', 'bot']);
  page.on('dialog', (dialog) => dialog.accept());
  await page.locator('.menu summary').click();
  await page.locator('[data-do="resign"]').click();
  await page.locator('lap-final:not([hidden])').waitFor();
});

test('what others do is shown one after the other, and the match goes on', async () => {
  const ada = await somebody(browser, server, { isCalm: true });
  await create(ada, 'gemtrix', ['me', 'bot', 'bot', 'bot']);
  for (let turn = 0; turn < 3; turn++) {
    await ada.page.locator('lap-turn.yours, lap-final:not([hidden])').first().waitFor();
    if (await ada.page.locator('lap-final:not([hidden])').count()) break; // all have passed
    await ada.page.getByRole('button', { name: 'Pass', exact: true }).click();
    await ada.page.locator('lap-turn:not(.yours)').waitFor();
  }
  assertNoFaults(ada);
});

/** In the page: what is played comes to the host only when `letGo` is called. */
function holdPlays() {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    if (!text.includes('"match.play"')) return send.call(this, text);
    globalThis.letGo = () => send.call(this, text);
    return undefined;
  };
}

test('where all choose at once, what is on its way to the host is not offered again because somebody else has chosen', async () => {
  const [ada, bob] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  await create(ada, 'gemessengers', ['me', 'invited']);
  await bob.page.goto(await linkOf(ada, 0));
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  const choices = ({ page }) => page.locator('lap-steps .choice');
  await choices(bob).first().waitFor({ state: 'attached' });
  await choices(ada).first().waitFor({ state: 'attached' });
  await ada.page.evaluate(holdPlays);
  await choices(ada).first().dispatchEvent('click');
  await choices(ada).first().waitFor({ state: 'detached' });
  await choices(bob).first().dispatchEvent('click');
  await until(ada.page, () => document.querySelector('.seats [aria-label="has chosen"]'));
  assert.equal(await choices(ada).count(), 0);
  await ada.page.evaluate(() => globalThis.letGo());
  await choices(ada).first().waitFor({ state: 'attached' });
  assert.match(await ada.page.locator('.story').textContent(), /Player 1 has picked/);
  for (const person of [ada, bob]) assertNoFaults(person);
});

for (const game of ['gemtrix', 'gemessengers'])
  test(`two at one screen with secrets have a curtain between (${game})`, async () => {
    const ada = await somebody(browser, server);
    await create(ada, game, ['me', 'here']);
    await ada.page.locator('dialog.curtain[open]').waitFor();
    await playToTheEnd(ada.page, 0);
    assertNoFaults(ada);
  });

test('a seat is given away, and somebody else goes on with it', async () => {
  const [ada, bob] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  ada.page.on('dialog', (dialog) => dialog.accept());
  await create(ada, 'connect-four', ['me', 'bot']);
  await ada.page.locator(HIGHLIGHTED).filter({ visible: true }).first().click();
  await ada.page.locator('.menu summary').click();
  await ada.page.locator('[data-do="hand_over"]').click();
  await ada.page.locator('lap-waiting-room:not([hidden])').waitFor();
  await bob.page.goto(await linkOf(ada, 0));
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  await playToTheEnd(bob.page, 2);
  await ada.page.locator('lap-final:not([hidden])').waitFor();
  for (const person of [ada, bob]) assertNoFaults(person);
});

/** A match of Gemtrix with a minute on each clock. */
async function createWithClock({ page }, seats) {
  await page.goto(new URL('/#new=gemtrix', server.url).href);
  await page.locator('#seats').selectOption(String(seats.length));
  for (const [i, who] of seats.entries()) await page.locator('lap-seat-field select').nth(i).selectOption(SEATS[who]);
  await page.locator('#minutes').fill('1');
  await page.locator('form button.main').click();
}

const RUNS = /^0:[0-5]\d$/;

/** In the page: whether the clock on the curtain has stood still for longer than a second, which no clock that runs does. */
function standsStill() {
  const text = document.querySelector('dialog.curtain[open] lap-clock')?.textContent;
  if (text !== globalThis.stood?.text) globalThis.stood = { text, since: performance.now() };
  return text && performance.now() - globalThis.stood.since > 1500;
}

test('no clock runs while all share a screen and hand it over, and it does once the curtain is lifted', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await createWithClock(ada, ['me', 'here']);
  await page.locator('dialog.curtain[open]').waitFor();
  while (!(await page.evaluate(standsStill))) await page.waitForTimeout(50);
  await page.locator('dialog.curtain button').click();
  await page.locator('.waited lap-clock', { hasText: RUNS }).waitFor();
  assertNoFaults(ada);
});

/** In the page: waits until one of its seats may move, and passes; or only lifts the curtain, until it may not. */
async function pass(until) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const buttons = () => [...document.querySelectorAll('lap-steps:not([hidden]) .choice')];
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    await frame();
    if (document.querySelector(until)) return;
    document.querySelector('dialog.curtain[open] button')?.click();
    buttons().find((button) => button.querySelector('.label').textContent === 'Pass')?.click(); // besides what it brings
  }
  throw new Error(`${until} never came: ${document.querySelector('lap-steps').textContent}`);
}

test('the curtain falls when somebody elsewhere has moved', async () => {
  const [ada, bob] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  await create(ada, 'gemtrix', ['me', 'here', 'invited']);
  await ada.page.locator('dialog.curtain[open] button').click();
  await bob.page.goto(await linkOf(ada, 0));
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  await ada.page.evaluate(pass, '.player[data-seat="2"].waited');
  assert.equal(await ada.page.locator('dialog.curtain[open]').count(), 0);
  await bob.page.evaluate(pass, '.player[data-seat="2"]:not(.waited)');
  await ada.page.locator('dialog.curtain[open]').waitFor();
  for (const person of [ada, bob]) assertNoFaults(person);
});

test('what is taken back is struck out, and nobody is offered to take back what is not there', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await create(ada, 'tic-tac-toe', ['me', 'bot']);
  const undo = page.locator('[data-do="undo"]');
  const menu = page.locator('.menu summary');
  await menu.click();
  assert.equal(await undo.count(), 0);
  await menu.click();
  await page.locator('lap-board .highlight').first().click();
  await until(page, () => document.querySelectorAll('lap-board .highlight').length === 7);
  await menu.click();
  await undo.click();
  await page.locator('lap-board .highlight').nth(8).waitFor();
  assert.equal(await page.locator('.story .undone').count(), 2);
  await page.reload();
  await page.locator('.story .undone').nth(1).waitFor();
  await page.locator('.menu summary').click();
  assert.equal(await undo.count(), 0);
  assertNoFaults(ada);
});

test('who plays alone and moves again goes back to before the last move, and no further', async () => {
  const [ada, bob] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  const { page } = ada;
  const back = page.locator('lap-steps .step-back');
  const squares = page.locator('lap-board .highlight');
  await create(ada, 'gem-advanced', ['me', 'bot']); // where the colour follows the square
  await page.locator('lap-turn', { hasText: 'Your turn' }).waitFor();
  const count = await squares.count();
  assert.equal(await back.count(), 0);
  await squares.first().click();
  await until(page, () => document.querySelectorAll('lap-board .highlight').length === 4);
  await back.click();
  await until(page, (count) => document.querySelectorAll('lap-board .highlight').length === count, count);
  await back.waitFor({ state: 'detached' });
  await create(bob, 'gem-advanced', ['me', 'here']);
  await bob.page.locator('dialog.curtain[open] button').click();
  await bob.page.locator('lap-board .highlight').first().click();
  await until(bob.page, () => document.querySelectorAll('lap-board .highlight').length === 4);
  assert.equal(await bob.page.locator('lap-steps .step-back').count(), 0, 'another one would have to agree');
  for (const person of [ada, bob]) assertNoFaults(person);
});

test('there is no way back once something has been shown that nobody knew', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await create(ada, 'gemtrix', ['me', 'bot', 'bot']);
  await page.locator('lap-turn.yours').waitFor();
  await page.locator('lap-board [data-zone*="draw_pile"] > .highlight').click(); // a card is turned over
  await until(page, () => !document.querySelector('lap-board [data-zone*="draw_pile"] > .highlight'));
  await page.evaluate(async () => await (await import('/host.js')).host.call('games.list')); // answered behind what was asked before
  assert.equal(await page.locator('lap-steps .step-back').count(), 0);
  await page.locator('.menu summary').click();
  await page.locator('[data-do="undo"]').click();
  await page.locator('.notice.bad', { hasText: 'cannot be taken back' }).waitFor();
  assert.ok(await page.locator('lap-board .highlight').count(), 'one goes on');
  assertNoFaults(ada);
});

test('title and icon say that it is one\'s turn', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  const icon = () => page.locator('link[rel=icon]').getAttribute('href');
  await create(ada, 'connect-four', ['me', 'invited']);
  assert.doesNotMatch(await page.title(), /Your turn/);
  const bob = await somebody(browser, server);
  await bob.page.goto(await linkOf(ada, 0));
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  const turns = await Promise.all([ada, bob].map(async (person) => {
    const turn = person.page.locator('lap-turn', { hasText: /^(Your turn|Waiting for)/ });
    const isTurn = (await turn.textContent()).startsWith('Your turn');
    await until(person.page, (isTurn) => document.title.startsWith('● Your turn') === isTurn, isTurn);
    return isTurn;
  }));
  assert.equal(turns.filter(Boolean).length, 1, turns.join());
  assert.equal(await icon(), turns[0] ? '/gem-turn.svg' : '/gem.svg');
  for (const person of [ada, bob]) assertNoFaults(person);
});

test('two at one screen without secrets have none', async () => {
  const ada = await somebody(browser, server);
  await create(ada, 'tic-tac-toe', ['me', 'here']);
  await playToTheEnd(ada.page);
  assert.equal(await ada.page.locator('dialog[open]').count(), 0);
  assertNoFaults(ada);
});

test('a move is taken back, a match is looked back at, and there is a rematch', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await create(ada, 'tic-tac-toe', ['me', 'here']);
  await page.locator('lap-board .highlight').first().click();
  await until(page, () => document.querySelectorAll('lap-board .highlight').length === 8);
  await page.locator('.menu summary').click();
  await page.locator('[data-do="undo"]').click();
  await page.locator('[data-do="agree"]').first().click();
  await page.locator('lap-board .highlight').nth(8).waitFor();
  await playToTheEnd(page);
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.locator('lap-replay input').fill('0');
  await page.locator('lap-replay output', { hasText: /^0 / }).waitFor();
  await page.locator('lap-replay').getByRole('button', { name: 'Back to now' }).click();
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.locator('lap-replay input').fill('0');
  await page.locator('lap-replay output', { hasText: /^0 / }).waitFor();
  await page.locator('h1').first().click(); // nothing of the table has the focus
  await page.keyboard.press('Escape');
  await page.locator('lap-replay').waitFor({ state: 'hidden' });
  await page.locator('[data-do="rematch"]').click();
  await page.locator('[data-do="agree"]').first().click();
  await page.locator('lap-final a.main').click();
  await page.locator('lap-board .highlight').nth(8).waitFor();
  assertNoFaults(ada);
});

test('against bots alone one sits at the rematch at once', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await create(ada, 'tic-tac-toe', ['me', 'bot']);
  await playToTheEnd(page);
  const before = page.url();
  await page.locator('[data-do="rematch"]').click();
  await page.locator('lap-final').waitFor({ state: 'hidden' });
  await page.locator('lap-board .highlight').first().waitFor();
  assert.notEqual(page.url(), before);
  assertNoFaults(ada);
});

/** What is said to bring points on the table, and how many: its place in the order of what is lit, and the sign. */
const brought = (page) => page.locator('lap-board .highlighted').evaluateAll((places) =>
  places.flatMap((place, i) => [...place.querySelectorAll('.brings')].map((sign) => [i, sign.textContent])));

test('what a move wins stands at it before it is made', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await create(ada, 'connect-four', ['me', 'here']);
  for (let turn = 0; turn < 6; turn++) {
    assert.deepEqual(await brought(page), []);
    await page.locator('lap-board .highlight').nth(turn % 2).click();
    await until(page, (stones) => document.querySelectorAll('lap-board .place[data-thing]').length >= stones, turn + 1);
    await page.locator('lap-board .highlight').nth(6).waitFor();
  }
  await page.locator('lap-board .brings').first().waitFor();
  assert.deepEqual(await brought(page), [[0, '+1']]);
  const heights = await page.locator('lap-board .brings').evaluateAll((signs) => signs.map(({ offsetHeight }) => offsetHeight));
  assert.ok(heights.every((height) => height > 10 && height < 25), `they cover nothing: ${heights}`);
  assert.match(await page.locator('lap-board .highlight').first().getAttribute('aria-label'), /→ .*Player 1 \+1$/);
  assertNoFaults(ada);
});

/** Ada wins since Bob looks away, at 0, 1 and 2: their choices by what is still free. */
const BLUNDER = [0, 3, 0, 5, 0];

test('who was ahead is shown below the replay, and its turning points lead to their moments', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await create(ada, 'tic-tac-toe', ['me', 'here']);
  for (const [turn, choice] of BLUNDER.entries()) {
    await until(page, (free) => document.querySelectorAll('lap-board .highlight').length === free, 9 - turn); // the move before is drawn
    await page.locator('lap-board .highlight').nth(choice).click();
  }
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  const analysis = page.locator('lap-analysis');
  await analysis.getByRole('button', { name: 'Who was ahead?' }).click();
  const turn = analysis.locator('button[data-turn]', { hasText: '50 % → 0 %' });
  await turn.waitFor();
  assert.equal(await analysis.locator('polyline.seat').count(), 2);
  assert.match(await analysis.getByRole('img').getAttribute('aria-label'), /^Chances of victory: .* 100 %/);
  const seq = await turn.getAttribute('data-turn');
  await turn.click();
  await page.locator('lap-replay output', { hasText: new RegExp(`^${seq} /`) }).waitFor();
  await analysis.locator('p', { hasText: '100 %' }).waitFor();
  const first = analysis.locator('g[data-turn]').first();
  await first.click({ force: true });
  await page.locator('lap-replay output', { hasText: new RegExp(`^${await first.getAttribute('data-turn')} /`) }).waitFor();
  await page.locator('lap-replay').getByRole('button', { name: 'Back to now' }).click();
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await turn.waitFor(); // known already
  assertNoFaults(ada);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

// Two people with browsers of their own, a third who watches, and two who share a screen.
import assert from 'node:assert/strict';
import { assertNoFaults, HIGHLIGHTED, playToTheEnd, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const SEATS = { me: 'me', here: 'here', invited: 'invited', bot: 'bot random' };

/** A match of `game` from the form, with seats as given: "me", "here", "invited", "bot". */
async function create({ page }, game, seats) {
  await page.goto(new URL(`/#new=${game}`, server.url).href);
  await page.locator('#seats').selectOption(String(seats.length));
  for (const [i, who] of seats.entries()) await page.locator('lap-seat-field select').nth(i).selectOption(SEATS[who]);
  await page.locator('form button.main').click();
  await page.locator('lap-board').waitFor({ state: 'attached' });
}

const linkOf = ({ page }, i) => page.locator('.link-field input').nth(i).inputValue();

/** In the page, which scrolls there with its next frame. */
function isStoryAtItsEnd() {
  const { scrollTop, scrollHeight, clientHeight } = document.querySelector('ol.story');
  return scrollHeight > clientHeight && scrollTop + clientHeight > scrollHeight - 2;
}

test('one invites another, a third watches, and all see the same end', async () => {
  const [ada, bob, eve] = await Promise.all([
    somebody(browser, server),
    somebody(browser, server),
    somebody(browser, server),
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
  assert.equal(new Set(rankings).size, 1);
  assert.match(rankings[0], /Bob/);
  await eve.page.waitForFunction(isStoryAtItsEnd);
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
  assert.match(await page.locator('.notice').innerText(), /^A bot would choose “.+” \(\d+ % of what it tried\)\.$/);
  await create(person, 'connect-four', ['me', 'here']);
  await page.locator('.menu summary').click();
  await page.locator('[data-do="undo"]').waitFor();
  assert.equal(await page.locator('[data-do="hint"]').count(), 0);
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
    await ada.page.locator('lap-turn.yours').waitFor();
    await ada.page.getByRole('button', { name: 'Pass' }).click();
    await ada.page.locator('lap-turn:not(.yours)').waitFor();
  }
  assertNoFaults(ada);
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
  await page.locator('lap-board .highlight').nth(7).waitFor();
  await page.locator('.menu summary').click();
  await page.locator('[data-do="undo"]').click();
  await page.locator('[data-do="agree"]').first().click();
  await page.locator('lap-board .highlight').nth(8).waitFor();
  await playToTheEnd(page);
  await page.locator('lap-final').getByRole('button', { name: 'Look back' }).click();
  await page.locator('lap-replay input').fill('0');
  await page.locator('lap-replay output', { hasText: /^0 / }).waitFor();
  await page.locator('lap-replay').getByRole('button', { name: 'Back to now' }).click();
  await page.locator('[data-do="rematch"]').click();
  await page.locator('[data-do="agree"]').first().click();
  await page.locator('lap-final a.main').click();
  await page.locator('lap-board .highlight').nth(8).waitFor();
  assertNoFaults(ada);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

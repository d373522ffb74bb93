// People at one match, each with a browser: who is there, what they say to each other, what an invitation tells.
import assert from 'node:assert/strict';
import { PHONE, assertAccessible, fitsPhone } from './access.mjs';
import { assertNoFaults, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

/** In the page, with its own modules: a match of two people, one of whom is here; the links for the others. */
async function inviteAt({ game, more }) {
  const [{ create }, address, { recordOf }] = await Promise.all(['/create.js', '/address.js', '/seats.js'].map((name) => import(name)));
  const match = await create(game, [{ who: 'me', name: 'Ada' }, { who: 'invited' }], more);
  const { invitations, watch } = recordOf(match);
  address.go(address.toMatch(match));
  return { match, seat: address.invitationLink(match, invitations[1]), watching: address.watchLink(match, watch) };
}

/** Ada at a table, Bob invited to it. */
async function two(game, more = {}, options = {}) {
  const [ada, bob] = await Promise.all([somebody(browser, server), somebody(browser, server, options)]);
  const links = await ada.page.evaluate(inviteAt, { game, more });
  await bob.page.goto(links.seat);
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  for (const { page } of [ada, bob]) await page.locator('lap-board').waitFor();
  return { ada, bob, links };
}

const seatOf = (page, name) => page.locator('.player', { hasText: name });
const here = (page, name) => seatOf(page, name).getByRole('img', { name: 'here now' });
const away = (page, name) => seatOf(page, name).getByRole('img', { name: 'away' });

test('one sees who is there, who has gone, and how many watch', async () => {
  const { ada, bob, links } = await two('connect-four');
  await here(ada.page, 'Bob').waitFor();
  await here(bob.page, 'Ada').waitFor();
  assert.equal(await ada.page.locator('.watchers').isVisible(), false);
  const eve = await somebody(browser, server);
  await eve.page.goto(links.watching);
  await eve.page.locator('.watchers', { hasText: 'You are watching · 1 person watches' }).waitFor();
  assert.match(await eve.page.locator('lap-turn').innerText(), /You are watching/);
  await ada.page.locator('.watchers', { hasText: '1 person watches' }).waitFor();
  assert.doesNotMatch(await ada.page.locator('lap-turn').innerText(), /watching/);
  await bob.page.reload();
  await here(bob.page, 'Ada').waitFor();
  await bob.page.context().close();
  await away(ada.page, 'Bob').waitFor();
  await here(ada.page, 'Ada').waitFor();
  for (const person of [ada, eve]) assertNoFaults(person);
});

test('of bots nobody is told that they are there', async () => {
  const ada = await somebody(browser, server);
  const { page } = ada;
  await page.locator('[data-game="connect-four"] button.main').click();
  await page.locator('.player .presence').waitFor();
  assert.equal(await page.locator('.player .presence').count(), 1);
});

// --- invitations

test('who is invited reads to what, before he sits down', async () => {
  const [ada, bob] = await Promise.all([somebody(browser, server), somebody(browser, server, { viewport: PHONE })]);
  const links = await ada.page.evaluate(inviteAt, {
    game: 'gemtrix-tournament',
    more: { clock: { initial: 300000, increment: 5000 }, messages: 'free', options: { 'gemtrix-tournament/target': '60' } },
  });
  await bob.page.goto(links.seat);
  const form = bob.page.locator('lap-arrival form');
  await form.waitFor();
  assert.match(await form.locator('h1').innerText(), /Gemtrix/);
  const said = await form.innerText();
  for (const part of ['Ada invites you', 'your seat', '5:00', '5 seconds more', '60', 'words from a list and texts'])
    assert.ok(said.toLowerCase().includes(part.toLowerCase()), `${part} in ${said}`);
  await form.locator('summary').first().click();
  await form.locator('.rules p').first().waitFor();
  await assertAccessible(bob.page, 'invitation');
  assert.ok(await fitsPhone(bob.page));
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  await bob.page.locator('lap-board').waitFor();
  await bob.page.goto(new URL('/#', server.url).href);
  await bob.page.goto(links.seat);
  await bob.page.locator('lap-board').waitFor(); // his own seat: he goes on
  const eve = await somebody(browser, server);
  await eve.page.goto(links.seat);
  const panel = eve.page.locator('.nothing-here');
  assert.match(await panel.innerText(), /Somebody else has taken that seat/);
  await eve.page.goto(links.seat.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
  await panel.getByText('opens nothing here any more').waitFor();
  for (const person of [ada, bob, eve]) assertNoFaults(person);
});

// --- messages

const chat = (page) => page.locator('lap-chat');
const lines = (page) => chat(page).locator('.messages li').allInnerTexts();
const open = (page) => chat(page).locator('summary').first().click();

async function sayWord(page, word) {
  await chat(page).locator('.words summary').click();
  await chat(page).getByRole('button', { name: word }).click();
}

test('a quick message is read by each in his language, heard, counted while folded, and there after a reload', async () => {
  const { ada, bob, links } = await two('connect-four', {}, { locale: 'es' });
  await open(ada.page);
  assert.equal(await chat(ada.page).locator('input').count(), 0, 'texts only where they are allowed');
  await sayWord(ada.page, 'Well played!');
  await chat(ada.page).locator('.messages li', { hasText: 'Ada Well played!' }).waitFor();
  await chat(bob.page).locator('.unread', { hasText: '1 nuevo' }).waitFor();
  await bob.page.locator('.notice', { hasText: 'Ada: ¡Bien jugado!' }).waitFor();
  assert.equal(await chat(ada.page).locator('[aria-live=polite]').textContent(), '', 'nobody hears himself');
  await open(bob.page);
  assert.equal(await chat(bob.page).locator('.unread').textContent(), '');
  assert.deepEqual(await lines(bob.page), ['Ada ¡Bien jugado!']);
  await sayWord(ada.page, 'Oops!');
  await chat(bob.page).locator('[aria-live=polite]', { hasText: 'Ada: ¡Uy!' }).waitFor({ state: 'attached' });
  await assertAccessible(bob.page, 'messages');
  await bob.page.reload();
  await open(bob.page);
  await chat(bob.page).locator('.messages li').nth(1).waitFor();
  assert.deepEqual(await lines(bob.page), ['Ada ¡Bien jugado!', 'Ada ¡Uy!']);
  const eve = await somebody(browser, server);
  await eve.page.goto(links.watching);
  await open(eve.page);
  await chat(eve.page).locator('.messages li').first().waitFor();
  assert.equal(await chat(eve.page).locator('form').isVisible(), false, 'who watches reads alone');
  for (const person of [ada, bob, eve]) assertNoFaults(person);
});

test('a text is a text, whatever stands in it', async () => {
  const { ada, bob } = await two('connect-four', { messages: 'free' });
  const text = '<img src=x onerror="document.title=1"> <b>bold</b> &amp; javascript:alert(1)';
  for (const { page } of [ada, bob]) await open(page);
  await chat(ada.page).locator('input').fill(text);
  await chat(ada.page).locator('input').press('Enter');
  await chat(bob.page).locator('.messages li').waitFor();
  assert.deepEqual(await lines(bob.page), [`Ada ${text}`]);
  assert.equal(await chat(bob.page).locator('img, b, a').count(), 0);
  assert.equal(await chat(ada.page).locator('input').inputValue(), '');
  await bob.page.setViewportSize({ width: 360, height: 740 });
  await until(bob.page, () => document.documentElement.scrollWidth <= innerWidth);
  for (const person of [ada, bob]) assertNoFaults(person);
});

test('who says too much is told so, and keeps what was not sent', async () => {
  const strict = await startServer({ more: ['--limit', 'messages=2'] });
  const ada = await somebody(browser, strict);
  await ada.page.evaluate(inviteAt, { game: 'connect-four', more: { messages: 'free' } });
  await open(ada.page);
  const text = chat(ada.page).locator('input');
  for (const said of ['one', 'two', 'three']) {
    await text.fill(said);
    await text.press('Enter');
    if (said !== 'three') await chat(ada.page).locator('.messages li', { hasText: said }).waitFor();
  }
  await ada.page.locator('.notice.bad', { hasText: 'messages' }).waitFor();
  assert.equal(await text.inputValue(), 'three');
  await ada.page.context().close();
  await strict.stop();
});

test('there is no talk where nobody else plays, or the creator wants none', async () => {
  const { ada } = await two('connect-four', { messages: 'none' });
  assert.equal(await chat(ada.page).isVisible(), false);
  const alone = await somebody(browser, server);
  await alone.page.locator('[data-game="connect-four"] button.main').click();
  await alone.page.locator('.player').first().waitFor();
  assert.equal(await chat(alone.page).isVisible(), false);
});

// --- that it is one's turn

/** In the page, before anything else: what would be heard and shown by the system is noted; whether the page is hidden can be said. */
function pretend() {
  globalThis.heard = []; // frequencies, in Hz
  globalThis.notified = []; // [title, text]
  globalThis.isAway = false;
  Object.defineProperty(document, 'hidden', { get: () => globalThis.isAway });
  const node = (members) => ({ connect: (next) => next, ...members });
  globalThis.AudioContext = class {
    currentTime = 0;
    createOscillator() {
      const frequency = {};
      return node({ frequency, start: () => globalThis.heard.push(frequency.value), stop() {} });
    }
    createGain() {
      return node({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
    }
  };
  globalThis.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      return (globalThis.Notification.permission = 'granted');
    }
    constructor(title, { body }) {
      globalThis.notified.push([title, body]);
    }
  };
}

/** In the page: what was noted since it was asked last. */
const noted = () => ({ heard: globalThis.heard.splice(0), notified: globalThis.notified.splice(0) });

const TURN = [660, 880];

test('whoever looks elsewhere is called by a sound and the system, once he has asked for it', async () => {
  const { ada, bob } = await two('connect-four');
  const people = [ada, bob];
  for (const { page } of people) {
    await page.addInitScript(pretend);
    await page.reload();
    await page.locator('lap-turn', { hasText: /Your turn|Waiting for/ }).waitFor();
  }
  const isFirst = await ada.page.locator('lap-turn.yours').count();
  const [first, second] = (isFirst ? people : [...people].reverse()).map(({ page }) => page);
  const move = async (from, to) => {
    await from.locator('lap-board .highlight').first().click();
    await to.locator('lap-turn.yours').waitFor();
    await until(to, () => document.title.startsWith('●'));
  };
  const away = (page, isAway) => page.evaluate((is) => void (globalThis.isAway = is), isAway);
  await away(second, true);
  await move(first, second);
  assert.deepEqual(await second.evaluate(noted), { heard: [], notified: [] }, 'nobody has asked for it');
  await away(second, false);
  await second.locator('.menu summary').click();
  await second.getByLabel('Sounds').selectOption('on');
  await second.locator('[data-do="notify"]').click();
  await second.locator('[data-do="notify"]').waitFor({ state: 'detached' });
  await move(second, first);
  await second.evaluate(noted);
  await move(first, second);
  const here = await second.evaluate(noted);
  assert.deepEqual(here.notified, [], 'who looks at the table sees it');
  assert.ok(here.heard.length && !here.heard.includes(TURN[0]), `a move is heard: ${here.heard}`);
  await move(second, first);
  await second.evaluate(noted);
  await away(second, true);
  await move(first, second);
  const there = await second.evaluate(noted);
  assert.deepEqual(there.notified, [['Connect Four', 'Your turn']]);
  assert.deepEqual(there.heard.filter((frequency) => TURN.includes(frequency)), TURN);
  people.forEach(assertNoFaults);
});

test('what one wants of every table is kept', async () => {
  const ada = await somebody(browser, server, { isCalm: true });
  const { page } = ada;
  const fields = ['Pace', 'Take single choices by themselves', 'Sounds'];
  const open = async () => {
    await page.locator('[data-game="connect-four"] button.main').click();
    await page.locator('lap-board').waitFor();
    await page.locator('.menu summary').click();
  };
  const chosen = () => Promise.all(fields.map((name) => page.getByLabel(name).locator('option:checked').innerText()));
  await open();
  assert.deepEqual(await chosen(), ['normal', 'no', 'off']);
  for (const [i, value] of ['slow', 'yes', 'on'].entries()) await page.getByLabel(fields[i]).selectOption(value);
  await page.goto(new URL('/#', server.url).href);
  await open();
  assert.deepEqual(await chosen(), ['slow', 'yes', 'on']);
  assertNoFaults(ada);
});

// --- once it is over

test('a rematch waits for who has resigned, and until then nobody\'s time runs', async () => {
  const { ada, bob } = await two('connect-four', { clock: { initial: 60_000, increment: 0 } });
  bob.page.on('dialog', (dialog) => dialog.accept());
  await bob.page.locator('.menu summary').click();
  await bob.page.locator('[data-do="resign"]').click();
  for (const { page } of [ada, bob]) await page.locator('lap-final:not([hidden])').waitFor();
  await ada.page.locator('[data-do="rematch"]').click();
  await ada.page.locator('.proposal', { hasText: 'Waiting for Bob' }).waitFor();
  const asked = bob.page.locator('.proposal', { hasText: 'Ada would like a rematch' });
  await asked.waitFor();
  for (const { page } of [ada, bob]) assert.equal(await page.locator('lap-final a.main').count(), 0, 'there is none yet');
  await asked.locator('[data-do="disagree"]').click();
  await asked.waitFor({ state: 'detached' });
  assert.equal(await bob.page.locator('lap-final a.main').count(), 0, 'nor is there one later');
  await ada.page.locator('[data-do="rematch"]').click();
  await asked.locator('[data-do="agree"]').click();
  for (const { page } of [ada, bob]) {
    await page.locator('lap-final a.main').click();
    await page.locator('lap-board .cell').first().waitFor();
    await page.locator('.waited lap-clock').waitFor();
  }
  for (const person of [ada, bob]) assertNoFaults(person);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

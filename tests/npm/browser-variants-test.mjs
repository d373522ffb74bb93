// Another variant in the middle of a match: proposed in one browser, agreed to in another, seen in a third.
import assert from 'node:assert/strict';
import { PHONE, assertAccessible, fitsPhone } from './access.mjs';
import { assertNoFaults, somebody, startBrowser } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const server = await startServer();
const browser = await startBrowser();

const title = ({ page }, text) => page.locator('lap-table h1', { hasText: text }).waitFor();
const press = ({ page }, word) => page.locator(`[data-do="${word}"]`).first().click();

async function choose(person, word) {
  await person.page.locator('.menu summary').click();
  await press(person, word);
}

/** From the menu: the dialog with what there is. */
async function openVariants(person) {
  await choose(person, 'variant');
  await person.page.locator('lap-variants dialog[open]').waitFor();
}

async function propose(person, name) {
  await openVariants(person);
  await person.page.getByRole('radio', { name }).press('Space');
  await person.page.locator('lap-variants .swap h3', { hasText: name }).waitFor();
  await person.page.getByRole('button', { name: 'Ask the others' }).click();
}

/** Two at a match of `game`, she who begins first, and one who watches. */
async function three(game) {
  const [ada, bob, eve] = await Promise.all([0, 1, 2].map(() => somebody(browser, server)));
  await ada.page.goto(new URL(`/#new=${game}`, server.url).href);
  await ada.page.locator('#seats').selectOption('2');
  await ada.page.locator('lap-seat-field select').nth(1).selectOption('invited');
  await ada.page.locator('form button.main').click();
  const links = ada.page.locator('.link-field input');
  await eve.page.goto(await links.nth(1).inputValue());
  await bob.page.goto(await links.nth(0).inputValue());
  await bob.page.locator('#arrival-name').fill('Bob');
  await bob.page.keyboard.press('Enter');
  await bob.page.locator('lap-turn strong').waitFor();
  await ada.page.locator('lap-waiting-room').waitFor({ state: 'hidden' });
  return (await ada.page.locator('lap-turn.yours').count()) ? [ada, bob, eve] : [bob, ada, eve];
}

/** Moves, by what is highlighted, until its turn says `words`, or is over: a look and a click at once, so that nothing changes between them. */
const move = ({ page }, words) =>
  page.evaluate(async (until) => {
    const turn = document.querySelector('lap-turn');
    while (until ? !turn.textContent.includes(until) : turn.classList.contains('yours')) {
      document.querySelector('lap-steps:not([hidden]) .choice, lap-board .highlight')?.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, words);

const boxOf = ({ page }, selector) => page.locator(selector).boundingBox();

test('a match becomes one of another variant for all, and undo goes back over it', async () => {
  const people = await three('gemtrix');
  const [ada, bob, eve] = people;
  const all = (text) => Promise.all(people.map((person) => title(person, text)));
  await ada.page.getByRole('button', { name: 'Pass' }).click();
  await openVariants(ada);
  await ada.page.getByRole('radio').press('Space');
  const target = ada.page.getByLabel('Points to win');
  await target.fill('30');
  await assertAccessible(ada.page, 'variants');
  await ada.page.setViewportSize(PHONE);
  assert.ok(await fitsPhone(ada.page), 'no sideways scrolling');
  const before = await boxOf(bob, 'lap-board .middle');
  await target.press('Enter');
  await ada.page.locator('.proposal', { hasText: 'Waiting for' }).waitFor();
  const asked = bob.page.locator('.proposal', { hasText: 'Points to win: 30' });
  await asked.getByText('There are points for: Earlier games.').waitFor();
  await assertAccessible(bob.page, 'proposal');
  assert.deepEqual(await boxOf(bob, 'lap-board .middle'), before, 'a proposal moves nothing');
  await press(bob, 'agree');
  await all('Gemtrix, tournament');
  await choose(bob, 'rules');
  await bob.page.locator('lap-rules .changes').waitFor();
  await bob.page.keyboard.press('Escape');

  await choose(eve, 'replay');
  await eve.page.locator('lap-replay input').fill('1');
  await title(eve, /^Gemtrix$/);
  await eve.page.getByRole('button', { name: 'Back to now' }).click();
  await title(eve, 'Gemtrix, tournament');
  await bob.page.reload();
  await title(bob, 'Gemtrix, tournament');

  await choose(ada, 'undo');
  await press(bob, 'agree');
  await all(/^Gemtrix$/);
  people.forEach(assertNoFaults);
});

test('what the rules do not allow cannot be chosen, or is refused, with their reason', async () => {
  const people = await three('gem');
  const [ada, bob] = people;
  const never = 'There are gems on the board already';
  await openVariants(bob);
  await bob.page.getByRole('radio').press('Space');
  await move(ada);
  await bob.page.getByRole('button', { name: 'Ask the others' }).click();
  await bob.page.getByRole('alert').filter({ hasText: never }).waitFor();
  await openVariants(ada);
  await ada.page.getByRole('radio', { name: 'GEM, advanced', disabled: true }).waitFor();
  await ada.page.locator('lap-variants .never', { hasText: never }).waitFor();
  await assertAccessible(ada.page, 'no variants');
  people.forEach(assertNoFaults);
});

test('one that has to wait says so, and is called off', async () => {
  const people = await three('gem-advanced');
  const [ada, bob] = people;
  await move(ada, 'Colour of the gem');
  await propose(ada, 'GEM');
  await press(bob, 'agree');
  await bob.page.locator('.proposal', { hasText: 'All agree' }).waitFor();
  await press(bob, 'call_off');
  await ada.page.locator('.proposal').waitFor({ state: 'detached' });
  people.forEach(assertNoFaults);
});

await done(async () => {
  await browser.close();
  await server.stop();
});

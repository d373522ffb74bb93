// A whole match by keyboard alone, from the lobby to the end.
import assert from 'node:assert/strict';
import { assertNoFaults, somebody, startBrowser, until } from './browser.mjs';
import { startServer } from './server.mjs';
import { done, test } from './tap.mjs';

const MOVES = 120;
const server = await startServer();
const browser = await startBrowser();
const person = await somebody(browser, server);
const { page } = person;

/** Tabs until something that matches has the focus. */
async function tabTo(selector) {
  for (let i = 0; i < 400; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return true;
    await page.keyboard.press('Tab');
  }
  return assert.fail(`no way to ${selector} by Tab`);
}

const isOver = () => page.locator('lap-final:not([hidden])').count();
const CHOICE = 'lap-board .highlight, lap-steps:not([hidden]) .choice';
const canChoose = () => page.locator(CHOICE).count();

async function sitDown(game) {
  await page.goto(server.url);
  await page.locator('[data-game]').first().waitFor();
  await tabTo(`[data-game="${game}"] button.main`);
  await page.keyboard.press('Enter');
  await page.locator('lap-steps.asks').waitFor();
}

/** In the page: once nothing has been drawn for a while: a choice is drawn in two, and what was not seen yet would not be chosen. */
function isQuiet() {
  return new Promise((resolve) => {
    let timer;
    const observer = new MutationObserver(() => wait());
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve(observer.disconnect()), 200);
    };
    observer.observe(document.querySelector('lap-table'), { childList: true, subtree: true });
    wait();
  });
}

/** Something that may be chosen: where the focus is, or where Tab leads, or further on by arrows. */
async function choose(arrows = []) {
  await tabTo(CHOICE);
  for (const arrow of arrows) await page.keyboard.press(arrow);
  assert.ok(
    await page.evaluate(() => document.activeElement.ariaLabel || document.activeElement.textContent),
    'it has a name',
  );
  await page.keyboard.press('Enter');
  await page.evaluate(isQuiet);
}

async function playUntil(isEnough) {
  for (let move = 0; move < MOVES && !(await isEnough()); move++) {
    if (await canChoose()) await choose(['ArrowDown', 'ArrowRight'].slice(0, move % 3));
    else await page.waitForTimeout(20);
  }
  assert.ok(await isEnough());
}

test('a match is played to its end by keyboard alone', async () => {
  await sitDown('tic-tac-toe');
  await playUntil(isOver);
  await page.locator('lap-final h2:focus').waitFor();
  assertNoFaults(person);
});

test('after a move the focus is on what may be chosen next', async () => {
  await sitDown('tic-tac-toe');
  const before = await canChoose();
  await choose();
  const hasMoved = ([choice, most]) => {
    const n = document.querySelectorAll(choice).length;
    return n > 0 && n < most && document.activeElement.matches(choice);
  };
  await until(page, hasMoved, [CHOICE, before]);
});

test('a long move has a way back by Escape', async () => {
  await sitDown('gem');
  const trail = () => page.locator('lap-steps .trail li').count();
  await playUntil(trail);
  const before = await trail();
  await page.keyboard.press('Escape');
  await until(page, (count) => document.querySelectorAll('lap-steps .trail li').length === count, before - 1);
});

test('Escape in a dialog closes the dialog, and takes nothing back', async () => {
  await sitDown('gem');
  const trail = () => page.locator('lap-steps .trail li').count();
  await playUntil(trail);
  const before = await trail();
  await page.locator('.menu summary').click();
  await page.locator('.menu [data-do="rules"]').click();
  await page.keyboard.press('Escape');
  await page.locator('.menu summary:focus').waitFor();
  assert.equal(await trail(), before);
});

test('on another page the keyboard begins at its beginning', async () => {
  await sitDown('tic-tac-toe');
  await page.locator('header .home').click();
  await page.locator('[data-game]').first().waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'own-name');
});

test('what has the focus is framed for keys, and not after a click', async () => {
  await sitDown('tic-tac-toe');
  await page.locator('lap-board .highlight').nth(4).click();
  await page.locator('lap-board .highlight:focus').waitFor();
  const isFramed = (style) => {
    const one = document.querySelector('lap-board .highlighted:focus-within'); // another element once the bot has moved
    return one && getComputedStyle(one).outlineStyle === style;
  };
  await until(page, isFramed, 'solid');
  await page.keyboard.press('ArrowRight');
  await until(page, isFramed, 'double');
});

await done(async () => {
  await browser.close();
  await server.stop();
});

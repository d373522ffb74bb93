// Matches that are played to their end, for tests of what comes then.
import { playToTheEnd, somebody } from './browser.mjs';

/** Ada at a new match of `game`, with bots in the other seats. */
export async function play(browser, server, game, seats, more = {}, options = {}) {
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

/** Ada and two bots, played to the end; at first she presses a key, if one is given. */
export async function playedOut(browser, server, game = 'gemtrix', seats = 3, options = {}, key = undefined) {
  const ada = await play(browser, server, game, seats, {}, options);
  if (key) await ada.page.keyboard.press(key);
  await playToTheEnd(ada.page, 0);
  await ada.page.locator('lap-final:not([hidden])').waitFor();
  return ada;
}

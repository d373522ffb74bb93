// What somebody sees who plays by what is lit: whether any of it is in view, how far things jump in a turn, which texts
// run over, and what axe-core finds, contrast among it. Plays with little motion, so that everything is where it will be when it
// is looked at.
import { findings } from './access.mjs';
import { sitDown, somebody } from './browser.mjs';

export const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

const WAIT = 20_000;

/** In the page, before anything else: sums what the browser notes as jumps, and deals chance from a seed. */
function observe(seed) {
  globalThis.shifted = 0;
  globalThis.jumped = []; // [how far, ...what], to find out why
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      globalThis.shifted += value;
      globalThis.jumped.push([value, ...sources.map(({ node }) => node?.className || node?.localName)]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  globalThis.chance = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** In the page: waits until something may be chosen or the match is over, and looks. null when it is over. */
async function look(wait) {
  // Ends once a frame is drawn: within it, elementFromPoint() would have the browser note positions that are never painted, and take them for jumps.
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const lit = () => [...document.querySelectorAll('lap-board .highlight')];
  const buttons = () => [...document.querySelectorAll('lap-steps .choice')].filter((one) => one.checkVisibility());
  const isOver = () => document.querySelector('lap-final:not([hidden])');
  const until = performance.now() + wait;
  const isWaiting = () => !isOver() && !lit().length && !buttons().length;
  do {
    document.querySelector('dialog[open].curtain button')?.click();
    if (performance.now() > until) throw new Error(`nothing to choose: ${document.querySelector('lap-turn').textContent}`);
    for (let i = 0; i < 3; i++) await frame();
    if (!isWaiting()) await frame(); // in which what is lit is brought into view, unless something else is drawn by then
  } while (isWaiting());
  if (isOver()) return null;
  const places = lit().length ? lit() : buttons();
  const seen = places.filter((element) => pointIn(element));
  return {
    lit: places.length,
    seen: seen.length,
    isOnBoard: lit().length > 0,
    story: document.querySelector('.story').childElementCount,
    shifted: globalThis.shifted,
    overflows: overflows(),
  };

  /** A point at which the element can be hit. */
  function pointIn(element) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]];
    return points
      .map(([a, b]) => [x + width * a, y + height * b])
      .find(([a, b]) => document.elementFromPoint(a, b)?.closest('button') === element);
  }

  /** Texts that are cut off, or stick out of what they stand in. */
  function overflows() {
    return [...runsOver('.piece text, .value text, .token text', 'svg'), ...runsOver(TEXTS, null), ...outside(), ...beyond()];
  }

  /** The page itself, where it is wider than the window. */
  function beyond() {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in a window of ${clientWidth}`] : [];
  }

  /** Pieces that lie below the area of their seat. */
  function outside() {
    const bottom = (element) => element.getBoundingClientRect().bottom;
    const areas = [...document.querySelectorAll('.area.seat')];
    return areas.flatMap((area) =>
      [...area.querySelectorAll('.place')]
        .filter((place) => place.checkVisibility() && bottom(place) > bottom(area) + 2)
        .map((place) => `${place.dataset.name} is outside of ${area.querySelector('h3').textContent}`));
  }

  function runsOver(selector, box) {
    return [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && (box ? sticksOut(element, box) : isCut(element)))
      .map((element) => element.textContent.trim().slice(0, 60));
  }

  function sticksOut(element, box) {
    const [inner, outer] = [element.getBoundingClientRect(), element.closest(box).getBoundingClientRect()];
    return inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
  }

  function isCut(element) {
    if (element.clientWidth < 3) return false; // for who hears the page
    return element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'auto';
  }
}

/** What is never wider than its box. */
const TEXTS = 'lap-turn, .choice, .player, .counter, .area h3, .field h4, .table-head h1, .prompt, .part > summary, .points';

/** In the page: chooses one of what is lit, rather what can be seen. */
function choose() {
  const isIn = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
  const all = [...document.querySelectorAll('lap-board .highlight, lap-steps .choice')];
  const seen = all.filter((element) => element.checkVisibility() && isIn(element.getBoundingClientRect()));
  const from = seen.length ? seen : all;
  from[Math.floor(globalThis.chance() * from.length)]?.click();
}

/** Of so many steps, the last is looked at by axe-core, which takes its time. */
const LOOKED_AT = 20;

/** Plays `steps` steps of a game at a size. What was found: {steps, dark, shifts: [a turn's], overflows: [text], inaccessible}. */
export async function measure(browser, server, { game, size, steps, seed = 1, colorScheme = 'light', each }) {
  const person = await somebody(browser, server, { viewport: size, reducedMotion: 'reduce', colorScheme });
  const { page } = person;
  const found = { game, size: `${size.width}x${size.height}`, steps: 0, dark: [], shifts: [], overflows: new Set(), inaccessible: new Set(), faults: person.faults };
  const lookAt = async () => {
    for (const one of await findings(page)) found.inaccessible.add(one);
  };
  await page.addInitScript(observe, seed);
  await page.reload();
  await sitDown(page, game);
  await page.evaluate(`globalThis.look = ${look}; globalThis.TEXTS = ${JSON.stringify(TEXTS)}`);
  let turn;
  while (found.steps < steps) {
    const seen = await page.evaluate((wait) => globalThis.look(wait), WAIT);
    await each?.(page, found.steps, seen);
    if (!seen) break;
    if (found.steps % LOOKED_AT === LOOKED_AT - 1) await lookAt();
    if (!seen.seen) found.dark.push(`${found.steps}: 0 of ${seen.lit}`);
    for (const text of seen.overflows) found.overflows.add(text);
    if (!turn) turn = seen;
    else if (seen.story > turn.story) {
      found.shifts.push(seen.shifted - turn.shifted);
      turn = seen;
    }
    found.steps++;
    await page.evaluate(choose);
    await page.waitForTimeout(30);
  }
  await lookAt();
  await page.context().close();
  return { ...found, overflows: [...found.overflows], inaccessible: [...found.inaccessible] };
}

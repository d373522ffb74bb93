// What is for everybody: what axe-core finds, and what fits a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 360, height: 740 };

/** It fails where what it looks at is drawn anew meanwhile, by a bot's move: then it looks again. */
const TRIES = 3;

async function look(page, tries = TRIES) {
  const run = page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  return tries > 1 ? run.catch(() => look(page, tries - 1)) : run;
}

/** What axe-core finds: contrast of AA and order of headings among it. */
export async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await look(page);
  const first = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ');
  return violations.map(({ id, nodes }) => `${id}: ${first(nodes)}`);
}

export async function assertAccessible(page, where) {
  assert.deepEqual((await findings(page)).map((found) => `${where}: ${found}`), []);
}

/** Whether nothing has to be scrolled sideways. */
export const fitsPhone = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

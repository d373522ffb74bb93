// Matches that this browser has played at, and public ones that are over.
import { toMatch } from './address.js';
import { fill, make } from './element.js';
import { host } from './host.js';
import { matchLine, matchList } from './match-line.js';
import { publicMatches } from './public-matches.js';
import { forget, recordOf, remember } from './seats.js';
import { thumbnail } from './thumbnail.js';
import { endOf } from './verdict.js';
import { listed, say } from './words.js';

const summaryOf = ({ match, game, names = [], at }) => ({
  match,
  game,
  seats: names.map((name) => ({ name })),
  changed: at,
});

/** How a match ended, in words; `end`: see endOf. */
function sayEnd({ aborted, reached, points, draw, won = [] }) {
  if (aborted) return say('over.aborted');
  if (points !== undefined) return say('points_of', { count: points });
  if (reached !== undefined) return say(reached ? 'won.together.others' : 'lost.together.others');
  if (draw) return say('won.nobody');
  return won.length > 0 ? say('won.others', { names: listed(won), count: won.length }) : undefined;
}

/** How a match of others ended, which its score tells; `summary` is of match.list. */
export function resultByScore({ seats }, score) {
  if (!score) return undefined;
  const state = { seats, score, result: score.final ? 'finished' : 'aborted' };
  return sayEnd(endOf(state, seats.map(({ name }) => name)));
}

const link = (match, word) => make('a', { class: 'button', href: toMatch(match) }, say(word));

function forgetButton(match) {
  const drop = ({ target }) => {
    const { state, seats } = recordOf(match);
    if (state !== 'over' && seats.length > 0 && !confirm(say('forget.sure'))) return;
    forget(match);
    target.closest('li').remove();
  };
  return make('button', { class: 'quiet', onclick: drop }, say('forget'));
}

const ownLine = (briefs, word) => (record) =>
  matchLine(summaryOf(record), briefs, [link(record.match, word), forgetButton(record.match)], { result: record.end && sayEnd(record.end) });

/** Past all entries that a match may have: of its state alone is asked. */
const NOTHING = 2 ** 31 - 1;

/** Whether a match is over of which this page knows no more than that it was not. */
async function isOver({ match, seats: [{ token }] }) {
  try {
    await host.call('match.legal', { match, token });
    return false;
  } catch ({ data }) {
    return data?.reason === 'over';
  }
}

/** Notes how a match has ended. */
async function noteEnd(record) {
  const { match, seats: [{ token }] } = record;
  const state = await host.call('match.subscribe', { match, token, since: NOTHING });
  await host.call('match.unsubscribe', { match, token });
  const names = state.seats.map(({ name }) => name);
  remember(match, { at: record.at, game: state.game, state: 'over', names, end: endOf(state, names) });
}

/** A match may have ended while nobody looked: then its line says so. */
async function followEnd(record, line, briefs) {
  if (!record.seats.length || !(await isOver(record))) return;
  await noteEnd(record);
  line.replaceWith(ownLine(briefs, 'replay')(recordOf(record.match)));
}

/** The matches of `own` (records of this browser) that are not over, as far as was known. */
export function ownMatches(own, briefs) {
  const going = own.filter(({ state }) => state !== 'over');
  const lines = going.map(ownLine(briefs, 'go_on'));
  going.forEach((record, i) => followEnd(record, lines[i], briefs).catch(() => {})); // the line stays as it is
  return matchList(say('own_matches'), lines);
}

/** How it ended stands there once it is drawn. */
function othersLine(briefs, summary) {
  const result = make('span');
  const picture = thumbnail(summary);
  picture.addEventListener('score', ({ detail }) => fill(result, resultByScore(summary, detail)));
  return matchLine(summary, briefs, [link(summary.match, 'replay')], { result, picture });
}

/** Those of `own` that were over, and public ones of others. */
export async function pastMatches(own, briefs) {
  const isOwn = new Set(own.map(({ match }) => match));
  const over = own.filter(({ state }) => state === 'over');
  const others = (await publicMatches('over'))
    .filter(({ match }) => !isOwn.has(match))
    .map((summary) => othersLine(briefs, summary));
  return matchList(say('past_matches'), [...over.map(ownLine(briefs, 'replay')), ...others]);
}

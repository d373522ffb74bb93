// Matches that this browser has played at, and public ones that are over.
import { toMatch } from './address.js';
import { fill, make } from './element.js';
import { matchLine, matchList } from './match-line.js';
import { publicMatches } from './public-matches.js';
import { forget, recordOf, records } from './seats.js';
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

/** The matches of this browser that are not over. */
export function ownMatches(briefs) {
  const going = records().filter(({ state }) => state !== 'over');
  return matchList(say('own_matches'), going.map(ownLine(briefs, 'go_on')));
}

/** How it ended stands there once it is drawn. */
function othersLine(briefs, summary) {
  const result = make('span');
  const picture = thumbnail(summary);
  picture.addEventListener('score', ({ detail }) => fill(result, resultByScore(summary, detail)));
  return matchLine(summary, briefs, [link(summary.match, 'replay')], { result, picture });
}

export async function pastMatches(briefs) {
  const own = records().filter(({ state }) => state === 'over');
  const isOwn = new Set(own.map(({ match }) => match));
  const others = (await publicMatches('over'))
    .filter(({ match }) => !isOwn.has(match))
    .map((summary) => othersLine(briefs, summary));
  return matchList(say('past_matches'), [...own.map(ownLine(briefs, 'replay')), ...others]);
}

// Matches that this browser has played at, and public ones that are over.
import { toMatch } from './address.js';
import { fill, make } from './element.js';
import { matchLine, matchList } from './match-line.js';
import { publicMatches } from './public-matches.js';
import { forget, recordOf, records } from './seats.js';
import { thumbnail } from './thumbnail.js';
import { isDraw, winnersOf } from './verdict.js';
import { listed, say } from './words.js';

const summaryOf = ({ match, game, names = [], at }) => ({
  match,
  game,
  seats: names.map((name) => ({ name })),
  changed: at,
});

/** How it ended, for who was there. */
function resultOf({ state, result, won }) {
  if (state !== 'over') return undefined;
  if (result === 'aborted') return say('over.aborted');
  return won?.length > 0 ? say('won.others', { names: listed(won), count: won.length }) : undefined;
}

/** The same of a match of others, whose score tells it; `summary` is of match.list. */
export function resultByScore({ seats }, score) {
  const state = { seats, score };
  if (!score) return undefined;
  if (!score.final) return say('over.aborted');
  if (!score.seats) return say(score.together?.won ? 'won.together.others' : 'lost.together.others');
  if (isDraw(state)) return say('won.nobody');
  return resultOf({ state: 'over', won: winnersOf(state).map((seat) => seats[seat].name) });
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
  matchLine(summaryOf(record), briefs, [link(record.match, word), forgetButton(record.match)], { result: resultOf(record) });

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

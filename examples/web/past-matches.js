// Matches that this browser has played at, and public ones that are over.
import { toMatch } from './address.js';
import { make } from './element.js';
import { matchLine, matchList } from './match-line.js';
import { publicMatches } from './public-matches.js';
import { forget, recordOf, records } from './seats.js';
import { thumbnail } from './thumbnail.js';
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

export async function pastMatches(briefs) {
  const own = records().filter(({ state }) => state === 'over');
  const isOwn = new Set(own.map(({ match }) => match));
  const others = (await publicMatches('over'))
    .filter(({ match }) => !isOwn.has(match))
    .map((summary) => matchLine(summary, briefs, [link(summary.match, 'replay')], { picture: thumbnail(summary) }));
  return matchList(say('past_matches'), [...own.map(ownLine(briefs, 'replay')), ...others]);
}

// Public matches: those with a free seat, and those to watch.
import { go, toMatch } from './address.js';
import { join, ownNameAt } from './create.js';
import { make } from './element.js';
import { matchLine, matchList } from './match-line.js';
import { pressing } from './notice.js';
import { publicMatches } from './public-matches.js';
import { recordOf } from './seats.js';
import { thumbnail } from './thumbnail.js';
import { say } from './words.js';

async function sitDown({ match, seats }) {
  const seat = seats.findIndex(({ free }) => free);
  await join(match, { seat, name: ownNameAt(seat) });
  go(toMatch(match));
}

const watchButton = ({ match }) => make('a', { class: 'button', href: toMatch(match) }, say('watch'));
const joinButton = (summary) =>
  make('button', { class: 'main', onclick: pressing(() => sitDown(summary)) }, say('join'));
const isNew = ({ match }) => recordOf(match).seats.length === 0;

const others = async (state) => (await publicMatches(state)).filter(isNew);

export async function openMatches(briefs) {
  const [open, running] = await Promise.all([others('open'), others('running')]);
  return [
    matchList(
      say('open_matches'),
      open.map((summary) => matchLine(summary, briefs, [joinButton(summary), watchButton(summary)])),
    ),
    matchList(
      say('running_matches'),
      running.map((summary) => matchLine(summary, briefs, [watchButton(summary)], { picture: thumbnail(summary) })),
    ),
  ];
}

// Public matches: those with a free seat, and those to watch.
import { go, toMatch } from './address.js';
import { join } from './create.js';
import { make } from './element.js';
import { host } from './host.js';
import { matchLine, matchList } from './match-line.js';
import { pressing } from './notice.js';
import { ownName, recordOf } from './seats.js';
import { say } from './words.js';

async function sitDown({ match, seats }) {
  const seat = seats.findIndex(({ free }) => free);
  await join(match, { seat, name: ownName() || say('player', { number: seat + 1 }) });
  go(toMatch(match));
}

const watchButton = ({ match }) => make('a', { class: 'button', href: toMatch(match) }, say('watch'));
const joinButton = (summary) =>
  make('button', { class: 'main', onclick: pressing(() => sitDown(summary)) }, say('join'));
const isNew = ({ match }) => recordOf(match).seats.length === 0;

/** The matches of a state, of which none is one's own. */
const publicMatches = async (state) => (await host.call('match.list', { state })).items.filter(isNew);

export async function openMatches(briefs) {
  const [open, running] = await Promise.all([publicMatches('open'), publicMatches('running')]);
  return [
    matchList(
      say('open_matches'),
      open.map((summary) => matchLine(summary, briefs, [joinButton(summary), watchButton(summary)])),
    ),
    matchList(
      say('running_matches'),
      running.map((summary) => matchLine(summary, briefs, [watchButton(summary)])),
    ),
  ];
}

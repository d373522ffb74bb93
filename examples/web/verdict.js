// How a match was decided, in sentences: from the score, and from who gave up or ran out of time.
import { listed, say } from './words.js';

/** The tier of what all together have to reach; the tiers between it and 0 break ties. */
export const GOAL = 7;

export const isTie = ({ tier }) => tier > 0 && tier < GOAL;

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** What all together have to reach; 0: nothing. */
export const goalOf = ({ lines }) => sum(lines.filter(({ tier }) => tier === GOAL).map(({ points }) => points));

const seatsOf = ({ seats }) => [...seats.keys()];

/** Seats whose clock ran out. */
export const ranOut = (state) => seatsOf(state).filter((seat) => state.seats[seat].late);

/** The others who left the match to a bot. */
export const gaveUp = (state) => seatsOf(state).filter((seat) => state.seats[seat].resigned && !state.seats[seat].late);

const stayed = (state) => seatsOf(state).filter((seat) => !state.seats[seat].resigned);

/** Who won: first in place, and still there. */
export const winnersOf = (state) => stayed(state).filter((seat) => state.score?.seats?.[seat].place === 1);

/** Nobody of those who stayed is ahead. */
export const isDraw = (state) => winnersOf(state).length > 1 && winnersOf(state).length === stayed(state).length;

/** The result of those who play alone or together: {total, won?}; undefined where seats play against each other. */
export const sharedResult = ({ score, seats }) => score?.together ?? (seats.length === 1 ? score?.seats?.[0] : undefined);

/**
 * How a match ended, in short: {aborted}, {reached} or {points} of those who play alone or together, whether something was to be
 * reached or not, {draw}, or {won: [name]}. `state` is of a match that is over, `names` of its seats.
 */
export function endOf(state, names) {
  const shared = sharedResult(state);
  if (state.result === 'aborted') return { aborted: true };
  if (shared) return goalOf(state.score) > 0 ? { reached: Boolean(shared.won) } : { points: shared.total };
  return isDraw(state) ? { draw: true } : { won: winnersOf(state).map((seat) => names[seat]) };
}

/** Whether what was told last has never been told before: of a move that only ends a turn nothing else is told. */
function endsOnce(story) {
  const told = story.flatMap(({ events = [] }) => events.map((event) => event.kind));
  return told.indexOf(told.at(-1)) === told.length - 1;
}

/** What the rules told last, behind the last move itself, or by themselves. */
function toldLast(story, least = 2) {
  const { kind, text = [] } = story.findLast((entry) => entry.kind === 'move' || entry.kind === 'rules') ?? {};
  return text.length >= (kind === 'move' ? least : 1) && text.at(-1);
}

/** Why it ended. */
const whyOver = (story) => endsOnce(story) && toldLast(story);

function whoLeft(state, names) {
  const late = ranOut(state);
  const gone = gaveUp(state);
  const sentence = (key, seats) => say(key, { names: listed(seats.map((seat) => names[seat])), count: seats.length });
  const goesOn = state.result === 'finished' && late.length + gone.length > 0;
  return [
    late.length > 0 && sentence('decided.timeout', late),
    gone.length > 0 && sentence('decided.resigned', gone),
    goesOn && say('decided.last'),
  ];
}

const together = ({ score }) =>
  goalOf(score) > 0 && say('decided.goal', { total: score.together.total, goal: goalOf(score) });

/** The category after which only the winners were left; undefined if the viewer does not see all that decided. */
function tieBreaker({ lines }, level, winners) {
  let left = level;
  let category;
  for (const tier of [...new Set(lines.filter(isTie).map((line) => line.tier))].sort()) {
    const here = lines.filter((line) => line.tier === tier);
    const of = (seat) => sum(here.filter((line) => line.seat === seat).map(({ points }) => points));
    const best = left.filter((seat) => of(seat) === Math.max(...left.map(of)));
    if (best.length < left.length) [{ category }] = here;
    left = best;
  }
  return left.join() === winners.join() ? category : undefined;
}

function byTie({ score }, level, winners, { categories }) {
  const { total } = score.seats[winners[0]];
  const category = tieBreaker(score, level, winners);
  const title = categories.find(({ name }) => name === category)?.title;
  return title ? say('decided.tie', { total, category: title }) : say('decided.unknown', { total });
}

/** Where points were made once in the whole match, how they were made tells more than their number, unless that is only a title. */
function onlyLine({ lines }, { categories }) {
  const counted = lines.filter(({ tier, points }) => tier === 0 && points !== 0);
  const told = counted.length === 1 ? counted[0].text : undefined;
  return categories.some(({ title }) => title === told) ? undefined : told;
}

/** What was counted, where all points were made in one category, one for each thing that its lines name; undefined: points. */
export function countedIn({ lines }, { categories }) {
  const counted = lines.filter(({ tier, points }) => tier === 0 && points !== 0);
  const [first] = counted;
  const isOne = ({ category, points, args = {} }) => points === 1 && category === first.category && Object.keys(args).length > 0;
  return first && counted.every(isOne) ? categories.find(({ name }) => name === first.category)?.title : undefined;
}

/** Who stayed and has not won, the next one first. */
function behind(state) {
  const { seats } = state.score;
  const winners = winnersOf(state);
  return stayed(state).filter((seat) => !winners.includes(seat)).sort((a, b) => seats[a].place - seats[b].place);
}

/** "you" for who looks. */
const calledBy = (viewer, seat, names) => (seat === viewer ? say('seat.own') : names[seat]);

function byPoints(state, { names, viewer }, description) {
  const { score } = state;
  const winners = winnersOf(state);
  if (winners.length === 0 || stayed(state).length < 2) return undefined;
  const { total } = score.seats[winners[0]];
  const level = stayed(state).filter((seat) => score.seats[seat].total === total);
  if (level.length > winners.length) return byTie(state, level, winners, description);
  if (winners.length > 1) return say('decided.nothing', { total });
  const others = behind(state);
  const next = score.seats[others[0]].total;
  const as = others.filter((seat) => score.seats[seat].total === next).map((seat) => calledBy(viewer, seat, names));
  const what = countedIn(score, description);
  const difference = what ? say('decided.counted', { what, total, next }) : say('decided.points', { count: total - next, others: listed(as), total, next });
  return onlyLine(score, description) ?? difference;
}

/** Where a winner on points was furthest ahead of another one. Where all points are of one kind, or it was as far ahead in several, nothing is said. */
function leadOver(other, winner, { score }, { names, viewer }, { categories }) {
  const counted = score.lines.filter(({ tier }) => tier === 0);
  const of = (lines, seat) => sum(lines.filter((line) => line.seat === seat).map(({ points }) => points));
  const leads = Array.from(Map.groupBy(counted, ({ category }) => category), ([category, lines]) => ({ category, more: of(lines, winner), less: of(lines, other) }));
  const [first, second] = leads.toSorted((a, b) => b.more - b.less - (a.more - a.less));
  if (!second || first.more - first.less === second.more - second.less) return undefined;
  const title = categories.find(({ name }) => name === first.category)?.title;
  return title && say('decided.lead', { other: calledBy(viewer, other, names), category: title, more: first.more, less: first.less });
}

/** Over the next one, and over the one who looks. */
function leads(state, at, description) {
  const { seats } = state.score;
  const winners = winnersOf(state);
  const told = behind(state).filter((seat, i) => (i === 0 || seat === at.viewer) && seats[seat].total < seats[winners[0]].total);
  return winners.length === 1 ? told.map((seat) => leadOver(seat, winners[0], state, at, description)) : [];
}

/** Sentences, the most telling last. `story` is a follower's. */
export function verdict(state, at, description) {
  const { story, names } = at;
  if (state.result === 'aborted') return [];
  const { score, result, seats } = state;
  const isAlone = Boolean(score?.together) || seats.length === 1;
  return [
    ...whoLeft(state, names),
    result === 'finished' && score?.together && together(state),
    result === 'finished' && !isAlone && whyOver(story),
    result === 'finished' && score?.seats && byPoints(state, at, description),
    ...(result === 'finished' && score?.seats && !isAlone ? leads(state, at, description) : []),
    result === 'finished' && isAlone && toldLast(story, endsOnce(story) ? 1 : 2),
  ].filter(Boolean);
}

// What may be done with a match besides playing: take back, end, give up, hand over, keep.
import { comeAgain, go, toMatch } from './address.js';
import { notifyButton } from './attention.js';
import { changesBetween } from './changes.js';
import { newKey } from './connection.js';
import { make } from './element.js';
import { refusedAs } from './failure.js';
import { pressing } from './notice.js';
import { save } from './picture.js';
import { giveSeat, recordOf } from './seats.js';
import { say } from './words.js';

const propose = (follower, kind) => follower.ask('match.propose', { kind, key: newKey() });
export const undo = (follower) => refusedAs('undo.refused', () => propose(follower, 'undo'));
const answer = (follower, proposal, accept) => follower.ask('match.answer', { proposal, accept, key: newKey() });
const resign = (follower) => follower.ask('match.resign', { key: newKey() });

/** Whether nobody else plays: the host helps nobody against others, unless the creator of the match wants that. */
export const hasNobodyElse = ({ seats }) => seats.filter(({ bot, free }) => !bot && !free).length === 1;
const hasHints = (state) => state.hints !== 'never' && (state.hints === 'always' || hasNobodyElse(state));

const button = (word, run, kind) => make('button', { class: kind, 'data-do': word, onclick: pressing(run) }, say(word));

const ifSure = (word, run) => async () => {
  if (confirm(say(word))) await run();
};

/** Somebody else may go on with the seat; this page watches, or plays the seats that are left. */
async function handOver(follower) {
  const { match, viewer } = follower;
  const { invitation } = await follower.ask('match.leave', { key: newKey() });
  giveSeat(match, viewer, invitation);
  comeAgain();
}

async function saveLog(follower) {
  const pages = [];
  let cursor;
  do {
    const { log, next } = await follower.ask('match.export', { format: 'log', limit: 500, cursor });
    pages.push(log);
    cursor = next;
  } while (cursor);
  save(pages, 'application/x-ndjson', `${follower.state.game}-${follower.match}.jsonl`);
}

export const logButton = (follower) => button('save_log', () => saveLog(follower));

/** Resolves to the match that follows this one, once there is one. */
const nextOf = (follower) =>
  new Promise((resolve) => {
    const look = () => follower.state.rematch && resolve(follower.state.rematch);
    for (const news of ['entry', 'state']) follower.addEventListener(news, look);
    look();
  });

/** Where nobody else has to agree, one sits at the rematch at once. */
async function playAgain(follower) {
  await propose(follower, 'rematch');
  if (hasNobodyElse(follower.state)) go(toMatch(await nextOf(follower)));
}

export const rematchButton = (follower) => button('rematch', () => playAgain(follower), 'main');

/** What stands in the menu of a viewer. `mover`: who would take a move back, if there is one. */
export function matchMenu(follower, mover, { rules, tour, replay, variants, hint }) {
  const { state } = follower.state;
  const goesOn = state === 'running';
  const plays = follower.viewer >= 0 && (goesOn || state === 'suspended');
  const isReadable = state !== 'suspended'; // its past is the work of its rules, which have failed
  return [
    button('rules', rules),
    button('tour', tour),
    plays && goesOn && follower.isWaitedFor && hasHints(follower.state) && button('hint', hint),
    plays && mover && button('undo', () => undo(mover)),
    plays && goesOn && button('variant', variants),
    isReadable && button('replay', replay),
    isReadable && button('save_log', () => saveLog(follower)),
    follower.viewer >= 0 && notifyButton(),
    plays &&
      recordOf(follower.match).watch &&
      button(
        'hand_over',
        ifSure('hand_over.sure', () => handOver(follower)),
      ),
    plays && button('abort', () => propose(follower, 'abort')),
    plays &&
      button(
        'resign',
        ifSure('resign.sure', () => resign(follower)),
        'bad',
      ),
  ];
}

/** Whether one agrees. `asked`: the own seats that have not said. */
const answers = (proposal, asked, isAlone, names) =>
  asked.map((follower) =>
    make(
      'div',
      { class: 'row' },
      !isAlone && make('span', {}, names[follower.viewer]),
      button('agree', () => answer(follower, proposal.id, true), 'main'),
      button('disagree', () => answer(follower, proposal.id, false)),
    ),
  );

/** What all have agreed to waits for its time, and any seat may call it off. */
const agreed = (proposal, [own]) => [
  make('p', {}, say('proposed.agreed')),
  own && make('div', { class: 'row' }, button('call_off', () => answer(own, proposal.id, false))),
];

/** Why a match stands still. Undefined if it does not. */
export const suspensionBanner = ({ suspended }) =>
  suspended && make('div', { class: 'panel suspended', role: 'alert' }, make('p', {}, suspended.text));

/** What is proposed, and whether one agrees. `followers`: the own seats. Undefined if there is nothing. */
export function proposalBanner({ proposal, game }, followers, names) {
  if (!proposal) return undefined;
  const asked = followers.filter(({ viewer }) => proposal.asked.includes(viewer));
  const waitsFor = proposal.asked.map((seat) => names[seat]).join(', ');
  return make(
    'div',
    { class: 'panel proposal', role: 'status' },
    make('p', {}, say(`proposed.${proposal.kind}`, { name: names[proposal.seat] })),
    proposal.swap && changesBetween(game, proposal.swap, proposal.options),
    answers(proposal, asked, followers.length === 1, names),
    proposal.asked.length === 0 && agreed(proposal, followers),
    waitsFor && asked.length === 0 && make('p', { class: 'quiet' }, say('proposed.waiting', { names: waitsFor })),
  );
}

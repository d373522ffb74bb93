// One game in the lobby.
import { go, toMatch, toNewMatch } from './address.js';
import { playAtOnce } from './create.js';
import { make } from './element.js';
import { pressing } from './notice.js';
import { foldedRules } from './rules.js';
import { say } from './words.js';

const playersOf = ({ min, max }) =>
  min === max ? say('players', { count: min }) : say('players_between', { min, max });

const lengthOf = ({ min, max }) => say(min === max ? 'minutes' : 'minutes_between', { min, max });

const trait = (text, kind = '') => make('li', { class: `trait ${kind}` }, text);

const traitList = ({ seats, minutes, traits }) =>
  make(
    'ul',
    { class: 'traits' },
    trait(playersOf(seats), 'players'),
    minutes && trait(lengthOf(minutes), 'minutes'),
    traits.map((name) => trait(say(`trait.${name}`))),
  );

async function play(brief) {
  go(toMatch(await playAtOnce(brief)));
}

/** `base`: the brief of the game that it is a variant of, or undefined. */
export function gameCard(brief, base) {
  const title = make('h3', { id: `game-${brief.id}` }, brief.title, brief.picture && make('img', { class: 'emblem', src: brief.picture, alt: '' }));
  return make(
    'article',
    { class: 'panel game', 'aria-labelledby': title.id, 'data-game': brief.id },
    title,
    base && make('p', { class: 'quiet' }, say('variant_of', { title: base.title })),
    make('p', { class: 'summary' }, brief.summary),
    traitList(brief),
    make(
      'div',
      { class: 'row' },
      make('button', { class: 'main', onclick: pressing(() => play(brief)) }, say('play'), hidden(brief.title)),
      make('a', { class: 'button', href: toNewMatch(brief.id) }, say('play_otherwise'), hidden(brief.title)),
    ),
    foldedRules(brief), // lies over what is below it, once it is open
  );
}

/** Text for screen readers, so that a list of links is not read as "Play", "Play", "Play". */
const hidden = (text) => make('span', { class: 'unseen' }, ` ${text}`);

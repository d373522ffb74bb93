// The settings of a match in words, which its people have agreed on: clock, options, and what else its creator has chosen.
import { make } from './element.js';
import { say } from './words.js';

const MINUTE = 60000;
const SECOND = 1000;

/** 90000 as "1:30". */
const minutesOf = (ms) => `${Math.floor(ms / MINUTE)}:${String(Math.floor((ms % MINUTE) / SECOND)).padStart(2, '0')}`;

/** In short, for a line: "5:00 + 3 s". */
export const clockInShort = ({ initial, increment = 0 }) =>
  increment > 0 ? `${minutesOf(initial)} + ${increment / SECOND} s` : minutesOf(initial);

const clockText = ({ initial, increment = 0 }) =>
  say(increment > 0 ? 'match_settings.clock_more' : 'match_settings.clock', { time: minutesOf(initial), seconds: increment / SECOND });

const valueTitle = ({ choices = [] }, value) => choices.find((choice) => choice.value === value)?.title ?? value;

/** [title, value] of each option in words; `brief` is of the game, undefined if it is not here. */
export const optionsOf = ({ options = {} }, brief) =>
  (brief?.options ?? []).filter(({ name }) => name in options).map((option) => [option.title, valueTitle(option, options[option.name])]);

/** Only those that are not as usual, for a line. */
export const chosenOptionsOf = (match, brief) =>
  optionsOf(match, brief && { options: brief.options.filter(({ name, default: usual }) => match.options?.[name] !== usual) });

/** A list of all that is agreed on. `match`: of match.invitation or a match's state. */
export function settingsList(match, brief) {
  const rows = [
    [say('clock'), match.clock ? clockText(match.clock) : say('match_settings.no_clock')],
    ...optionsOf(match, brief),
    [say('messages'), say(`messages.${match.messages ?? 'quick'}`)],
    [say('hints'), say(`hints.${match.hints ?? 'alone'}`)],
    [say('match_settings.watchers'), say(match.public ? 'match_settings.public' : 'match_settings.private')],
  ];
  return make('dl', { class: 'match-settings' }, rows.flatMap(([title, value]) => [make('dt', {}, title), make('dd', {}, value)]));
}

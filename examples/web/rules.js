// The rules of a game in short, as its plugin tells them: folded away where games are chosen, in a dialog at the table.
import { fill, make } from './element.js';
import { closeByClicksElsewhere, closeByEscape } from './focus.js';
import { describe } from './host.js';
import { sayFailure } from './notice.js';
import { say } from './words.js';

const paragraphs = (rules = say('rules.none')) => rules.split('\n\n').map((text) => make('p', {}, text));

/** Changes of what has no title for people, unless a plugin gives it one: the host then says its name in the rules. */
const WITHIN = new Set(['rule-overridden', 'operation-overridden', 'notice-followed']);

/** What is not there any more, of which the description does not say whether somebody saw it. */
const GONE = new Set(['phase-removed', 'field-hidden']);

/** Whether a change says something to who plays: not what nobody sees, nor in which nobody is asked. */
function isTold({ change, name = '', text }, { fields = [], phases = [] }) {
  if (WITHIN.has(change)) return !text.includes(name.split('/').at(-1).replaceAll('_', ' '));
  if (GONE.has(change)) return false;
  const of = (list) => list.find((one) => one.name === name);
  return change.startsWith('phase-') ? of(phases)?.kind !== 'automatic' : of(fields)?.drawn !== false;
}

/** What a variant changes of its base, as far as it can be seen at the table. `description`: its, or one of a level that it is built on. */
export const changesTold = (description) => (description.changes ?? []).filter((change) => isTold(change, description));

/** Nothing of a base. */
const changesOf = (description, changes = changesTold(description)) =>
  changes.length > 0 &&
  make(
    'details',
    { class: 'changes' },
    make('summary', {}, say('rules.changes')),
    make('ul', {}, changes.map(({ text }) => make('li', {}, text))),
  );

/** The games whose rules a variant takes for known, the nearest first: [{title, rules}]. */
export const basesOf = ({ chain }) => chain.filter(({ rules }) => rules).toReversed();

/** A variant tells what differs "as usual": so what is usual stands below it, and can be folded away. */
const rulesOfBases = (description) =>
  basesOf(description).map(({ title, rules }) =>
    make('details', { class: 'base', open: true }, make('summary', {}, say('rules.base', { title })), paragraphs(rules)),
  );

/** Fetched when they are first opened. `brief`: {id, title} */
export function foldedRules({ id, title }) {
  const text = make('div', { class: 'rules', tabindex: 0 });
  const read = async () => {
    const description = await describe(id);
    fill(text, paragraphs(description.rules), rulesOfBases(description), changesOf(description));
  };
  const opened = ({ target }) => {
    if (target.open) closeByClicksElsewhere(target);
    if (target.open && !text.firstChild) read().catch(sayFailure);
  };
  const unseen = make('span', { class: 'unseen' }, ` ${title}`);
  const folded = make('details', { name: 'rules', ontoggle: opened }, make('summary', {}, say('rules'), unseen), text);
  closeByEscape(folded);
  return folded;
}

/** What single pieces do, folded away; nothing where no piece says so. */
function aboutPieces(sets) {
  const told = sets.flatMap(({ faces }) => faces.filter(({ about }) => about));
  const lines = told.flatMap(({ title, about }) => [make('dt', {}, title), make('dd', {}, about)]);
  return lines.length > 0 && make('details', {}, make('summary', {}, say('rules.pieces')), make('dl', {}, lines));
}

class Rules extends HTMLElement {
  #dialog = make('dialog', { class: 'panel over', 'aria-labelledby': 'rules-title' });

  connectedCallback() {
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    this.append(this.#dialog);
  }

  /** `description`: {title, rules?, chain, changes?, sets}; `closed` is called when they have been read. */
  show(description, closed) {
    const { title, rules, sets } = description;
    const close = make('button', { onclick: () => this.#dialog.close() }, say('close'));
    fill(
      this.#dialog,
      make('header', {}, make('h2', { id: 'rules-title' }, title), close),
      make('div', { class: 'rules' }, paragraphs(rules), rulesOfBases(description), changesOf(description), aboutPieces(sets)),
    );
    this.#dialog.addEventListener('close', closed, { once: true });
    this.#dialog.showModal();
  }
}

customElements.define('lap-rules', Rules);

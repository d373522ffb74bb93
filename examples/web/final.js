// The end: who has won and how it was decided, in which order, and what one may do next.
import { toLobby, toNewMatch } from './address.js';
import { fill, make } from './element.js';
import './sheet.js';
import { countedIn, goalOf, isDraw, sharedResult, verdict, winnersOf } from './verdict.js';
import { listed, say } from './words.js';

function headline(state, names, viewer) {
  const { result, score, seats } = state;
  if (result === 'aborted') return say('over.aborted');
  if (score?.together) return ofAll(score);
  const winners = winnersOf(state);
  if (winners.length === 0 || seats.length === 1) return say('over');
  if (isDraw(state)) return say('won.nobody');
  if (winners.includes(viewer)) return winners.length === 1 ? say('won.you') : say('won.you_too');
  return say('won.others', { names: listed(winners.map((seat) => names[seat])), count: winners.length });
}

/** Where nothing was to be reached, an end is neither a victory nor a defeat. */
function ofAll(score) {
  if (!score.together.won) return say('lost.together');
  return goalOf(score) > 0 ? say('won.together') : say('over');
}

/** The result of a single player: points, without an order of places. */
function points(state) {
  const shared = sharedResult(state);
  return shared && make('p', { class: 'result' }, say('points_of', { count: shared.total }));
}

/** `viewer`: whose line says so. */
function ranking({ score, seats }, description, names, viewer) {
  if (!score?.seats || seats.length === 1) return undefined;
  const what = countedIn(score, description);
  const places = score.seats.map((line, seat) => ({ ...line, seat, name: names[seat] })).sort((a, b) => a.place - b.place);
  return make(
    'ol',
    { class: 'ranking' },
    places.map(({ place, seat, name, total }) =>
      make(
        'li',
        { class: place === 1 ? 'first' : '' },
        make('span', { class: 'rank' }, `${place}.`),
        make('span', { class: 'name' }, name, seat === viewer && make('span', { class: 'quiet' }, ` ${say('seat.own')}`)),
        make('strong', {}, what ? say('counted_of', { what, total }) : say('points_of', { count: total })),
      ),
    ),
  );
}

/** Where every point came from. */
function sheetOf(state, description, names) {
  if (!state.score || state.result === 'aborted') return undefined;
  const sheet = make('lap-sheet');
  sheet.show(state.score, description, names);
  return sheet;
}

/** Lies over the table until it is folded into a line. */
class Final extends HTMLElement {
  #fold = make('button', { class: 'fold', onclick: () => this.#turnInSight() });

  #listeners = new AbortController();

  connectedCallback() {
    const { signal } = this.#listeners;
    document.addEventListener('keydown', ({ key, target }) => key === 'Escape' && !this.hidden && !target.closest('dialog') && this.fold(), { signal });
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  /** `at`: {viewer, names, story}; `buttons`: what else may be done: rematch, replay; `saves`: what can be kept of it. */
  show(state, description, at, buttons, saves) {
    this.hidden = state.state !== 'over';
    if (this.hidden) return fill(this);
    const { names, viewer } = at;
    this.#turn(this.isFolded || Boolean(state.proposal)); // an answer is given at the table
    return fill(
      this,
      make('header', {}, make('h2', { tabindex: '-1' }, headline(state, names, viewer)), this.#fold),
      make(
        'div',
        { class: 'why' },
        points(state),
        verdict(state, at, description).map((sentence) => make('p', { class: 'verdict' }, sentence)),
        state.result !== 'aborted' && ranking(state, description, names, viewer),
        sheetOf(state, description, names),
        make('div', { class: 'row' }, saves),
      ),
      make(
        'div',
        { class: 'row next' },
        buttons,
        make('a', { class: 'button later', href: toNewMatch(state.game, state.options) }, say('new_match')),
        make('a', { class: 'button later', href: toLobby }, say('to_lobby')),
      ),
    );
  }

  get isFolded() {
    return this.classList.contains('folded');
  }

  /** The table is looked at; what is yet to come will be seen all the same. */
  fold() {
    if (!this.hidden) this.#turn(true);
  }

  /** By its button: where the page scrolls, what one may do next stays in sight. */
  #turnInSight() {
    this.#turn(!this.isFolded);
    this.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  #turn(isFolded) {
    this.classList.toggle('folded', isFolded);
    this.#fold.setAttribute('aria-expanded', String(!isFolded));
    fill(this.#fold, say(isFolded ? 'final.unfold' : 'final.fold'));
  }
}

customElements.define('lap-final', Final);

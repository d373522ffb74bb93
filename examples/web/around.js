// What stands around the board: turn, players, story, sheet, menu, proposals, and the panels of a match that has not
// begun or is over.
import { toMatch } from './address.js';
import { fill, make } from './element.js';
import './final.js';
import { matchMenu, proposalBanner, rematchButton, suspensionBanner } from './propose.js';
import './rules.js';
import './seat-list.js';
import './sheet.js';
import './story.js';
import './turn.js';
import './variants.js';
import './waiting-room.js';
import { say } from './words.js';

/** A part that can be folded away where there is little room. */
const part = (title, element) =>
  make('details', { class: 'panel part', open: true }, make('summary', {}, make('h2', {}, title)), element);

export class Around {
  #description;
  #lookBack;
  #title = make('h1');
  #turn = make('lap-turn');
  #menu = make('div');
  #suspension = make('div');
  #proposal = make('div');
  #proposed; // what stands there, as text
  #waitingRoom = make('lap-waiting-room');
  #final = make('lap-final');
  #rules = make('lap-rules');
  #variants = make('lap-variants');
  #seats = make('lap-seat-list');
  #sheet = make('lap-sheet');

  /** `lookBack` is called to replay the match. */
  constructor(lookBack) {
    this.#lookBack = lookBack;
    this.story = make('lap-story');
  }

  /** Of the game that is shown from here on. */
  set description(description) {
    this.#description = description;
    fill(this.#title, description.title);
  }

  /** Puts everything in its place around `board` and `steps`. */
  lay(table, { board, steps, replay, curtain }) {
    fill(
      table,
      make('header', { class: 'table-head' }, this.#title, this.#turn, this.#menu),
      make('div', { class: 'play' }, this.#suspension, this.#proposal, this.#waitingRoom, this.#final, replay, board),
      make(
        'aside',
        { class: 'around', 'aria-label': say('around') },
        steps,
        part(say('seats'), this.#seats),
        part(say('story'), this.story),
        part(say('sheet'), this.#sheet),
      ),
      this.#rules,
      this.#variants,
      curtain,
    );
    table.addEventListener('click', ({ target }) => this.#closeMenu(target));
  }

  show(state, sitting) {
    const { shown, own, names } = sitting;
    const at = { viewer: shown.viewer, names, own, heard: shown.heard, story: shown.story };
    this.#turn.show(state, this.#description, at);
    this.#seats.show(state, at);
    this.#showScore(state.score, names);
    this.#waitingRoom.show(shown);
    this.#final.show(state, this.#description, at, this.#endButtons(sitting));
    this.#showMenu(sitting);
    this.#showSuspension(state);
    this.#showProposal(
      state,
      own.map((seat) => sitting.at(seat)),
      names,
    );
  }

  /** A moment that has passed. */
  showPast(state, seq, names) {
    this.#turn.showPast(state, this.#description);
    this.#showScore(state.score, names);
    this.story.mark(seq);
  }

  /** One that stands there already stays: its text may have been scrolled, its buttons have the focus. */
  #showProposal(state, followers, names) {
    const proposed = JSON.stringify([state.proposal, followers.map(({ viewer }) => viewer), names]);
    if (proposed === this.#proposed) return;
    this.#proposed = proposed;
    fill(this.#proposal, proposalBanner(state, followers, names));
  }

  /** Read aloud once. */
  #showSuspension(state) {
    if (this.#suspension.textContent !== (state.suspended?.text ?? '')) fill(this.#suspension, suspensionBanner(state));
  }

  #showScore(score, names) {
    this.#sheet.show(score ?? { lines: [] }, this.#description, names);
  }

  /** By what is chosen from it, and by a click elsewhere. */
  #closeMenu(target) {
    const menu = this.#menu.firstChild;
    if (menu && (!menu.contains(target) || target.closest('button'))) menu.open = false;
  }

  /** An open menu stays open while others move. */
  #showMenu({ shown, lastMover }) {
    const isOpen = this.#menu.firstChild?.open;
    const closed = () => this.#menu.querySelector('summary').focus();
    const rules = () => this.#rules.show(this.#description, closed);
    const variants = () => this.#variants.show(shown, closed);
    if (!isOpen) fill(this.#menu, matchMenu(shown, lastMover, { rules, variants, replay: this.#lookBack }));
  }

  #endButtons({ shown, isWatching }) {
    const next = shown.state.rematch;
    return [
      next && make('a', { class: 'button main', href: toMatch(next) }, say('to_rematch')),
      !next && !isWatching && rematchButton(shown),
      make('button', { onclick: this.#lookBack }, say('replay')),
    ];
  }
}

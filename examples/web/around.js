// What stands around the board: turn, players, story, sheet, menu, proposals, and the panels of a match that has not
// begun or is over.
import { toMatch } from './address.js';
import './chat.js';
import { fill, make } from './element.js';
import './final.js';
import { closeByEscape } from './focus.js';
import { lastTurn, newSince } from './lately.js';
import { More } from './more.js';
import { logButton, matchMenu, proposalBanner, rematchButton, suspensionBanner } from './propose.js';
import './round.js';
import './rules.js';
import './seat-list.js';
import { settingsForm } from './settings.js';
import './sheet.js';
import './story.js';
import { isFirstGame, noteOffer } from './tour.js';
import './turn.js';
import './variants.js';
import './waiting-room.js';
import { say } from './words.js';

/** Where all parts stand beside the table, and not all of them have room. */
const low = matchMedia('(width > 1000px) and (height < 900px)');

/** Before one's first turn, and to who watches, no more than so many entries are told as the last. */
const TOLD = 20;

/** A part that can be folded away where there is little room. */
const part = (title, element, open = true) =>
  make('details', { class: `panel part ${element.localName.slice(4)}-part`, open }, make('summary', {}, make('h2', {}, title)), element);

export class Around {
  #description;
  #lookBack;
  #hint;
  #picture;
  #title = make('h1');
  #turn = make('lap-turn');
  #panel = make('div', { class: 'panel' }); // of the menu
  #menu = make('details', { class: 'menu' }, make('summary', { onclick: () => this.#menu.open || this.#fillMenu() }, say('menu')), this.#panel);
  #sitting;
  #lately = make('lap-lately');
  #suspension = make('div');
  #proposal = make('div', { class: 'overlay' });
  #proposed; // what stands there, as text
  #waitingRoom = make('lap-waiting-room');
  #final = make('lap-final');
  #rules = make('lap-rules');
  #tour = make('lap-tour');
  #offer = make('button', { class: 'main tour-offer', hidden: true, title: say('tour.offer'), onclick: () => this.#showTour() }, [make('span', { class: 'whole' }, say('tour.offer')), make('span', { class: 'short' }, say('tour'))]);
  #table;
  #variants = make('lap-variants');
  #seats = make('lap-seat-list');
  #sheet = make('lap-sheet');
  #score = part(say('sheet'), this.#sheet, !low.matches); // the players' totals stand above it
  #more = new More(this.#score, 'tr');
  #chat = make('lap-chat', { hidden: true });

  /** `lookBack` is called to replay the match, `picture` with svg or png to save how the table looks, `hint` for a hint. */
  constructor(lookBack, picture, hint) {
    this.#lookBack = lookBack;
    this.#hint = hint;
    this.#picture = picture;
    this.story = make('lap-story');
    this.round = make('lap-round', { hidden: true });
  }

  /** Of the game that is shown from here on. */
  set description(description) {
    this.#description = description;
    fill(this.#title, description.title);
    this.#offerTour(description.id);
  }

  /** Puts everything in its place around `board` and `steps`. */
  lay(table, { board, steps, replay, curtain }) {
    this.#table = table;
    this.#score.append(this.#more.sign);
    fill(
      table,
      make('header', { class: 'table-head' }, this.#title, this.#turn, this.#offer, this.#menu, this.#lately),
      make('div', { class: 'play' }, make('h2', { class: 'unseen' }, say('table')), this.#suspension, this.#proposal, make('div', { class: 'overlay' }, this.round), this.#waitingRoom, this.#final, replay, board),
      make(
        'aside',
        { class: 'around', 'aria-label': say('around') },
        steps,
        part(say('seats'), this.#seats),
        part(say('story'), this.story),
        this.#score,
        this.#chat,
      ),
      this.#rules,
      this.#variants,
      this.#tour,
      curtain,
    );
    table.addEventListener('click', ({ target }) => this.#closeMenu(target));
    this.#lately.addEventListener('click', () => this.story.spread());
    table.addEventListener('click', ({ target }) => [this.#lately, this.story].some((one) => one.contains(target)) || this.story.spread(false));
    closeByEscape(this.#menu);
  }

  show(state, sitting) {
    this.#sitting = sitting;
    const { shown, own, names } = sitting;
    const at = { viewer: shown.viewer, names, own, heard: shown.heard, story: shown.story };
    this.#turn.show(state, this.#description, at);
    this.#seats.show(state, at);
    this.#showLately(sitting, state.seq);
    this.showPresence(sitting);
    this.#chat.show(shown, own);
    this.#showScore(state.score, names);
    this.#waitingRoom.show(shown);
    if (state.state === 'over') this.round.close(); // the summary tells it all
    if (state.state !== 'running') this.#offer.hidden = true;
    this.#final.show(state, this.#description, at, this.#endButtons(sitting), this.#saveButtons(sitting));
    this.#showSuspension(state);
    this.#showProposal(
      state,
      own.map((seat) => sitting.at(seat)),
      names,
    );
  }

  /** What has come since the last turn of who looks, up to an entry. */
  #showLately({ shown, names }, seq) {
    const turn = lastTurn(shown.story, shown.viewer, seq);
    const entries = shown.story.filter((entry) => entry.seq > turn && entry.seq <= seq);
    this.#lately.show(turn ? entries : entries.slice(-TOLD), shown.viewer, names);
    this.story.since(newSince(turn, shown.story, shown.viewer, seq));
  }

  /** A round was counted: what it came to. */
  showRound(round, { names, own }) {
    this.round.show(round, this.#description, names, own.length > 0);
  }

  /** Whoever moves has seen it. */
  closeRound() {
    this.round.close();
  }

  showPresence({ shown }) {
    this.#seats.showPresence(shown.presence);
  }

  /** A moment that has passed. */
  showPast(state, seq, { names, own, shown }) {
    this.#turn.showPast(state, this.#description);
    this.#offer.hidden = true;
    this.#seats.showPast(state, { viewer: shown.viewer, names, own });
    this.#showLately({ shown, names }, seq);
    this.#showScore(state.score, names);
    this.foldEnd();
    this.#final.hidden = true;
    this.story.mark(seq);
  }

  /** The summary makes room for the table. */
  foldEnd() {
    this.#final.fold();
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
    this.#more.later();
  }

  /** Once a game and browser: for as long as the table is looked at. */
  #offerTour(game) {
    if (!isFirstGame(game)) return;
    noteOffer(game);
    this.#offer.hidden = false;
  }

  #showTour() {
    this.#offer.hidden = true;
    this.#tour.show(this.#table, this.#description, () => this.#menu.querySelector('summary').focus());
  }

  /** By what is chosen from it, and by a click elsewhere. */
  #closeMenu(target) {
    if (!this.#menu.contains(target) || target.closest('button')) this.#menu.open = false;
  }

  /** When it is opened: it stays as it is while others move. */
  #fillMenu() {
    const { shown, lastMover } = this.#sitting;
    const closed = () => this.#menu.querySelector('summary').focus();
    const rules = () => this.#rules.show(this.#description, closed);
    const variants = () => this.#variants.show(shown, closed);
    const tour = () => this.#showTour();
    fill(this.#panel, matchMenu(shown, lastMover, { rules, variants, tour, replay: () => this.#lookBack(), hint: () => this.#hint() }), settingsForm());
  }

  #endButtons({ shown, isWatching }) {
    const next = shown.state.rematch;
    return [
      next && make('a', { class: 'button main', href: toMatch(next) }, say('to_rematch')),
      !next && !isWatching && rematchButton(shown),
      make('button', { onclick: () => this.#lookBack() }, say('replay')),
    ];
  }

  #saveButtons({ shown }) {
    return [
      make('button', { onclick: () => this.#picture('svg') }, say('replay.picture')),
      make('button', { onclick: () => this.#picture('png') }, say('replay.png')),
      logButton(shown),
    ];
  }
}

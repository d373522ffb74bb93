// The table: one match, seen through the eyes of one seat at a time.
import { momentLink, stand, toMatch, toMoment } from './address.js';
import { Around } from './around.js';
import { Attention } from './attention.js';
import { viewBetween } from './between.js';
import './board.js';
import { bare, Choice } from './choice.js';
import { newKey } from './connection.js';
import './curtain.js';
import { fill, make, painted } from './element.js';
import { EVERYTHING } from './eyes.js';
import { explain } from './failure.js';
import { keepFocus } from './focus.js';
import { Hint } from './hint.js';
import { describe, host } from './host.js';
import { facesAt } from './items.js';
import { nothingHere } from './nothing-here.js';
import { copy, notice, sayFailure } from './notice.js';
import { Pace } from './pace.js';
import { broughtAlike, broughtBy, Previews, waysOf } from './previews.js';
import { promptOf } from './prompt.js';
import { undo } from './propose.js';
import { pictureOf, pixelsOf, save } from './picture.js';
import './play-on.js';
import './replay.js';
import { freeBetween, roomOf } from './room.js';
import { Rounds } from './round.js';
import { setting, showsFirst } from './settings.js';
import { Sitting } from './sitting.js';
import { sound } from './sound.js';
import { isSealed } from './story.js';
import './steps.js';
import { WayBack } from './way-back.js';
import { say } from './words.js';

/** Within so many ms the host has mostly answered. */
const ANSWERED = 80;

class Table extends HTMLElement {
  #sitting;
  #choice;
  #previews = new Previews(async (prefix) => (await this.#sitting.shown.ask('match.preview', { prefix })).previews);
  #pace;
  #around;
  #board = make('lap-board');
  #steps = make('lap-steps');
  #replay = make('lap-replay', { hidden: true });
  #curtain = make('lap-curtain');
  #attention = new Attention();
  #playOnForm = make('lap-play-on');
  #drawn; // the state on the board, which may be behind what is known
  #last; // the entry that led to it
  #hasPassed = false; // whether the course of that entry was drawn before
  #heard; // the state that was heard last, which may not be shown yet
  #rounds = new Rounds();
  #isDrawing = false; // whether it is about to be drawn
  #isBehind = false; // whether something has changed since the board was drawn
  #shows = new Map(); // by part, the board or the steps: {state, stage} as it was drawn last, which may be behind what is known and chosen
  #played; // the state in which a move was chosen that is on its way to the host
  #hint = new Hint();
  #wayBack = new WayBack(() => this.#drawBoard());
  #left = new AbortController(); // aborted once the table is left
  #description; // of the game that is drawn, which the match may leave for another variant
  #keepFocus = keepFocus(this);
  #pictures = { at: ({ highlights }) => this.#board.piecesAt(highlights), title: ({ highlights }) => this.#board.title(highlights), piece: (index) => this.#board.pieceOf(this.#choice.about(index)), side: (places) => this.#board.side(places), does: ({ kind, highlights }) => this.#done(kind) ?? this.#board.does(highlights) }; // for the buttons of steps

  async connectedCallback() {
    fill(this, make('p', { class: 'quiet' }, say('loading')));
    try {
      await this.#open();
    } catch (error) {
      fill(this, nothingHere(say('no_such_match'), explain(error)));
    }
  }

  disconnectedCallback() {
    this.#pace?.clear();
    this.#sitting?.stop();
    this.#attention.end();
    this.#left.abort();
  }

  async #open() {
    this.#sitting = await new Sitting(this.getAttribute('match')).start();
    const description = await describe(this.#sitting.shown.state.game);
    if (!this.isConnected) return this.#sitting.stop();
    this.#around = new Around((at) => this.#lookBack(at), (type) => this.#savePicture(type).catch(sayFailure), () => this.#giveHint());
    this.#follow(description);
    const takesSingle = () => setting('single') === 'yes';
    const piecesAt = (highlight) => (this.#drawn ? facesAt(this.#description, this.#drawn.view, highlight) : []);
    const foresee = (prefix) => this.#foresee(prefix);
    const isWhole = (prefix, step) => Boolean(this.#previews.of(prefix, step)?.whole);
    this.#choice = new Choice((prefix) => this.#sitting.shown.ask('match.legal', { prefix }), takesSingle, piecesAt, foresee, isWhole);
    this.#pace = new Pace(
      (moment, isLast, isSeen) => this.#show(moment, isLast, isSeen),
      () => this.#settle(),
    );
    const head = () => this.querySelector('.table-head');
    this.#board.room = () => roomOf(this.#board, head());
    this.#board.showsFirst = showsFirst;
    this.#board.free = () => freeBetween(head(), this.#steps);
    this.#around.lay(this, { board: this.#board, steps: this.#steps, replay: this.#replay, curtain: this.#curtain });
    this.append(this.#playOnForm);
    this.#call();
    this.#listen();
    return this.#arrive();
  }

  /** Everything is drawn as this description says from here on. */
  #follow(description) {
    if (description === this.#description) return;
    this.#description = description;
    this.#board.description = description;
    this.#around.description = description;
  }

  #listen() {
    const on = (target, name, run) => target.addEventListener(name, ({ detail }) => run(detail));
    on(this.#sitting, 'entry', (news) => this.#hear(news));
    on(this.#sitting, 'state', () => this.#replay.isOpen || this.#refresh());
    for (const news of ['entry', 'state', 'others']) on(this.#sitting, news, () => this.#call());
    for (const news of ['entry', 'others']) on(this.#sitting, news, () => this.#holdClocks());
    on(this.#sitting, 'others', () => this.#pace.isBusy || this.#settle());
    on(this.#sitting, 'presence', () => this.#around.showPresence(this.#sitting));
    on(this.#choice, 'change', () => this.#showChoice());
    on(this.#choice, 'failed', (error) => this.#fail(error));
    on(this.#choice, 'done', (steps) => {
      this.#around.closeRound();
      this.#play(steps).catch((error) => this.#fail(error));
    });
    on(this.#board, 'pick', ({ steps }) => this.#try(this.#board, () => this.#choice.pick(steps)));
    on(this.#steps, 'take', (index) => this.#try(this.#steps, () => this.#choice.take(index)));
    for (const part of [this.#board, this.#steps]) on(part, 'consider', (index) => this.#isOffered(part) && this.#consider(index));
    on(this.#steps, 'back', () => this.#isOffered(this.#steps) && this.#goBack());
    on(this.#around.round, 'read', () => this.#pace.hold());
    on(this.#around.round, 'close', () => this.#pace.goOn());
    on(this.#replay, 'moment', (moment) => this.#showPast(moment));
    on(this.#replay, 'now', () => this.#return());
    on(this.#replay, 'link', (at) => copy(momentLink(this.#sitting.match, at)).catch(sayFailure));
    on(this.#replay, 'picture', () => this.#savePicture('svg').catch(sayFailure));
    on(this.#replay, 'png', () => this.#savePicture('png').catch(sayFailure));
    on(this.#replay, 'play-on', (at) => this.#playOn(at).catch(sayFailure));
    on(this.#around.story, 'jump', (at) => (this.#replay.isOpen ? this.#replay.go(at) : this.#lookBack(at)));
    this.addEventListener('change', () => this.#choice.takeSingle()); // a setting
    document.addEventListener('keydown', (event) => this.#escape(event), { signal: this.#left.signal });
    host.addEventListener('games.changed', ({ detail }) => this.#renew(detail.plugins), { signal: this.#left.signal });
  }

  #call() {
    this.#attention.show(this.#description.title, this.#sitting.isWaitedFor);
  }

  /** A dialog closes; at the board there is a way back, and from the past to now. */
  #escape({ key, target }) {
    if (key !== 'Escape' || target.closest('dialog')) return;
    if (this.#replay.isOpen) this.#replay.close();
    else this.#choice.back();
  }

  /** Who comes to a table where somebody else's hand would be open waits behind the curtain. */
  #arrive() {
    const { shown, own } = this.#sitting;
    const at = this.getAttribute('at');
    const isSecret = own.some((seat) => this.#sitting.hasSecrets(shown, this.#sitting.at(seat)));
    if (isSecret && shown.state.state !== 'over') this.#fall(shown);
    else this.#refresh();
    if (at !== null && !this.#curtain.isDown) this.#lookBack(Number(at));
  }

  // --- what is drawn

  #hear({ entry, state }) {
    if (entry.refused) notice(entry.text.join(' '), 'bad');
    if (this.#replay.isOpen || this.#curtain.isDown) return;
    const round = this.#rounds.endedBy(this.#description, entry, state);
    const passing = this.#passingOf(entry, state);
    this.#heard = state;
    const isOwn = entry.seat === this.#sitting.shown.viewer;
    if (passing) this.#pace.push({ entry, state: passing, isPassing: true }, isOwn);
    this.#pace.push({ entry, state, round, hasPassed: Boolean(passing) }, isOwn && !passing);
  }

  /** The state in the course of an entry, if something came to lie there and was cleared away; not where all is shown together. */
  #passingOf(entry, { viewer, view, game }) {
    if (setting('pace') === 'none' || game !== this.#description.id || viewer !== this.#heard?.viewer) return undefined;
    const between = viewBetween(this.#description, this.#heard.view, entry, view);
    return between && { ...this.#heard, view: between, decision: undefined, waiting: [], legal: [], isPassing: true };
  }

  /** Everything as it is now. */
  #refresh() {
    const { shown } = this.#sitting;
    this.#pace.clear();
    this.#heard = shown.state;
    this.#rounds.begin(this.#heard);
    this.#around.story.reset(shown.story, say('story'), this.#sitting.names);
    this.#show({ state: shown.state, last: shown.lastPlayed }, true, true);
  }

  /** A choice that has been begun goes on if what happened did not concern it. */
  #show({ entry, last = entry, state, round, hasPassed }, isLast, isSeen) {
    if (isSeen) this.#board.note();
    if (entry) this.#around.story.add(entry);
    if (round) this.#around.showRound(round, this.#sitting);
    else if (entry && !isSealed(entry)) this.#around.closeRound(); // it has had its time, and what follows is to be seen
    if (entry?.game || state.game !== this.#description.id) {
      this.#become(state.game).catch(sayFailure);
      return;
    }
    if (!isSeen) return;
    if (entry && !hasPassed) sound(entry.events?.length > 1 ? 'won' : 'move');
    const goesOn =
      this.#choice.isOpen && this.#drawn?.decision === state.decision && this.#drawn.viewer === state.viewer;
    this.#drawn = state;
    this.#last = last;
    this.#hasPassed = Boolean(hasPassed);
    this.#around.show(state, this.#sitting);
    if (!isLast) this.#choice.begin([]);
    else if (!goesOn || !state.legal?.length) this.#offer(state);
    this.#drawBoard();
    if (isLast && state.state === 'over') this.#openHands(state);
    if (isLast) this.#settle();
  }

  /** Once it is over nothing is hidden any more. */
  async #openHands(state) {
    const { shown } = this.#sitting;
    const { view } = await shown.ask('match.view', { as: EVERYTHING }).catch(() => ({})); // rules that have failed show less
    if (!view || this.#drawn !== state) return;
    this.#drawn = { ...state, view };
    this.#drawBoard();
  }

  /** The match has other rules now: everything as it is, once it is known how that looks. */
  async #become(game) {
    const description = await describe(game);
    if (this.#replay.isOpen || this.#curtain.isDown) return;
    this.#follow(description);
    this.#drawn = undefined; // what may be chosen is of other rules, too
    this.#refresh();
  }

  /** A plugin may have other texts and looks, while the rules of the match are the same. */
  #renew(plugins) {
    const { id, chain } = this.#description;
    const isOurs = (plugin) => plugin.change === 'changed' && chain.some((level) => level.id === plugin.id);
    if (plugins.some(isOurs)) this.#sitting.again().then(() => this.#become(id)).catch(sayFailure);
  }

  /** What the steps bring that may follow these; with the first ones the choice is another. */
  #foresee(prefix) {
    if (!prefix.length) this.#previews.forget();
    this.#previews.foresee(prefix);
  }

  /** What the steps bring that may be taken now, by their index. */
  #brought() {
    if (!this.#choice.isOpen) return new Map();
    const prefix = this.#choice.stage.prefix.map(bare);
    const { shown, names } = this.#sitting;
    return broughtBy(this.#choice.options, (step) => this.#previews.of(prefix, step), shown.viewer, names);
  }

  #showChoice() {
    if (!this.#drawn) return;
    if (this.#choice.isOpen) this.#drawBoard();
    else this.#drawLater();
  }

  /** Once, however much has changed at the moment. What was asked meanwhile is drawn with its answer. */
  #drawBoard() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      const prefix = this.#choice.stage?.prefix.map(bare) ?? [];
      if (!this.isConnected) return;
      if (this.#choice.isAsking) this.#drawLater();
      else if (this.#shows.get(this.#steps)?.state === this.#drawn && !this.#previews.isComing(prefix)) this.#draw();
      else this.#drawInTwo(prefix);
    });
  }

  /** What has happened, and what is lit, at once; with the next frame all that may be chosen, with what it brings if that is known soon, or else again. */
  async #drawInTwo(prefix) {
    const { stage } = this.#choice;
    this.#drawPlaces();
    const drawn = this.#shows.get(this.#board);
    await Promise.all([painted(), stage && this.#previews.soon(prefix)]);
    if (drawn !== this.#shows.get(this.#board) || this.#choice.stage !== stage || !this.isConnected) return; // it is drawn anew by then, or will be
    if (this.#choice.isAsking) this.#drawLater();
    else this.#draw();
    if (stage && this.#previews.isComing(prefix)) this.#previews.asked(prefix).then(() => this.#choice.stage === stage && this.#drawBoard());
  }

  /** What has been asked or played is mostly answered at once, and drawn together with the answer. */
  #drawLater() {
    this.#isBehind = true;
    setTimeout(() => this.#isBehind && this.isConnected && this.#draw(), ANSWERED);
  }

  #draw() {
    const { brought, hint } = this.#drawPlaces();
    this.#remember(this.#steps);
    const { shown } = this.#sitting;
    this.#steps.show(this.#choice, promptOf(this.#choice, shown.isWaitedFor), this.#board.lit, { ...this.#pictures, brings: (index) => brought.get(index), takesBack: this.#wayBack.isOpen(shown), ...hint });
    this.#consider(null);
    this.#keepFocus();
  }

  #remember(part) {
    this.#shows.set(part, { state: this.#drawn, stage: this.#choice.stage });
  }

  /** Yields what the steps bring that are lit, as far as that is known, and the hint. */
  #drawPlaces() {
    this.#isBehind = false;
    this.#remember(this.#board);
    const { state, view: seen, score } = this.#drawn;
    const view = state === 'over' ? { ...seen, waiting: [] } : seen; // whoever it was waits for nothing any more
    const { shown, names } = this.#sitting;
    const brought = this.#brought();
    const hint = this.#hint.at(this.#drawn.seq, this.#choice.stage?.prefix ?? [], this.#choice.options);
    const highlights = this.#choice.highlights.map((one) => ({ ...one, ...broughtAlike(one.steps, brought), ways: waysOf(one, brought), done: this.#done(one.kind), isHinted: one.steps.includes(hint.hinted) }));
    this.#board.update({ view, score, viewer: shown.viewer, names, highlights, last: this.#last, hasPassed: this.#hasPassed });
    this.#steps.hidden = state !== 'running' || this.#replay.isOpen;
    return { brought, hint };
  }

  async #giveHint() {
    await this.#hint.ask(this.#sitting.shown);
    if (this.#choice.isOpen) this.#drawBoard();
  }

  /** What is done with a step of a kind; undefined: nothing is said of that. */
  #done(kind) {
    return this.#description.actions.find(({ name }) => name === kind)?.about;
  }

  /** A step that is looked at; where there is none, the first of those that may be taken. */
  #consider(index) {
    const shown = this.#choice.isOpen ? (index ?? this.#choice.options[0]?.index) : undefined;
    this.#board.consider(shown === undefined ? null : { ...this.#choice.about(shown), isMeant: typeof index === 'number' });
  }

  // --- what was

  /** From the end, or from a moment on. */
  #lookBack(at) {
    const { shown, names } = this.#sitting;
    const ask = async (at, as) => {
      const moment = await shown.ask('match.view', { at, ...(as !== undefined && { as }) });
      const entry = shown.story.find(({ seq }) => seq === at);
      return { ...moment, entry, description: await describe(moment.game) };
    };
    this.#pace.flush();
    this.#choice.begin([]);
    this.#replay.open(shown.state.seq, ask, shown, names, at);
    if (this.#replay.getBoundingClientRect().top < this.querySelector('.table-head').offsetHeight) scrollTo({ top: 0, behavior: 'instant' }); // one came from below the table
  }

  #showPast({ seq, view, score, entry, hasPassed, description }) {
    if (!this.isConnected) return; // the reader has gone elsewhere meanwhile, and so has the address
    this.#follow(description);
    if (seq !== this.#drawn?.seq + 1) this.#board.leap(); // nothing moves backwards
    this.#drawn = { ...this.#sitting.shown.state, seq, state: 'past', view, score };
    this.#last = entry;
    this.#hasPassed = Boolean(hasPassed);
    this.#around.showPast(this.#drawn, seq, this.#sitting);
    stand(toMoment(this.#sitting.match, seq));
    this.#drawBoard();
  }

  #return() {
    stand(toMatch(this.#sitting.match));
    this.#board.leap();
    this.#refresh();
  }

  /** `type`: svg or png. */
  async #savePicture(type) {
    const name = `${this.#description.id}-${this.#sitting.match}.${type}`;
    if (type === 'png') save([await pixelsOf(this.#board)], 'image/png', name);
    else save([await pictureOf(this.#board)], 'image/svg+xml', name);
  }

  /** A new match from a moment of this one. */
  async #playOn(at) {
    const { shown, names } = this.#sitting;
    const { match, token } = shown;
    const { game } = await shown.ask('match.view', { at });
    return this.#playOnForm.ask({ match, token, at, game }, names, Math.max(shown.viewer, 0));
  }

  // --- what is done

  /** Whether a part shows what may be chosen now, and not what is left of before. */
  #isOffered(part) {
    return this.#choice.stage === this.#shows.get(part)?.stage;
  }

  /** What was chosen is of what was drawn: where there is something else to choose by now, nothing is chosen. */
  #try(part, run) {
    this.#pace.flush();
    if (!this.#isOffered(part)) return undefined;
    return Promise.resolve(run()).catch((error) => this.#fail(error));
  }

  /** What may be played in a state. Others who choose at the same time do not offer once more what one is playing. */
  #offer({ decision, viewer, legal = [], prompt, prompts }) {
    const isPlayed = decision === this.#played?.decision && viewer === this.#played.viewer;
    this.#choice.begin(isPlayed ? [] : legal, { prompt, prompts });
  }

  async #play(steps) {
    const { shown } = this.#sitting;
    this.#played = shown.state;
    await shown.ask('match.play', { steps, seq: shown.state.seq, key: newKey() }).finally(() => (this.#played = undefined));
  }

  #goBack() {
    return this.#choice.canGoBack ? this.#choice.back() : undo(this.#sitting.shown).catch(sayFailure);
  }

  /** Nothing was played: everything is offered again. */
  #fail(error) {
    sayFailure(error);
    this.#offer(this.#sitting.shown.state);
  }

  // --- several at one screen

  #settle() {
    const { shown, next } = this.#sitting;
    if (!next || this.#curtain.isDown || this.#replay.isOpen) return;
    if (this.#sitting.hasSecrets(shown, next)) this.#fall(next);
    else this.#sitting.show(next);
  }

  /** Handing the screen over takes nobody's time. Whatever others do lets the clocks go on. */
  async #holdClocks() {
    if (!this.#curtain.isDown) return;
    await this.#sitting.holdClocks(true).catch(sayFailure);
    this.#curtain.showClock();
  }

  #fall(follower) {
    const ready = () => this.#sitting.holdClocks(false).catch(sayFailure);
    this.#choice.begin([]);
    this.#curtain.fall(follower, this.#sitting.names[follower.viewer], ready, () => this.#sitting.show(follower));
    this.#holdClocks();
  }
}

customElements.define('lap-table', Table);

// What may be chosen now, as buttons; what is highlighted on the board says the same.
import { alikeIn, toldApart } from './alike.js';
import { cardBeside, isWhole, readCut, tellBeside } from './beside.js';
import { fill, make } from './element.js';
import { onlyShows } from './first-tap.js';
import { giveWay, restore } from './give-way.js';
import { More } from './more.js';
import { broughtSign, CUT, signOfAll } from './previews.js';
import { narrow, windowHeight, windowWidth } from './room.js';
import { showsFirst } from './settings.js';
import { ARROWS, SIDES } from './sides.js';
import { comesOf, tellingOf, textsOf } from './telling.js';
import { say } from './words.js';

/** More than so many that are highlighted on the board go into a list that can be opened; more, where it is told what comes of any of them and all are in sight; fewer, where they and the others have no room. */
const LISTED = 5;
const LISTED_TOLD = 8;
const LISTED_NARROW = 4;

/** More than so many do not stand side by side as they fit; labels of so many letters fit into half the width. */
const ROW = 4;
const SHORT = 18;
/** Two stand side by side on a phone if either has a label of more letters, or anything is told of it. */
const BESIDE = 20;

/** Of no more than so many it is written on them what is told of them, as far as there is room. */
const TOLD = 12;

/** So many stand side by side on a phone. */
const FEW = 2;

/** A label of so many words says more than what is done. */
const WORDS = /(\p{L}+[^\p{L}]+){3}/u;

/** A kind of which there are no more than so many. */
const RARE = 4;

/** What stands on the buttons: those of a kind differ in a few words. */
function contentsOf(options) {
  const contents = [];
  for (const kind of new Set(options.map((option) => option.kind))) {
    const alike = options.flatMap((option, i) => (option.kind === kind ? [i] : []));
    const told = toldApart(alike.map((i) => options[i].label));
    alike.forEach((i, j) => (contents[i] = told[j]));
  }
  return contents;
}

const sideOf = ({ args = {} }) => Object.values(args).map((value) => SIDES.indexOf(value)).find((one) => one >= 0);

/** Where a step points, as an arrow: north is where the rows begin. */
function arrowOf(option) {
  const side = sideOf(option);
  return side !== undefined && make('span', { class: 'pointing', 'aria-hidden': 'true' }, ARROWS[side]);
}

/** "Booking #6": whether a label says a number of what its step is about, which counts from 1 in its row. */
const saysNumber = ({ label, highlights = [] }) => highlights.some(({ index }) => index !== undefined && label.match(/\d+/g)?.includes(String(index + 1)));

/** Of which choices it is told; a space behind it would be lost where lines are cut. */
const calling = (called) => make('strong', {}, `${called} `);

/** Above buttons; a click shows all of it where it is cut. */
const drawDone = ({ does, comes, called }) => make('p', { class: comes ? 'done comes' : 'done', onclick: ({ currentTarget }) => currentTarget.classList.toggle('whole') }, called && calling(called), [does, comes].filter(Boolean).join(' '));

/** On a button: what is done, and behind it what comes of that. */
const drawTold = ({ does, comes }) => [does && make('span', { class: 'then', 'aria-hidden': 'true' }, does), comes && make('span', { class: 'then comes', 'aria-hidden': 'true' }, comes)];

/** Those of a kind of which there are only a few, among many others: one would not look for them on the table. */
function rare(options) {
  const byKind = Map.groupBy(options, ({ kind }) => kind);
  if (byKind.size < 2) return [];
  return [...byKind.values()].filter(({ length }) => length <= RARE && length < options.length / 2).flat();
}

/** On a narrow screen, where not all may be in sight, those come first that win more points than others, then those that have no place on the table: nobody would look for them below the others. Elsewhere they keep their order. */
function inSight(options, isLit, wins) {
  if (!narrow.matches) return options;
  const rank = (option) => (wins(option) ? 0 : isLit(option) ? 2 : 1);
  return options.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether one element stands before another, as a number to sort by. */
const inDocument = (one, other) => (one === other ? 0 : one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);

/** Those of a kind in the order in which the pieces that they name lie on the table, if all do. `at(option)`: where these are. */
function asTheyLie(options, at) {
  const places = new Map(options.map((option) => [option, at(option)]));
  const lie = (alike) => alike.every((option) => places.get(option).every(Boolean) && places.get(option).length === places.get(alike[0]).length);
  const compare = (a, b) => places.get(a).reduce((order, place, i) => order || inDocument(place, places.get(b)[i]), 0);
  return [...Map.groupBy(options, ({ kind }) => kind).values()].flatMap((alike) => (lie(alike) ? alike.toSorted(compare) : alike));
}

/** Whether what tells a label apart can be read without what stands before it: a number alone says nothing, nor does a part of what goes on behind it. */
function areWords(content) {
  const textOf = (parts) => parts.map(({ textContent }) => textContent).join('');
  const left = [...content.childNodes].filter((part) => !part.matches?.('.before'));
  return /^\p{L}/u.test(textOf(left)) && !/\p{L}/u.test(textOf(left.filter((part) => part.matches?.('.alike'))));
}

const NOTHING = { at: () => [], title: () => undefined, piece: () => undefined, side: () => undefined, does: () => undefined, brings: () => ({ text: [] }), takesBack: false };

/** `choice`: a Choice. Emits "take" with the index of a step, "consider" with that of one that is looked at or undefined, and "back". */
class Steps extends HTMLElement {
  #more = new More(this, '.choice');
  #shown; // what may be chosen, as text
  #whole; // the prompt that somebody has unfolded
  #about;
  #most = { told: LISTED_TOLD, room: '' }; // how many that are highlighted have been in sight at once, in a window of what size
  #highest = 0; // that it has been in this turn, or the last one has needed, in px: it becomes no lower
  #needed = 0; // how high it had to be at most in this turn, as far as there was room, in px
  #size; // its own, for which it was last found what gives way
  #observer = new ResizeObserver(() => this.#resized());
  #pictures; // by the index of a step, of the piece that it names or turns
  #areListed = false; // those that are highlighted have no room as buttons beside the others
  #told = cardBeside();
  #read = make('p', { class: 'read', 'aria-hidden': 'true' });

  constructor() {
    super();
    readCut(this, '.done', this.#told);
  }

  connectedCallback() {
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  #resized() {
    const isRead = () => this.querySelector('details[open], .meant'); // and nothing may move below the finger
    if (!this.classList.contains('asks') || isRead()) return;
    const size = this.#size;
    this.#keepHeight();
    if (this.#size !== size) requestAnimationFrame(() => isRead() || this.#giveWay()); // a tap may have come meanwhile
  }

  /** Within a turn it becomes no lower, or all below it would move with each step. */
  #keepHeight() {
    const [width, height] = [this.offsetWidth, this.offsetHeight];
    this.#size = `${width} ${height}`;
    this.#needed = Math.max(this.#needed, this.#least);
    if (height > this.#highest) this.#holdAt(height);
  }

  /** How high all that may be chosen needs it to be, as far as there is room, in px. */
  get #least() {
    if (this.classList.contains('high')) return this.offsetHeight;
    const top = this.getBoundingClientRect().top - this.scrollTop;
    return Math.min(this.offsetHeight, Math.round(this.#end - top + this.#padding + this.clientTop));
  }

  #holdAt(height) {
    this.#highest = height;
    this.style.setProperty('--asked', `${height}px`);
  }

  /** After others have moved it is as high as the last turn needed: most turns need as much. */
  #begin() {
    this.#holdAt(this.#needed);
    this.#needed = 0;
    this.classList.remove('high');
  }

  /**
   * `prompt`: what is to be done, in words. `lit`: the indices of steps that have a place of their own on the table. `about`:
   * {at(option), title(option), piece(index), side(places), does(option), brings(index), takesBack, hint?, hinted?}: where on the table the pieces lie that a step names, what the piece is called that it is about, a picture of the piece that a step turns, as it will lie, or names, one of what stands at
   * the side that it is about, what is done with it or what the piece does that it is about, and what it is sure to bring (previews.js). `takesBack`: where nothing has been chosen yet, the way back leads to before
   * the last move. `hint`: what a bot would do, in words, and `hinted`, the index of the step that it is for.
   */
  show(choice, prompt, lit, about = {}) {
    this.#about = { ...NOTHING, ...about };
    this.#pictures = this.#picturesOf(choice.options);
    const options = this.#inOrder(choice.options);
    if (options.length > 0 && !this.classList.contains('asks')) this.#begin();
    this.classList.toggle('asks', options.length > 0);
    const areHereAlone = options.length > 0 && !options.some(({ index }) => lit.has(index));
    this.classList.toggle('alone', areHereAlone);
    if (areHereAlone) this.classList.remove('folded');
    this.#fromTheTop(options);
    this.#more.later();
    this.#areListed = false;
    this.#fill(choice, prompt, options, lit);
    if (options.length === 0) restore(this);
    if (!this.isConnected || options.length === 0) return this;
    this.#giveWay(); // or what has not given way yet may be seen for a moment
    const highlighted = options.filter(({ index }) => lit.has(index)).length;
    const areFew = highlighted <= (narrow.matches || highlighted === options.length ? LISTED : FEW);
    if (!this.querySelector('details') && !areFew && this.#isTooHigh) {
      if (highlighted > LISTED) this.#most.told = highlighted - 1;
      this.#areListed = true;
      this.#fill(choice, prompt, options, lit);
      this.#giveWay();
    }
    this.#keepHeight();
    return this;
  }

  #fill(choice, prompt, options, lit) {
    fill(this, this.#head(choice, prompt), this.#trail(choice), make('p', { class: 'hint', role: 'status' }, this.#about.hint), options.length > 0 && this.#choices(options, lit), this.#more.sign);
  }

  /** How many that are highlighted may stand as buttons, if it is told what comes of them. */
  #mostTold() {
    const room = `${windowWidth()} ${windowHeight()}`;
    if (room !== this.#most.room) this.#most = { told: LISTED_TOLD, room };
    return Math.max(LISTED, this.#most.told);
  }

  /** What may be chosen now is seen from its beginning, wherever one was in what stood there before, and a prompt as it is at first. */
  #fromTheTop(options) {
    const shown = JSON.stringify(options.map(({ label }) => label));
    if (shown === this.#shown) return;
    requestAnimationFrame(() => (this.scrollTop = 0));
    this.#whole = undefined;
    this.#shown = shown;
  }

  /** What is always in sight: what is to be done, the way back, and on a narrow screen the button that folds all else away. */
  #head(choice, prompt) {
    const isEnough = choice.options.some(({ args = {} }) => !Object.keys(args).length); // nothing more need be given for what was chosen
    const asked = make('p', { class: 'prompt' }, this.#asked(prompt), !isEnough && this.#side(choice.taken), signOfAll(this.#about.brings(choice.options[0]?.index)), this.#progress(choice));
    return make('div', { class: 'head' }, asked, this.#back(choice), this.#fold());
  }

  #asked(prompt) {
    return this.#whole === prompt ? this.#unfold(prompt) : make('span', { class: 'asked' }, prompt);
  }

  /** What is told gives way until all that may be chosen is in sight, and no further; a prompt that is cut can be unfolded. */
  #giveWay() {
    restore(this);
    if (!this.#isTooHigh) return;
    this.classList.add('high'); // and it stays so: once something has given way it has all the room there is
    giveWay(this, () => this.#isTooHigh);
    const asked = this.querySelector('.prompt > .asked');
    if (asked && this.matches('.cut-prompt') && asked.scrollHeight > asked.clientHeight + 1) asked.replaceWith(this.#unfold(asked.textContent));
  }

  /** Whether not all that may be chosen is in sight, and a hint that was asked for, but for what is in a list that was opened. */
  get #isTooHigh() {
    if (this.querySelector('details[open]')) return false;
    return this.#end > this.getBoundingClientRect().bottom - this.#padding;
  }

  /** Where the last of what may be chosen ends, and a hint, in the window. */
  get #end() {
    const parts = this.querySelectorAll(':scope > :is(.choices, .done, details, .trail, .hint:not(:empty))');
    return Math.max(...[...parts].map((part) => part.getBoundingClientRect().bottom));
  }

  get #padding() {
    return parseFloat(getComputedStyle(this).paddingBottom);
  }

  #unfold(prompt) {
    const isWhole = this.#whole === prompt;
    const turn = ({ currentTarget }) => {
      this.#whole = isWhole ? undefined : prompt;
      const next = this.#unfold(prompt);
      currentTarget.replaceWith(next);
      next.focus();
    };
    const asked = make('span', { class: isWhole ? 'asked whole' : 'asked' }, prompt);
    return make('button', { class: 'unfold', type: 'button', 'aria-expanded': String(isWhole), onclick: turn }, asked);
  }

  #fold() {
    const isFolded = this.classList.contains('folded');
    const label = say(isFolded ? 'steps.unfold' : 'steps.fold');
    const turn = ({ currentTarget }) => {
      this.classList.toggle('folded');
      this.#whole = undefined;
      this.querySelector('.asked.whole')?.classList.remove('whole');
      currentTarget.replaceWith(this.#fold());
      this.querySelector('.fold').focus();
    };
    return make('button', { class: 'fold', 'aria-expanded': String(!isFolded), 'aria-label': label, title: label, onclick: turn }, isFolded ? '▴' : '▾');
  }

  #progress({ progress }) {
    return progress && make('span', { class: 'progress' }, say('steps.progress', progress));
  }

  #trail({ trail }) {
    return (
      trail.length > 0 &&
      make(
        'ol',
        { class: 'trail', 'aria-label': say('steps.trail') },
        trail.map((said) => make('li', {}, said)),
      )
    );
  }

  #side(places = []) {
    const side = this.#about.side(places);
    return side && make('span', { class: 'of-side' }, side);
  }

  /** What is lit can be chosen on the table, and from a list where that is long. */
  #choices(options, lit) {
    const isLit = ({ index }) => lit.has(index);
    const won = ({ index }) => ((brought) => brought.best ?? brought.points ?? 0)(this.#about.brings(index));
    const least = Math.max(0, Math.min(...options.map(won)));
    const wins = (option) => won(option) > least;
    const highlighted = options.filter(isLit);
    const isTold = highlighted.some((option) => comesOf(this.#about.brings(option.index), option).length > 0);
    if (!this.#areListed && highlighted.length <= (narrow.matches ? LISTED_NARROW : isTold ? this.#mostTold() : LISTED)) return this.#buttons(inSight(options, isLit, wins));
    const few = new Set(rare(options));
    const atOnce = options.filter((option) => !isLit(option) || few.has(option));
    const listed = highlighted.filter((option) => !atOnce.includes(option));
    if (!atOnce.length) return this.#list(listed);
    if (!listed.length) return this.#buttons(inSight(atOnce, isLit, wins));
    const { all, said } = textsOf(options, ...this.#toldOf(options));
    const [picturedAs, ...shown] = this.#buttons(inSight(atOnce, isLit, wins), false, said);
    return [picturedAs, all && drawDone(all), ...shown, ...this.#list(listed, said)];
  }

  /** [what each brings, what is done with each]. */
  #toldOf(options) {
    return [options.map(({ index }) => this.#about.brings(index)), options.map((option) => this.#about.does(option))];
  }

  /** Many stand below each other, in columns where they are short. All look as what is lit on the table. In a list that was opened each says all of what it does. What all have alike stands above them, unless it is `said` already. */
  #buttons(unnamed, isListed = false, said = undefined) {
    const options = unnamed.map((option) => ({ ...option, label: this.#labelOf(option) }));
    const contents = contentsOf(options);
    const isMany = options.length > ROW;
    const isFew = options.length <= FEW;
    const areAlike = !isListed && !isFew && new Set(options.map(({ kind }) => kind)).size === 1 && contents.every(areWords);
    const isShort = options.every(({ label }) => label.length <= SHORT);
    const pictures = options.map(({ index }) => this.#pictures.get(index));
    const arePictured = pictures.some(Boolean);
    const areUnlike = pictures.length > 1 && pictures.every(Boolean) && new Set(pictures.map(({ outerHTML }) => outerHTML)).size === pictures.length;
    const [brought, does] = this.#toldOf(options);
    const { each, all, kinds } = textsOf(options, brought, does, said);
    const isLong = options.length > TOLD;
    const areTooMany = isLong && !isListed && each.filter((one) => one?.comes).length > TOLD;
    const areBeside = isFew && !isListed && options.some(({ label }, i) => label.length > BESIDE || each[i]);
    const buttons = make(
      'div',
      { class: ['choices', isMany && 'many', isMany && isShort && 'short', isLong && 'untold', areTooMany && 'untold-comes', isFew && 'few', areBeside && 'side-by-side', arePictured && 'pictured', areUnlike && 'by-picture', areAlike && 'of-a-kind'].filter(Boolean).join(' ') },
      options.map(({ index }, i) =>
        make('button', {
          class: index === this.#about.hinted ? 'choice hinted' : 'choice', 'data-step': index, title: brought[i].told || does[i], onclick: (event) => this.#press(event, options[i], !brought[i].leadsOn),
          onpointerenter: (event) => this.#look(event, options[i]), onpointerleave: () => this.#look(),
          onfocus: ({ target }) => target.matches(':focus-visible') && this.#emit('consider', index), onblur: () => this.#emit('consider'),
        }, pictures[i] ? [make('span', { class: 'as-lies', 'aria-hidden': 'true' }, pictures[i]), make('span', { class: 'label' }, contents[i])] : [arrowOf(options[i]), make('span', { class: 'label' }, contents[i]), this.#side(options[i].highlights)],
        broughtSign(brought[i]), each[i] && drawTold(each[i])),
      ),
    );
    if (options.some(saysNumber)) buttons.classList.add('numbered');
    const called = areUnlike ? alikeIn(options.map(({ label }) => label)) : '';
    return [WORDS.test(called) && make('p', { class: 'pictured-as', 'aria-hidden': 'true' }, called), all && drawDone(all), ...(isLong ? [] : kinds.map(drawDone)), buttons];
  }

  /** What all of a list have alike is told above it; behind other choices, of which is `said` what all have alike, with what they are called. */
  #list(options, said) {
    const [, told, ...rest] = this.#buttons(options, true, said);
    const called = said ? alikeIn(options.map(({ label }) => label)) : '';
    const isCalled = /\p{L}/u.test(called);
    const ofAll = told || (isCalled && make('p', { class: 'done' }));
    if (isCalled) ofAll.prepend(calling(`${say('steps.lit')} ${called}`));
    return [ofAll, make('details', {}, make('summary', {}, say('steps.list')), rest)];
  }

  /** A first tap on what ends the move may only show what it would play: how it will lie, and all that is told of it. */
  #press(event, option, plays) {
    const button = event.currentTarget;
    const isShown = onlyShows(this, button, event, plays, showsFirst);
    if (isShown) this.#tellAll(button, option);
    this.#emit(isShown ? 'consider' : 'take', option.index);
  }

  /** All that is told of a step: what only comes of this one first. */
  #wholeOf(option) {
    const [[brought], [does]] = this.#toldOf([option]);
    const { does: done, comes } = tellingOf(does, comesOf({ ...brought, text: brought.sentences ?? brought.text }, option).join(' '), brought.next) ?? {};
    return [comes, done].filter(Boolean).join(' ');
  }

  /** All that is told of a step that was tapped stands above the choices, as long as it is marked: what stands there moves up, and the button stays under the finger. */
  #tellAll(button, option) {
    const topOf = () => button.getBoundingClientRect().top - this.getBoundingClientRect().top;
    this.#read.remove();
    this.style.removeProperty('--shown');
    const [top, height] = [topOf(), this.offsetHeight];
    const head = this.querySelector('.head');
    fill(this.#read, make('span', {}, this.#wholeOf(option)), make('span', { class: 'again' }, say('tap.again')));
    head.after(this.#read);
    this.style.setProperty('--head', `${head.offsetHeight}px`);
    this.style.setProperty('--shown', `${height + topOf() - top}px`);
    this.style.scrollPaddingTop = `${head.offsetHeight + (getComputedStyle(this.#read).position === 'sticky' ? this.#read.offsetHeight : 0)}px`; // which lie over what scrolls
    button.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  /** What is told of a step on which a pointer rests is read whole beside it, where any of it is cut. */
  #look({ currentTarget: button, pointerType } = {}, option = undefined) {
    this.#emit('consider', option?.index);
    this.#told.remove();
    if (pointerType !== 'mouse' || !button) return;
    const told = [...button.querySelectorAll('.then'), ...this.querySelectorAll(':scope > .done')];
    const [[{ text }]] = this.#toldOf([option]);
    if (told.every(isWhole) && text.at(-1) !== CUT) return;
    tellBeside(this.#told, button, this.#wholeOf(option), this);
  }

  /** Of what only points somewhere it is told what is there. */
  #labelOf(option) {
    const there = sideOf(option) !== undefined && this.#about.title(option);
    return there && !option.label.includes(there) ? `${option.label}: ${there}` : option.label;
  }

  /** First what has a picture, for what is done with it is most of the turn. */
  #inOrder(options) {
    const isPictured = ({ index }) => this.#pictures.has(index);
    return asTheyLie(options, this.#about.at).toSorted((a, b) => isPictured(b) - isPictured(a));
  }

  /** Of each, where all of its kind have one. */
  #picturesOf(options) {
    const all = [...Map.groupBy(options, ({ kind }) => kind).values()].map((alike) => alike.map(({ index }) => [index, this.#about.piece(index)]));
    return new Map(all.filter((pictures) => pictures.every(([, picture]) => picture)).flat());
  }

  #back({ canGoBack }) {
    if (!canGoBack && !this.#about.takesBack) return undefined;
    const title = canGoBack ? undefined : say('undo');
    return make('button', { class: 'step-back', title, onclick: () => this.#emit('back') }, say('back'));
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define('lap-steps', Steps);

// <lap-board>: a whole table, drawn from a game's description and a view of a match.
//
//   const board = document.createElement('lap-board');
//   board.description = description;              // the result of games.describe
//   board.update({ view, viewer, names, highlights, last, score });
//   board.addEventListener('pick', ({ detail }) => detail.steps);
//
// `viewer`: the seat that looks, -1 for none; its area lies nearest. `names`: of the seats. `highlights`: what may be
// chosen, [{highlight, steps, label?, chosen?, points?, told?, done?, leadsOn?, isHinted?}]: `highlight` is of a step (docs/protocol.md), `steps` are numbers
// of the caller's, `label` says what choosing it does, `chosen` marks what is part of the move already, `points` and `told` say
// what choosing it brings, `done` what is done with it, `leadsOn` that it does not end the move, `isHinted` marks a hint. `last`: the entry that led here; `hasPassed`: its course was drawn before, so what it cleared away goes at once. `score`: totals stand beside
// the names, or in the middle. All but `view` may be left out.
//
// `board.room = () => height`: how high it may be, in px; then everything is drawn as large as fits in there.
// `board.showsFirst = (pointerType) => boolean`: whether a first tap only shows what would end the move (a 'consider' event), and a second one picks it.
// `board.free = () => ({ top, bottom })`: the part of the window, in px, that nothing of the page lies over.

import { drawSeat, drawShared, isOfSeats, textTogether } from './areas.js';
import { replacedBy } from './between.js';
import { gemSymbols } from './colours.js';
import { make, renew } from './element.js';
import { Fit } from './fit.js';
import { showGhost, pieceOfStep } from './ghost.js';
import { markLast, showGains } from './last.js';
import { buttonAt, highlight, listen, placesOfPieces } from './highlights.js';
import { aboutPiece } from './items.js';
import { Looks } from './looks.js';
import { Large } from './large.js';
import { mapScroll, scrollMaps, sideAmong } from './map.js';
import { forgetLeft, lying, showMoves } from './moves.js';
import { showProgress } from './progress.js';
import { Reveal } from './reveal.js';
import { seatColours, showSeatColours } from './seat-colours.js';
import './styles.js';

class Board extends HTMLElement {
  #looks;
  #seen = {}; // what was drawn last: {view, score}
  #noted; // where everything lay before the page began to change
  #viewer; // whose eyes it was last drawn for: other eyes see other things, and nothing has moved
  #drawn = new Map(); // by name: the state of an area, a field or a cell, and its element
  #isDrawnAnew = false; // whether anything was drawn, which may need more room
  #fit = new Fit(this);
  #reveal = new Reveal(this);
  #large = new Large(this);
  #considered = null; // what somebody looks at
  #listeners; // on the window, while the board is on the page

  constructor() {
    super();
    listen(this, (place, isFirst) => this.#large.show(place, isFirst));
    new ResizeObserver(() => this.#considered && this.consider(this.#considered)).observe(this);
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    for (const part of [this.#fit, this.#reveal, this.#large]) part.listen(this.#listeners.signal);
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  set description(description) {
    this.#looks = new Looks(description);
    this.#large.looks = this.#looks;
    this.#drawn.clear();
    this.#fit.forget();
    this.#noted = undefined;
    this.replaceChildren();
  }

  /** Notes where everything lies, for the next update: to be called before the page around the board changes, or it is laid out twice. */
  note() {
    this.#noted ??= lying(this);
  }

  /** What is drawn next is far from what is drawn now: how it came there is not shown. */
  leap() {
    this.#viewer = undefined;
    forgetLeft(this);
  }

  update({ view, viewer = -1, names = [], highlights = [], last = null, hasPassed = false, score = null }) {
    if (!document.querySelector('svg.symbols')) document.body.append(gemSymbols());
    const keep = (name, state, draw) => this.#keep(name, state, draw);
    const scene = { looks: this.#looks, view, viewer, names, score, keep };
    const isNew = view !== this.#seen.view;
    const before = isNew && viewer === this.#viewer ? (this.#noted ?? lying(this)) : [];
    this.#noted = undefined;
    const scrolled = mapScroll(this);
    const focused = this.contains(document.activeElement) && document.activeElement.closest('.place')?.dataset.place;
    this.#isDrawnAnew = false;
    this.#draw(scene, viewer);
    showSeatColours(this.closest('lap-table') ?? this, seatColours(this.#looks, view));
    showProgress(this, this.#looks, score, names);
    highlight(this, highlights);
    if (isNew) markLast(this, this.#looks, last, before.length > 0 && !hasPassed);
    if (this.#isDrawnAnew) this.#fit.check(view.over);
    scrollMaps(this, scrolled, view.waiting[0] ?? viewer);
    if (isNew) showMoves(this, before, hasPassed, replacedBy(this.#looks.description, last));
    if (before.length) showGains(this, this.#seen.score, score, last, this.#looks);
    if (isNew) this.#large.hide();
    this.#seen = { view, score };
    this.#viewer = viewer;
    this.consider(null);
    this.#reveal.show(view.waiting.includes(viewer), viewer);
    if (focused) buttonAt(this, focused)?.focus({ preventScroll: true });
  }

  /** `about`: {step, places, before?, isMeant?} (ghost.js): a step that somebody looks at; if it turns a piece, that is shown as it will lie. null: none. */
  consider(about) {
    this.#considered = about;
    showGhost(this, this.#looks, this.#seen.view, this.#viewer, about);
  }

  /** A picture of the piece that a step turns, as it will lie, or names; `about` as above. undefined: there is none to be seen. */
  pieceOf(about) {
    return pieceOfStep(this, this.#looks, this.#seen.view, about);
  }

  /** What stands at the side of a tile that is among places, as a picture; undefined: there is none. */
  side(places) {
    return sideAmong(this.#looks, this.#seen.view, places);
  }

  /** What the piece does that is at places; undefined: that cannot be said. */
  does(places = []) {
    return aboutPiece(this.#looks, this.#seen.view, places);
  }

  /** What the piece is called that is at places; undefined as above. */
  title(places = []) {
    return aboutPiece(this.#looks, this.#seen.view, places, 'title');
  }

  /** The places of the pieces that a step names, in its order. */
  piecesAt(places = []) {
    return placesOfPieces(this, places);
  }

  /** The steps that have a place on the board. */
  get lit() {
    const places = [...this.querySelectorAll('.highlighted')];
    return new Set(places.flatMap(({ dataset }) => dataset.steps.split(' ').map(Number)));
  }

  /** Own areas come last: nearest to the one who looks. */
  #draw(scene, viewer) {
    const seats = seatsOf(scene);
    const own = seats.filter((seat) => seat === viewer);
    const others = seats.filter((seat) => seat !== viewer); // in their order, whoever looks: several may look in turn
    const areas = (of) => of.map((seat) => this.#area(`seat ${seat}`, scene, seat));
    const [above, middle, below] = this.#parts();
    this.classList.toggle('alone', !others.length);
    this.classList.toggle('tall', isTall(scene));
    this.classList.toggle('boards', own.length > 0 && haveBoards(scene, others.length));
    this.style.setProperty('--others', `${others.length}fr`);
    this.classList.toggle('bare', !scene.looks.fields.some((field) => isOfSeats(field) && field.drawn));
    renew(above, areas(others));
    renew(middle, [this.#area('shared', scene, null)]);
    renew(below, areas(own));
  }

  #parts() {
    const parts = ['others', 'middle', 'own'];
    const empty = () => parts.map((name) => make('div', { class: name }));
    if (!this.firstChild) this.append(make('div', { class: 'table' }, empty()));
    return this.firstChild.children;
  }

  #area(name, scene, seat) {
    return this.#keep(name, stateOf(scene, seat), () => (seat === null ? drawShared(scene) : drawSeat(scene, seat)));
  }

  /** What is drawn from the same state as before stays the same element. */
  #keep(name, state, draw) {
    const drawn = this.#drawn.get(name);
    if (drawn?.state === state) return drawn.element;
    const element = draw();
    this.#isDrawnAnew = true;
    this.#drawn.set(name, { state, element });
    return element;
  }
}

function seatsOf({ looks, view, names }) {
  const lists = looks.fields.filter(isOfSeats).map((field) => view.fields[field.name]?.length ?? 0);
  return Array.from({ length: Math.max(names.length, ...lists) }, (_, seat) => seat);
}

/** What an area is drawn from, as text. */
function stateOf({ looks, view, viewer, names, score }, seat) {
  if (seat === null) return JSON.stringify([view.fields, names, looks.hasCentre && viewer, textTogether(score)]);
  const rows = looks.fields.filter(isOfSeats).map(({ name }) => view.fields[name]?.[seat]);
  const points = seat === viewer ? score?.seats?.map(({ total }) => total) : score?.seats?.[seat];
  return JSON.stringify([rows, names, view.waiting.includes(seat), points]);
}

/** A large board or map in the middle: seats stand beside it. */
function isTall({ looks }) {
  const isLargeGrid = ({ draw, shape }) => draw.as === 'grid' && shape.width * shape.height >= 25;
  const isMap = (field) => field.draw.as === 'map' && looks.formOf(field) === 'tile';
  return looks.fields.some((field) => !isOfSeats(field) && field.drawn && (isMap(field) || isLargeGrid(field)));
}

/** More seats than so many do not stand beside one's own. */
const BESIDE = 3;

/** Each seat has a board of its own, which is larger if all stand beside each other. */
function haveBoards({ looks }, others) {
  const isBoard = ({ draw, shape, coordinates }) => draw.as === 'grid' && coordinates && shape.width <= 2 * shape.height;
  return others > 0 && others <= BESIDE && looks.fields.some((field) => isOfSeats(field) && field.drawn && isBoard(field));
}

customElements.define('lap-board', Board);

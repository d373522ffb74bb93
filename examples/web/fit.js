// How large the board draws everything: as large as the room allows, all by one factor, which is found anew only when the
// room changes. In between every part keeps its height, so that nothing jumps: rows that will grow have the room that was
// left over, and a part that needs more than that is drawn smaller by itself, or scrolls in the end.

const SMALLEST = 0.55;
/** Once nothing more will come, all may be somewhat smaller, so that it is seen at once. */
const SMALLEST_OF_LAST = 0.45;
const LARGEST = 2.1;
/** Room that is left for what will come, as a part of the factor: where nothing grows much, and where there are rows in groups. */
const SPARE = 0.92;
const SPARE_FOR_ROWS = 0.8;
const ROUNDS = 6;
/** A part that has grown is drawn smaller in steps of so much, and a little smaller means so much of all. */
const STEP = 0.94;
const SMALLER = 0.72;
/** The middle is drawn larger than the rest by at most so much. */
const MIDDLE = 1.6;
/** A part becomes higher by at most so much at once, in px. */
const HIGHER = 24;
/** So much room, in px, may lie below a map that could be higher. */
const WASTED = 24;
/** What the parts get of the room that is left over, if they have rows in groups, which grow. */
const SHARES = { others: 0.35, own: 0.5 };
/** The same where the page scrolls: the other players' areas lie below one's own, and should not be far away. */
const SHARES_SCROLLED = { ...SHARES, own: 0.2 };

export class Fit {
  #board;
  #room; // in px, when the factor was found; undefined: not yet
  #width;
  #factor = 1;
  #rows; // how many pieces lay in rows in groups then
  #widths = []; // of what stands in the middle, by its place, where everything has its usual size
  #isLast = false; // whether nothing will be drawn after it
  #isDocked = false; // whether the parts scroll by themselves
  #higher = HIGHER; // by how much a part may become higher now, in px
  #grownTo = 0; // and when a part became higher since; 0: none did

  constructor(board) {
    this.#board = board;
    new ResizeObserver(() => this.check()).observe(board);
  }

  /** Until `signal` is aborted. */
  listen(signal) {
    addEventListener('resize', () => this.check(), { signal });
  }

  /** Another game is drawn. */
  forget() {
    this.#room = undefined;
  }

  /**
   * After each drawing. `board.room()` says how high the board may be, in px; without it everything has its usual size.
   * `isLast`: nothing will be drawn after it, so a part becomes as high at once as it ever will, and no room is spared.
   */
  check(isLast = this.#isLast) {
    this.#isLast = isLast;
    this.#higher = isLast ? Infinity : HIGHER;
    const table = this.#board.firstChild;
    if (table && this.#widths.length) this.#setWidths(); // before anything is measured, or what was drawn anew is laid out twice
    const room = table && this.#board.room?.();
    if (!room || !this.#board.isConnected) return;
    this.#isDocked = getComputedStyle(table).overflowY === 'hidden';
    const isNew = Math.abs(room - this.#room) > 4 || Math.abs(this.#width - this.#board.clientWidth) > 4;
    if (this.#room === undefined || isNew) this.#find(room);
    else if (isAdded(this.#parts.own) || (this.#isDocked && rowsIn(this.#board) < this.#rows / 2)) this.#find(room); // most of what lay there has been cleared away
    else if (this.#isDocked && this.#isEmptied) this.#enlargeAgain();
    const { own, middle, others } = this.#parts;
    if (this.#isDocked) this.#fillWithMap(middle);
    this.#keepWidths(middle);
    for (const part of [own, middle, others]) this.#makeFit(part);
    if (!this.#isDocked) this.#keepHeights();
  }

  /** Whether all that made parts higher has been cleared away: a new round begins, or a moment long past is looked at. */
  get #isEmptied() {
    return this.#grownTo > this.#rows && rowsIn(this.#board) <= this.#rows;
  }

  /** Parts are drawn as large as at first, and stay as high as they have become: that will be needed again, and nothing jumps. */
  #enlargeAgain() {
    this.#grownTo = 0;
    for (const part of Object.values(this.#parts)) part.style.removeProperty('--s');
    if (!hasMap(this.#parts.middle)) this.#enlarge(this.#parts.middle);
  }

  get #parts() {
    const [others, middle, own] = this.#board.firstChild.children;
    return { others, middle, own };
  }

  /** A part that no longer fits is drawn a little smaller, then becomes higher, then is drawn much smaller, and at last scrolls. */
  #makeFit(part) {
    this.#shrink(part, this.#factor * SMALLER, () => isCut(part) || isSqueezed(part));
    if (isCut(part) && part.style.height) this.#heighten(part);
    this.#shrink(part, SMALLEST, () => isCut(part));
    if (isCut(part)) part.tabIndex = 0; // or who has only keys could not scroll it
    else part.removeAttribute('tabindex');
  }

  #shrink(part, smallest, isTooLarge) {
    let factor = Number(part.style.getPropertyValue('--s')) || this.#factor;
    while (factor * STEP >= smallest && isTooLarge()) {
      factor *= STEP;
      part.style.setProperty('--s', factor.toFixed(3));
    }
  }

  /** By what it lacks, as far as no other part needs it, and not so much at once that eyes lose their place. The middle, which may have been enlarged, becomes smaller for it. */
  #heighten(part) {
    const { middle, own, others } = this.#parts;
    const left = () => (this.#isDocked ? middle.clientHeight - middle.firstElementChild.offsetHeight : HIGHER);
    const lacks = Math.min(heightOf(part) - part.clientHeight, this.#higher);
    const giver = part === own ? others : own;
    const given = Math.min(lacks - left(), unused(giver));
    if (given > 0) giver.style.height = `${giver.offsetHeight - given}px`;
    if (part !== middle) this.#lower(middle, () => left() < lacks);
    const more = Math.min(lacks, left());
    if (more <= 0) return;
    part.style.height = `${part.offsetHeight + more}px`;
    this.#grownTo = rowsIn(this.#board);
  }

  /** Draws a part smaller, unless it is not lower then. */
  #lower(part, isTooLarge) {
    const [before, height] = [part.style.getPropertyValue('--s'), heightOf(part)];
    this.#shrink(part, this.#factor * SMALLER, isTooLarge);
    if (heightOf(part) >= height) part.style.setProperty('--s', before || this.#factor.toFixed(3));
  }

  /** What stands beside another thing in the middle stays as wide as it has been: the other would move with each of its pieces. Above a map there is no room for that. */
  #keepWidths(middle) {
    if (this.#isDocked && hasMap(middle)) return;
    const factor = Number(getComputedStyle(middle).getPropertyValue('--s'));
    rowsOf(middle).forEach((row, i) => {
      if (!row.classList.contains('as-map')) this.#widths[i] = Math.max(this.#widths[i] ?? 0, row.offsetWidth / factor);
    });
    this.#setWidths();
  }

  #setWidths() {
    for (const [i, row] of rowsOf(this.#parts.middle).entries()) {
      const width = `calc(var(--s) * ${this.#widths[i]}px)`;
      if (this.#widths[i] && row.style.minWidth !== width) row.style.minWidth = width; // or all is laid out again
    }
  }

  /** Where the page scrolls, what follows the middle and the areas of seats stays where it is. */
  #keepHeights() {
    const heights = [this.#parts.middle, ...seatsIn(this.#board)].map((part) => [part, part.offsetHeight]); // all are measured first, or all is laid out for each
    for (const [part, height] of heights) part.style.minHeight = `${height}px`;
  }

  #find(room) {
    this.#room = room;
    this.#width = this.#board.clientWidth;
    this.#rows = rowsIn(this.#board);
    this.#grownTo = 0;
    this.#widths = [];
    for (const row of rowsOf(this.#parts.middle)) row.style.minWidth = '';
    this.#board.style.setProperty('--room', `${room}px`);
    this.#board.classList.add('fitting');
    for (const part of [...Object.values(this.#parts), ...seatsIn(this.#board)]) {
      for (const name of ['height', 'min-height', '--s', '--left']) part.style.removeProperty(name);
    }
    const { own } = this.#parts;
    const wasBelow = own.classList.contains('rows-below');
    this.#search(room);
    own.classList.remove('rows-below');
    own.classList.toggle('rows-below', hasRowsBelow(own));
    if (own.matches('.rows-below') && !wasBelow) this.#search(room); // they need more height than beside the rest
    const left = Math.max(0, room - this.#height());
    const heights = Object.entries(this.#isDocked ? SHARES : SHARES_SCROLLED).map(([name, share]) => this.#heightWith(name, share * left));
    this.#board.classList.remove('fitting');
    for (const [part, height] of heights) if (height && scrolls(part)) part.style.height = `${height}px`;
    if (this.#isDocked && !hasMap(this.#parts.middle)) this.#enlarge(this.#parts.middle);
  }

  /** The largest factor with which all fits into the room, but for what is to be spared of it. */
  #search(room) {
    const smallest = this.#isLast ? SMALLEST_OF_LAST : SMALLEST;
    const spare = this.#isLast ? 1 : hasRows(this.#parts.own) ? SPARE_FOR_ROWS : SPARE;
    let [low, high] = [smallest, LARGEST];
    for (let i = 0; i < ROUNDS; i++) {
      const factor = (low + high) / 2;
      this.#apply(factor);
      if (this.#height() <= room) low = factor;
      else high = factor;
    }
    this.#factor = Math.max(smallest, low * spare);
    this.#apply(this.#factor);
  }

  /** The middle gets most of the room that seats, which stand beside it or need little, have left over. A map fills it by itself. */
  #enlarge(middle) {
    const fits = () => middle.firstElementChild.offsetHeight <= middle.clientHeight * SPARE && middle.scrollWidth <= middle.clientWidth;
    const set = (factor) => middle.style.setProperty('--s', factor.toFixed(3));
    let factor = this.#factor;
    while (factor / STEP <= Math.min(LARGEST, this.#factor * MIDDLE)) {
      set(factor / STEP);
      if (!fits()) break;
      factor /= STEP;
    }
    set(factor);
  }

  /** A map is as high as what lies around it leaves room, whatever that is now. */
  #fillWithMap(middle) {
    if (!hasMap(middle)) return;
    const more = middle.clientHeight - middle.firstElementChild.offsetHeight;
    if (more < 0 || more > WASTED) middle.style.setProperty('--left', `${(parseFloat(middle.style.getPropertyValue('--left')) || 0) + more}px`);
  }

  /** [part, its height from here on, or 0 where that is not its own to say]. */
  #heightWith(name, more) {
    const part = this.#parts[name];
    if (!part.childElementCount || (name === 'others' && !this.#isAbove(part))) return [part, 0];
    return [part, Math.ceil(part.getBoundingClientRect().height) + (hasRows(part) ? more : 0)]; // or its lower border is cut
  }

  #isAbove(others) {
    return others.getBoundingClientRect().top < this.#parts.middle.getBoundingClientRect().top;
  }

  #apply(factor) {
    this.#board.style.setProperty('--s', factor.toFixed(3));
  }

  /** From the upper edge to the lower one of what should be seen at once: the middle, and one's own. */
  #height() {
    const { others, middle, own } = this.#parts;
    const last = own.childElementCount ? own : middle;
    const bottom = Math.max(last.getBoundingClientRect().bottom, middle.getBoundingClientRect().bottom);
    const beside = others.getBoundingClientRect();
    const isAbove = beside.top < last.getBoundingClientRect().top;
    const lowest = isAbove ? Math.max(bottom, beside.bottom) : bottom;
    return lowest - this.#board.getBoundingClientRect().top + 8;
  }
}

/** How high a part would be that shows all that is in it, wherever pieces are on their way. */
function heightOf(part) {
  const { top } = part.getBoundingClientRect(); // negative, where the page is scrolled
  const lowest = Math.max(top, ...[...part.children].map((area) => area.getBoundingClientRect().bottom));
  return lowest - top + part.scrollTop;
}

/** Whether there is more in it than can be seen. */
const isCut = (part) => heightOf(part) > part.clientHeight + 1;

/** Whether cards of a hand lie over each other. */
function isSqueezed(part) {
  const first = part.querySelector('.as-hand > .pieces > .place:not(:last-child)');
  return Boolean(first) && first.offsetWidth < first.firstElementChild.getBoundingClientRect().width - 1;
}

const hasMap = (middle) => middle.querySelector('.of-tile .map') !== null;

/** How many pieces lie in rows in groups. */
const rowsIn = (board) => board.querySelectorAll('.field.in-groups .place').length;

/** What stands in the middle, one beside or below another. */
const rowsOf = (middle) => [...middle.querySelectorAll('.fields > .field')];

const seatsIn = (board) => board.querySelectorAll('.area.seat');

/** Whether rows that grow lie below the rest: they stay there, though there may be room beside a hand that has become smaller. */
function hasRowsBelow(part) {
  const [first, ...others] = part.querySelectorAll('.fields > .field');
  return others.some((field) => field.classList.contains('in-groups') && field.offsetTop > first.offsetTop);
}

/** What will be more than it is. */
const hasRows = (part) => part.querySelector('.field.in-groups') !== null;

/** How much lower it could be, where its height is its own to say. */
function unused(part) {
  const bottoms = [...part.querySelectorAll('.fields')].map((fields) => fields.getBoundingClientRect().bottom);
  return bottoms.length && part.style.height ? part.getBoundingClientRect().bottom - Math.max(...bottoms) - 12 : 0;
}

const scrolls = (part) => getComputedStyle(part).overflowY === 'auto';

/** One's own area has come since: who watched sits at the table now. */
const isAdded = (own) => own.childElementCount > 0 && !own.style.height;

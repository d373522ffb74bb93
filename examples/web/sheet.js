// The score sheet: a line a category, a column a seat; how each number came about opens below, in the same columns.
import { fill, make } from './element.js';
import { asItStands, PROGRESS } from './progress.js';
import { GOAL, goalOf, isTie, sum } from './verdict.js';
import { gained, say, signed } from './words.js';

/** More seats than so many have their names upright. */
const ABREAST = 3;

const ALL_SEATS = -1;

/** Lines by what they are for: [{category, tier, lines}], decisive ones first, in the order of the game's categories. */
function rowsOf(lines, categories) {
  const together = Map.groupBy(lines, ({ tier, category }) => `${tier} ${category}`);
  const rows = Array.from(together.values(), (lines) => ({ ...lines[0], lines }));
  const place = ({ category }) => categories.findIndex(({ name }) => name === category);
  return rows.sort((a, b) => a.tier - b.tier || place(a) - place(b));
}

/** Seats that have the same total as another one. */
function tied({ seats = [] }) {
  const having = (total) => seats.filter((seat) => seat.total === total).length;
  return [...seats.keys()].filter((seat) => having(seats[seat].total) > 1);
}

/** What breaks ties is shown of those whom it concerns: seats with equal totals, once somebody has scored. */
function tieBreakers(score) {
  const equal = score.lines.some(({ tier }) => tier === 0) ? tied(score) : [];
  return score.lines.filter((line) => isTie(line) && equal.includes(line.seat));
}

/** The points of a seat in a row; undefined if it has none. */
function pointsOf({ lines }, seat) {
  const own = lines.filter((line) => line.seat === seat);
  return own.length > 0 ? sum(own.map(({ points }) => points)) : undefined;
}

/** At the end, what has brought nobody anything is told below, and takes no line. */
const isCounted = ({ final }) => ({ lines }) => !final || lines.some(({ points }) => points !== 0);

/** "4", "2×4", "4+3−1"; empty where there are none. */
function summands([first, ...others]) {
  if (first === undefined) return '';
  if (others.length > 0 && others.every((one) => one === first)) return `${others.length + 1}×${signed(first)}`;
  return [signed(first), ...others.map(gained)].join('');
}

const titleOf = (category, categories) => categories.find(({ name }) => name === category)?.title ?? category;

class Sheet extends HTMLElement {
  #height = 0; // in px
  #shown; // what stands there, as text
  #observer = new ResizeObserver(([{ target }]) => this.#keepHeight(target));

  /** `score` as in docs/protocol.md, `names` of the seats. */
  show(score, { categories }, names) {
    const shown = JSON.stringify([score, categories, names]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const decisive = rowsOf(score.lines.filter(({ tier }) => tier === 0), categories);
    const goals = goalOf(score) > 0 ? rowsOf(score.lines.filter(({ tier }) => tier === GOAL), categories) : [];
    const ties = rowsOf(tieBreakers(score), categories);
    const standing = rowsOf(asItStands(score, categories), categories);
    const isOneColumn = score.together && score.lines.every(({ seat, tier }) => seat === ALL_SEATS || tier === PROGRESS);
    const columns = isOneColumn ? [say('points')] : names;
    const row = (of) => this.#row(of, categories, columns);
    fill(
      this,
      make(
        'div',
        { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('sheet') },
        make(
          'table',
          { class: columns.length > ABREAST ? 'many' : '' },
          this.#head(columns),
          make('tbody', {}, decisive.filter(isCounted(score)).map(row), this.#totals(score, columns), goals.map(row)),
          ties.length > 0 && this.#apart('sheet.ties', ties.map(row), columns),
          standing.length > 0 && this.#apart('sheet.standing', standing.map(row), columns),
        ),
      ),
      this.#details([...decisive, ...goals, ...ties], standing, categories, columns, score.final),
    );
    this.firstChild.style.minHeight = `${this.#height}px`;
    this.#observer.disconnect();
    this.#observer.observe(this.firstChild);
  }

  /** A table that has been higher keeps that height, so that what stands above it does not jump. */
  #keepHeight(table) {
    this.#height = Math.max(this.#height, table.offsetHeight);
  }

  #head(columns) {
    const heads = columns.map((name) => make('th', { scope: 'col', title: name }, make('span', {}, name)));
    return make('thead', {}, make('tr', {}, make('td'), heads));
  }

  /** Rows that are not part of the total. */
  #apart(key, rows, columns) {
    const head = make('th', { scope: 'rowgroup', colspan: columns.length + 1 }, make('span', {}, say(key)));
    return make('tbody', { class: 'apart' }, make('tr', {}, head), rows);
  }

  #row(row, categories, columns) {
    const title = this.#title(titleOf(row.category, categories));
    const ofAll = pointsOf(row, ALL_SEATS);
    const cells = columns.map((_, seat) => make('td', {}, signed(pointsOf(row, seat))));
    return make('tr', {}, title, ofAll === undefined ? cells : this.#ofAll(ofAll, columns));
  }

  #title(text) {
    return make('th', { scope: 'row' }, make('span', {}, text));
  }

  #ofAll(points, columns) {
    return make('td', { colspan: columns.length }, signed(points));
  }

  #totals({ seats, together }, columns) {
    if (!together && !seats) return undefined;
    return make(
      'tr',
      { class: 'total' },
      this.#title(say('total')),
      together ? this.#ofAll(together.total, columns) : seats.map(({ total }) => make('td', {}, signed(total))),
    );
  }

  #details(rows, standing, categories, columns, isFinal) {
    if (rows.length === 0) return make('p', { class: 'quiet' }, say(isFinal ? 'sheet.empty.final' : 'sheet.empty'));
    const isOpen = this.querySelector('details')?.open ?? (isFinal && columns.length === 1);
    const how = (row) => this.#howOf(row, categories, columns);
    const later = standing.length > 0 ? [this.#apart('sheet.standing', [], columns), ...standing.map(how)] : [];
    const table = make('table', { class: columns.length > ABREAST ? 'many' : '' }, this.#head(columns), [...rows.map(how), ...later]);
    return make(
      'details',
      { open: isOpen },
      make('summary', {}, say('sheet.how')),
      make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('sheet.how') }, table),
    );
  }

  /** The lines of a category; what several seats have stands in one. */
  #howOf({ category, lines }, categories, columns) {
    const title = titleOf(category, categories);
    const texts = Map.groupBy(lines, ({ text }) => text);
    const head = make('tr', {}, make('th', { scope: 'rowgroup', colspan: columns.length + 1 }, make('span', {}, title)));
    return make('tbody', {}, texts.size === 1 && texts.has(title) ? undefined : head, Array.from(texts, ([text, alike]) => this.#howLine(text, alike, columns)));
  }

  #howLine(text, lines, columns) {
    const of = (seat) => lines.filter((line) => line.seat === seat).map(({ points }) => points);
    const ofAll = of(ALL_SEATS);
    const isAlone = columns.length === 1;
    const cells = columns.map((_, seat) => make('td', {}, isAlone && !sum(of(seat)) ? '' : summands(of(seat))));
    return make('tr', {}, this.#title(text), ofAll.length === 0 ? cells : make('td', { colspan: columns.length }, summands(ofAll)));
  }
}

customElements.define('lap-sheet', Sheet);

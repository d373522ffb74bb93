// The score sheet: a line a category, a column a seat; how each number came about opens below.
import { fill, make } from './element.js';
import { goalOf, GOAL, isTie, tied } from './verdict.js';
import { say } from './words.js';

/** More seats than so many have their names upright. */
const ABREAST = 3;

/** Lines of a category and seat together: [{category, tier, bySeat: Map(seat → points), lines}], decisive ones first. */
function rowsOf({ lines }) {
  const rows = new Map();
  for (const line of lines) {
    const key = `${line.tier} ${line.category}`;
    const row =
      rows.get(key) ??
      rows.set(key, { category: line.category, tier: line.tier, bySeat: new Map(), lines: [] }).get(key);
    row.bySeat.set(line.seat, (row.bySeat.get(line.seat) ?? 0) + line.points);
    row.lines.push(line);
  }
  return [...rows.values()].sort((a, b) => a.tier - b.tier);
}

const ALL_SEATS = -1;

/** What breaks ties is shown of those whom it concerns: seats with equal totals, once somebody has scored. */
function tiesOf(rows, score) {
  const equal = score.together || !rows.some(({ tier }) => tier === 0) ? [] : tied(score);
  const concerned = ([seat]) => equal.includes(seat);
  return rows
    .filter((row) => isTie(row) && equal.length > 0)
    .map((row) => ({
      ...row,
      bySeat: new Map([...row.bySeat].filter(concerned)),
      lines: row.lines.filter(({ seat }) => equal.includes(seat)),
    }));
}

class Sheet extends HTMLElement {
  /** `score` as in docs/protocol.md, `names` of the seats. */
  show(score, { categories }, names) {
    const titles = new Map(categories.map(({ name, title }) => [name, title]));
    const rows = rowsOf(score);
    const decisive = rows.filter(({ tier }) => tier === 0);
    const goals = rows.filter(({ tier }) => tier === GOAL && goalOf(score) > 0);
    const ties = tiesOf(rows, score);
    const columns = score.together && rows.every(({ bySeat }) => bySeat.has(ALL_SEATS)) ? [say('points')] : names;
    const row = (of) => this.#row(of, titles, columns);
    fill(
      this,
      make(
        'div',
        { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('sheet') },
        make(
          'table',
          { class: columns.length > ABREAST ? 'many' : '' },
          this.#head(columns),
          make('tbody', {}, decisive.map(row), this.#totals(score, columns), goals.map(row)),
          ties.length > 0 && this.#ties(ties.map(row), columns),
        ),
      ),
      this.#details([...decisive, ...goals, ...ties], names),
    );
  }

  #head(columns) {
    const heads = columns.map((name) => make('th', { scope: 'col', title: name }, make('span', {}, name)));
    return make('thead', {}, make('tr', {}, make('td'), heads));
  }

  #ties(rows, columns) {
    const head = make('th', { scope: 'rowgroup', colspan: columns.length + 1 }, make('span', {}, say('sheet.ties')));
    return make('tbody', { class: 'ties' }, make('tr', {}, head), rows);
  }

  #row({ category, bySeat }, titles, columns) {
    const title = this.#title(titles.get(category) ?? category);
    if (bySeat.has(ALL_SEATS)) return make('tr', {}, title, this.#ofAll(bySeat.get(ALL_SEATS), columns));
    return make(
      'tr',
      {},
      title,
      columns.map((_, seat) => make('td', {}, bySeat.has(seat) ? signed(bySeat.get(seat)) : '–')),
    );
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

  #details(rows, names) {
    const lines = rows.flatMap(({ lines }) => lines);
    if (lines.length === 0) return make('p', { class: 'quiet' }, say('sheet.empty'));
    const isOpen = this.querySelector('details')?.open;
    return make(
      'details',
      { open: isOpen },
      make('summary', {}, say('sheet.how')),
      make(
        'ul',
        { class: 'how' },
        lines.map(({ seat, points, text }) =>
          make(
            'li',
            {},
            seat === ALL_SEATS ? '' : `${names[seat]}: `,
            text,
            ' ',
            make('strong', {}, signed(points)),
          ),
        ),
      ),
    );
  }
}

/** With a minus that is as wide as digits. */
const signed = (number) => String(number).replace('-', '−');

customElements.define('lap-sheet', Sheet);

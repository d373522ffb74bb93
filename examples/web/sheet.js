// The score sheet: a line a category, a column a seat; how each number came about opens below.
import { fill, make } from './element.js';
import { say } from './words.js';

/** Lines of a category and seat together: [{category, tier, bySeat: Map(seat → points), lines}], decisive ones first. */
export function rowsOf({ lines }) {
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

class Sheet extends HTMLElement {
  /** `score` as in docs/protocol.md, `names` of the seats. */
  show(score, { categories }, names) {
    const titles = new Map(categories.map(({ name, title }) => [name, title]));
    const rows = rowsOf(score);
    const decisive = rows.filter(({ tier }) => tier === 0);
    const ties = rows.filter(({ tier }) => tier > 0);
    const row = (of) => this.#row(of, titles, names);
    fill(
      this,
      make(
        'div',
        { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('sheet') },
        this.#table(
          names.length,
          make(
            'thead',
            {},
            make(
              'tr',
              {},
              make('td'),
              names.map((name) => make('th', { scope: 'col' }, name)),
            ),
          ),
          make('tbody', {}, decisive.map(row), this.#totals(score, names)),
          ties.length > 0 &&
            make(
              'tbody',
              { class: 'ties' },
              make('tr', {}, make('th', { scope: 'rowgroup', colspan: names.length + 1 }, say('sheet.ties'))),
              ties.map(row),
            ),
        ),
      ),
      this.#details(rows, titles, names),
    );
  }

  /** As wide as its columns need: many seats scroll. */
  #table(columns, ...rows) {
    const table = make('table', {}, ...rows);
    table.style.setProperty('--columns', columns);
    return table;
  }

  #row({ category, bySeat }, titles, names) {
    const title = make('th', { scope: 'row' }, titles.get(category) ?? category);
    if (bySeat.has(ALL_SEATS))
      return make('tr', {}, title, make('td', { colspan: names.length }, String(bySeat.get(ALL_SEATS))));
    return make(
      'tr',
      {},
      title,
      names.map((_, seat) => make('td', {}, bySeat.has(seat) ? String(bySeat.get(seat)) : '–')),
    );
  }

  #totals({ seats, together }, names) {
    const title = make('th', { scope: 'row' }, say('total'));
    if (together)
      return make('tr', { class: 'total' }, title, make('td', { colspan: names.length }, String(together.total)));
    if (!seats) return undefined;
    return make(
      'tr',
      { class: 'total' },
      title,
      seats.map(({ total }) => make('td', {}, String(total))),
    );
  }

  #details(rows, titles, names) {
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
          make('li', {}, seat === ALL_SEATS ? '' : `${names[seat]}: `, text, ' ', make('strong', {}, String(points))),
        ),
      ),
    );
  }
}

customElements.define('lap-sheet', Sheet);

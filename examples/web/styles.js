// Style sheets of the table, which the lobby does not need. Who imports this goes on once they are there, or cannot be had.
import { make } from './element.js';

const SHEETS = ['table', 'analysis', 'steps', 'room', 'tour', 'board'];

function load(name) {
  const sheet = make('link', { rel: 'stylesheet', href: `/${name}.css` });
  document.head.append(sheet);
  return new Promise((resolve) => {
    sheet.onload = resolve;
    sheet.onerror = resolve;
  });
}

await Promise.all(SHEETS.map(load));

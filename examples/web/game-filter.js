// Finds games in the lobby by a word and by how many want to play.
import { make } from './element.js';
import { say } from './words.js';

/** Fewer games than so many are seen at a glance. */
const MANY = 6;

const fits = ({ title, summary, seats }, word, count) =>
  `${title} ${summary}`.toLocaleLowerCase().includes(word) && (!count || (seats.min <= count && count <= seats.max));

const counts = (briefs) => {
  const most = Math.max(...briefs.map(({ seats }) => seats.max));
  return Array.from({ length: most }, (_, i) => i + 1);
};

/** Fields above the `cards` of `briefs`, in the same order; nothing where there are few. */
export function gameFilter(briefs, cards) {
  if (briefs.length < MANY) return undefined;
  const word = make('input', { id: 'filter-word', type: 'search' });
  const seats = make(
    'select',
    { id: 'filter-seats' },
    make('option', { value: '' }, say('filter.any')),
    counts(briefs).map((count) => make('option', { value: count }, count)),
  );
  const none = make('p', { class: 'quiet', role: 'status' });
  const sift = () => {
    const wanted = word.value.trim().toLocaleLowerCase();
    for (const [i, brief] of briefs.entries()) cards[i].hidden = !fits(brief, wanted, Number(seats.value));
    none.textContent = cards.every(({ hidden }) => hidden) ? say('filter.none') : '';
  };
  word.addEventListener('input', sift);
  seats.addEventListener('change', sift);
  const entry = (field, title) => make('p', { class: 'entry' }, make('label', { for: field.id }, title), field);
  return make('div', { class: 'filter', role: 'search' }, entry(word, say('filter')), entry(seats, say('filter.seats')), none);
}

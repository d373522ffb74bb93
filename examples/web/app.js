// The page: its frame, and what stands in it.
import { here, toLobby } from './address.js';
import { fill, make } from './element.js';
import { games, host } from './host.js';
import './lobby.js';
import { hostNotice } from './notice.js';
import { applyTheme, themeSwitch } from './theme.js';
import { LANGUAGES, learn, locale, say, setLocale } from './words.js';

/** Asks at once for what a place needs: for modules that the lobby does without, two thirds of all, or for the games. */
function load({ place }) {
  if (place === 'lobby') games().catch(() => {}); // the lobby says what failed
  if (place === 'match') import('./table.js');
  if (place === 'new') import('./new-match.js');
  if (place === 'join' || place === 'watch') import('./arrival.js');
}

/** How long a page that has been loaded still draws, in ms. */
const SETTLED = 500;

const page = make('main', { id: 'page', tabindex: '-1' });

const pages = {
  lobby: () => make('lap-lobby'),
  new: ({ game, options }) => make('lap-new-match', { game, options }),
  match: ({ match, at }) => make('lap-table', { match, at }),
  join: ({ match, secret }) => make('lap-arrival', { match, invitation: secret }),
  watch: ({ match, secret }) => make('lap-arrival', { match, watch: secret }),
};

function languageSwitch() {
  const options = Object.entries(LANGUAGES).map(([tag, name]) =>
    make('option', { value: tag, lang: tag, selected: tag === locale() }, name),
  );
  return make('select', { 'aria-label': say('language'), onchange: ({ target }) => setLocale(target.value) }, options);
}

function frame() {
  const home = make(
    'a',
    { href: toLobby, class: 'home' },
    make('img', { src: '/gem.svg', alt: '', width: 28, height: 28 }),
    make('span', {}, 'Lapidary'),
  );
  const wire = make('p', { id: 'wire', role: 'status' });
  host.addEventListener('lost', () => fill(wire, say('connection.lost')));
  host.addEventListener('open', () => fill(wire));
  return [
    make('header', { class: 'frame' }, home, wire, languageSwitch(), themeSwitch()),
    page,
    make('div', { id: 'notices', role: 'status', 'aria-live': 'polite' }),
  ];
}

function show() {
  const place = here();
  load(place);
  document.title = 'Lapidary';
  document.body.dataset.place = place.place;
  fill(page, pages[place.place](place));
  scrollTo(0, 0);
}

/** What the page is made of is kept for when there is no network. Only once all else is drawn. */
function keepForLater() {
  const keep = () => navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
  addEventListener('load', () => setTimeout(keep, SETTLED));
}

keepForLater();
applyTheme();
load(here());
await learn();
document.body.prepend(...frame());
host.addEventListener('host.notice', ({ detail }) => hostNotice(detail));
addEventListener('hashchange', () => {
  page.focus(); // what has it now is about to go
  show();
});
show();

// The page: its frame, and what stands in it.
import { here, toLobby } from './address.js';
import { fill, make } from './element.js';
import { host } from './host.js';
import './lobby.js';
import './arrival.js';
import './new-match.js';
import { hostNotice } from './notice.js';
import { applyTheme, themeSwitch } from './theme.js';
import { LANGUAGES, learn, locale, say, setLocale } from './words.js';

/** Loads the modules of the table, two thirds of all, which the lobby does not need. */
function table({ match, at }) {
  import('./table.js');
  return make('lap-table', { match, at });
}

const page = make('main', { id: 'page', tabindex: '-1' });

const pages = {
  lobby: () => make('lap-lobby'),
  new: ({ game }) => make('lap-new-match', { game }),
  match: table,
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
  document.title = 'Lapidary';
  document.body.dataset.place = place.place;
  fill(page, pages[place.place](place));
  scrollTo(0, 0);
}

/** What the page is made of is kept for when there is no network. Only after all else is there. */
function keepForLater() {
  addEventListener('load', () => navigator.serviceWorker?.register('/service-worker.js').catch(() => {}));
}

keepForLater();
applyTheme();
await learn();
document.body.prepend(...frame());
host.addEventListener('host.notice', ({ detail }) => hostNotice(detail));
addEventListener('hashchange', () => {
  page.focus(); // what has it now is about to go
  show();
});
show();

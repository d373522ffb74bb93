// The lobby: all games, and all matches that one may go on with.
import { levelOf, usualBot } from './create.js';
import { make, fill } from './element.js';
import { gameCard } from './game-card.js';
import { gameFilter } from './game-filter.js';
import { bots, games, host } from './host.js';
import { sayFailure } from './notice.js';
import { ownName, records, setOwnLevel, setOwnName } from './seats.js';
import { say } from './words.js';

function nameField() {
  const input = make('input', {
    id: 'own-name',
    maxlength: 40,
    autocomplete: 'nickname',
    placeholder: say('player', { number: 1 }),
  });
  input.value = ownName();
  input.addEventListener('change', () => setOwnName(input.value));
  return make('p', { class: 'own-name' }, make('label', { for: 'own-name' }, say('your_name')), input);
}

/** How well those play that one meets with "Play". */
async function levelField() {
  const [known, usual] = await Promise.all([bots(), usualBot()]);
  const options = known.map((bot) => make('option', { value: bot, selected: bot === usual }, levelOf(bot)));
  const choice = make('select', { id: 'own-level', onchange: ({ target }) => setOwnLevel(target.value) }, options);
  return make('p', { class: 'own-name own-level' }, make('label', { for: 'own-level' }, say('play_level')), choice);
}

const section = (title, ...content) => make('section', {}, make('h2', {}, title), ...content);

/** The frame in which what has changed is drawn. */
const drawn = () => new Promise(requestAnimationFrame);

/** Loads the modules of what will be needed next. */
const getReady = () => setTimeout(() => Promise.all([import('./table.js'), import('./new-match.js')]));

class Lobby extends HTMLElement {
  #listeners = new AbortController();

  connectedCallback() {
    const { signal } = this.#listeners;
    host.addEventListener('games.changed', () => this.#show(), { signal });
    this.#show().catch(sayFailure);
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  async #show() {
    const briefs = await games();
    const baseOf = ({ base }) => briefs.find(({ id }) => id === base);
    const open = make('div');
    const past = make('div');
    const lists = () => import('./match-lists.js');
    const known = records();
    const own = known.length > 0 && (await lists()).ownMatches(known, briefs);
    const cards = briefs.map((brief) => gameCard(brief, baseOf(brief)));
    fill(
      this,
      make(
        'div',
        { class: 'welcome' },
        make('h1', {}, say('lobby.title')),
        make('p', {}, say('lobby.text')),
        nameField(),
        await levelField(),
      ),
      own,
      section(
        say('games'),
        briefs.length === 0 && make('p', {}, say('no_games')),
        gameFilter(briefs, cards),
        make('div', { class: 'cards' }, cards),
      ),
      open,
      past,
    );
    await drawn();
    performance.mark('lobby');
    const { openMatches, pastMatches } = await lists();
    getReady();
    fill(open, await openMatches(briefs));
    fill(past, await pastMatches(known, briefs));
  }
}

customElements.define('lap-lobby', Lobby);

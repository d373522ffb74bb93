// A tour of the table for who plays a game for the first time: how one wins, what lies where, what may be done now. All of
// it comes from the game's texts and from what the table shows, so every game has one.
import { fill, make } from './element.js';
import { basesOf } from './rules.js';
import { listed, say } from './words.js';

const OFFERED = 'lapidary.tour.';
const GAP = 6;

/** Where the card stays at the bottom, and what is told of is brought above it; it has at least this part of the window. */
const narrow = matchMedia('(width <= 1000px) and (height >= 540px)');
const LEAST = 0.4;

const isFixed = (part) => part && getComputedStyle(part).position === 'fixed';

/** What a part of the board holds, by the titles that stand there: first what the game says more of, unless that was `told`, then the rest in a line. */
function contentsOf(part, { fields }, told) {
  const titles = [...part.querySelectorAll('.field[aria-label]')].map((field) => field.getAttribute('aria-label').replace(/\s*\(.*\)$/s, ''));
  const counted = [...part.querySelectorAll('.counter > .what')].map(({ textContent }) => textContent);
  const all = [...new Set([...titles, ...counted])].filter(Boolean);
  const isShared = part.matches('.middle');
  const known = new Map(fields.filter(({ about, of_seats }) => about && Boolean(of_seats) !== isShared).map(({ title, about }) => [title, about]));
  const news = all.filter((title) => known.has(title) && !told.has(known.get(title)));
  const rest = all.filter((title) => !news.includes(title));
  for (const title of news) told.add(known.get(title));
  return make('ul', {}, news.map((title) => make('li', {}, make('strong', {}, title), `: ${known.get(title)}`)), rest.length > 0 && make('li', {}, listed(rest)));
}

const isSeen = (part) => Boolean(part?.checkVisibility() && part.offsetHeight > 0 && part.childElementCount > 0);

const paragraphs = (rules = '') => rules.split('\n\n').filter(Boolean);

/** The stops: {part?, title, texts}, texts or elements. A part that is not there is left out. Of the rules, it tells how one wins and what a turn is, and of a variant all that is its own: the rest is to be read. */
function stopsOf(table, description) {
  const { title, summary, rules } = description;
  const bases = basesOf(description);
  const [goal = summary, turn, ...more] = paragraphs(rules);
  const isVariant = bases.length > 0; // whose own rules are told before those that they change
  const find = (selector) => table.querySelector(selector);
  const told = new Set();
  const area = (selector, word) => {
    const part = find(selector);
    return isSeen(part) && { part, title: say(`tour.${word}`), texts: [say(`tour.${word}.text`), contentsOf(part, description, told)] };
  };
  const steps = find('lap-steps');
  const prompt = steps?.querySelector('.prompt .asked')?.textContent;
  const fixed = (selector, word) => isSeen(find(selector)) && { part: find(selector), title: say(`tour.${word}`), texts: [say(`tour.${word}.text`)] };
  return [
    { title, texts: isVariant ? [goal, turn, ...more] : [goal] },
    ...bases.map((base) => ({ title: say('rules.base', { title: base.title }), texts: paragraphs(base.rules) })),
    area('lap-board .own', 'own'),
    area('lap-board .middle', 'shared'),
    area('lap-board .others', 'others'),
    { part: isSeen(steps) ? steps : undefined, title: say('tour.turn'), texts: [!isVariant && turn, prompt && say('tour.now', { prompt }), say('tour.turn.text')] },
    fixed('.seat-list-part', 'seats'),
    fixed('.story-part', 'story'),
    fixed('.menu', 'menu'),
  ].filter(Boolean);
}

class Tour extends HTMLElement {
  #dialog = make('dialog', { class: 'tour', 'aria-labelledby': 'tour-title' });
  #spot = make('div', { class: 'spot' });
  #card = make('div', { class: 'panel card' });
  #stops = [];
  #at = 0;
  #head; // of the table, which stays at the top

  connectedCallback() {
    this.#dialog.append(this.#spot, this.#card);
    this.#dialog.addEventListener('keydown', (event) => this.#key(event));
    this.append(this.#dialog);
  }

  /** `closed` is called once it is over. */
  show(table, description, closed) {
    const place = () => this.#bring();
    if (this.#dialog.open) return;
    this.#stops = stopsOf(table, description);
    this.#head = table.querySelector('.table-head');
    const [left, top] = [scrollX, scrollY];
    this.#dialog.showModal();
    addEventListener('resize', place);
    const end = () => {
      removeEventListener('resize', place);
      closed();
      scrollTo({ left, top, behavior: 'instant' }); // the last stops may lie far below the table
    };
    this.#dialog.addEventListener('close', end, { once: true });
    this.#go(0);
  }

  #key({ key }) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    if (step && this.#stops[this.#at + step]) this.#go(this.#at + step);
  }

  #go(at) {
    this.#at = at;
    const { title, texts } = this.#stops[at];
    const isLast = at === this.#stops.length - 1;
    const button = (word, run, kind) => make('button', { class: kind, onclick: run }, say(word));
    const next = isLast ? button('tour.done', () => this.#dialog.close(), 'main') : button('tour.next', () => this.#go(at + 1), 'main');
    fill(
      this.#card,
      make(
        'div',
        { 'aria-live': 'polite' },
        make('h2', { id: 'tour-title' }, title),
        texts.filter(Boolean).map((text) => (text instanceof Element ? text : make('p', {}, text))),
      ),
      make(
        'div',
        { class: 'row' },
        make('span', { class: 'quiet' }, say('steps.progress', { at: at + 1, of: this.#stops.length })),
        at > 0 && button('back', () => this.#go(at - 1)),
        !isLast && button('tour.skip', () => this.#dialog.close()),
        next,
      ),
    );
    this.#bring();
    next.focus({ preventScroll: true });
    this.#card.scrollTop = 0;
  }

  /** Brings the part into view. */
  #bring() {
    const { part } = this.#stops[this.#at];
    Object.assign(this.#card.style, { bottom: '', maxHeight: '' });
    if (narrow.matches) this.#bringAbove(part);
    else part?.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.#place();
  }

  /** The card moves once: from where it is told what may be chosen, which stays at the bottom, it stands above that. */
  #bringAbove(part) {
    const fixed = this.#stops.findIndex((stop) => isFixed(stop.part));
    if (fixed >= 0 && this.#at >= fixed) this.#card.style.bottom = `${innerHeight - this.#stops[fixed].part.getBoundingClientRect().top + 2 * GAP}px`;
    if (!part) return;
    const stays = isFixed(part) || this.#head.contains(part);
    const { top, height } = part.getBoundingClientRect();
    const head = this.#head.getBoundingClientRect().bottom;
    const free = this.#card.getBoundingClientRect().bottom - head - 4 * GAP;
    this.#card.style.maxHeight = `${Math.max(LEAST * innerHeight, stays ? free : free - height)}px`;
    const room = this.#card.getBoundingClientRect().top - head;
    if (!stays) scrollBy({ top: top - head - Math.max(2 * GAP, (room - height) / 2), behavior: 'instant' });
  }

  /** The part is left bright, and where the card does not stay it lies where it covers least of it. */
  #place() {
    const { part } = this.#stops[this.#at];
    const rect = part?.getBoundingClientRect();
    this.#spot.classList.toggle('nowhere', !rect);
    this.#card.classList.toggle('above', Boolean(rect) && !narrow.matches && rect.top + rect.height / 2 > innerHeight / 2);
    const box = rect ? { left: rect.left - GAP, top: rect.top - GAP, width: rect.width + 2 * GAP, height: rect.height + 2 * GAP } : {};
    for (const side of ['left', 'top', 'width', 'height']) this.#spot.style[side] = rect ? `${box[side]}px` : '';
  }
}

customElements.define('lap-tour', Tour);

/** Whether this browser has never been offered the tour of a game. */
export function isFirstGame(game) {
  return localStorage.getItem(OFFERED + game) === null;
}

export const noteOffer = (game) => localStorage.setItem(OFFERED + game, 'offered');

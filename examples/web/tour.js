// A tour of the table for who plays a game for the first time: how one wins, what lies where, what may be done now. All of
// it comes from the game's texts and from what the table shows, so every game has one.
import { fill, make } from './element.js';
import { windowHeight } from './room.js';
import { basesOf } from './rules.js';
import { say } from './words.js';

const OFFERED = 'lapidary.tour.';
const GAP = 6;

/** Where the page scrolls: what is told of is brought above the card, which has at least this part of the window. */
const narrow = matchMedia('(width <= 1000px) and (height >= 540px)');
const LEAST = 0.45;
/** Where there is no room for a place of its own, the card lies above or below what is told of. */
const low = matchMedia('(height < 540px)');

/** Paragraphs with more letters than these are several stops, one after the other: beside a part of the table, and alone. */
const BESIDE = 420;
const ALONE = 1000;

const isFixed = (part) => part && getComputedStyle(part).position === 'fixed';

const paragraph = (...content) => make('p', {}, ...content);

/** What a title says in brackets explains signs. */
const plain = (title) => title.replace(/\s*\(.*\)$/s, '');

/** What the game says of what a part of the board holds, as far as it was not `told`; of what it says nothing about, nothing is told. */
function contentsOf(part, { fields }, told) {
  const titles = [...part.querySelectorAll('.field[aria-label]')].map((field) => plain(field.getAttribute('aria-label')));
  const counted = [...part.querySelectorAll('.counter > .what')].map(({ textContent }) => plain(textContent));
  const isShared = part.matches('.middle');
  const known = new Map(fields.filter(({ about, of_seats }) => about && Boolean(of_seats) !== isShared).map(({ title, about }) => [plain(title), about]));
  const news = [...new Set([...titles, ...counted])].filter((title) => known.has(title) && !told.has(known.get(title)));
  for (const title of news) told.add(known.get(title));
  return news.map((title) => paragraph(make('strong', {}, title), `: ${known.get(title)}`));
}

const isSeen = (part) => Boolean(part?.checkVisibility() && part.offsetHeight > 0 && part.childElementCount > 0);

const paragraphs = (rules = '') => rules.split('\n\n').filter(Boolean);

/** A stop, or several if it has much to tell. */
function paged({ part, title, texts }) {
  const most = part ? BESIDE : ALONE;
  const pages = [];
  let letters = Infinity;
  for (const text of texts.filter(Boolean)) {
    const told = text instanceof Element ? text : paragraph(text);
    letters += told.textContent.length;
    if (letters > most) {
      pages.push({ part, title, texts: [] });
      letters = told.textContent.length;
    }
    pages.at(-1).texts.push(told);
  }
  return pages;
}

/** The stops: {part?, title, texts}. A part that is not there is left out. Of the rules, it tells how one wins and what a turn is, and of a variant all that is its own, behind what it changes: the rest is to be read. */
function stopsOf(table, description) {
  const { title, summary, rules } = description;
  const bases = basesOf(description).toReversed();
  const [goal = summary, turn, ...more] = paragraphs(rules);
  const find = (selector) => table.querySelector(selector);
  const told = new Set();
  const area = (selector, word) => {
    const part = find(selector);
    return isSeen(part) && { part, title: say(`tour.${word}`), texts: [say(`tour.${word}.text`), ...contentsOf(part, description, told)] };
  };
  const steps = find('lap-steps');
  const prompt = steps?.querySelector('.prompt .asked')?.textContent;
  const fixed = (selector, word) => isSeen(find(selector)) && { part: find(selector), title: say(`tour.${word}`), texts: [say(`tour.${word}.text`)] };
  const usual = [{ title, texts: [goal] }, turn && { title: say('tour.play'), texts: [turn] }];
  const changed = [{ title, texts: [summary] }, ...bases.map((base) => ({ title: say('rules.base', { title: base.title }), texts: paragraphs(base.rules) })), { title, texts: [goal, turn, ...more] }];
  return [
    ...(bases.length > 0 ? changed : usual),
    area('lap-board .own', 'own'),
    area('lap-board .middle', 'shared'),
    area('lap-board .others', 'others'),
    { part: isSeen(steps) ? steps : undefined, title: say('tour.turn'), texts: [prompt && say('tour.now', { prompt }), say('tour.turn.text')] },
    fixed('.seat-list-part', 'seats'),
    fixed('.story-part', 'story'),
    fixed('.menu', 'menu'),
  ].filter(Boolean).flatMap(paged);
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
        texts,
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

  /** Brings the part into view. The card moves once: from the first part around the board on, which lies where the card was. */
  #bring() {
    const { part } = this.#stops[this.#at];
    const around = this.#stops.findIndex((stop) => stop.part?.closest('.around'));
    const isAround = around >= 0 && this.#at >= around;
    this.#card.classList.toggle('apart', isAround);
    Object.assign(this.#card.style, { bottom: '', maxHeight: '' });
    if (narrow.matches) this.#bringAbove(part, isAround ? this.#stops[around].part : undefined);
    else part?.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.#place();
  }

  /** `below`: what the card stands above if that stays at the bottom. */
  #bringAbove(part, below) {
    if (isFixed(below)) this.#card.style.bottom = `${windowHeight() - below.getBoundingClientRect().top + 2 * GAP}px`;
    if (!part) return;
    const stays = isFixed(part) || this.#head.contains(part);
    const { top, height } = part.getBoundingClientRect();
    const head = this.#head.getBoundingClientRect().bottom;
    const free = this.#card.getBoundingClientRect().bottom - head - 4 * GAP;
    this.#card.style.maxHeight = `${Math.max(LEAST * windowHeight(), stays ? free : free - height)}px`;
    const room = this.#card.getBoundingClientRect().top - head;
    if (!stays) scrollBy({ top: top - head - Math.max(2 * GAP, (room - height) / 2), behavior: 'instant' });
  }

  /** The part is left bright; in a low window the card lies where it covers least of it. */
  #place() {
    const { part } = this.#stops[this.#at];
    const rect = part?.getBoundingClientRect();
    this.#spot.classList.toggle('nowhere', !rect);
    this.#card.classList.toggle('above', Boolean(rect) && low.matches && rect.top + rect.height / 2 > windowHeight() / 2);
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

// What has happened, in sentences, newest last; the newest is read aloud. What has come since one's last turn stands below a line of
// its own, which stays in sight; with a click on that the story lies over the table, where there is room for it.
import { cardBeside, readCut } from './beside.js';
import { fill, make } from './element.js';
import { BY_MOVES } from './follower.js';
import { gained, say } from './words.js';

/** Of each entry that has come since one's last turn so many lines are shown: the first of these numbers with which all fit (table.css). */
const LINES = [9, 7, 5, 4, 3, 2];

/** A second click within so many ms and px is still one on what was there before the story moved. */
const DOUBLE = { ms: 400, px: 5 };

/** So much room, in px, may be left empty below so that the first sentence that is seen is seen from its beginning. */
const WASTED = 45;

/** The same sentence several times in a row is told once: [[sentence, times]]. */
function runsOf(text) {
  const runs = [];
  for (const sentence of text) {
    if (runs.at(-1)?.[0] === sentence) runs.at(-1)[1]++;
    else runs.push([sentence, 1]);
  }
  return runs;
}

/** "Ada +5, Bo −2"; empty where nobody has won or lost anything. */
export const toldGains = (gains = [], names) => gains.map(({ seat, points }) => `${names[seat]} ${gained(points)}`).join(', ');

/** Whether an entry only says that somebody has chosen, which is to be seen at his name until all have. */
export const isSealed = ({ kind, events = [] }) => kind === 'chosen' && events.length === 0;

const sentenceOf = ([sentence, times]) => make('span', {}, sentence, times > 1 && ` ×${times}`);

/** Emits "jump" with the seq of a line that is chosen. */
class Story extends HTMLElement {
  #turn = make('li', { class: 'since' }, make('button', { class: 'bare', onclick: () => this.spread() }, say('lately')));
  #list = make('ol', { class: 'story', tabindex: '0' });
  #aloud = make('p', { class: 'unseen', 'aria-live': 'polite' });
  #whole = cardBeside(); // what an entry says that is cut, under the pointer
  #names = []; // of the seats
  #last = 0;
  #end = 0; // how far down it was scrolled to its end
  #isToEnd = false; // whether it is about to scroll there
  #isPast = false; // whether a moment that has passed is looked at
  #isCutAnew = false; // whether there may be room for more lines of each entry than there was
  #clicked; // the last click on something else
  #listeners;
  #opener; // what had the focus before it was spread
  #observer = new ResizeObserver(() => this.#resized());

  constructor() {
    super();
    readCut(this.#list, '.told', this.#whole, document.body); // what lies over the story is cut at its edges
    this.#list.addEventListener('scroll', () => this.#list.scrollTop < this.#end - 1 && this.#uncutAbove());
  }

  connectedCallback() {
    this.append(this.#list, this.#aloud);
    this.addEventListener('keydown', (event) => this.#escape(event));
    this.#listeners = new AbortController();
    document.addEventListener('click', (event) => this.contains(event.target) || (this.#clicked = event), { capture: true, signal: this.#listeners.signal });
    this.#observer.observe(this.#list, { box: 'border-box' }); // the parts beside it are folded and grow, and so does the window
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    this.#listeners.abort();
    this.#whole.remove();
  }

  #resized() {
    if (this.#isPast) return;
    this.#isCutAnew = true;
    this.#toEnd();
  }

  /** Everything anew: another viewer's story, or one with a gap. `names` of the seats. */
  reset(entries, title, names) {
    this.#names = names;
    this.#list.setAttribute('aria-label', title);
    this.#last = 0;
    this.#isPast = false;
    fill(this.#list);
    for (const entry of entries) this.#append(entry);
    this.#toEnd();
  }

  /** What has just happened. */
  add(entry) {
    if (entry.seq <= this.#last) return;
    if (entry.undone) this.#strikeOut(entry.undone);
    this.#append(entry);
    fill(this.#aloud, [...entry.text, this.#gains(entry)].filter(Boolean).join(' '));
    this.#toEnd();
  }

  /** What has come after an entry is new since one's last turn; after 0, all that was played is, before one's first. undefined: nothing is new to who looks. */
  since(turn) {
    const isNew = ({ seq, played }) => Number(seq) > turn && (turn || played !== undefined);
    const first = turn !== undefined && [...this.#list.children].find(({ dataset }) => isNew(dataset));
    fill(this.#turn.firstChild, say(turn ? 'lately' : 'lately.first'));
    if (this.#turn.nextElementSibling === (first || null)) return;
    this.#isCutAnew = true;
    this.#keepCut(first || this.#list.lastElementChild);
    if (first) first.before(this.#turn);
    else this.#turn.remove();
  }

  /** What was new before `end` stays cut as it was until somebody scrolls back: it would become higher, and all around it would move. */
  #keepCut(end) {
    const { lines } = this.#turn.dataset;
    if (!lines || !this.#turn.isConnected) return;
    const entries = [...this.#list.children];
    for (const entry of entries.slice(entries.indexOf(this.#turn) + 1, entries.indexOf(end))) entry.dataset.lines = lines;
  }

  /** Entries that were kept cut are whole again where `isWhole(entry)`. */
  #uncut(isWhole) {
    const kept = [...this.#list.querySelectorAll('[data-seq][data-lines]')];
    for (const entry of kept.filter(isWhole)) delete entry.dataset.lines;
  }

  #uncutAbove() {
    const { top } = this.#list.getBoundingClientRect();
    this.#uncut((entry) => entry.getBoundingClientRect().bottom <= top);
  }

  /** Over the table, or in its place again. */
  spread(isLarge = !this.#opener) {
    if (isLarge === Boolean(this.#opener)) return;
    const hadFocus = this.contains(document.activeElement);
    if (isLarge) this.closest('details').open = true;
    this.classList.toggle('large', isLarge);
    if (isLarge) this.#uncut(() => true);
    const next = isLarge ? this.#list : hadFocus && this.#opener;
    this.#opener = isLarge ? document.activeElement : undefined;
    if (next) next.focus({ preventScroll: true });
  }

  #escape(event) {
    if (event.key !== 'Escape' || !this.#opener) return;
    event.stopPropagation();
    this.spread(false);
  }

  /** Marks what had just happened at a moment of a replay. */
  mark(seq) {
    this.#isToEnd = false;
    this.#isPast = true;
    for (const line of this.#list.children) {
      const isThere = Number(line.dataset.seq) === seq;
      line.classList.toggle('marked', isThere);
      if (isThere) this.#list.scrollTop = line.offsetTop - this.#list.clientHeight / 2;
    }
  }

  /** What was played from an entry on is taken back: it stays legible. */
  #strikeOut(undone) {
    const lines = this.#list.querySelectorAll('[data-played]');
    for (const line of lines) if (Number(line.dataset.seq) >= undone) line.classList.add('undone');
  }

  #append(entry) {
    const { seq, kind, seat, text, at, isUndone, opened } = entry;
    this.#last = seq;
    if (text.length === 0 || isSealed(entry)) return;
    const gains = this.#gains(entry);
    this.#list.append(
      make(
        'li',
        {
          'data-seat': opened ? undefined : seat, // it tells of all
          'data-seq': seq,
          'data-played': BY_MOVES.has(kind) ? '' : undefined,
          class: isUndone ? 'undone' : '',
          title: new Date(at).toLocaleTimeString(),
        },
        make('button', { class: 'moment bare', onclick: (event) => this.#isSecond(event) || this.#jump(seq) }, make('span', { class: 'told' }, runsOf(text).map(sentenceOf)), gains && make('span', { class: 'gains' }, gains)),
      ),
    );
  }

  #gains({ gains }) {
    return toldGains(gains, this.#names);
  }

  #isSecond({ x, y, timeStamp }) {
    const before = this.#clicked;
    return before && timeStamp - before.timeStamp < DOUBLE.ms && Math.hypot(x - before.x, y - before.y) < DOUBLE.px;
  }

  #jump(seq) {
    this.spread(false);
    this.dispatchEvent(new CustomEvent('jump', { detail: seq }));
  }

  /** Once all entries of the moment are there: laying the list out for each would take longer than all else. Not with the next frame: before that the browser looks for what is under the pointer, and notes where entries lie that have not been scrolled yet. */
  #toEnd() {
    if (this.#isToEnd) return;
    this.#isToEnd = true;
    queueMicrotask(() => this.#isToEnd && this.#scrollToEnd());
  }

  /** Of all that has come since one's last turn the beginnings are seen, rather than the whole of the last of it: ever fewer lines of each, as more comes. */
  #cutEach() {
    const list = this.#list;
    const { dataset, offsetTop } = this.#turn;
    if (this.#isCutAnew || this.#opener) delete dataset.lines;
    this.#isCutAnew = false;
    if (this.#opener || !this.#turn.isConnected) return;
    for (const lines of LINES.filter((one) => !(one >= dataset.lines))) {
      if (list.scrollHeight - offsetTop <= list.clientHeight) return;
      dataset.lines = lines; // on the line that stands before them, or older entries would be laid out again, too
    }
  }

  /** How far below an edge each line lies of the sentences that are seen, and of one that begins above it: [[y]]. */
  #linesBelow(edge) {
    const range = document.createRange();
    const seen = [];
    for (const sentence of [...this.#list.querySelectorAll('.told > span, .gains')].reverse()) {
      range.selectNodeContents(sentence);
      seen.unshift([...range.getClientRects()].map(({ top }) => top - edge));
      if (seen[0][0] <= -1) break;
    }
    return seen;
  }

  /**
   * Down to the last sentence, and further, unless it is spread: what has come since one's last turn begins at the upper edge if all
   * of it is seen, or else a sentence, or the first line that is not cut; then it is said how many lie above.
   */
  #scrollToEnd() {
    this.#isToEnd = false;
    const list = this.#list;
    list.style.paddingBottom = '';
    this.#cutEach();
    list.scrollTop = list.scrollHeight;
    const edge = list.getBoundingClientRect().top + list.clientTop + this.#turn.offsetHeight;
    const below = ({ top }) => top - edge;
    const entries = [...list.children];
    const since = this.#turn.isConnected ? entries.slice(entries.indexOf(this.#turn) + 1).map((entry) => below(entry.getBoundingClientRect())) : [];
    const [newest] = since;
    const seen = this.#linesBelow(edge);
    const sentence = seen.map(([y]) => y).find((y) => y > -1);
    const first = newest > -1 ? newest : sentence < WASTED ? sentence : seen.flat().find((y) => y > -1);
    const isCut = !this.#opener && list.scrollTop > 0 && first > 1 && (first === newest || first < list.clientHeight / 2);
    const further = isCut ? first : 0;
    const above = since.filter((y) => y < further - 1).length;
    if (above) this.#turn.firstChild.dataset.above = above;
    else delete this.#turn.firstChild.dataset.above;
    if (isCut) list.style.paddingBottom = `${further}px`;
    list.scrollTop += further;
    this.#end = list.scrollTop;
  }
}

customElements.define('lap-story', Story);

// What has happened, in sentences, newest last; the newest is read aloud.
import { fill, make } from './element.js';
import { BY_MOVES } from './follower.js';
import { gained } from './words.js';

/** No more sentences than so many are seen at once. */
const SEEN = 60;

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
  #list = make('ol', { class: 'story', tabindex: '0' });
  #aloud = make('p', { class: 'unseen', 'aria-live': 'polite' });
  #names = []; // of the seats
  #last = 0;
  #frame = 0; // that will scroll to the end
  #isPast = false; // whether a moment that has passed is looked at
  #observer = new ResizeObserver(() => this.#isPast || this.#toEnd());

  connectedCallback() {
    this.append(this.#list, this.#aloud);
    this.#observer.observe(this.#list, { box: 'border-box' }); // the parts beside it are folded and grow, and so does the window
  }

  disconnectedCallback() {
    this.#observer.disconnect();
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

  /** Marks what had just happened at a moment of a replay. */
  mark(seq) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
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
    const { seq, kind, seat, text, at, isUndone } = entry;
    this.#last = seq;
    if (text.length === 0 || isSealed(entry)) return;
    const gains = this.#gains(entry);
    this.#list.append(
      make(
        'li',
        {
          'data-seat': seat,
          'data-seq': seq,
          'data-played': BY_MOVES.has(kind) ? '' : undefined,
          class: isUndone ? 'undone' : '',
          title: new Date(at).toLocaleTimeString(),
        },
        make('button', { class: 'moment', onclick: () => this.#jump(seq) }, runsOf(text).map(sentenceOf), gains && make('span', { class: 'gains' }, gains)),
      ),
    );
  }

  #gains({ gains }) {
    return toldGains(gains, this.#names);
  }

  #jump(seq) {
    this.dispatchEvent(new CustomEvent('jump', { detail: seq }));
  }

  /** With the next frame: laying the list out for each of many entries would take longer than all else. */
  #toEnd() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#scrollToEnd());
  }

  /**
   * Down to the last sentence, and a little further if the first that is seen would be cut. Of an entry that is longer than
   * what is seen, the beginning: it says what was done, the rest what came of it.
   */
  #scrollToEnd() {
    this.#frame = 0;
    const list = this.#list;
    list.style.paddingBottom = '';
    const newest = list.lastElementChild;
    list.classList.toggle('cut', newest?.offsetHeight > list.clientHeight);
    if (newest?.offsetHeight > list.clientHeight) {
      list.scrollTop = newest.offsetTop;
      return;
    }
    list.scrollTop = list.scrollHeight;
    const { top, height } = list.getBoundingClientRect();
    const tops = [...list.querySelectorAll('span')].slice(-SEEN).map((sentence) => sentence.getBoundingClientRect().top - top);
    const first = tops.find((y) => y > -1);
    const isCut = list.scrollTop > 0 && first > 1 && first < height / 2;
    if (!isCut) return;
    list.style.paddingBottom = `${first}px`;
    list.scrollTop += first;
  }
}

customElements.define('lap-story', Story);

// What has happened, in sentences, newest last; the newest is read aloud.
import { fill, make } from './element.js';

class Story extends HTMLElement {
  #list = make('ol', { class: 'story', tabindex: '0' });
  #aloud = make('p', { class: 'unseen', 'aria-live': 'polite' });
  #last = 0;
  #frame = 0; // that will scroll to the end

  connectedCallback() {
    this.append(this.#list, this.#aloud);
  }

  /** Everything anew: another viewer's story, or one with a gap. */
  reset(entries, title) {
    this.#list.setAttribute('aria-label', title);
    this.#last = 0;
    fill(this.#list);
    for (const entry of entries) this.#append(entry);
    this.#toEnd();
  }

  /** What has just happened. */
  add(entry) {
    if (entry.seq <= this.#last) return;
    this.#append(entry);
    fill(this.#aloud, entry.text.join(' '));
    this.#toEnd();
  }

  /** Marks what had just happened at a moment of a replay. */
  mark(seq) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    for (const line of this.#list.children) {
      const isThere = Number(line.dataset.seq) === seq;
      line.classList.toggle('marked', isThere);
      if (isThere) this.#list.scrollTop = line.offsetTop - this.#list.clientHeight / 2;
    }
  }

  #append({ seq, text, at }) {
    this.#last = seq;
    if (text.length === 0) return;
    this.#list.append(
      make(
        'li',
        { 'data-seq': seq, title: new Date(at).toLocaleTimeString() },
        text.map((sentence) => make('span', {}, sentence)),
      ),
    );
  }

  /** With the next frame: laying the list out for each of many entries would take longer than all else. */
  #toEnd() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#scrollToEnd());
  }

  #scrollToEnd() {
    this.#frame = 0;
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

customElements.define('lap-story', Story);

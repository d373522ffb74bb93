// What people say to each other at a match: words from a list, which each reads in his language, and texts, where the
// creator of the match allows them. Whatever a person wrote is text here, never markup.
import { newKey } from './connection.js';
import { fill, make } from './element.js';
import { host } from './host.js';
import { notice, pressing } from './notice.js';
import { say } from './words.js';

/** Those of the protocol. */
export const WORDS = ['hello', 'luck', 'well_played', 'good_move', 'thanks', 'oops', 'moment', 'your_turn', 'again', 'bye'];

const LONGEST = 300;

const wordOf = (word) => (WORDS.includes(word) ? say(`message.${word}`) : word);

/** Whether there may be anybody to talk to: another person at the match, or somebody who may still come. */
const hasCompany = ({ seats }, own) => seats.some(({ bot }, seat) => !bot && !own.includes(seat));

class Chat extends HTMLElement {
  #list = make('ol', { class: 'messages', tabindex: '0' });
  #aloud = make('p', { class: 'unseen', 'aria-live': 'polite' });
  #form = make('form', { class: 'say', onsubmit: (event) => this.#sayText(event) });
  #title = make('h2', {}, say('messages'));
  #unread = make('span', { class: 'unread' });
  #part = make('details', { class: 'panel part' }, make('summary', {}, this.#title, this.#unread), this.#list, this.#form);
  #follower; // who speaks
  #own = []; // seats of this page
  #kind; // none, quick or free
  #last = 0;
  #listeners; // on the host, while the panel is on the page

  connectedCallback() {
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    host.addEventListener('match.message', ({ detail }) => this.#hear(detail), { signal });
    host.addEventListener('open', () => this.#follower && this.#read(), { signal });
    host.addEventListener('match.resync', () => this.#follower && this.#read(), { signal });
    this.#part.addEventListener('toggle', () => this.#part.open && this.#seen());
    this.#list.setAttribute('aria-label', say('messages'));
    this.append(this.#part, this.#aloud);
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  /** `shown`: the follower who looks; `own`: the seats of this page. */
  show(shown, own) {
    const kind = shown.state.messages ?? 'quick';
    this.hidden = kind === 'none' || !hasCompany(shown.state, own);
    if (this.hidden) return;
    const isSame = this.#follower === shown && this.#kind === kind;
    this.#own = own;
    if (isSame) return;
    const isFirst = this.#follower === undefined;
    this.#follower = shown;
    this.#kind = kind;
    this.#showForm();
    if (isFirst) this.#read();
  }

  #showForm() {
    const mayWrite = this.#follower.viewer >= 0;
    this.#form.hidden = !mayWrite;
    if (!mayWrite) return fill(this.#form);
    const words = make(
      'details',
      { class: 'words' },
      make('summary', {}, say('messages.say')),
      WORDS.map((word) => make('button', { type: 'button', onclick: ({ target }) => this.#sayWord(word, target) }, wordOf(word))),
    );
    const text = make('input', { name: 'text', maxlength: LONGEST, autocomplete: 'off', 'aria-label': say('messages.text'), placeholder: say('messages.text') });
    return fill(this.#form, words, this.#kind === 'free' && [text, make('button', {}, say('messages.send'))]);
  }

  async #read() {
    const { messages } = await this.#follower.ask('match.messages', { limit: 100 }).catch(() => ({ messages: [] }));
    const news = messages.filter(({ number }) => number > this.#last);
    const isFirst = this.#last === 0;
    for (const message of news) this.#append(message);
    if (!isFirst) this.#announce(news);
  }

  #hear(message) {
    if (message.match !== this.#follower?.match || message.number <= this.#last) return;
    if (message.number > this.#last + 1) {
      this.#read();
      return;
    }
    this.#append(message);
    this.#announce([message]);
  }

  #append({ number, seat, name, at, word, text }) {
    this.#last = number;
    this.#list.append(
      make(
        'li',
        { 'data-seat': seat, title: new Date(at).toLocaleTimeString() },
        make('strong', {}, name),
        ' ',
        make('span', {}, word ? wordOf(word) : text),
      ),
    );
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** What others say is read aloud; while the panel is folded it is shown in passing, and counted. */
  #announce(messages) {
    const others = messages.filter(({ seat }) => !this.#own.includes(seat));
    if (others.length === 0) return;
    const told = others.map(({ name, word, text }) => `${name}: ${word ? wordOf(word) : text}`).join('\n');
    if (this.#part.open) {
      fill(this.#aloud, told);
      return;
    }
    notice(told);
    const count = Number(this.#unread.dataset.count ?? 0) + others.length;
    this.#unread.dataset.count = count;
    fill(this.#unread, say('messages.unread', { count }));
  }

  #seen() {
    delete this.#unread.dataset.count;
    fill(this.#unread);
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  #sayWord(word, button) {
    const list = button.closest('details');
    this.#say({ word }, button, () => {
      list.open = false;
      list.firstChild.focus();
    });
  }

  #sayText(event) {
    event.preventDefault();
    const { text } = event.target.elements;
    const wanted = text?.value.trim();
    const sent = () => {
      text.value = '';
      text.focus();
    };
    if (wanted) this.#say({ text: wanted }, text, sent);
  }

  /** `field` cannot be used while it is said; then `done` is called. */
  async #say(what, field, done) {
    let isSaid = false;
    const send = async () => {
      await this.#follower.ask('match.say', { ...what, key: newKey() });
      isSaid = true;
    };
    await pressing(send)({ currentTarget: field });
    if (isSaid) done();
  }
}

customElements.define('lap-chat', Chat);

// How a public match stands, as a small picture that the table's own code draws: once it comes into view, and one after
// the other. Readers of the list know what it says from the line beside it, so it is for the eyes alone.
import { make } from './element.js';
import { describe, host } from './host.js';

/** What the table is laid out for before it is made small, in px. */
const WIDTH = 760;
const HEIGHT = 520;

let queue = Promise.resolve();

/** Runs a task after those before it, whatever became of them. */
function inTurn(run) {
  queue = queue.then(run, run);
  return queue;
}

async function fetchTable({ match, seats }) {
  const [{ view, score, game }] = await Promise.all([host.call('match.view', { match }), import('./board.js')]);
  const board = make('lap-board', { inert: true });
  board.room = () => HEIGHT;
  board.description = await describe(game);
  return { board, scene: { view, score, names: seats.map(({ name }) => name) } };
}

/** Emits "score" once it is drawn. */
class Thumbnail extends HTMLElement {
  #observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.#ask());

  /** `summary`: of match.list. */
  set summary(summary) {
    this.match = summary;
  }

  connectedCallback() {
    this.setAttribute('aria-hidden', 'true');
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  /** A match that cannot be shown has no picture. */
  #ask() {
    this.#observer.disconnect();
    inTurn(() => this.isConnected && this.#draw()).catch(() => {});
  }

  async #draw() {
    const { board, scene } = await fetchTable(this.match);
    if (!this.isConnected) return;
    board.style.width = `${WIDTH}px`;
    this.replaceChildren(board);
    board.update(scene);
    this.dispatchEvent(new CustomEvent('score', { detail: scene.score }));
    const scale = Math.min(this.clientWidth / WIDTH, this.clientHeight / board.offsetHeight);
    board.style.scale = String(scale);
    board.style.left = `${(this.clientWidth - WIDTH * scale) / 2}px`;
    this.classList.add('drawn');
  }
}

customElements.define('lap-thumbnail', Thumbnail);

export function thumbnail(summary) {
  const picture = make('lap-thumbnail');
  picture.summary = summary;
  return picture;
}

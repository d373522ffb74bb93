// Who was ahead in a match that is over: a line for each seat over the moments of the match, and its turning points.
import { fill, make } from './element.js';
import { sayFailure } from './notice.js';
import { svg } from './svg.js';
import { listed, locale, say } from './words.js';

const WIDTH = 1000;
const HEIGHT = 200;
const PAGE = 32;
const COLOURS = ['red', 'blue', 'green', 'orange', 'purple', 'brown', 'pink', 'yellow'];
const DASHES = [undefined, '9 4', '3 3', '14 4 3 4', '6 2', '2 5', '12 6', '4 2 1 2'];

/** Of what was told of a turning point, no more sentences than so many. */
const TOLD = 2;

const number = (value) => new Intl.NumberFormat(locale()).format(value);
const percent = (parts) => Math.round(parts / 10);

/** Emits "jump" with the seq of a turning point that was clicked. */
class Analysis extends HTMLElement {
  #of; // the follower of the match
  #names;
  #last; // its last moment
  #estimates;
  #turns;
  #at = 0;
  #marker = svg('line', { class: 'here', y1: 0, y2: HEIGHT });
  #now = make('p', { class: 'quiet' });

  /** Of a match that is over; `names` are those of its seats. */
  open(follower, names) {
    this.className = 'analysis';
    this.hidden = follower.state.state !== 'over';
    if (this.hidden) return;
    if (this.#of?.match !== follower.match) this.#estimates = undefined;
    this.#of = follower;
    this.#names = names;
    this.#last = follower.state.seq;
    if (this.#estimates) this.#draw();
    else this.#offer();
  }

  /** What is known already is drawn at once when it is asked for again. */
  #offer() {
    const ask = make('button', { onclick: () => (this.#estimates ? this.#draw() : this.#begin()) }, say('analysis.ask'));
    fill(this, ask);
  }

  #close() {
    this.#offer();
    this.firstChild.focus();
  }

  /** Shows how it was at a moment. */
  mark(seq) {
    this.#at = seq;
    if (!this.#estimates || this.hidden) return;
    const x = this.#x(seq);
    for (const [name, value] of Object.entries({ x1: x, x2: x })) this.#marker.setAttribute(name, value);
    fill(this.#now, this.#say(this.#estimates.findLast(({ seq: at }) => at <= seq) ?? this.#estimates[0]));
  }

  async #begin() {
    const of = this.#of;
    const done = make('progress', { max: this.#last, value: 0 });
    fill(this, make('p', { class: 'quiet', role: 'status' }, say('analysis.busy')), done);
    try {
      const known = await this.#read((seq) => Object.assign(done, { value: seq }));
      if (of !== this.#of) return;
      [this.#estimates, this.#turns] = known;
      this.#draw();
    } catch (error) {
      fill(this);
      sayFailure(error);
    }
  }

  /** All pages. `tell` hears how far it is. */
  async #read(tell) {
    const estimates = [];
    for (let next; ; tell(next)) {
      const page = await this.#of.ask('match.analyse', { limit: PAGE, since: next });
      estimates.push(...page.estimates);
      if (page.turns) return [estimates, page.turns];
      next = page.next;
    }
  }

  get #isTogether() {
    return this.#estimates[0]?.tenths !== undefined;
  }

  #x(seq) {
    return (WIDTH * seq) / Math.max(this.#last, 1);
  }

  /** What an estimate says of a seat, from 0 to 1. */
  #share(estimate, seat) {
    if (!this.#isTogether) return estimate.chances[seat] / 1000;
    const values = this.#estimates.flatMap(({ tenths, goal = 0 }) => [tenths, 10 * goal]);
    const least = Math.min(0, ...values);
    return (estimate.tenths - least) / Math.max(1, Math.max(...values) - least);
  }

  #draw() {
    const seats = this.#isTogether ? [0] : this.#names.map((_, seat) => seat);
    const title = say(this.#isTogether ? 'analysis.points' : 'analysis.chances');
    fill(
      this,
      make('header', {}, make('h2', {}, title), make('button', { 'aria-label': say('close'), title: say('close'), onclick: () => this.#close() }, '×')),
      svg(
        'svg',
        { role: 'img', 'aria-label': this.#summary(title), viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none' },
        svg('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
        this.#turns.map((turn) => this.#sign(turn)),
        seats.map((seat) => this.#line(seat)),
        this.#marker,
      ),
      !this.#isTogether && make('ul', { class: 'legend', 'aria-hidden': 'true' }, seats.map((seat) => this.#legend(seat))),
      this.#now,
      make('h3', {}, say(this.#turns.length ? 'analysis.turns' : 'analysis.none')),
      make('ol', { class: 'turns' }, this.#turns.map((turn) => make('li', {}, this.#button(turn)))),
    );
    this.mark(this.#at);
  }

  /** The picture in words: how it began and how it ended; what was between is in the list of turning points. */
  #summary(title) {
    return `${title}: ${this.#say(this.#estimates[0])} → ${this.#say(this.#estimates.at(-1))}`;
  }

  #style(seat) {
    const i = seat % COLOURS.length;
    return { class: `seat c-${COLOURS[i]}`, 'stroke-dasharray': DASHES[i] };
  }

  #line(seat) {
    const at = (estimate) => `${this.#x(estimate.seq).toFixed(1)},${(HEIGHT * (1 - this.#share(estimate, seat))).toFixed(1)}`;
    return svg('polyline', { ...this.#style(seat), points: this.#estimates.map(at).join(' ') });
  }

  #legend(seat) {
    const sample = svg('svg', { viewBox: '0 0 30 10' }, svg('line', { ...this.#style(seat), x2: 30, y1: 5, y2: 5 }));
    return make('li', {}, sample, this.#names[seat]);
  }

  #sign({ seq }) {
    const x = this.#x(seq);
    const line = (name) => svg('line', { class: name, x1: x, x2: x, y1: 0, y2: HEIGHT });
    const sign = svg('g', { class: 'turn', 'data-turn': seq }, line('turn-line'), line('turn-room'));
    sign.addEventListener('click', () => this.#jump(seq));
    return sign;
  }

  #button(turn) {
    return make('button', { class: 'quiet', 'data-turn': turn.seq, onclick: () => this.#jump(turn.seq) }, this.#sayTurn(turn));
  }

  #jump(seq) {
    this.dispatchEvent(new CustomEvent('jump', { detail: seq }));
  }

  // --- in words

  #say({ chances, tenths }) {
    if (this.#isTogether) return say('analysis.points_now', { count: tenths / 10, points: number(tenths / 10) });
    return listed(chances.map((parts, seat) => say('analysis.chance_now', { name: this.#names[seat], percent: percent(parts) })));
  }

  #sayTurn({ text, about, before, after }) {
    const told = text.slice(0, TOLD).join(' ');
    const values = { text: text.length > TOLD ? `${told} …` : told, name: this.#names[about] };
    if (this.#isTogether)
      return say('analysis.turn_points', { ...values, before: number(before / 10), after: number(after / 10) });
    return say('analysis.turn', { ...values, before: percent(before), after: percent(after) });
  }
}

customElements.define('lap-analysis', Analysis);

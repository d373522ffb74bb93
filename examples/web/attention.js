// That it is one's turn, for who looks elsewhere: the title and the icon of the page say so, and, if one has asked for it,
// a sound and the system's notifications.
import { make } from './element.js';
import { sound } from './sound.js';
import { say } from './words.js';

const ICONS = { true: '/gem-turn.svg', false: '/gem.svg' };

let permission; // asking the browser for it takes milliseconds

function permissionNow() {
  permission ??= globalThis.Notification?.permission ?? 'denied';
  return permission;
}

function notify(title) {
  const shown = new Notification(title, { body: say('turn.yours'), icon: '/gem.svg', tag: location.hash });
  shown.onclick = () => {
    globalThis.focus();
    shown.close();
  };
}

/** A browser takes its time for each icon, even for the one that it shows: the table is drawn meanwhile, and others may have moved. In ms. */
const LATER = 50;

export class Attention {
  #shown = { isTurn: false };
  #wanted;
  #timer;

  /** `title` of what is played, `isTurn`: whether an own seat is waited for. */
  show(title, isTurn) {
    this.#wanted = { title, isTurn };
    this.#timer ??= setTimeout(() => this.#show(), LATER);
  }

  #show() {
    this.#timer = undefined;
    const { title, isTurn } = this.#wanted;
    const before = this.#shown;
    if (title === before.title && isTurn === before.isTurn) return;
    this.#shown = this.#wanted;
    document.title = isTurn ? `● ${say('turn.yours')} · ${title}` : `${title} · Lapidary`;
    if (isTurn !== before.isTurn) document.querySelector('link[rel=icon]').href = ICONS[isTurn];
    if (isTurn && !before.isTurn && document.hidden) this.#call(title);
  }

  /** The page shows something else. */
  end() {
    clearTimeout(this.#timer);
    document.querySelector('link[rel=icon]').href = ICONS[false];
  }

  #call(title) {
    sound('turn');
    if (permissionNow() === 'granted') notify(title);
  }
}

/** For a menu: asks the browser, which asks the reader; once that is settled there is nothing to ask. */
export function notifyButton() {
  if (permissionNow() !== 'default') return undefined;
  const ask = async ({ target }) => {
    permission = await Notification.requestPermission();
    target.remove();
  };
  return make('button', { 'data-do': 'notify', onclick: ask }, say('attention.notify'));
}


// What the page has to say in passing: that something did not work, that a link was copied.
import { make } from './element.js';
import { explain } from './failure.js';
import { say } from './words.js';

const SHOWN_FOR = 6000;

/** `kind`: "good" or "bad"; `stays`: until its line is removed. Read aloud by screen readers. Returns the line. */
export function notice(text, kind = 'good', stays = false) {
  const place = document.querySelector('#notices');
  const line = make('p', { class: `notice ${kind}` }, text);
  place.append(line);
  if (!stays) setTimeout(() => line.remove(), SHOWN_FOR);
  return line;
}

let standing;

/** What the host says (host.notice). That a plugin could not be built stays until it is built again. */
export function hostNotice({ notice: what, text }) {
  standing?.remove();
  const line = notice(text, what === 'built' ? 'good' : 'bad', what === 'build-failed');
  standing = what === 'build-failed' ? line : undefined;
}

/** Shows an error as a notice; for promises that are not awaited. */
export function sayFailure(error) {
  notice(explain(error), 'bad');
}

/** Puts a text where it can be pasted from; where the browser does not let us, it is shown. */
export async function copy(text) {
  if (!navigator.clipboard) return notice(text);
  await navigator.clipboard.writeText(text);
  return notice(say('copied'));
}

/** Runs what a button or a form does; while it runs the button cannot be pressed again. */
export const pressing = (run) => async (event) => {
  const button = event.submitter ?? event.currentTarget;
  button.disabled = true;
  try {
    await run(event);
  } catch (error) {
    sayFailure(error);
  } finally {
    button.disabled = false;
  }
};

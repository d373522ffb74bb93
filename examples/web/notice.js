// What the page has to say in passing: that something did not work, that a link was copied.
import { make } from './element.js';

const SHOWN_FOR = 6000;

/** `kind`: "good" or "bad". Read aloud by screen readers. */
export function notice(text, kind = 'good') {
  const place = document.querySelector('#notices');
  const line = make('p', { class: `notice ${kind}` }, text);
  place.append(line);
  setTimeout(() => line.remove(), SHOWN_FOR);
}

/** Shows an error as a notice; for promises that are not awaited. */
export function sayFailure(error) {
  notice(error.message, 'bad');
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

// Where the keyboard is. What had the focus is often gone after a move; then the next thing to choose has it, or the
// end of the match.

const FIRST = 'lap-board .highlight[tabindex="0"], lap-steps .choice, lap-steps summary, lap-final h2';

/** Keeps the focus of `table` among what may be chosen. Returns what to call when it has been drawn anew. */
export function keepFocus(table) {
  let wasThere = false;
  let byKeyboard = false;
  table.addEventListener('focusin', ({ target }) => (wasThere = Boolean(target.closest('lap-board, lap-steps'))));
  const meet = (isKeyboard) => {
    byKeyboard = isKeyboard;
    table.classList.toggle('by-pointer', !isKeyboard); // the focus that is given to the first choice would look like advice
  };
  table.addEventListener('keydown', () => meet(true));
  table.addEventListener('pointerdown', () => meet(false));
  return () => {
    const isLost = document.activeElement === document.body;
    if (wasThere && isLost) table.querySelector(FIRST)?.focus({ preventScroll: !byKeyboard });
  };
}

/** While `details` are open, a click elsewhere closes them, which lie over what one may want next; to be called as they open. */
export function closeByClicksElsewhere(details) {
  const elsewhere = new AbortController();
  const close = ({ target }) => details.contains(target) || (details.open = false);
  document.addEventListener('pointerdown', close, { signal: elsewhere.signal });
  details.addEventListener('toggle', () => details.open || elsewhere.abort(), { signal: elsewhere.signal });
}

/** Escape closes the details that are open within `around`, or are it, and nothing that lies below them. */
export function closeByEscape(around) {
  around.addEventListener('keydown', (event) => {
    const details = around.matches('details[open]') ? around : around.querySelector('details[open]');
    if (event.key !== 'Escape' || !details) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector('summary').focus();
  });
}

// What came or moved between two drawings: pieces slide from where they lay, new ones appear; all stay marked until the
// next drawing. Who wants less motion sees the marks alone.

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Where everything lies: [{element, place, zone, thing, box}]. A box is laid out only where things will slide. */
export function lying(board) {
  return [...board.querySelectorAll('.place[data-thing]')].map((element) => ({
    element,
    place: element.dataset.place,
    zone: element.dataset.zone,
    thing: element.dataset.thing,
    box: still.matches ? null : element.getBoundingClientRect(),
  }));
}

/** `before` is what lying() gave before the board was drawn anew. */
export function showMoves(board, before) {
  for (const element of board.querySelectorAll('.came')) element.classList.remove('came');
  if (!before.length) return;
  const { same, came } = compare(before, lying(board));
  for (const [from, to] of same) slide(to.element, from.box, to.box);
  for (const [from, to] of came) arrive(to.element, from?.box, to.box);
}

/** Pairs what is there now with what was there: at the same place, then in the same zone, then anywhere. */
function compare(before, now) {
  let left = [...before];
  let rest = [...now];
  const pairs = (alike) => {
    const found = [];
    const byKey = Map.groupBy(left, alike);
    rest = rest.filter((to) => {
      const from = byKey.get(alike(to))?.shift();
      if (from) found.push([from, to]);
      return !from;
    });
    const used = new Set(found.map(([from]) => from));
    left = left.filter((from) => !used.has(from));
    return found;
  };
  const same = [...pairs(({ place, thing }) => `${place} ${thing}`), ...pairs(({ zone, thing }) => `${zone} ${thing}`)];
  const moved = pairs(({ thing }) => thing);
  return { same, came: [...moved, ...rest.map((to) => [null, to])] };
}

function slide(element, from, to) {
  if (!from || !to) return;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  if (Math.hypot(dx, dy) < 2) return;
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], { duration: 260, easing: 'ease-out' });
}

function arrive(element, from, to) {
  element.classList.add('came');
  if (!to) return;
  const start = from ? { translate: `${from.x - to.x}px ${from.y - to.y}px`, zIndex: 5 } : { scale: 0.5, opacity: 0 };
  const timing = { duration: from ? 420 : 320, easing: 'ease-out' };
  element.animate([start, { translate: '0 0', scale: 1, opacity: 1 }], timing);
}

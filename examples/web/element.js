// Elements without markup: a strict content security policy and untrusted names never meet innerHTML here.

/** make('button', {class: 'quiet', onclick: f, 'aria-label': 'x'}, child, 'text'); what is false is left out. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...present(children));
  return element;
}

/** Puts new children in place of the old ones. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** Those that are there already are not inserted again, because they would lose focus and animations, and would be laid out anew. */
export function renew(element, children) {
  children.forEach((child, i) => {
    const there = element.children[i];
    if (!there) element.append(child);
    else if (there !== child) there.replaceWith(child);
  });
  while (element.childElementCount > children.length) element.lastElementChild.remove();
  return element;
}

const present = (children) =>
  children.flat().filter((child) => child !== undefined && child !== null && child !== false);

/** Resolves once all that was changed so far has been painted. */
export const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

// What pictures are made of, and styles that a strict content policy allows.

const SVG = 'http://www.w3.org/2000/svg';

/** Like make() of element.js; children may be lists of lists. */
export function svg(name, properties = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) if (value !== undefined) element.setAttribute(key, value);
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** A picture of a plugin: it is drawn as an image is, so that nothing in it becomes part of the page. */
export const image = (address, box, turn = 0) => {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return svg('image', { href: address, ...box, transform: turn ? `rotate(${90 * turn} ${x} ${y})` : undefined });
};

/** Sets style properties through the object model, since the page's policy forbids style attributes. */
export function withProperties(element, properties) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
  return element;
}

// The table as a picture: an SVG file that holds what the board shows, with the page's own looks, for any browser; or that
// in pixels, as a PNG file, for everything else.
import { make } from './element.js';

const SVG = 'http://www.w3.org/2000/svg';

/** Everything that the page's style sheets say. */
const looks = () => [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n');

/** Whether the page is dark now, for what the style sheets ask of the system. */
const theme = () => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return document.documentElement.dataset.theme ?? (isDark ? 'dark' : 'light');
};

/** A copy without what can be clicked: pictures are for looking. */
function stillOf(board) {
  const copy = board.cloneNode(true);
  for (const element of copy.querySelectorAll('.highlight')) element.remove();
  for (const element of copy.querySelectorAll('.edges, .ghost, .large, .leaving, .zoom')) element.remove();
  for (const element of copy.querySelectorAll('.highlighted, .chosen, .came')) element.classList.remove('highlighted', 'chosen', 'came');
  const element = document.createElement('div');
  element.className = 'picture';
  element.append(...[...document.querySelectorAll('svg.symbols')].map((symbols) => symbols.cloneNode(true)), copy);
  return element;
}

/** The server's pictures become part of the file. */
async function embed(element) {
  const pictures = [...element.querySelectorAll('image, img')].map(async (picture) => {
    const name = picture.localName === 'img' ? 'src' : 'href';
    const answer = await fetch(picture.getAttribute(name));
    picture.setAttribute(name, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`);
  });
  await Promise.all(pictures);
  return element;
}

/** `board` as the text of an SVG file. */
export async function pictureOf(board) {
  const { width, height } = board.getBoundingClientRect();
  const drawing = document.createElementNS(SVG, 'svg');
  const style = document.createElementNS(SVG, 'style');
  const frame = document.createElementNS(SVG, 'foreignObject');
  const size = { width: Math.ceil(width), height: Math.ceil(Math.max(height, board.scrollHeight)) };
  for (const [name, value] of Object.entries(size)) {
    drawing.setAttribute(name, value);
    frame.setAttribute(name, value);
  }
  drawing.dataset.theme = theme();
  style.textContent = looks();
  frame.append(await embed(stillOf(board)));
  drawing.append(style, frame);
  return new XMLSerializer().serializeToString(drawing);
}

/** So many pixels for one of the page, at least. */
const SHARP = 2;

/** `board` as a PNG file. */
export async function pixelsOf(board) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await pictureOf(board))}`;
  await image.decode();
  const scale = Math.max(SHARP, devicePixelRatio);
  const canvas = make('canvas', { width: image.width * scale, height: image.height * scale });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('no picture'))), 'image/png'));
}

/** Gives a file to the browser to keep. */
export function save(parts, type, name) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  make('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

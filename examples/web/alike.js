// Labels that differ in a few words: what they have in common steps back, so that the eye finds what tells them apart.
import { make } from './element.js';

const SEPARATOR = /(\s+|[,.;:]+(?=\s|$))/;
const isSeparator = (part) => /^[\s,.;:]+$/.test(part);
/** What stands in quotation marks or brackets is one word. */
const WHOLE = /(“[^”]*”|«[^»]*»|\([^()]*\))/;
const isWhole = (part) => /^[“«(]/.test(part);
const partsOf = (label) => label.trim().split(WHOLE).flatMap((part) => (isWhole(part) ? part : part.split(SEPARATOR))).filter(Boolean);
const wordsOf = (label) => partsOf(label).filter((part) => !isSeparator(part));

/** The words that all labels have; none where there is only one, or where they are the same but for their order. */
function common(labels) {
  if (labels.length < 2) return new Set();
  const [first, ...others] = labels.map((label) => new Set(wordsOf(label)));
  const shared = new Set([...first].filter((word) => others.every((words) => words.has(word))));
  return labels.some((label) => wordsOf(label).every((word) => shared.has(word))) ? new Set() : shared;
}

/**
 * Whether each word tells a label apart: all from the first that does to the last, since what stands between is read with them. A
 * number is part of the name before it: "Bot 2"; "Write 2" begins with no name.
 */
function telling(words, shared) {
  const tells = words.map((word) => !shared.has(word));
  const isName = (i) => /^\p{Lu}/u.test(words[i] ?? '') && (i > 0 || words.length === 2);
  for (const [i, word] of words.entries()) if (tells[i] && /^\d+$/.test(word) && isName(i - 1)) tells[i - 1] = true;
  return tells.map((_, i) => i >= tells.indexOf(true) && i <= tells.lastIndexOf(true));
}

/** "Go to A.", "Go to B." as "Go to " (shared), "A", "." (shared) each: what stands between words tells nothing. */
function runs(label, shared) {
  const tells = telling(wordsOf(label), shared);
  const found = [];
  for (const part of partsOf(label)) {
    const isShared = isSeparator(part) ? (found.at(-1)?.isShared ?? true) || !tells[0] : !tells.shift();
    if (found.at(-1)?.isShared === isShared) found.at(-1).text += part;
    else found.push({ text: part, isShared });
  }
  return found;
}

/** What labels have in common, as one: "Go to …". */
export const alikeIn = (labels) => runs(labels[0], common(labels)).map(({ text, isShared }) => (isShared ? text : '…')).join('');

/** The content of a button for each label. */
export function toldApart(labels) {
  const shared = common(labels);
  return labels.map((label) =>
    make(
      'span',
      {},
      runs(label, shared).map(({ text, isShared }, i) => (isShared ? make('span', { class: i === 0 ? 'alike before' : 'alike' }, text) : text)),
    ),
  );
}

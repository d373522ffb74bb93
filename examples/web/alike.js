// Labels that differ in a few words: what they have in common steps back, so that the eye finds what tells them apart.
import { make } from './element.js';

const wordsOf = (label) => label.split(/\s+/).filter(Boolean);

/** The words that all labels have; none where there is only one, or where they are the same but for their order. */
function common(labels) {
  if (labels.length < 2) return new Set();
  const [first, ...others] = labels.map((label) => new Set(wordsOf(label)));
  const shared = new Set([...first].filter((word) => others.every((words) => words.has(word))));
  return labels.some((label) => wordsOf(label).every((word) => shared.has(word))) ? new Set() : shared;
}

/** "Go to A", "Go to B" as [["Go to", true], ["A", false]] each: runs of words, and whether all labels have them. */
function runs(label, shared) {
  const found = [];
  for (const word of wordsOf(label)) {
    const last = found.at(-1);
    if (last?.isShared === shared.has(word)) last.words.push(word);
    else found.push({ words: [word], isShared: shared.has(word) });
  }
  return found.map(({ words, isShared }) => [words.join(' '), isShared]);
}

/** The content of a button for each label. */
export function toldApart(labels) {
  const shared = common(labels);
  return labels.map((label) => {
    const content = runs(label, shared).map(([text, isShared]) =>
      isShared ? make('span', { class: 'alike' }, text) : text,
    );
    return make('span', {}, ...content.flatMap((part, i) => (i > 0 ? [' ', part] : [part])));
  });
}

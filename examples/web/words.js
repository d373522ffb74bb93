// The page's own words, in the reader's language. What games say comes from the host, in the same language.

export const LANGUAGES = { en: 'English', es: 'Español', id: 'Bahasa Indonesia' };

let words = {};
let plural;

/** The language that was chosen, or the first of the browser's that there is. */
export function locale() {
  const wanted = [localStorage.getItem('lapidary.locale'), ...navigator.languages].filter(Boolean);
  return wanted.map((tag) => tag.split('-')[0].replace('in', 'id')).find((tag) => tag in LANGUAGES) ?? 'en';
}

/** Asked for at once, while the rest of the page is loaded. */
const asked = globalThis.document && fetch(`/words.${locale()}.json`);

/** Reads the words. Before it is done nothing can be said. */
export async function learn() {
  const answer = await asked;
  words = await answer.json();
  plural = new Intl.PluralRules(locale());
  document.documentElement.lang = locale();
}

/** Everything is said anew in another language. */
export function setLocale(tag) {
  localStorage.setItem('lapidary.locale', tag);
  location.reload();
}

/** A number, or a dash for none, with a minus that is as wide as a plus. */
export const signed = (number) => String(number ?? '–').replace('-', '−');

/** What was won or lost: with its sign. */
export const gained = (number) => (number < 0 ? signed(number) : `+${number}`);

/** say('joined', {name}). With a `count` there may be "joined.one" and "joined.other". */
export function say(key, values = {}) {
  const counted = 'count' in values && words[`${key}.${plural.select(values.count)}`];
  const sentence = counted || words[key] || words[`${key}.other`] || key;
  return sentence.replace(/\{(\w+)\}/g, (all, name) => (typeof values[name] === 'number' ? signed(values[name]) : (values[name] ?? all)));
}

/** "Ada, Bob and Cleo" */
export const listed = (names) => new Intl.ListFormat(locale()).format(names);

/** "5 minutes ago" */
export function ago(moment) {
  const units = [
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ];
  const seconds = Math.round((Date.now() - moment) / 1000);
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-Math.floor(seconds / size), unit);
}

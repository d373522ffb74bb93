// Theme and search, from files beside the page: nothing is asked of a network.
'use strict';

const root = document.documentElement;
const HOME = document.currentScript.dataset.home;
const KEY = 'lapidary.docs.theme';

// Storage may be closed to files that were opened from a disk.
const stored = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

function setTheme(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for this page.
  }
}
if (stored()) root.dataset.theme = stored();

const MOST = 12;
const AROUND = 50;

/** Words as they are looked for: `lap_zone_draw` is one, and so is each of its parts. */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Where a word begins with `prefix`, or -1. */
function find(text, prefix) {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return at;
  return -1;
}

/** What comes later than documents and what plugins are written with: each game has much the same, and few embed the host. */
const isLater = ({ address, page, title }) => (address.startsWith('gallery/') && page !== title) || /^(reference\/host|liblapidary)\//.test(address);

/** How well a section answers: the sum over all words, or 0 if one is nowhere. */
function worth(section, words) {
  let sum = isLater(section) ? -5 : 0;
  for (const word of words) {
    if (section.title === word) sum += 20;
    else if (find(section.title, word) >= 0 || find(section.parts, word) >= 0) sum += 8;
    else if (find(section.page, word) >= 0) sum += 3;
    else if (find(section.text, word) >= 0) sum += 1;
    else return 0;
  }
  return Math.max(sum, 0.1);
}

let sections;

/** Reads the index, the first time. */
function load() {
  sections ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = `${HOME}search-index.js`;
    script.onload = () =>
      resolve(
        window.searchIndex.map(([address, page, title, text]) => ({
          address, shown: { page, title, text }, page: page.toLowerCase(), title: title.toLowerCase(), text: text.toLowerCase(),
          parts: title.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase(), // LapVisibility
        })),
      );
    document.head.append(script);
  });
  return sections;
}

function make(name, content, members = {}) {
  const element = Object.assign(document.createElement(name), members);
  element.append(content);
  return element;
}

function lineOf({ address, shown, text }, words) {
  const at = Math.max(0, Math.max(...words.map((word) => find(text, word))) - AROUND);
  const link = make('a', make('strong', shown.title), { href: HOME + address });
  if (shown.page !== shown.title) link.append(make('span', ` · ${shown.page}`));
  link.append(make('small', (at ? '… ' : '') + shown.text.slice(at, at + 4 * AROUND)));
  return make('li', link);
}

async function search(field, list) {
  const words = wordsOf(field.value);
  const all = await load();
  if (words.join() !== wordsOf(field.value).join()) return; // more was typed meanwhile
  const found = words.length ? all.map((section) => [worth(section, words), section]).filter(([sum]) => sum) : [];
  found.sort(([a], [b]) => b - a);
  list.replaceChildren(...found.slice(0, MOST).map(([, section]) => lineOf(section, words)));
  if (words.length && !found.length) list.append(make('li', make('p', 'Nothing has all of these words.')));
  list.hidden = !words.length;
}

/** Arrows go through what was found, and back into the field. */
function move(event, field, list) {
  const links = [field, ...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    list.hidden = true;
    field.focus();
  } else if (event.key === 'Enter' && event.target === field) {
    links[1]?.click();
  } else if (step) {
    event.preventDefault();
    links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
  }
}

/** What can be scrolled sideways can be scrolled by keyboard. */
function reachScrolled() {
  for (const element of document.querySelectorAll('pre, .scroll'))
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
}
addEventListener('resize', reachScrolled);

addEventListener('DOMContentLoaded', () => {
  reachScrolled();
  const theme = document.querySelector('.theme');
  theme.hidden = false;
  theme.value = stored() ?? '';
  theme.addEventListener('change', () => setTheme(theme.value));

  const box = document.querySelector('.search');
  const [field, list] = [box.querySelector('input'), box.querySelector('.found')];
  box.hidden = false;
  field.addEventListener('focus', load);
  field.addEventListener('input', () => search(field, list));
  box.addEventListener('keydown', (event) => move(event, field, list));
  list.addEventListener('click', () => (list.hidden = true));
  document.addEventListener('click', ({ target }) => box.contains(target) || (list.hidden = true));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input, select, textarea')) return;
    event.preventDefault();
    field.focus();
  });
  document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
});

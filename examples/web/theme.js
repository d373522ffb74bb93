// Light or dark: as the system has it, until somebody chooses.
import { make } from './element.js';
import { say } from './words.js';

const KEY = 'lapidary.theme';
const THEMES = ['system', 'light', 'dark'];

const chosen = () => localStorage.getItem(KEY) ?? 'system';

export function applyTheme() {
  if (chosen() === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen();
}

function setTheme(theme) {
  localStorage.setItem(KEY, theme);
  applyTheme();
}

export function themeSwitch() {
  const options = THEMES.map((theme) =>
    make('option', { value: theme, selected: theme === chosen() }, say(`theme.${theme}`)),
  );
  return make('select', { 'aria-label': say('theme'), onchange: ({ target }) => setTheme(target.value) }, options);
}

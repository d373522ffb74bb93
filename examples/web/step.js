// A row in groups with a picture of the ground below it, of one seat: where their widths agree, an item of the row
// stands above its part of the ground, with a column of it between groups.

import { make } from './element.js';
import { withProperties } from './svg.js';

/** So many columns wide an item is that has not come yet. */
const USUAL = 2;

export function alignGrounds(area) {
  const row = area.querySelector('.in-groups > .pieces');
  const ground = area.querySelector('.grid.picture.of-values');
  const isEmpty = row && ground && row.parentElement.classList.contains('empty');
  const width = row && ground && columnsOfItem(row, ground);
  area.classList.toggle('in-step', Boolean(isEmpty || width));
  if (!isEmpty && !width) return;
  withProperties(area, { '--step': width || USUAL, '--columns-all': ground.style.getPropertyValue('--columns') });
  keepTogether(row.closest('.field'), ground.closest('.field'));
}

/** How many columns of the ground an item is wide, or 0. */
function columnsOfItem(row, ground) {
  const groups = row.children.length;
  const items = row.querySelectorAll('.group > .place').length;
  const columns = Number(ground.style.getPropertyValue('--columns')) - (groups - 1);
  return items && columns % items === 0 ? columns / items : 0;
}

function keepTogether(row, ground) {
  row.classList.add('stepped');
  ground.classList.add('stepped', 'under');
  const both = make('div', { class: 'with-ground' });
  row.replaceWith(both);
  both.append(row, ground);
}

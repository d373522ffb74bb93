// One of a game's options, as a field of a form. Its value is text, as match.create takes it.
import { make } from './element.js';

const choices = ({ choices }, chosen) => choices.map(({ value, title }) => make('option', { value, selected: value === chosen }, title));

function control(option, id, chosen) {
  if (option.choices) return make('select', { id, name: option.name }, choices(option, chosen));
  return make('input', {
    id,
    name: option.name,
    type: 'number',
    min: option.min,
    max: option.max,
    value: chosen,
    required: true,
  });
}

/** Whether a text is a value of the option. */
function isValue({ choices, min, max }, text) {
  if (choices) return choices.some(({ value }) => value === text);
  return /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}

/** `chosen`: the value that it has at first; its default, where `chosen` is no value of it. */
export function optionField(option, chosen) {
  const id = `option-${option.name.replace('/', '-')}`;
  return make('p', { class: 'entry' }, make('label', { for: id }, option.title), control(option, id, isValue(option, chosen) ? chosen : option.default));
}

/** {name: text} of those that were changed. */
export function chosenOptions(form, options) {
  const values = options.map(({ name }) => [name, form.elements[name].value]);
  return Object.fromEntries(values.filter(([, value], i) => value !== options[i].default));
}

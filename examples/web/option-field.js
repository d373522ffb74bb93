// One of a game's options, as a field of a form. Its value is text, as match.create takes it.
import { make } from './element.js';

const choices = ({ choices, default: usual }) =>
  choices.map(({ value, title }) => make('option', { value, selected: value === usual }, title));

function control(option, id) {
  if (option.choices) return make('select', { id, name: option.name }, choices(option));
  return make('input', {
    id,
    name: option.name,
    type: 'number',
    min: option.min,
    max: option.max,
    value: option.default,
    required: true,
  });
}

export function optionField(option) {
  const id = `option-${option.name.replace('/', '-')}`;
  return make('p', { class: 'entry' }, make('label', { for: id }, option.title), control(option, id));
}

/** {name: text} of those that were changed. */
export function chosenOptions(form, options) {
  const values = options.map(({ name }) => [name, form.elements[name].value]);
  return Object.fromEntries(values.filter(([, value], i) => value !== options[i].default));
}

// What lies in a row of a field, as a list of items, whatever shape the view sends it in:
// {kind: 'face' | 'back', key}, {kind: 'number', value} or {kind: 'empty'}, each with its `index`.

/** The rows of a field's value: [{row, value}]; `row` is undefined where the field has none. */
export function rowsOf(field, value) {
  const several = field.type !== 'planes' && (field.of_seats || field.rows > 1);
  if (!several) return [{ row: undefined, value }];
  return (value ?? []).map((one, row) => ({ row, value: one }));
}

export function itemsOf(field, value) {
  if (value === null || value === undefined) return [];
  return numbered(field.set ? slots(value) : numbers(value));
}

/** What another field, that stands beside, has in the same row; nothing if there is no field of this name. */
export function itemsBeside({ looks, view, row }, name) {
  const field = looks.field(name);
  if (!field) return [];
  const value = view.fields[name];
  return itemsOf(field, field.of_seats || field.rows > 1 ? value?.[row] : value);
}

/** What the piece does that is at places, or its `title`; undefined: there is none that says it, or they say several things. The side of a piece is none. */
export function aboutPiece(looks, view, places, what = 'about') {
  const abouts = places.filter(({ side }) => !side).map(({ field: name, row, index, piece }) => {
    const field = looks.field(name);
    if (!field?.set) return undefined;
    const item = piece ? { kind: 'face', key: piece } : itemsOf(field, row === undefined ? view.fields[name] : view.fields[name]?.[row])[index];
    return item?.kind === 'face' ? looks.piece(field, item)[what] : undefined;
  });
  const [about, ...others] = new Set(abouts.filter(Boolean));
  return others.length ? undefined : about;
}

/** How many items there are, also in a pile of which only the top is shown. */
export function sizeOf(field, value) {
  if (value && typeof value === 'object' && 'size' in value) return value.size;
  return itemsOf(field, value).filter((item) => item.kind !== 'empty').length;
}

const numbered = (items) => items.map((item, index) => ({ ...item, index }));

function numbers(value) {
  return (Array.isArray(value) ? value : [value]).map((one) => ({ kind: 'number', value: one }));
}

function slots(value) {
  if (Array.isArray(value)) return value.map(slot);
  if (typeof value === 'string') return [slot(value)];
  if ('size' in value) return value.top ? [slot(value.top)] : [];
  return [...value.seen.map(slot), ...hidden(value.hidden)];
}

function slot(key) {
  if (key === null) return { kind: 'empty' };
  return key.startsWith('?') ? { kind: 'back', key: key.slice(1) } : { kind: 'face', key };
}

function hidden(backs) {
  return Object.entries(backs).flatMap(([key, n]) => Array.from({ length: n }, () => ({ kind: 'back', key })));
}

/** The pieces that are seen where a highlighted one lies. */
export function facesAt({ fields }, view, { field: name, row }) {
  const field = fields.find((one) => one.name === name);
  const value = row === undefined ? view.fields[name] : view.fields[name]?.[row];
  return itemsOf(field, value).filter(({ kind }) => kind === 'face').map(({ key }) => key);
}

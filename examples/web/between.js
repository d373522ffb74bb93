// What lay on the table in the course of an entry. A card that completes a trick is not in the view before it, and with the
// whole trick it has left the view after it; but the events of the entry say where it came to lie.

/** Fields in which each piece can be told from the others; of piles only the top is seen. */
const isOpen = ({ set, type, shape }) => Boolean(set) && type === 'slots' && !shape;

const isFace = (key) => typeof key === 'string' && !key.startsWith('?');

/** The pieces that an event or a step names, where they lie: [{field, row, key}]. */
function named(description, kinds, { kind, seat, args }) {
  const declared = kinds.find(({ name }) => name === kind)?.args ?? [];
  const seatArgument = declared.find(({ type }) => type === 'seat');
  const whose = seatArgument ? args[seatArgument.name] : seat;
  return declared.flatMap(({ name, field: of }) => {
    const field = of && description.fields.find((one) => one.name === of);
    if (!field || !isOpen(field) || !isFace(args[name]) || (field.of_seats && whose === undefined)) return [];
    return [{ field, row: field.of_seats ? whose : undefined, key: args[name] }];
  });
}

const rowOf = ({ fields }, { field, row }) => (row === undefined ? fields[field.name] : fields[field.name]?.[row]);

const keysIn = (row) => (Array.isArray(row) ? row : row?.seen ?? []);

const has = (view, piece) => keysIn(rowOf(view, piece)).includes(piece.key);

/** Whether all that lies in the row is seen. */
const isWhole = (row) => Array.isArray(row) || (row?.seen && Object.keys(row.hidden).length === 0);

function withRow(view, { field, row }, changed) {
  const value = view.fields[field.name];
  const all = row === undefined ? changed : value.map((one, i) => (i === row ? changed : one));
  return { ...view, fields: { ...view.fields, [field.name]: all } };
}

// --- what comes and what leaves

function put(view, piece) {
  const row = rowOf(view, piece);
  if (row?.seen) return withRow(view, piece, { ...row, seen: [...row.seen, piece.key] });
  const free = row.indexOf(null);
  return withRow(view, piece, free < 0 ? [...row, piece.key] : row.with(free, piece.key));
}

function take(description, view, piece) {
  const row = rowOf(view, piece);
  if (Array.isArray(row)) return withRow(view, piece, piece.field.list ? without(row, piece.key) : row.with(row.indexOf(piece.key), null));
  if (row.seen.includes(piece.key)) return withRow(view, piece, { ...row, seen: without(row.seen, piece.key) });
  const { faces } = description.sets.find(({ name }) => name === piece.field.set);
  const back = faces.find(({ key }) => key === piece.key)?.back;
  if (!row.hidden[back]) return view;
  return withRow(view, piece, { ...row, hidden: { ...row.hidden, [back]: row.hidden[back] - 1 } });
}

const without = (keys, key) => keys.toSpliced(keys.indexOf(key), 1);

/** What the steps have played leaves where it lay. */
function withoutPlayed(description, view, { steps, opened }, after) {
  const played = (opened ?? steps ?? []).flatMap((step) => named(description, description.actions, step));
  return played.reduce((now, piece) => {
    const row = rowOf(now, piece);
    const isThere = row && (has(now, piece) || row.hidden) && !has(after, piece);
    return isThere ? take(description, now, piece) : now;
  }, view);
}

/**
 * The view in the course of an entry, between the one before it and the one after it, if pieces came to lie somewhere
 * and have left again; else null. It has what came up to the last of those; the rest is as it was before.
 */
export function viewBetween(description, before, entry, after) {
  if (!before || entry.undone) return null;
  const came = (entry.events ?? []).map((event) => named(description, description.events, event).filter((piece) => isWhole(rowOf(before, piece))));
  const isPassing = (piece) => !has(before, piece) && !has(after, piece);
  const last = came.findLastIndex((pieces) => pieces.some(isPassing));
  if (last < 0) return null;
  const start = withoutPlayed(description, { ...before, waiting: [] }, entry, after);
  return came.slice(0, last + 1).flat().reduce((view, piece) => (has(view, piece) ? view : put(view, piece)), start);
}

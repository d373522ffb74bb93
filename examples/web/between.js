// What lay on the table in the course of an entry. A card that completes a trick is not in the view before it, and with the
// whole trick it has left the view after it; a row of cells that a move completes is cleared with it. But the events of the
// entry say where something came to lie.
import { zoneName } from './place.js';
import { quartersOf } from './sides.js';

/** Fields in which each piece can be told from the others; of piles only the top is seen. */
const isOpen = ({ set, type, shape }) => Boolean(set) && type === 'slots' && !shape;

const isFace = (key) => typeof key === 'string' && !key.startsWith('?');

/** What an event or a step says: [{type, field, row, value}]; `field` and `row`: where that is, if anywhere. */
function saidBy(description, kinds, { kind, seat, args }) {
  const declared = kinds.find(({ name }) => name === kind)?.args ?? [];
  const seatArgument = declared.find(({ type }) => type === 'seat');
  const whose = seatArgument ? args[seatArgument.name] : seat;
  return declared.flatMap(({ name, type, field: of }) => {
    const field = description.fields.find((one) => one.name === of);
    const isOfSeat = field?.of_seats && field.type !== 'planes';
    return isOfSeat && whose === undefined ? [] : [{ type, field, row: isOfSeat ? whose : undefined, value: args[name] }];
  });
}

/** The pieces among that: [{field, row, key, beside}]; `beside`: of one that stands on a cell, what its columns say. */
function piecesIn(said) {
  return said.flatMap(({ field, row, value }) => {
    if (!field || !isOpen(field)) return [];
    const beside = columnsBeside(field, said);
    return (beside ? typeof value === 'string' : isFace(value)) ? [{ field, row, key: value, beside: beside ?? {} }] : [];
  });
}

/** {column: value} of a piece that comes to stand on the cell that is said with it, maybe turned; undefined where none does. */
function columnsBeside({ draw = {} }, said) {
  const at = said.find(({ type, field }) => type === 'cell' && field?.name === draw.on);
  if (!at || !draw.x) return undefined;
  const turn = said.map(({ type, value }) => (type === 'choice' ? quartersOf(value) : -1)).find((quarters) => quarters >= 0);
  return { [draw.x]: at.value, ...(draw.turn && { [draw.turn]: turn ?? 0 }) };
}

/** The cells of grids among that; `what`: the piece or the value that is said to lie there, if any is. */
function cellsIn(said) {
  const cells = said.filter(({ type, field }) => type === 'cell' && field?.shape);
  const whatIn = (grid) => said.find(({ type, field }) => field === grid && ['piece', 'number'].includes(type))?.value;
  return cells.map((cell) => ({ ...cell, what: whatIn(cell.field) }));
}

const rowOf = ({ fields }, { field, row }) => (row === undefined ? fields[field.name] : fields[field.name]?.[row]);

const keysIn = (row) => (Array.isArray(row) ? row : row?.seen ?? []);

/** A piece that stands on a cell is another than an equal one elsewhere. */
function has(view, { field, row, key, beside }) {
  const columns = Object.entries(beside).map(([name, value]) => [rowOf(view, { field: { name }, row }), value]);
  return keysIn(rowOf(view, { field, row })).some((one, i) => one === key && columns.every(([column, value]) => column?.[i] === value));
}

/** Whether all that lies in the row is seen. */
const isWhole = (row) => Array.isArray(row) || (row?.seen && Object.keys(row.hidden).length === 0);

function withRow(view, { field, row }, changed) {
  const value = view.fields[field.name];
  const all = row === undefined ? changed : value.map((one, i) => (i === row ? changed : one));
  return { ...view, fields: { ...view.fields, [field.name]: all } };
}

/** Pieces that the steps of an entry take from where its events say that an equal one came to lie: [{zone, thing}]. What lies on a map stays there. */
export function replacedBy(description, entry) {
  const namesIn = (said, kinds) => (said ?? []).flatMap((one) => saidBy(description, kinds, { seat: entry.seat, ...one })).filter(({ type, field }) => type === 'piece' && field && field.draw?.as !== 'map');
  const namesOf = (said, kinds) => namesIn(said, kinds).map(({ field, row, value }) => ({ zone: zoneName(field.name, row), thing: value }));
  const came = namesOf(entry?.events, description.events);
  return namesOf(entry?.opened ?? entry?.steps, description.actions).filter(({ zone, thing }) => came.some((one) => one.zone === zone && one.thing === thing));
}

// --- what comes and what leaves

function put(view, piece) {
  const row = rowOf(view, piece);
  if (row?.seen) return withRow(view, piece, { ...row, seen: [...row.seen, piece.key] });
  const free = row.indexOf(null);
  const there = withRow(view, piece, free < 0 ? [...row, piece.key] : row.with(free, piece.key));
  return Object.entries(piece.beside).reduce((now, [name, value]) => {
    const column = { field: { name }, row: piece.row };
    return withRow(now, column, [...rowOf(now, column), value]);
  }, there);
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
function withoutPlayed(description, view, played, after) {
  return played.flatMap(piecesIn).reduce((now, piece) => {
    const row = rowOf(now, piece);
    const isThere = row && (has(now, piece) || row.hidden) && !has(after, piece);
    return isThere ? take(description, now, piece) : now;
  }, view);
}

// --- cells

const isNothing = (value) => value === null || value === 0;

const countOf = (cells, value) => cells.filter((one) => one === value).length;

/** Whether there are fewer of a value than before: where there are not, it has moved. */
const isFewer = (was, is, value) => countOf(is, value) < countOf(was, value);

/** Whether something has left the grid of a cell that is said, and not from where the steps have pointed. */
function isCleared(before, after, cell, pointed) {
  const [was, is] = [rowOf(before, cell), rowOf(after, cell)];
  const isPointed = (i) => pointed.some((one) => one.field === cell.field && one.row === cell.row && one.value === i);
  const isLeft = (value, i) => !isNothing(value) && isNothing(is[i]) && !isPointed(i) && isFewer(was, is, value);
  return Array.isArray(was) && Array.isArray(is) && was.some(isLeft);
}

/** With what came onto a cell, and without what has moved from it. */
function settled(view, { what, value: at, ...cell }, after) {
  const [was, is] = [rowOf(view, cell), rowOf(after, cell)];
  if (!Array.isArray(was) || !Array.isArray(is)) return view;
  const came = isNothing(is[at]) ? (what ?? is[at]) : is[at];
  if (isNothing(was[at])) return withRow(view, cell, was.with(at, came));
  return isNothing(is[at]) && !isFewer(was, is, was[at]) ? withRow(view, cell, was.with(at, is[at])) : view;
}

/**
 * The view in the course of an entry, between the one before it and the one after it, if pieces came to lie somewhere and
 * have left again, or cells were cleared; else null. It has what came up to the last of those; the rest is as it was before.
 */
export function viewBetween(description, before, entry, after) {
  if (!before || entry.undone) return null;
  const said = (entry.events ?? []).map((event) => saidBy(description, description.events, event));
  const played = (entry.opened ?? entry.steps ?? []).map((step) => saidBy(description, description.actions, step));
  const pointed = played.flatMap(cellsIn);
  const came = said.map((one) => piecesIn(one).filter((piece) => isWhole(rowOf(before, piece))));
  const isPassing = (piece) => !has(before, piece) && !has(after, piece);
  const isClearing = (one) => cellsIn(one).some((cell) => isCleared(before, after, cell, pointed));
  const last = said.findLastIndex((one, i) => came[i].some(isPassing) || isClearing(one));
  if (last < 0) return null;
  const start = withoutPlayed(description, { ...before, waiting: [] }, played, after);
  const cells = [...said.slice(0, last + 1).flatMap(cellsIn), ...pointed];
  const filled = cells.reduce((view, cell) => settled(view, cell, after), start);
  return came.slice(0, last + 1).flat().reduce((view, piece) => (has(view, piece) ? view : put(view, piece)), filled);
}

// What a description says of looks, as the drawing asks for it: fields by name, pieces by set and key, values by
// number.

export class Looks {
  #fields = new Map();
  #sets = new Map();

  pictures = new Map(); // of pieces that were drawn before, to be copied

  constructor(description) {
    this.description = description;
    for (const field of description.fields) this.#fields.set(field.name, field);
    for (const set of description.sets) this.#sets.set(set.name, readSet(set));
  }

  get fields() {
    return this.description.fields;
  }

  /** Whether all seats have something in the middle of the table. */
  get hasCentre() {
    return this.fields.some(({ draw }) => draw.centre);
  }

  field(name) {
    return this.#fields.get(name);
  }

  /** How an item of a field looks: {title, colour?, marks, grid?, picture?, form, isBack?}. */
  piece(field, item) {
    const isBack = item.kind === 'back';
    const { backs, faces } = this.#sets.get(field.set);
    return (isBack ? backs : faces).get(item.key) ?? { title: item.key, marks: [], form: 'name', isBack };
  }

  /** The colour of an item's back, whether that is seen or not. */
  backColour(field, item) {
    const { backs, faces } = this.#sets.get(field.set);
    return backs.get(item.kind === 'back' ? item.key : faces.get(item.key)?.back)?.colour;
  }

  formOf(field) {
    return this.#sets.get(field.set)?.form;
  }

  /** The back of a set that has only one: what an unknown card of it looks like. */
  onlyBack(field) {
    const backs = this.#sets.get(field.set)?.backs;
    return backs?.size === 1 ? backs.keys().next().value : null;
  }

  /** How a number looks: {colour?, mark, picture?}; an empty mark without a picture is nothing to be drawn. */
  value(field, number) {
    const look = field.draw.counts ? undefined : field.draw.values?.[number];
    return { colour: look?.colour, mark: look?.mark ?? String(number), picture: look?.picture };
  }

  /** How that looks of which number `index` says how many there are; undefined where that is not said. */
  counted({ draw }, index) {
    return draw.counts ? draw.values?.[index] : undefined;
  }

  /** The tokens of seats that stand on the items or cells of a field. */
  tokensOn(field) {
    return this.fields.filter((other) => other.draw.as === 'tokens' && other.draw.on === field.name);
  }

  /** The values, listed elsewhere, that stand beside the items of a map. */
  valuesOn(map) {
    return this.fields.filter((other) => !other.set && other.draw.as === 'row' && other.draw.on === map.name);
  }

  /** The field that lists the sizes of a row's groups, if it has some. */
  sizesOfGroups({ on }) {
    const field = this.field(on);
    return field && !field.shape && !field.set ? field : undefined;
  }

  /** The pieces, listed elsewhere, that stand on the cells of a grid. */
  piecesOn(grid) {
    return this.fields.filter((other) => other.set && other.draw.as === 'row' && other.draw.on === grid.name);
  }
}

function readSet(set) {
  const form = formOf(set.faces);
  const { style } = set;
  const backs = new Map(set.backs.map((back) => [back.key, { ...withMarks(back), form, style, isBack: true }]));
  const faces = new Map(set.faces.map((face) => [face.key, { ...withMarks(face), form, style }]));
  return { form, backs, faces };
}

function withMarks(look) {
  if (look.marks || look.grid) return { marks: [], ...look };
  return { ...look, marks: look.mark ? [{ at: 'middle', text: look.mark }] : [] };
}

/** Faces with something at several sides are tiles, faces with nothing but a name, or a picture of it, are slips; others are cards. */
function formOf(faces) {
  if (faces.some((face) => sidesOf(face) > 1)) return 'tile';
  return faces.every((face) => !face.colour && !face.marks && !face.mark && !face.grid) ? 'name' : 'card';
}

function sidesOf(face) {
  const sides = (face.marks ?? []).map((mark) => mark.at).filter((at) => at !== 'middle' && at !== 'cell');
  return new Set(sides).size;
}

/* Writing a manifest: a game that was linked has tables that hold together, so they are only copied. */
#include <string.h>

#include "engine.h"
#include "manifest-private.h"
#include "manifest.h"

/* --- values */

/* Titles and marks are not checked when they are linked; what reading would refuse is replaced. */
static char *printable(const char *text)
{
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  GString *clean = g_string_new(NULL);
  for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
    gunichar character = g_utf8_get_char(at);
    g_string_append_unichar(clean, g_unichar_iscntrl(character) ? ' ' : character);
  }
  return g_string_free(clean, FALSE);
}

static GVariant *text(const char *of) { return g_variant_new_take_string(printable(of)); }

static GVariant *maybe_text(const char *of) { return g_variant_new_maybe(G_VARIANT_TYPE_STRING, of ? text(of) : NULL); }

static GVariant *texts(const char *const *of, guint n)
{
  GVariantBuilder array;
  g_variant_builder_init(&array, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < n; i++) g_variant_builder_add_value(&array, text(of[i]));
  return g_variant_builder_end(&array);
}

static GVariant *maybe(const char *type, GVariant *value) { return g_variant_new_maybe(G_VARIANT_TYPE(type), value); }

static GVariant *maybe_texts(const char *const *of, guint n) { return maybe("as", of ? texts(of, n) : NULL); }

static GVariant *choices(const char *const *of) { return maybe_texts(of, of ? g_strv_length((char **)of) : 0); }

static GVariant *maybe_bytes(const guint8 *of, gsize n)
{
  return maybe("ay", of ? g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, of, n, 1) : NULL);
}

static guint bit(gboolean on, guint of) { return on ? of : 0; }

/* --- tables: rows of the host's size, at `rows` */

typedef GVariant *(*WriteRow)(gconstpointer row);

static GVariant *table(const char *type, gconstpointer rows, guint n, gsize size, WriteRow write)
{
  GVariantBuilder array;
  g_autofree char *array_type = g_strconcat("a", type, NULL);
  g_variant_builder_init(&array, G_VARIANT_TYPE(array_type));
  for (guint i = 0; i < n; i++) g_variant_builder_add_value(&array, write((const guint8 *)rows + i * size));
  return g_variant_builder_end(&array);
}

static GVariant *write_field(gconstpointer row)
{
  const LapField *field = row;
  const LapShape *shape = field->shape;
  GVariant *grid = shape ? g_variant_new("(yyynn)", shape->width, shape->height, shape->origin, (gint16)shape->step_x,
                                         (gint16)shape->step_y)
                         : NULL;
  return g_variant_new("(@syyyyqqquuuuu@m(yyynn))", text(field->name), field->type, field->visibility, field->order,
                       field->rows_are, field->set, field->rows, field->capacity, field->offset, field->row_stride,
                       field->item_stride, field->count, field->count_stride, maybe("(yyynn)", grid));
}

static GVariant *write_column(gconstpointer row)
{
  const LapColumn *column = row;
  return g_variant_new("(@s@masyyyyqqii)", text(column->name), choices(column->choices), column->type, column->width,
                       column->capacity, column->optional, column->offset, column->count, column->min, column->max);
}

static GVariant *write_catalogue(gconstpointer row)
{
  const LapCatalogue *catalogue = row;
  return g_variant_new(
      "(@s@s@a" MANIFEST_COLUMN "uuu)", text(catalogue->name), text(catalogue->file),
      table(MANIFEST_COLUMN, catalogue->columns.v, catalogue->columns.n, catalogue->columns.stride, write_column),
      catalogue->row_size, catalogue->rows_min, catalogue->rows_max);
}

/* Of keys without the first, which is unused. */
static GVariant *write_pieces(gconstpointer row)
{
  const LapPieces *pieces = row;
  const char *const *keys = pieces->key && !pieces->catalogue ? pieces->key + 1 : NULL;
  const guint8 *copies = pieces->catalogue ? NULL : pieces->copies, *back = pieces->catalogue ? NULL : pieces->back;
  return g_variant_new("(@s@msqq@mas@may@may@mas)", text(pieces->name), maybe_text(pieces->catalogue), pieces->faces,
                       pieces->total, maybe_texts(keys, pieces->faces), maybe_bytes(copies, pieces->faces + 1u),
                       maybe_bytes(back, pieces->faces + 1u), maybe_texts(pieces->backs, pieces->n_backs));
}

static GVariant *write_option(gconstpointer row)
{
  const LapOption *option = row;
  return g_variant_new("(@s@masnnn)", text(option->name), choices(option->choices), option->min, option->max,
                       option->def);
}

static GVariant *write_phase(gconstpointer row)
{
  const LapPhase *phase = row;
  guint hooks = bit(phase->enter != NULL, MANIFEST_ENTER) | bit(phase->actors != NULL, MANIFEST_ACTORS) |
                bit(phase->legal != NULL, MANIFEST_LEGAL) | bit(phase->apply != NULL, MANIFEST_APPLY) |
                bit(phase->run != NULL, MANIFEST_RUN);
  return g_variant_new("(@s@ms@ms@msqyyu)", text(phase->name), maybe_text(phase->replaces), maybe_text(phase->before),
                       maybe_text(phase->removes), phase->instead, phase->kind, phase->steps_max, hooks);
}

static GVariant *write_arg(gconstpointer row)
{
  const LapArg *arg = row;
  return g_variant_new("(@s@ms@masyyy)", text(arg->name), maybe_text(arg->field), choices(arg->choices), arg->type,
                       arg->secret, arg->reveals);
}

/* Names of linked kinds are qualified; the manifest has them as they are declared. */
static GVariant *write_kind(gconstpointer row)
{
  const LapGameKind *kind = row;
  return g_variant_new("(@s@a" MANIFEST_ARG ")", text(strchr(kind->name, '/') + 1),
                       table(MANIFEST_ARG, kind->args, kind->n_args, sizeof(LapArg), write_arg));
}

static GVariant *write_rule(gconstpointer row)
{
  const LapRule *rule = row;
  guint is = bit(rule->rule != NULL, MANIFEST_IS_RULE) | bit(rule->notice != NULL, MANIFEST_IS_NOTICE) |
             bit(rule->operation != NULL, MANIFEST_IS_OPERATION);
  return g_variant_new("(@ms@msu)", maybe_text(rule->name), maybe_text(rule->overrides), is);
}

/* --- appearance */

static GVariant *write_face(gconstpointer row)
{
  const LapFace *face = row;
  return g_variant_new("(y@ms@ms)", face->colour, maybe_text(face->mark), maybe_text(face->picture));
}

static GVariant *write_faces(const LapFace *face, guint n)
{
  return maybe("a" MANIFEST_FACE, face ? table(MANIFEST_FACE, face, n, sizeof(LapFace), write_face) : NULL);
}

static GVariant *write_mark(gconstpointer row)
{
  const LapMark *mark = row;
  return g_variant_new("(yyyyn@ms)", mark->at, mark->x, mark->y, mark->colour, mark->number, maybe_text(mark->text));
}

static guint faces_of_set(const LapGame *game, guint16 id)
{
  for (guint i = 0; i < game->sets->len; i++) {
    const LapPieceSet *set = g_ptr_array_index(game->sets, i);
    if (set->id == id) return set->faces;
  }
  return 0;
}

static GVariant *draw_all(LapEngine *engine, guint depth, guint row)
{
  const LapFaces *faces = &lap_engine_game(engine)->level[depth].faces[row];
  guint n = faces->draw ? faces_of_set(lap_engine_game(engine), faces->set) : 0;
  GVariantBuilder array;
  g_variant_builder_init(&array, G_VARIANT_TYPE("a" MANIFEST_DRAWING));
  for (guint face = 1; face <= n; face++) {
    LapDrawing drawing;
    lap_engine_draw(engine, depth, row, face, &drawing);
    guint marks = MIN(drawing.n, LAP_MARKS_MAX);
    g_variant_builder_add(&array, "(yyy@ms@a" MANIFEST_MARK ")", drawing.colour, drawing.width, drawing.height,
                          maybe_text(drawing.picture),
                          table(MANIFEST_MARK, drawing.mark, marks, sizeof(LapMark), write_mark));
  }
  GVariant *drawings = g_variant_builder_end(&array);
  if (faces->draw) return maybe("a" MANIFEST_DRAWING, drawings);
  g_variant_unref(g_variant_ref_sink(drawings));
  return maybe("a" MANIFEST_DRAWING, NULL);
}

static GVariant *write_sets(LapEngine *engine, guint depth)
{
  const LapGameLevel *level = &lap_engine_game(engine)->level[depth];
  GVariantBuilder array;
  g_variant_builder_init(&array, G_VARIANT_TYPE("a" MANIFEST_FACES));
  for (guint row = 0; row < level->n_faces; row++) {
    const LapFaces *faces = &level->faces[row];
    g_variant_builder_add(&array, "(qy@ma" MANIFEST_FACE "@ma" MANIFEST_FACE "@ma" MANIFEST_DRAWING ")", faces->set,
                          faces->style, write_faces(faces->face, faces->n + 1u),
                          write_faces(faces->back, faces->n_backs), draw_all(engine, depth, row));
  }
  return g_variant_builder_end(&array);
}

static GVariant *write_placement(gconstpointer row)
{
  const LapPlacement *placement = row;
  return g_variant_new("(@msyyyyyy@ma" MANIFEST_FACE "@ms@ms@ms@ms@mas@ms)", maybe_text(placement->field),
                       placement->draw, placement->group, placement->wrap, placement->counts, placement->places_are,
                       placement->centre, write_faces(placement->values, placement->n_values), maybe_text(placement->x),
                       maybe_text(placement->y), maybe_text(placement->turn), maybe_text(placement->on),
                       choices(placement->labels), maybe_text(placement->picture));
}

/* --- levels */

static GVariant *write_head(const LapPlugin *plugin)
{
  guint hooks = bit(plugin->score != NULL, MANIFEST_SCORE) | bit(plugin->derive != NULL, MANIFEST_DERIVE) |
                bit(plugin->join != NULL, MANIFEST_JOIN) | bit(plugin->leave != NULL, MANIFEST_LEAVE);
  return g_variant_new("(qqyyyy@s@s@ms@ms@ms@msuuu)", plugin->major, plugin->minor, plugin->depth, plugin->seats_min,
                       plugin->seats_max, plugin->traits, text(plugin->id), text(plugin->version),
                       maybe_text(plugin->extends), maybe_text(plugin->accepts), maybe_text(plugin->licence),
                       maybe_text(plugin->authors), plugin->segment_size, plugin->segment_align, hooks);
}

static GVariant *write_level(LapEngine *engine, guint depth)
{
  const LapGameLevel *level = &lap_engine_game(engine)->level[depth];
  const LapPlugin *plugin = &level->plugin;
  const struct {
    const char *type;
    gconstpointer rows;
    guint n;
    gsize size;
    WriteRow write;
  } tables[] = {
      {MANIFEST_CATALOGUE, level->catalogues, plugin->catalogues.n, sizeof(LapCatalogue), write_catalogue},
      {MANIFEST_PIECES, level->pieces, plugin->pieces.n, sizeof(LapPieces), write_pieces},
      {MANIFEST_OPTION, level->options, plugin->options.n, sizeof(LapOption), write_option},
      {MANIFEST_PHASE, level->phases, plugin->phases.n, sizeof(LapPhase), write_phase},
      {MANIFEST_KIND, level->actions, plugin->actions.n, sizeof(LapGameKind), write_kind},
      {MANIFEST_KIND, level->events, plugin->events.n, sizeof(LapGameKind), write_kind},
      {MANIFEST_KIND, level->categories, plugin->categories.n, sizeof(LapGameKind), write_kind},
      {MANIFEST_RULE, level->rules, plugin->rules.n, sizeof(LapRule), write_rule},
  };
  GVariantBuilder parts;
  g_variant_builder_init(&parts, G_VARIANT_TYPE(MANIFEST_LEVEL));
  g_variant_builder_add_value(&parts, write_head(plugin));
  g_variant_builder_add_value(&parts,
                              table(MANIFEST_FIELD, level->fields, plugin->fields.n, sizeof(LapField), write_field));
  g_variant_builder_add_value(&parts,
                              table(MANIFEST_FIELD, level->base, plugin->base.n, sizeof(LapField), write_field));
  g_variant_builder_add_value(&parts, texts(plugin->hides.v, plugin->hides.n));
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
    g_variant_builder_add_value(&parts,
                                table(tables[i].type, tables[i].rows, tables[i].n, tables[i].size, tables[i].write));
  g_variant_builder_add_value(&parts, write_sets(engine, depth));
  g_variant_builder_add_value(
      &parts, table(MANIFEST_PLACEMENT, level->placements, level->n_placements, sizeof(LapPlacement), write_placement));
  g_variant_builder_add(&parts, "u",
                        bit(level->highlights != NULL, MANIFEST_HIGHLIGHTS) |
                            bit(level->resample != NULL, MANIFEST_RESAMPLE));
  return g_variant_builder_end(&parts);
}

static GVariant *little_endian(GVariant *value)
{
  return G_BYTE_ORDER == G_LITTLE_ENDIAN ? g_variant_ref(value) : g_variant_byteswap(value);
}

GBytes *lap_manifest_write(LapGame *game, GError **error)
{
  g_autoptr(LapEngine) engine = lap_engine_new(game, game->seats_min, NULL, error);
  if (!engine) return NULL;
  GVariantBuilder levels;
  g_variant_builder_init(&levels, G_VARIANT_TYPE("a" MANIFEST_LEVEL));
  for (guint depth = 0; depth < game->depth; depth++) g_variant_builder_add_value(&levels, write_level(engine, depth));
  g_autoptr(GVariant) built = g_variant_ref_sink(
      g_variant_new("(s@a" MANIFEST_LEVEL ")", MANIFEST_VERSION, g_variant_builder_end(&levels)));
  g_autoptr(GVariant) manifest = little_endian(built);
  g_autoptr(GBytes) bytes = g_variant_get_data_as_bytes(manifest);
  if (g_bytes_get_size(bytes) <= LAP_MANIFEST_MAX) return g_steal_pointer(&bytes);
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID,
              "%s: its tables and drawings have %zu bytes, at most %u are possible", game->id, g_bytes_get_size(bytes),
              LAP_MANIFEST_MAX);
  return NULL;
}

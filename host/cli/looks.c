#include "looks.h"

#include <string.h>

#include "drawing.h"
#include "opening.h"
#include "terminal.h"

/* Calls `take` with a copy of each row of an extension, zero-extended as the contract says. */
typedef void (*TakeRow)(Looks *looks, guint depth, gconstpointer row);

static void read_rows(Looks *looks, guint depth, const char *id, gsize size, TakeRow take)
{
  const LapPlugin *plugin = &looks->game->level[depth].plugin;
  const LapLooks *extension = plugin->extension ? plugin->extension(id) : NULL;
  if (!extension || extension->struct_size < sizeof(LapLooks)) return;
  for (guint i = 0; i < extension->n; i++) {
    g_autofree char *row = g_malloc0(size);
    memcpy(row, (const char *)extension->v + (gsize)i * extension->stride, MIN(size, extension->stride));
    take(looks, depth, row);
  }
}

static void take_faces(Looks *looks, guint depth, gconstpointer row)
{
  const FacesOfLevel faces = {*(const LapFaces *)row, depth};
  g_ptr_array_add(looks->faces, g_memdup2(&faces, sizeof faces));
}

/* A field of this level by its bare name, else of the nearest lower one, or by its qualified name. */
static const LapGameField *field_at(const LapGame *game, guint depth, const char *name)
{
  if (strchr(name, '/')) return lap_game_field_named(game, name);
  for (guint level = depth + 1; level-- > 0;) {
    g_autofree char *qualified = g_strconcat(game->level[level].plugin.id, "/", name, NULL);
    const LapGameField *field = lap_game_field_named(game, qualified);
    if (field) return field;
  }
  return NULL;
}

static void take_placement(Looks *looks, guint depth, gconstpointer row)
{
  const LapPlacement *placement = row;
  const LapGameField *field = placement->field ? field_at(looks->game, depth, placement->field) : NULL;
  if (!field) return;
  looks->laid[depth] = looks->laid[field->depth] = TRUE;
  g_hash_table_insert(looks->placements, (gpointer)field->name, g_memdup2(placement, sizeof *placement));
  const char *const beside[] = {placement->x, placement->y, placement->turn};
  for (guint i = 0; i < G_N_ELEMENTS(beside); i++) {
    const LapGameField *column = looks_beside(looks, field, beside[i]);
    if (column) g_hash_table_add(looks->beside, (gpointer)column->name);
  }
}

gboolean looks_is_beside(const Looks *looks, const LapGameField *field)
{
  return g_hash_table_contains(looks->beside, field->name);
}

Looks *looks_new(LapEngine *engine, LapTexts *texts)
{
  Looks *looks = g_new0(Looks, 1);
  const LapGame *game = looks->game = lap_engine_game(engine);
  looks->engine = engine;
  looks->texts = texts;
  looks->faces = g_ptr_array_new_with_free_func(g_free);
  looks->placements = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  looks->beside = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint depth = 0; depth < game->depth; depth++) {
    read_rows(looks, depth, LAP_FACES, sizeof(LapFaces), take_faces);
    read_rows(looks, depth, LAP_TABLE_LAYOUT, sizeof(LapPlacement), take_placement);
  }
  return looks;
}

void looks_free(Looks *looks)
{
  g_ptr_array_unref(looks->faces);
  g_hash_table_unref(looks->placements);
  g_hash_table_unref(looks->beside);
  g_free(looks);
}

const LapPlacement *looks_placement(const Looks *looks, const LapGameField *field)
{
  return g_hash_table_lookup(looks->placements, field->name);
}

const LapGameField *looks_beside(const Looks *looks, const LapGameField *field, const char *name)
{
  return name ? field_at(looks->game, field->depth, name) : NULL;
}

/* A choice among the letters of its columns. */
static gboolean is_column(const LapArg *arg, const LapGameField *field)
{
  const char *const *letters = arg->type == LAP_ARG_CHOICE ? arg->choices : NULL;
  for (guint x = 0; letters && x < field->shape->width; x++) {
    g_autofree char *cell = lap_texts_cell(field, (gint)x);
    if (!letters[x] || !g_str_has_prefix(cell, letters[x])) return FALSE;
  }
  return letters && !letters[field->shape->width];
}

static gboolean names_cells(const LapGameKind *kind, const LapGameField *field)
{
  for (guint i = 0; i < kind->n_args; i++)
    if ((kind->args[i].type == LAP_ARG_CELL && kind->field[i] == field) || is_column(&kind->args[i], field))
      return TRUE;
  return FALSE;
}

gboolean looks_has_coordinates(const Looks *looks, const LapGameField *field)
{
  for (guint depth = 0; depth < looks->game->depth; depth++) {
    const LapGameLevel *level = &looks->game->level[depth];
    for (guint i = 0; i < level->plugin.actions.n; i++)
      if (names_cells(&level->actions[i], field)) return TRUE;
    for (guint i = 0; i < level->plugin.events.n; i++)
      if (names_cells(&level->events[i], field)) return TRUE;
  }
  return FALSE;
}

gboolean looks_has_faces(const Looks *looks, const LapPieceSet *set)
{
  for (guint i = 0; i < looks->faces->len; i++)
    if (((const FacesOfLevel *)looks->faces->pdata[i])->faces.set == set->id) return TRUE;
  return FALSE;
}

gboolean looks_draw(const Looks *looks, const LapPieceSet *set, gint64 face, LapDrawing *drawing)
{
  *drawing = (LapDrawing){0};
  for (guint i = looks->faces->len; face > 0 && i-- > 0;) {
    const FacesOfLevel *level = looks->faces->pdata[i];
    if (level->faces.set != set->id || !level->faces.draw) continue;
    level->faces.draw(lap_engine_context(looks->engine, level->depth), (guint16)face, drawing);
    return TRUE;
  }
  return FALSE;
}

static const LapFace *face_look(const Looks *looks, const LapPieceSet *set, gint64 face)
{
  for (guint i = looks->faces->len; i-- > 0;) {
    const LapFaces *faces = &((const FacesOfLevel *)looks->faces->pdata[i])->faces;
    if (faces->set == set->id && faces->face && face > 0 && face <= faces->n) return &faces->face[face];
  }
  return NULL;
}

static const LapFace *back_look(const Looks *looks, const LapPieceSet *set, gint64 back)
{
  for (guint i = looks->faces->len; i-- > 0;) {
    const LapFaces *faces = &((const FacesOfLevel *)looks->faces->pdata[i])->faces;
    if (faces->set == set->id && faces->back && back >= 0 && back < faces->n_backs) return &faces->back[back];
  }
  return NULL;
}

const LapFace *looks_value(const Looks *looks, const LapGameField *field, gint64 value)
{
  const LapPlacement *placement = looks_placement(looks, field);
  return placement && placement->values && value >= 0 && value < placement->n_values ? &placement->values[value] : NULL;
}

static char *drawn_mark(const Looks *looks, const LapGameField *field, gint64 face, const LapDrawing *drawing)
{
  if (drawing_has(drawing, LAP_AT_MIDDLE)) return drawing_text(drawing, LAP_AT_MIDDLE);
  return lap_texts_piece(looks->texts, field->set, (guint)face);
}

static char *face_mark(const Looks *looks, const LapGameField *field, gint64 face, guint *colour)
{
  LapDrawing drawing;
  if (looks_draw(looks, field->set, face, &drawing)) {
    *colour = drawing.colour;
    return drawn_mark(looks, field, face, &drawing);
  }
  const LapFace *look = face_look(looks, field->set, face);
  if (look) *colour = look->colour;
  return look && look->mark ? g_strdup(look->mark) : lap_texts_piece(looks->texts, field->set, (guint)face);
}

static gboolean needs_letter(const Looks *looks, const LapGameField *field, const LapFace *look)
{
  const LapPlacement *placement = looks_placement(looks, field);
  if (terminal()->colour || !drawing_colour_letter(look->colour)) return FALSE;
  for (guint i = 0; i < placement->n_values; i++) {
    const LapFace *other = &placement->values[i];
    if (other != look && g_strcmp0(other->mark, look->mark) == 0) return TRUE;
  }
  return FALSE;
}

static char *value_mark(const Looks *looks, const LapGameField *field, gint64 value, guint *colour)
{
  const LapFace *look = looks_value(looks, field, value);
  if (look) *colour = look->colour;
  if (look && look->mark)
    return g_strdup(needs_letter(looks, field, look) ? drawing_colour_letter(look->colour) : look->mark);
  if (field->type == LAP_U64) return g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)value);
  return g_strdup_printf("%" G_GINT64_FORMAT, value);
}

static char *back_mark(const Looks *looks, const LapGameField *field, gint64 back, guint *colour)
{
  const LapFace *look = back_look(looks, field->set, back);
  if (look) *colour = look->colour;
  if (look && look->mark) return g_strdup(look->mark);
  const char *hatch = terminal()->utf8 ? "▒▒" : "?";
  return field->set->n_backs > 1 ? lap_texts_back(looks->texts, field->set, (guint)back) : g_strdup(hatch);
}

char *looks_mark(const Looks *looks, const LapGameField *field, Item item, guint *colour)
{
  *colour = LAP_COLOUR_NONE;
  switch (item.kind) {
  case ITEM_FACE:
    return face_mark(looks, field, item.value, colour);
  case ITEM_BACK:
    return back_mark(looks, field, item.value, colour);
  case ITEM_NUMBER:
    return value_mark(looks, field, item.value, colour);
  case ITEM_EMPTY:
    break;
  }
  return g_strdup("");
}

enum { LONG_NAME = 13 };

char *looks_bare(const Looks *looks, const LapGameField *field, Item item)
{
  guint colour;
  g_autofree char *mark = looks_mark(looks, field, item, &colour);
  if (item.kind != ITEM_FACE) return g_steal_pointer(&mark);
  g_autofree char *name = lap_texts_piece(looks->texts, field->set, (guint)item.value);
  return terminal_columns(name) < LONG_NAME ? g_steal_pointer(&name) : g_steal_pointer(&mark);
}

static char *bracketed(const Looks *looks, const LapGameField *field, Item item)
{
  g_autofree char *text = looks_bare(looks, field, item);
  return item.kind == ITEM_FACE ? g_strdup_printf("[%s]", text) : g_steal_pointer(&text);
}

/* Parts of their own colours stand side by side, each on its ground. */
static char *drawn_chip(const LapDrawing *drawing)
{
  guint columns = drawing_columns(drawing, LAP_AT_MIDDLE) + 2;
  const char *ground = terminal_ground(drawing->colour);
  g_autoptr(Canvas) canvas = canvas_new(columns, 1);
  canvas_repeat(canvas, 0, 0, ground, " ", columns);
  drawing_put(drawing, LAP_AT_MIDDLE, canvas, 1, 0, ground, TRUE);
  g_autoptr(Picture) picture = canvas_picture(canvas, 0, columns);
  return g_strdup(picture->line->pdata[0]);
}

char *looks_chip(const Looks *looks, const LapGameField *field, Item item)
{
  guint colour;
  LapDrawing drawing = {0};
  g_autofree char *mark = looks_mark(looks, field, item, &colour);
  const char *ground = terminal_ground(colour);
  if (item.kind == ITEM_EMPTY) return g_strdup(terminal()->utf8 ? "·" : ".");
  if (!terminal()->colour || !ground) return bracketed(looks, field, item);
  if (item.kind == ITEM_FACE && looks_draw(looks, field->set, item.value, &drawing) &&
      drawing_has(&drawing, LAP_AT_MIDDLE))
    return drawn_chip(&drawing);
  g_autofree char *padded = g_strdup_printf(" %s ", mark);
  return terminal_styled(ground, padded);
}

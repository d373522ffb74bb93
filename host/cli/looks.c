#include "looks.h"

#include <string.h>

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
  (void)depth;
  g_ptr_array_add(looks->faces, g_memdup2(row, sizeof(LapFaces)));
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
}

Looks *looks_new(const LapGame *game, LapTexts *texts)
{
  Looks *looks = g_new0(Looks, 1);
  looks->game = game;
  looks->texts = texts;
  looks->faces = g_ptr_array_new_with_free_func(g_free);
  looks->placements = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
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
  g_free(looks);
}

const LapPlacement *looks_placement(const Looks *looks, const LapGameField *field)
{
  return g_hash_table_lookup(looks->placements, field->name);
}

static const LapFace *face_look(const Looks *looks, const LapPieceSet *set, gint64 face)
{
  for (guint i = looks->faces->len; i-- > 0;) {
    const LapFaces *faces = looks->faces->pdata[i];
    if (faces->set == set->id && face > 0 && face <= faces->n) return &faces->face[face];
  }
  return NULL;
}

static const LapFace *value_look(const Looks *looks, const LapGameField *field, gint64 value)
{
  const LapPlacement *placement = looks_placement(looks, field);
  return placement && placement->values && value >= 0 && value < placement->n_values ? &placement->values[value] : NULL;
}

static char *face_mark(const Looks *looks, const LapGameField *field, gint64 face, guint *colour)
{
  const LapFace *look = face_look(looks, field->set, face);
  if (look) *colour = look->colour;
  return look && look->mark ? g_strdup(look->mark) : lap_texts_piece(looks->texts, field->set, (guint)face);
}

/* The colour's first letter, for marks that nothing but their colours tells apart. */
static const char *colour_letter(guint colour)
{
  static const char *const letters[] = {
      [LAP_COLOUR_WHITE] = "W",  [LAP_COLOUR_BLACK] = "K",  [LAP_COLOUR_GREY] = "E",  [LAP_COLOUR_RED] = "R",
      [LAP_COLOUR_ORANGE] = "O", [LAP_COLOUR_YELLOW] = "Y", [LAP_COLOUR_GREEN] = "G", [LAP_COLOUR_BLUE] = "B",
      [LAP_COLOUR_PURPLE] = "P", [LAP_COLOUR_PINK] = "I",   [LAP_COLOUR_BROWN] = "N"};
  return colour < G_N_ELEMENTS(letters) ? letters[colour] : NULL;
}

static gboolean needs_letter(const Looks *looks, const LapGameField *field, const LapFace *look)
{
  const LapPlacement *placement = looks_placement(looks, field);
  if (terminal()->colour || !colour_letter(look->colour)) return FALSE;
  for (guint i = 0; i < placement->n_values; i++) {
    const LapFace *other = &placement->values[i];
    if (other != look && g_strcmp0(other->mark, look->mark) == 0) return TRUE;
  }
  return FALSE;
}

static char *value_mark(const Looks *looks, const LapGameField *field, gint64 value, guint *colour)
{
  const LapFace *look = value_look(looks, field, value);
  if (look) *colour = look->colour;
  if (look && look->mark) return g_strdup(needs_letter(looks, field, look) ? colour_letter(look->colour) : look->mark);
  if (field->type == LAP_U64) return g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)value);
  return g_strdup_printf("%" G_GINT64_FORMAT, value);
}

static char *back_mark(const Looks *looks, const LapGameField *field, gint64 back)
{
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
    return back_mark(looks, field, item.value);
  case ITEM_NUMBER:
    return value_mark(looks, field, item.value, colour);
  case ITEM_EMPTY:
    break;
  }
  return g_strdup("");
}

static char *bracketed(const Looks *looks, const LapGameField *field, Item item, const char *mark)
{
  if (item.kind != ITEM_FACE) return g_strdup(mark);
  g_autofree char *name = lap_texts_piece(looks->texts, field->set, (guint)item.value);
  return g_strdup_printf("[%s]", name);
}

char *looks_chip(const Looks *looks, const LapGameField *field, Item item)
{
  guint colour;
  g_autofree char *mark = looks_mark(looks, field, item, &colour);
  const char *ground = terminal_ground(colour);
  if (item.kind == ITEM_EMPTY) return g_strdup(terminal()->utf8 ? "·" : ".");
  if (!terminal()->colour || !ground || item.kind == ITEM_BACK) return bracketed(looks, field, item, mark);
  g_autofree char *padded = g_strdup_printf(" %s ", mark);
  return terminal_styled(ground, padded);
}

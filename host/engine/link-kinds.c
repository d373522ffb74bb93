/* Linking: piece sets, from arrays or from the rows of a catalogue, and the kinds of actions, events and score lines.
 */
#include <string.h>

#include "link.h"

#define FACES_MAX 65535

/* --- piece sets */

static const LapColumn *find_column(const LapCatalogue *catalogue, const char *name)
{
  for (guint i = 0; i < catalogue->columns.n; i++)
    if (g_strcmp0(lap_column(catalogue, i)->name, name) == 0) return lap_column(catalogue, i);
  return NULL;
}

static guint8 *small_numbers(LapGame *game, const LapRowsTable *rows, const LapColumn *column, guint8 otherwise)
{
  guint8 *numbers = g_malloc0(rows->n + 1);
  g_ptr_array_add(game->owned, numbers);
  for (guint row = 1; row <= rows->n; row++)
    numbers[row] = column ? *((const guint8 *)rows->row + row * rows->row_size + column->offset) : otherwise;
  return numbers;
}

static gboolean faces_of_catalogue(LapGame *game, const LapGameLevel *level, const LapPieces *pieces, LapPieceSet *set,
                                   GError **error)
{
  for (guint i = 0; i < level->plugin.catalogues.n; i++) {
    const LapCatalogue *catalogue = &level->catalogues[i];
    if (!g_str_equal(catalogue->name, pieces->catalogue)) continue;
    const LapRowsTable *rows = &level->rows[i];
    const LapColumn *key = find_column(catalogue, "key");
    const LapColumn *copies = find_column(catalogue, "copies"), *back = find_column(catalogue, "back");
    if (!key || key->type != LAP_COLUMN_KEY)
      return lap_link_fail(error, level, "catalogue \"%s\" gives the faces of \"%s\" but has no column \"key\"",
                           catalogue->name, pieces->name);
    if ((copies && copies->width != 1) || (back && back->width != 1))
      return lap_link_fail(error, level, "columns \"copies\" and \"back\" of catalogue \"%s\" must be 1 byte wide",
                           catalogue->name);
    if (rows->n != pieces->faces)
      return lap_link_fail(error, level, "piece set \"%s\" has %u faces, but its catalogue has %u rows", pieces->name,
                           pieces->faces, rows->n);
    const char **keys = g_new0(const char *, rows->n + 1);
    g_ptr_array_add(game->owned, keys);
    for (guint row = 1; row <= rows->n; row++)
      memcpy(&keys[row], (const guint8 *)rows->row + row * rows->row_size + key->offset, sizeof *keys);
    set->key = keys;
    set->copies = small_numbers(game, rows, copies, 1);
    set->back = small_numbers(game, rows, back, 0);
    return TRUE;
  }
  return lap_link_fail(error, level, "piece set \"%s\" names the catalogue \"%s\", which is not declared", pieces->name,
                       pieces->catalogue);
}

static gboolean faces_of_arrays(LapGame *game, const LapGameLevel *level, const LapPieces *pieces, LapPieceSet *set,
                                GError **error)
{
  const LapRowsTable none = {.n = pieces->faces};
  if (!pieces->key) return lap_link_fail(error, level, "piece set \"%s\" has no keys", pieces->name);
  set->key = pieces->key;
  set->copies = pieces->copies ? pieces->copies : small_numbers(game, &none, NULL, 1);
  set->back = pieces->back ? pieces->back : small_numbers(game, &none, NULL, 0);
  return TRUE;
}

static gboolean check_set(const LapGameLevel *level, const LapPieceSet *set, GError **error)
{
  g_autoptr(GHashTable) keys = g_hash_table_new(g_str_hash, g_str_equal);
  guint total = 0;
  for (guint back = 0; back < set->n_backs; back++)
    if (!lap_link_check_word(level, "a back", set->backs[back], error)) return FALSE;
  for (guint face = 1; face <= set->faces; face++) {
    if (!lap_link_check_word(level, "a face", set->key[face], error)) return FALSE;
    if (!g_hash_table_add(keys, (gpointer)set->key[face]))
      return lap_link_fail(error, level, "two faces of \"%s\" have the key \"%s\"; each has a key of its own",
                           set->name, set->key[face]);
    if (set->back[face] >= set->n_backs)
      return lap_link_fail(error, level, "face \"%s\" of \"%s\" has back %u of %u", set->key[face], set->name,
                           set->back[face], set->n_backs);
    total += set->copies[face];
  }
  if (set->total && total != set->total)
    return lap_link_fail(error, level,
                         "the copies of \"%s\" add up to %u, declared are %u; correct .total or .copies, or leave "
                         ".total 0 where pieces come and go",
                         set->name, total, set->total);
  return TRUE;
}

static guint count_faces(const LapGame *game)
{
  guint n = 0;
  for (guint i = 0; i < game->sets->len; i++) n += ((const LapPieceSet *)g_ptr_array_index(game->sets, i))->faces;
  return n;
}

gboolean lap_link_pieces(LapGame *game, guint depth, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  level->sets = g_new0(LapPieceSet, level->plugin.pieces.n + 1);
  g_ptr_array_add(game->owned, level->sets);
  for (guint i = 0; i < level->plugin.pieces.n; i++) {
    LapPieces *pieces = &level->pieces[i];
    LapPieceSet *set = &level->sets[i];
    if (!lap_link_check_word(level, "a piece set", pieces->name, error)) return FALSE;
    if (pieces->faces == 0) return lap_link_fail(error, level, "piece set \"%s\" has no faces", pieces->name);
    if (count_faces(game) + pieces->faces > FACES_MAX)
      return lap_link_fail(error, level, "piece set \"%s\" has %u faces, all sets of a game may have %d", pieces->name,
                           pieces->faces, FACES_MAX);
    set->name = pieces->name;
    set->id = LAP_ID(depth, i);
    set->faces = pieces->faces;
    set->total = pieces->total;
    if (pieces->backs && pieces->n_backs > G_MAXUINT8)
      return lap_link_fail(error, level, "piece set \"%s\" has %u backs, at most %u are possible", pieces->name,
                           pieces->n_backs, G_MAXUINT8);
    set->n_backs = (guint16)(pieces->backs ? pieces->n_backs : 1);
    set->backs = pieces->backs ? pieces->backs : &pieces->name;
    if (!(pieces->catalogue ? faces_of_catalogue : faces_of_arrays)(game, level, pieces, set, error)) return FALSE;
    if (!check_set(level, set, error)) return FALSE;
    g_ptr_array_add(game->sets, set);
  }
  return TRUE;
}

/* --- actions, events, categories */

static gboolean link_arg(LapGame *game, guint depth, LapGameKind *kind, guint index, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  const LapArg *arg = &kind->args[index];
  if (!lap_link_check_word(level, "an argument", arg->name, error)) return FALSE;
  if (arg->type < LAP_ARG_PIECE || arg->type > LAP_ARG_CHOICE)
    return lap_link_fail(error, level, "argument \"%s\" of \"%s\" has the unknown type %u", arg->name, kind->name,
                         arg->type);
  if (arg->type == LAP_ARG_CHOICE && !arg->choices)
    return lap_link_fail(
        error, level, "argument \"%s\" of \"%s\" is a choice and needs choices; list their keys, and NULL at the end",
        arg->name, kind->name);
  if (arg->choices && !lap_link_check_words(level, "a choice of an argument", arg->choices, error)) return FALSE;
  if (arg->field) {
    kind->field[index] = lap_game_find_field(game, depth, arg->field);
    if (!kind->field[index])
      return lap_link_fail(error, level,
                           "argument \"%s\" of \"%s\" names the field \"%s\", which no level has; name one of a state",
                           arg->name, kind->name, arg->field);
  }
  const LapGameField *field = kind->field[index];
  if (arg->type <= LAP_ARG_CELL && !field)
    return lap_link_fail(error, level, "argument \"%s\" of \"%s\" needs a field; name that in which it is to be found",
                         arg->name, kind->name);
  if (arg->type == LAP_ARG_PIECE && field->type != LAP_SLOT)
    return lap_link_fail(error, level, "argument \"%s\" of \"%s\" is a piece, but field \"%s\" holds none", arg->name,
                         kind->name, field->name);
  return TRUE;
}

static gboolean link_table(LapGame *game, guint depth, const LapTable *table, LapGameKind **out, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  LapGameKind *kinds = g_new0(LapGameKind, table->n + 1);
  g_ptr_array_add(game->owned, kinds);
  *out = kinds;
  for (guint i = 0; i < table->n; i++) {
    LapKind raw = {0};
    memcpy(&raw, (const guint8 *)table->v + i * table->stride, MIN(table->stride, sizeof raw));
    if (!lap_link_check_word(level, "an action, event or category", raw.name, error)) return FALSE;
    for (guint j = 0; j < i; j++)
      if (g_str_equal(strchr(kinds[j].name, '/') + 1, raw.name))
        return lap_link_fail(error, level, "two actions, events or categories are named \"%s\"", raw.name);
    if (raw.args.n > LAP_ARGS_MAX)
      return lap_link_fail(error, level, "\"%s\" has %u arguments, at most %u are possible", raw.name, raw.args.n,
                           LAP_ARGS_MAX);
    if (raw.args.n > 0 && (!raw.args.v || raw.args.stride < sizeof(LapArg)))
      return lap_link_fail(error, level, "the arguments of \"%s\" are %u rows of %u bytes at %p; use LAP_TABLE",
                           raw.name, raw.args.n, raw.args.stride, raw.args.v);
    kinds[i] = (LapGameKind){.name = lap_link_qualify(game, level, raw.name),
                             .id = LAP_ID(depth, i),
                             .depth = (guint8)depth,
                             .n_args = raw.args.n,
                             .args = lap_link_copy_table(game, &raw.args, sizeof(LapArg))};
    for (guint arg = 0; arg < raw.args.n; arg++)
      if (!link_arg(game, depth, &kinds[i], arg, error)) return FALSE;
  }
  return TRUE;
}

gboolean lap_link_kinds(LapGame *game, guint depth, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  return link_table(game, depth, &level->plugin.actions, &level->actions, error) &&
         link_table(game, depth, &level->plugin.events, &level->events, error) &&
         link_table(game, depth, &level->plugin.categories, &level->categories, error);
}

const LapGameKind *lap_game_action(const LapGame *game, guint16 id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return depth < game->depth && index < game->level[depth].plugin.actions.n ? &game->level[depth].actions[index] : NULL;
}

const LapGameKind *lap_game_event(const LapGame *game, guint16 id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return depth < game->depth && index < game->level[depth].plugin.events.n ? &game->level[depth].events[index] : NULL;
}

const LapGameKind *lap_game_category(const LapGame *game, guint16 id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return depth < game->depth && index < game->level[depth].plugin.categories.n ? &game->level[depth].categories[index]
                                                                               : NULL;
}

const LapGameKind *lap_game_action_named(const LapGame *game, const char *name)
{
  for (guint depth = game->depth; depth-- > 0;)
    for (guint i = 0; i < game->level[depth].plugin.actions.n; i++)
      if (lap_link_means(name, game->level[depth].actions[i].name)) return &game->level[depth].actions[i];
  return NULL;
}

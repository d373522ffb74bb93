/* Linking: piece sets, from arrays or from the rows of a catalogue. */
#include <string.h>

#include "link.h"

static const LapColumn *find_column(const LapCatalogue *catalogue, const char *name)
{
  for (guint i = 0; i < catalogue->n_columns; i++)
    if (g_strcmp0(catalogue->columns[i].name, name) == 0) return &catalogue->columns[i];
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
      return lap_link_fail(error, level, "two faces of \"%s\" have the key \"%s\"", set->name, set->key[face]);
    if (set->back[face] >= set->n_backs)
      return lap_link_fail(error, level, "face \"%s\" of \"%s\" has back %u of %u", set->key[face], set->name,
                           set->back[face], set->n_backs);
    total += set->copies[face];
  }
  if (set->total && total != set->total)
    return lap_link_fail(error, level, "the copies of \"%s\" add up to %u, declared are %u", set->name, total,
                         set->total);
  return TRUE;
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

/* Snapshots in an SQLite store.
 *
 * A row has the number and the hash of the last entry that its snapshot is of. So it is known to be of this log, and
 * entries up to it are found from there, without those that came later. */
#include "sqlite-private.h"

/* --- keeping */

/* Where in the log of a match a snapshot is. */
typedef struct {
  guint64 place;
  gint64 entry; /* its number */
  LapChain chain;
} Place;

/* The places of all entries from `first` on. */
static GArray *read_places(LapSqliteStore *self, const LapSqliteRow *row, guint64 first, GError **error)
{
  g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(Place));
  sqlite3_stmt *entry = lap_sqlite_start(self, LAP_SQL_PLACES, "iii", row->number, row->last, (gint64)first);
  int result;
  while ((result = sqlite3_step(entry)) == SQLITE_ROW) {
    Place place = {.place = (guint64)sqlite3_column_int64(entry, 0), .entry = sqlite3_column_int64(entry, 1)};
    if (lap_sqlite_get_chain(entry, 2, &place.chain)) g_array_append_val(places, place);
  }
  return lap_sqlite_finish(self, entry, result, error) ? g_steal_pointer(&places) : NULL;
}

/* Mostly it is the last entry. */
static GArray *places_from(LapSqliteStore *self, const LapSqliteRow *row, guint64 first, GError **error)
{
  if (first != row->entries) return read_places(self, row, first, error);
  const Place last = {row->entries, row->last, row->head};
  GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));
  return g_array_append_val(places, last);
}

static gboolean keep(LapSqliteStore *self, const LapSqliteRow *row, const GArray *places, const LapSnapshot *snapshot,
                     GError **error)
{
  guint64 first = places->len ? g_array_index(places, Place, 0).place : 0, i = snapshot->place - first;
  const Place *place = snapshot->place >= first && i < places->len ? &g_array_index(places, Place, i) : NULL;
  if (!place || place->place != snapshot->place) return TRUE; /* damage, which is noticed where it matters */
  return lap_sqlite_run(self, error, LAP_SQL_KEEP_SNAPSHOT, "iiihbb", row->number, (gint64)place->place, place->entry,
                        &place->chain, snapshot->tail, snapshot->state);
}

gboolean lap_sqlite_keep(LapSqliteStore *self, const LapSqliteRow *row, GPtrArray *snapshots, GError **error)
{
  guint64 first = ((const LapSnapshot *)snapshots->pdata[0])->place;
  g_autoptr(GArray) places = places_from(self, row, first, error);
  if (!places || !lap_sqlite_run(self, error, LAP_SQL_REMOVE_SNAPSHOTS, "ii", row->number, (gint64)first)) return FALSE;
  for (guint i = 0; i < snapshots->len; i++)
    if (!keep(self, row, places, snapshots->pdata[i], error)) return FALSE;
  return TRUE;
}

/* --- reading */

static GBytes *bytes_of(sqlite3_stmt *row, int column)
{
  return g_bytes_new(sqlite3_column_blob(row, column), (gsize)sqlite3_column_bytes(row, column));
}

static LapSnapshot *read_snapshot(sqlite3_stmt *row)
{
  const LapSnapshot snapshot = {(guint64)sqlite3_column_int64(row, 0), bytes_of(row, 1), bytes_of(row, 2)};
  return g_memdup2(&snapshot, sizeof snapshot);
}

LapSnapshot *lap_sqlite_snapshot(LapStore *store, const char *id, guint64 upto, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow match;
  if (!lap_sqlite_look_up(self, id, &match, error)) return NULL;
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_SNAPSHOT, "ii", match.number, (gint64)MIN(upto, match.entries));
  int result = sqlite3_step(row);
  g_autoptr(LapSnapshot) snapshot = result == SQLITE_ROW ? read_snapshot(row) : NULL;
  return lap_sqlite_finish(self, row, result, error) ? g_steal_pointer(&snapshot) : NULL;
}

GPtrArray *lap_sqlite_tails(LapStore *store, const char *id, guint64 upto, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow match;
  if (!lap_sqlite_look_up(self, id, &match, error)) return NULL;
  g_autoptr(GPtrArray) tails = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_TAILS, "ii", match.number, (gint64)MIN(upto, match.entries));
  int result;
  while ((result = sqlite3_step(row)) == SQLITE_ROW) g_ptr_array_add(tails, bytes_of(row, 0));
  return lap_sqlite_finish(self, row, result, error) ? g_steal_pointer(&tails) : NULL;
}

gboolean lap_sqlite_end_at_snapshot(LapSqliteStore *self, LapSqliteRow *row, guint64 upto, GError **error)
{
  sqlite3_stmt *end = lap_sqlite_start(self, LAP_SQL_SNAPSHOT_FROM, "ii", row->number, (gint64)MIN(upto, row->entries));
  int result = sqlite3_step(end);
  LapChain head;
  if (result == SQLITE_ROW && lap_sqlite_get_chain(end, 2, &head))
    *row = (LapSqliteRow){row->number, (guint64)sqlite3_column_int64(end, 0), sqlite3_column_int64(end, 1), head};
  return lap_sqlite_finish(self, end, result, error);
}

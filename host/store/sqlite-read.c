/* What is read from an SQLite store. */
#include "sqlite-private.h"

static gboolean has_texts(sqlite3_stmt *row, int first, int n)
{
  for (int i = first; i < first + n; i++)
    if (sqlite3_column_type(row, i) != SQLITE_TEXT || !sqlite3_column_text(row, i)) return FALSE;
  return TRUE;
}

static const char *text_of(sqlite3_stmt *row, int column) { return (const char *)sqlite3_column_text(row, column); }

/* --- one match, and lists */

/* NULL if something of it is missing. */
static LapStored *read_stored(sqlite3_stmt *row)
{
  if (!has_texts(row, 0, 4)) return NULL;
  LapStored *stored = g_new(LapStored, 1);
  *stored = (LapStored){
      .id = g_strdup(text_of(row, 0)),
      .game = g_strdup(text_of(row, 1)),
      .header = g_strdup(text_of(row, 2)),
      .seats = g_strdup(text_of(row, 3)),
      .created = sqlite3_column_int64(row, 4),
      .changed = sqlite3_column_int64(row, 5),
      .entries = (guint64)sqlite3_column_int64(row, 6),
      .state = (LapStoredState)sqlite3_column_int(row, 7),
      .is_public = sqlite3_column_int(row, 8) != 0,
  };
  return stored;
}

LapStored *lap_sqlite_find(LapStore *store, const char *id, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_FIND, "s", id);
  int result = sqlite3_step(row);
  g_autoptr(LapStored) stored = result == SQLITE_ROW ? read_stored(row) : NULL;
  if (!lap_sqlite_finish(self, row, result, error)) return NULL;

  if (result == SQLITE_DONE)
    lap_store_no_such_match(id, error);
  else if (!stored)
    lap_sqlite_damaged(self, error, "match %s lacks its header", id);
  return g_steal_pointer(&stored);
}

static sqlite3_stmt *start_list(LapSqliteStore *self, const LapStoreFilter *filter, const char *cursor, guint limit)
{
  LapStorePlace place;
  lap_store_read_cursor(cursor, &place);
  if (filter->changed_before && filter->changed_before <= place.changed)
    place = (LapStorePlace){.changed = filter->changed_before, .id = ""};

  gint64 states = filter->states ? filter->states
                                 : LAP_STORED_OPEN | LAP_STORED_RUNNING | LAP_STORED_ENDED | LAP_STORED_SUSPENDED;
  return lap_sqlite_start(self, LAP_SQL_LIST, "isiisi", place.changed, place.id, states,
                          (gint64)(filter->only_public != FALSE), filter->game, (gint64)limit);
}

GPtrArray *lap_sqlite_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                           GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func((GDestroyNotify)lap_stored_free);
  sqlite3_stmt *row = start_list(self, filter, cursor, limit);
  int result;
  while ((result = sqlite3_step(row)) == SQLITE_ROW) {
    LapStored *stored = read_stored(row);
    if (!stored) break;
    g_ptr_array_add(list, stored);
  }
  if (!lap_sqlite_finish(self, row, result, error)) return NULL;
  if (result == SQLITE_DONE) return g_steal_pointer(&list);

  lap_sqlite_damaged(self, error, "a match lacks its header");
  return NULL;
}

/* --- messages */

GPtrArray *lap_sqlite_messages(LapStore *store, const char *id, guint64 before, guint limit, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  LapSqliteRow match;
  if (!lap_sqlite_look_up(self, id, &match, error)) return NULL;
  g_autoptr(GPtrArray) messages = g_ptr_array_new_with_free_func(g_free);
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_MESSAGES, "iii", match.number, (gint64)before, (gint64)limit);
  int result;
  while ((result = sqlite3_step(row)) == SQLITE_ROW)
    if (has_texts(row, 0, 1)) g_ptr_array_insert(messages, 0, g_strdup(text_of(row, 0)));
  return lap_sqlite_finish(self, row, result, error) ? g_steal_pointer(&messages) : NULL;
}

/* --- entries */

/* Entries as they are read, each compared with the hash that it should have. */
typedef struct {
  LapSqliteStore *self;
  const char *id;
  LapSqliteRow row;
  guint64 after;
  LapChain chain; /* of the entry read last, or of the one before the first */
  GPtrArray *entries;
} Reading;

static void reading_clear(Reading *reading) { g_clear_pointer(&reading->entries, g_ptr_array_unref); }
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reading, reading_clear)

static gboolean changed(const Reading *reading, guint64 place, GError **error)
{
  return lap_sqlite_damaged(reading->self, error, "entry %" G_GUINT64_FORMAT " of match %s is not what was written",
                            place, reading->id);
}

static gboolean incomplete(const Reading *reading, GError **error)
{
  return lap_sqlite_damaged(reading->self, error, "match %s lacks some of its entries", reading->id);
}

/* The hash that the first entry follows. */
static gboolean read_start(Reading *reading, GError **error)
{
  LapSqliteStore *self = reading->self;
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_START, "i", reading->row.number);
  int result = sqlite3_step(row);
  gboolean whole = result == SQLITE_ROW && has_texts(row, 0, 1) && has_texts(row, 2, 1);
  if (whole) reading->chain = lap_chain_start(text_of(row, 0), sqlite3_column_int64(row, 1), text_of(row, 2));
  if (!lap_sqlite_finish(self, row, result, error)) return FALSE;
  return whole || lap_sqlite_damaged(self, error, "match %s lacks its header", reading->id);
}

/* The row of the entry after which to read comes first, for its hash alone. */
static gboolean read_entry(Reading *reading, sqlite3_stmt *row, GError **error)
{
  guint64 place = (guint64)sqlite3_column_int64(row, 0);
  LapChain chain;
  if (!lap_sqlite_get_chain(row, 1, &chain) || !has_texts(row, 2, 1)) return changed(reading, place, error);
  if (place != reading->after) {
    if (place != reading->after + reading->entries->len + 1) return incomplete(reading, error);
    LapChain expected = lap_chain_next(&reading->chain, text_of(row, 2));
    if (!lap_chain_equal(&chain, &expected)) return changed(reading, place, error);
    g_ptr_array_add(reading->entries, g_strdup(text_of(row, 2)));
  }
  reading->chain = chain;
  return TRUE;
}

static gboolean read_entries(Reading *reading, GError **error)
{
  g_autoptr(GError) damage = NULL;
  LapSqliteStore *self = reading->self;
  const LapSqliteRow *row = &reading->row;
  sqlite3_stmt *entry = lap_sqlite_start(self, LAP_SQL_ENTRIES, "iii", row->number, row->last, (gint64)reading->after);
  int result;
  while ((result = sqlite3_step(entry)) == SQLITE_ROW && read_entry(reading, entry, &damage)) continue;
  if (!lap_sqlite_finish(self, entry, result, error)) return FALSE;
  if (damage) return g_propagate_error(error, g_steal_pointer(&damage)), FALSE;
  if (reading->after + reading->entries->len != row->entries) return incomplete(reading, error);
  return lap_chain_equal(&reading->chain, &row->head) || changed(reading, row->entries, error);
}

GPtrArray *lap_sqlite_entries(LapStore *store, const char *id, guint64 after, guint64 upto, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  g_auto(Reading) reading = {.self = self, .id = id, .after = after};
  reading.entries = g_ptr_array_new_with_free_func(g_free);
  if (!lap_sqlite_look_up(self, id, &reading.row, error)) return NULL;
  if (!reading.row.number) {
    lap_store_no_such_match(id, error);
    return NULL;
  }
  if (after && after >= MIN(upto, reading.row.entries)) return g_steal_pointer(&reading.entries);
  if (!after && !read_start(&reading, error)) return NULL;
  if (upto < reading.row.entries && !lap_sqlite_end_at_snapshot(self, &reading.row, upto, error)) return NULL;
  if (!read_entries(&reading, error)) return NULL;
  if (after + reading.entries->len > upto) g_ptr_array_set_size(reading.entries, (gint)(upto - after));
  return g_steal_pointer(&reading.entries);
}

/* What is read from a PostgreSQL store. */
#include "postgresql-private.h"

static gboolean has_texts(const PGresult *result, int row, int first, int n)
{
  for (int i = first; i < first + n; i++)
    if (!lap_pg_text(result, row, i)) return FALSE;
  return TRUE;
}

/* --- one match, and lists */

/* NULL if something of it is missing. */
static LapStored *read_stored(const PGresult *result, int row)
{
  if (!has_texts(result, row, 0, 4)) return NULL;
  LapStored *stored = g_new(LapStored, 1);
  *stored = (LapStored){
      .id = g_strdup(lap_pg_text(result, row, 0)),
      .game = g_strdup(lap_pg_text(result, row, 1)),
      .header = g_strdup(lap_pg_text(result, row, 2)),
      .seats = g_strdup(lap_pg_text(result, row, 3)),
      .created = lap_pg_number(result, row, 4),
      .changed = lap_pg_number(result, row, 5),
      .entries = (guint64)lap_pg_number(result, row, 6),
      .state = (LapStoredState)lap_pg_number(result, row, 7),
      .is_public = lap_pg_number(result, row, 8) != 0,
  };
  return stored;
}

LapStored *lap_pg_find(LapStore *store, const char *id, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  g_autoptr(PGresult) result = lap_pg_query(self, error, LAP_PG_FIND, id);
  if (!result) return NULL;
  if (!PQntuples(result)) return lap_store_no_such_match(id, error), NULL;
  LapStored *stored = read_stored(result, 0);
  if (!stored) lap_pg_damaged(self, error, "match %s lacks its header", id);
  return stored;
}

static PGresult *run_list(LapPostgresqlStore *self, const LapStoreFilter *filter, const char *cursor, guint limit,
                          GError **error)
{
  LapStorePlace place;
  lap_store_read_cursor(cursor, &place);
  if (filter->changed_before && filter->changed_before <= place.changed)
    place = (LapStorePlace){.changed = filter->changed_before, .id = ""};

  gint64 states = filter->states ? filter->states
                                 : LAP_STORED_OPEN | LAP_STORED_RUNNING | LAP_STORED_ENDED | LAP_STORED_SUSPENDED;
  return lap_pg_query(self, error, LAP_PG_LIST, place.changed, place.id, states, (gint64)(filter->only_public != FALSE),
                      filter->game, (gint64)limit);
}

GPtrArray *lap_pg_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  g_autoptr(PGresult) result = run_list(self, filter, cursor, limit, error);
  if (!result) return NULL;
  g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func((GDestroyNotify)lap_stored_free);
  for (int row = 0; row < PQntuples(result); row++) {
    LapStored *stored = read_stored(result, row);
    if (!stored) return lap_pg_damaged(self, error, "a match lacks its header"), NULL;
    g_ptr_array_add(list, stored);
  }
  return g_steal_pointer(&list);
}

static LapPgRow *look_up(LapPostgresqlStore *self, const char *id, GError **error)
{
  LapPgRow *row = lap_pg_look_up(self, id, error);
  return row && (row->exists || lap_store_no_such_match(id, error)) ? row : NULL;
}

/* --- messages */

GPtrArray *lap_pg_messages(LapStore *store, const char *id, guint64 before, guint limit, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  g_autoptr(PGresult) result = lap_pg_query(self, error, LAP_PG_MESSAGES, id, (gint64)before, (gint64)limit);
  if (!result) return NULL;
  GPtrArray *messages = g_ptr_array_new_with_free_func(g_free);
  for (int row = PQntuples(result); row; row--) g_ptr_array_add(messages, g_strdup(lap_pg_text(result, row - 1, 0)));
  return messages;
}

/* --- snapshots */

LapSnapshot *lap_pg_snapshot(LapStore *store, const char *id, guint64 upto, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  g_autoptr(PGresult) result = lap_pg_query(self, error, LAP_PG_SNAPSHOT, id, (gint64)MIN(upto, G_MAXINT64));
  if (!result || !PQntuples(result)) return NULL;
  const LapSnapshot snapshot = {(guint64)lap_pg_number(result, 0, 0), lap_pg_bytes(result, 0, 1),
                                lap_pg_bytes(result, 0, 2)};
  return g_memdup2(&snapshot, sizeof snapshot);
}

GPtrArray *lap_pg_tails(LapStore *store, const char *id, guint64 upto, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  g_autoptr(PGresult) result = lap_pg_query(self, error, LAP_PG_TAILS, id, (gint64)MIN(upto, G_MAXINT64));
  if (!result) return NULL;
  GPtrArray *tails = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
  for (int row = 0; row < PQntuples(result); row++) g_ptr_array_add(tails, lap_pg_bytes(result, row, 0));
  return tails;
}

/* --- entries */

/* Entries as they are read, each compared with the hash that it should have. */
typedef struct {
  LapPostgresqlStore *self;
  const char *id;
  guint64 next;   /* the seq that the next one must have */
  LapChain chain; /* of the entry before that */
  GPtrArray *entries;
} Reading;

static void reading_clear(Reading *reading) { g_clear_pointer(&reading->entries, g_ptr_array_unref); }
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reading, reading_clear)

static gboolean is_changed(const Reading *reading, guint64 seq, GError **error)
{
  return lap_pg_damaged(reading->self, error, "entry %" G_GUINT64_FORMAT " of match %s is not what was written", seq,
                        reading->id);
}

/* The hash that the first entry follows. */
static gboolean read_start(Reading *reading, GError **error)
{
  g_autoptr(PGresult) result = lap_pg_query(reading->self, error, LAP_PG_START, reading->id);
  if (!result) return FALSE;
  if (!PQntuples(result) || !has_texts(result, 0, 1, 1))
    return lap_pg_damaged(reading->self, error, "match %s lacks its header", reading->id);
  reading->chain = lap_chain_start(reading->id, lap_pg_number(result, 0, 0), lap_pg_text(result, 0, 1));
  return TRUE;
}

/* The entry after which to read comes first, for its hash alone. */
static gboolean read_entry(Reading *reading, const PGresult *result, int row, guint64 after, GError **error)
{
  guint64 seq = (guint64)lap_pg_number(result, row, 0);
  const char *text = lap_pg_text(result, row, 2);
  LapChain chain;
  if (seq != reading->next)
    return lap_pg_damaged(reading->self, error, "match %s lacks some of its entries", reading->id);
  if (!lap_pg_get_chain(result, row, 1, &chain) || !text) return is_changed(reading, seq, error);
  if (seq > after) {
    LapChain expected = lap_chain_next(&reading->chain, text);
    if (!lap_chain_equal(&chain, &expected)) return is_changed(reading, seq, error);
    g_ptr_array_add(reading->entries, g_strdup(text));
  }
  reading->chain = chain;
  reading->next++;
  return TRUE;
}

static gboolean read_entries(Reading *reading, const LapPgRow *match, guint64 after, guint64 last, GError **error)
{
  const LapChain head = match->head; /* the row may be forgotten while the server is asked */
  guint64 entries = match->entries;
  reading->next = MAX(after, 1);
  if (!after && !read_start(reading, error)) return FALSE;
  g_autoptr(PGresult)
      result = lap_pg_query(reading->self, error, LAP_PG_ENTRIES, reading->id, (gint64)reading->next, (gint64)last);
  if (!result) return FALSE;
  for (int row = 0; row < PQntuples(result); row++)
    if (!read_entry(reading, result, row, after, error)) return FALSE;
  if (reading->next != last + 1)
    return lap_pg_damaged(reading->self, error, "match %s lacks some of its entries", reading->id);
  return last < entries || lap_chain_equal(&reading->chain, &head) || is_changed(reading, last, error);
}

GPtrArray *lap_pg_entries(LapStore *store, const char *id, guint64 after, guint64 upto, GError **error)
{
  LapPostgresqlStore *self = LAP_POSTGRESQL_STORE(store);
  g_auto(Reading) reading = {.self = self, .id = id};
  reading.entries = g_ptr_array_new_with_free_func(g_free);
  const LapPgRow *match = look_up(self, id, error);
  if (!match) return NULL;
  guint64 last = MIN(upto, match->entries);
  if (after && after >= last) return g_steal_pointer(&reading.entries);
  return read_entries(&reading, match, after, last, error) ? g_steal_pointer(&reading.entries) : NULL;
}

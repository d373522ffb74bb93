/* The SQL of a store, and how it is run. */
#include "sqlite-private.h"

/* The entries of match ?1 from its last, ?2, back to the one of place ?3. Each must have the place before that of the
 * entry that names it, so that a damaged store cannot lead into an endless loop. */
#define CHAIN                                                                                        \
  "WITH RECURSIVE chain (number, place, before, chain, text) AS ("                                   \
  "SELECT number, place, before, chain, text FROM entry WHERE number = ?2 AND match = ?1 UNION ALL " \
  "SELECT entry.number, entry.place, entry.before, entry.chain, entry.text FROM chain JOIN entry "   \
  "ON entry.number = chain.before AND entry.match = ?1 AND entry.place = chain.place - 1 WHERE chain.place > ?3) "

#define STORED                                                                         \
  "SELECT id, game, text, seats, created, changed, entries, state, public FROM match " \
  "LEFT JOIN header ON match = number "

/* The part of a list with the matches in one state that are public, or those that are not. */
#define LISTED(state, public)                                                  \
  STORED "WHERE ?3 & " #state                                                  \
         " AND ?4 <= " #public " AND public = " #public " AND state = " #state \
                                                        " AND (changed, id) < (?1, ?2) AND (?5 IS NULL OR game = ?5) "

#define LISTED_OF(public)                                                                                           \
  LISTED(1, public)                                                                                                 \
  "UNION ALL " LISTED(2, public) "UNION ALL " LISTED(4, public) "UNION ALL " LISTED(8, public) "UNION ALL " LISTED( \
      16, public)

/* Snapshots of match ?1 that are of entries which it has. */
#define SNAPSHOT(columns)                                                                     \
  "SELECT " columns " FROM snapshot JOIN entry ON entry.number = entry AND entry.match = ?1 " \
  "AND entry.place = snapshot.place AND entry.chain = snapshot.chain WHERE snapshot.match = ?1 "

static const char *const sql[LAP_SQL_STATEMENTS] = {
    [LAP_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [LAP_SQL_COMMIT] = "COMMIT",
    [LAP_SQL_ROLL_BACK] = "ROLLBACK",
    [LAP_SQL_CREATE_MATCH] = "INSERT INTO match (id, game, created, changed, entries, state, public, last, head)"
                             " VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, 0, ?7)",
    [LAP_SQL_CREATE_HEADER] = "INSERT INTO header (match, seats, text) VALUES (last_insert_rowid(), ?1, ?2)",
    [LAP_SQL_COUNT_ENTRY] = "UPDATE match SET entries = ?2, state = ?3, changed = ?4, head = ?5, "
                            "last = last_insert_rowid() WHERE number = ?1",
    [LAP_SQL_APPEND_ENTRY] = "INSERT INTO entry (match, place, before, chain, text) VALUES (?1, ?2, ?3, ?4, ?5)",
    [LAP_SQL_SET_SEATS] = "UPDATE header SET seats = ?2 WHERE match = ?1",
    [LAP_SQL_SET_GAME] = "UPDATE match SET game = ?2 WHERE number = ?1",
    [LAP_SQL_REMOVE_ENTRIES] = "DELETE FROM entry WHERE number IN (" CHAIN "SELECT number FROM chain)",
    [LAP_SQL_REMOVE_HEADER] = "DELETE FROM header WHERE match = ?1",
    [LAP_SQL_REMOVE_MATCH] = "DELETE FROM match WHERE number = ?1",
    [LAP_SQL_SET_TOTALS] = "UPDATE store SET generation = ?1, matches = ?2, entries = ?3, digest = ?4",
    [LAP_SQL_ADD_INCIDENT] = "INSERT INTO incident (at, text) VALUES (?1, ?2)",
    [LAP_SQL_TOTALS] = "SELECT generation, matches, entries, digest, id FROM store",
    [LAP_SQL_LOOK_UP] = "SELECT number, entries, last, head FROM match WHERE id = ?1",
    [LAP_SQL_START] = "SELECT id, created, text FROM match LEFT JOIN header ON match = number WHERE number = ?1",
    [LAP_SQL_FIND] = STORED "WHERE id = ?1",
    [LAP_SQL_ENTRIES] = CHAIN "SELECT place, chain, text FROM chain ORDER BY place",
    [LAP_SQL_PLACES] = CHAIN "SELECT place, number, chain FROM chain ORDER BY place",
    [LAP_SQL_KEEP_SNAPSHOT] = "INSERT INTO snapshot (match, place, entry, chain, tail, state) "
                              "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [LAP_SQL_REMOVE_SNAPSHOTS] = "DELETE FROM snapshot WHERE match = ?1 AND place >= ?2",
    [LAP_SQL_SNAPSHOT] = SNAPSHOT("snapshot.place, state, tail") "AND snapshot.place <= ?2 "
                                                                 "ORDER BY snapshot.place DESC LIMIT 1",
    [LAP_SQL_SNAPSHOT_FROM] = SNAPSHOT("snapshot.place, entry, snapshot.chain") "AND snapshot.place >= ?2 "
                                                                                "ORDER BY snapshot.place LIMIT 1",
    [LAP_SQL_TAILS] = "SELECT tail FROM snapshot WHERE match = ?1 AND place <= ?2 ORDER BY place",
    [LAP_SQL_COUNT_MESSAGES] = "SELECT COALESCE(MAX(number), 0) FROM message WHERE match = ?1",
    [LAP_SQL_ADD_MESSAGE] = "INSERT INTO message (match, number, text) VALUES (?1, ?2, ?3)",
    [LAP_SQL_MESSAGES] = "SELECT text FROM message WHERE match = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3",
    [LAP_SQL_REMOVE_MESSAGES] = "DELETE FROM message WHERE match = ?1",
    [LAP_SQL_HAS_BUILD] = "SELECT 1 FROM build WHERE name = ?1",
    [LAP_SQL_PUT_BUILD] = "INSERT INTO build (name, hash, content) VALUES (?1, ?2, ?3)",
    [LAP_SQL_GET_BUILD] = "SELECT hash, content FROM build WHERE name = ?1",
    [LAP_SQL_NEEDED_BUILDS] = "SELECT name FROM match JOIN match_build ON match_build.match = match.number "
                              "JOIN build ON build.number = build WHERE id = ?1 ORDER BY name",
    [LAP_SQL_NEED_BUILD] = "INSERT OR IGNORE INTO match_build (match, build) SELECT ?1, number FROM build "
                           "WHERE name = ?2",
    [LAP_SQL_RELEASE_BUILDS] = "DELETE FROM match_build WHERE match = ?1",
    [LAP_SQL_DROP_BUILDS] = "DELETE FROM build WHERE NOT EXISTS (SELECT 1 FROM match_build WHERE build = number)",
    /* Ten parts, merged as they are read: each is in the order of the index. */
    [LAP_SQL_LIST] = LISTED_OF(0) "UNION ALL " LISTED_OF(1) "ORDER BY changed DESC, id DESC LIMIT ?6",
};

gboolean lap_sqlite_prepare(LapSqliteStore *self, GError **error)
{
  for (int i = 0; i < LAP_SQL_STATEMENTS; i++) {
    int result = sqlite3_prepare_v3(self->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &self->statement[i], NULL);
    if (result != SQLITE_OK) return lap_sqlite_fail(self->db, result, "cannot open", self->path, error);
  }
  return TRUE;
}

static void bind_bytes(sqlite3_stmt *statement, int place, GBytes *value)
{
  gsize n;
  gconstpointer bytes = g_bytes_get_data(value, &n);
  sqlite3_bind_blob64(statement, place, bytes, n, SQLITE_STATIC);
}

static sqlite3_stmt *bind(LapSqliteStore *self, LapSql which, const char *types, va_list arguments)
{
  sqlite3_stmt *statement = self->statement[which];
  sqlite3_clear_bindings(statement);
  for (int i = 0; types[i]; i++) {
    if (types[i] == 's')
      sqlite3_bind_text(statement, i + 1, va_arg(arguments, const char *), -1, SQLITE_STATIC);
    else if (types[i] == 'h')
      sqlite3_bind_blob(statement, i + 1, va_arg(arguments, const LapChain *), sizeof(LapChain), SQLITE_STATIC);
    else if (types[i] == 'b')
      bind_bytes(statement, i + 1, va_arg(arguments, GBytes *));
    else
      sqlite3_bind_int64(statement, i + 1, va_arg(arguments, gint64));
  }
  return statement;
}

sqlite3_stmt *lap_sqlite_start(LapSqliteStore *self, LapSql which, const char *types, ...)
{
  va_list arguments;
  va_start(arguments, types);
  sqlite3_stmt *statement = bind(self, which, types, arguments);
  va_end(arguments);
  return statement;
}

void lap_sqlite_end_transaction(LapSqliteStore *self)
{
  if (!sqlite3_get_autocommit(self->db)) {
    sqlite3_step(self->statement[LAP_SQL_ROLL_BACK]);
    sqlite3_reset(self->statement[LAP_SQL_ROLL_BACK]);
  }
  if (self->writing) lap_sqlite_files_note(&self->files, NULL); /* a large transaction is written before its commit */
  self->writing = FALSE;
  self->totals = self->committed;
}

void lap_sqlite_spoil(LapSqliteStore *self, const GError *reason)
{
  if (!self->spoiled) self->spoiled = g_error_copy(reason);
  lap_sqlite_end_transaction(self);
}

/* Some errors make SQLite roll the open transaction back by itself. */
gboolean lap_sqlite_finish(LapSqliteStore *self, sqlite3_stmt *statement, int result, GError **error)
{
  gboolean good = result == SQLITE_DONE || result == SQLITE_ROW;
  g_autoptr(GError) reason = NULL;
  if (!good) lap_sqlite_fail(self->db, result, "cannot read", self->path, &reason);
  sqlite3_reset(statement);
  if (good) return TRUE;

  if (self->writing && sqlite3_get_autocommit(self->db)) lap_sqlite_spoil(self, reason);
  g_propagate_error(error, g_steal_pointer(&reason));
  return FALSE;
}

gboolean lap_sqlite_run(LapSqliteStore *self, GError **error, LapSql which, const char *types, ...)
{
  va_list arguments;
  va_start(arguments, types);
  sqlite3_stmt *statement = bind(self, which, types, arguments);
  va_end(arguments);

  int result = sqlite3_step(statement);
  g_autoptr(GError) reason = NULL;
  if (result != SQLITE_DONE) lap_sqlite_fail(self->db, result, "cannot write to", self->path, &reason);
  sqlite3_reset(statement);
  if (!reason) return TRUE;

  lap_sqlite_spoil(self, reason);
  g_propagate_error(error, g_steal_pointer(&reason));
  return FALSE;
}

gboolean lap_sqlite_get_chain(sqlite3_stmt *row, int column, LapChain *chain)
{
  const void *bytes = sqlite3_column_blob(row, column);
  if (!bytes || sqlite3_column_bytes(row, column) != sizeof *chain) return FALSE;
  memcpy(chain, bytes, sizeof *chain);
  return TRUE;
}

gboolean lap_sqlite_look_up(LapSqliteStore *self, const char *id, LapSqliteRow *row, GError **error)
{
  sqlite3_stmt *statement = lap_sqlite_start(self, LAP_SQL_LOOK_UP, "s", id);
  int result = sqlite3_step(statement);
  *row = (LapSqliteRow){0};
  gboolean whole = TRUE;
  if (result == SQLITE_ROW) {
    *row = (LapSqliteRow){.number = sqlite3_column_int64(statement, 0),
                          .entries = (guint64)sqlite3_column_int64(statement, 1),
                          .last = sqlite3_column_int64(statement, 2)};
    whole = lap_sqlite_get_chain(statement, 3, &row->head);
  }
  if (!lap_sqlite_finish(self, statement, result, error)) return FALSE;
  return whole || lap_sqlite_damaged(self, error, "the row of match %s has no hash", id);
}

gboolean lap_sqlite_damaged(LapSqliteStore *self, GError **error, const char *what, ...)
{
  va_list arguments;
  va_start(arguments, what);
  g_autofree char *text = g_strdup_vprintf(what, arguments);
  va_end(arguments);
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT, "%s is damaged: %s", self->path, text);
  return FALSE;
}

#include "sqlite-schema.h"

#include "sqlite-error.h"

/* Entries lie in the order in which they came, whatever their match, each with the number of the one before it of the
 * same match, and the match's row has the number of its last: so the commits of a turn write few pages however many
 * matches moved. An index by match would be changed in another page for each. Headers, which never change, stand apart
 * from the rows that change with each entry. The listing reads what it filters by from its index alone. */
const char *const lap_sqlite_steps[] = {
    /* 1 */
    "CREATE TABLE match (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    "  created INTEGER NOT NULL, changed INTEGER NOT NULL, entries INTEGER NOT NULL, over INTEGER NOT NULL,"
    "  last INTEGER NOT NULL) STRICT;"
    "CREATE INDEX match_by_change ON match (changed, id, over, game);"
    "CREATE TABLE header (match INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, match INTEGER NOT NULL, place INTEGER NOT NULL,"
    "  before INTEGER NOT NULL, text TEXT NOT NULL) STRICT;",
    NULL};

gboolean lap_sqlite_get_number(sqlite3 *db, const char *path, const char *sql, gint64 *number, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (result == SQLITE_OK) result = sqlite3_step(statement);
  if (result == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
  gboolean found = result == SQLITE_ROW || lap_sqlite_fail(db, result, "cannot read", path, error);
  sqlite3_finalize(statement);
  return found;
}

static gboolean not_a_store(const char *path, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT,
              "%s is a database of something else: expected a store of matches, or no file", path);
  return FALSE;
}

gboolean lap_sqlite_schema_read(sqlite3 *db, const char *path, const char *const *steps, guint *version, GError **error)
{
  gint64 application, number, tables;
  if (!lap_sqlite_get_number(db, path, "PRAGMA application_id", &application, error) ||
      !lap_sqlite_get_number(db, path, "PRAGMA user_version", &number, error) ||
      !lap_sqlite_get_number(db, path, "SELECT count(*) FROM sqlite_schema", &tables, error))
    return FALSE;

  gboolean empty = !application && !number && !tables;
  if (!empty && (application != LAP_SQLITE_APPLICATION || number < 1)) return not_a_store(path, error);

  gint64 newest = g_strv_length((char **)steps);
  if (number > newest) {
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_VERSION,
                "%s has layout %" G_GINT64_FORMAT ", which a newer host wrote: this one knows layouts up to %" //
                G_GINT64_FORMAT,
                path, number, newest);
    return FALSE;
  }
  *version = (guint)number;
  return TRUE;
}

static int take_steps(sqlite3 *db, const char *const *steps, guint version)
{
  int result = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (; result == SQLITE_OK && steps[version]; version++) result = sqlite3_exec(db, steps[version], NULL, NULL, NULL);
  if (result != SQLITE_OK) return result;

  g_autofree char *stamp = g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %u; COMMIT",
                                           LAP_SQLITE_APPLICATION, version);
  return sqlite3_exec(db, stamp, NULL, NULL, NULL);
}

gboolean lap_sqlite_schema_update(sqlite3 *db, const char *path, const char *const *steps, guint version,
                                  GError **error)
{
  if (!steps[version]) return TRUE;
  int result = take_steps(db, steps, version);
  if (result == SQLITE_OK) return TRUE;

  lap_sqlite_fail(db, result, "cannot bring up to date", path, error);
  if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

#include "sqlite-open.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sqlite-error.h"
#include "sqlite-schema.h"

/* Two that open at once can keep each other out, and one that is told to go may still be closing: so a few looks. */
#define LOOKS 5
#define PAUSE_MAX 50000 /* microseconds between them */

static gboolean check_path(const char *path, GError **error)
{
  if (*path && !g_str_has_prefix(path, ":")) return TRUE;
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_URL,
              "\"sqlite:%s\" is not the address of a store: expected sqlite:PATH (a path that begins with ':' is "
              "written sqlite:./:...), or memory:",
              path);
  return FALSE;
}

/* SQLite would make the file with 0644, and what it keeps beside it alike. A file that is there is not touched: closing
 * a descriptor of it would drop the locks that this process has on it. */
static gboolean make_file(const char *path, GError **error)
{
  int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 && errno != EEXIST) {
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "cannot make %s: %s", path, g_strerror(errno));
    return FALSE;
  }
  if (file >= 0) close(file);
  return TRUE;
}

static gboolean set(sqlite3 *db, const char *path, const char *pragmas, GError **error)
{
  int result = sqlite3_exec(db, pragmas, NULL, NULL, NULL);
  return result == SQLITE_OK || lap_sqlite_fail(db, result, "cannot open", path, error);
}

/* SQLite keeps another mode, and says so, where it cannot have this one. */
static gboolean keep_log(sqlite3 *db, const char *path, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int result = sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
  if (result == SQLITE_OK) result = sqlite3_step(statement);
  gboolean kept = result == SQLITE_ROW && !g_strcmp0((const char *)sqlite3_column_text(statement, 0), "wal");
  if (!kept)
    lap_sqlite_fail(result == SQLITE_ROW ? NULL : db, result == SQLITE_ROW ? SQLITE_CANTOPEN : result,
                    "cannot keep a log for", path, error);
  sqlite3_finalize(statement);
  return kept;
}

/* What is not ours is left as it was found: the journal's mode, which is kept in the file, comes after the look. */
static gboolean prepare(sqlite3 *db, const char *path, const char *const *steps, GError **error)
{
  guint version;
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if (sqlite3_db_readonly(db, "main")) return lap_sqlite_fail(NULL, SQLITE_READONLY, "cannot write to", path, error);
  if (!set(db, path, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY", error) ||
      !lap_sqlite_schema_read(db, path, steps, &version, error))
    return FALSE;
  return keep_log(db, path, error) && lap_sqlite_schema_update(db, path, steps, version, error) &&
         set(db, path, "BEGIN IMMEDIATE; COMMIT", error); /* the lock is held from here on */
}

static sqlite3 *look(const char *path, const char *const *steps, GError **error)
{
  sqlite3 *db = NULL;
  int result = sqlite3_open_v2(
      path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
  gboolean opened = result == SQLITE_OK ? prepare(db, path, steps, error)
                                        : lap_sqlite_fail(db, result, "cannot open", path, error);
  if (opened) return db;
  sqlite3_close(db);
  return NULL;
}

sqlite3 *lap_sqlite_open(const char *path, const char *const *steps, GError **error)
{
  if (!check_path(path, error) || !make_file(path, error)) return NULL;
  for (int left = LOOKS;; left--) {
    g_autoptr(GError) reason = NULL;
    sqlite3 *db = look(path, steps, &reason);
    if (db) return db;
    if (left == 1 || !g_error_matches(reason, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY)) {
      g_propagate_error(error, g_steal_pointer(&reason));
      return NULL;
    }
    g_usleep((gulong)g_random_int_range(PAUSE_MAX / 10, PAUSE_MAX));
  }
}

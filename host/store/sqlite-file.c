#include "sqlite-file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Two processes that open the file at once can lock each other out, and an earlier process may still be closing it, so
 * opening is tried a few times. */
#define TRIES 5
#define PAUSE_MAX 50000 /* microseconds between them */

/* -- Errors -- */

/* `result` is an extended result code of SQLite. */
static LapStoreError code_of(int result)
{
  switch (result & 0xff) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return LAP_STORE_ERROR_BUSY;
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
  case SQLITE_FORMAT:
  case SQLITE_MISMATCH:
  case SQLITE_CONSTRAINT: /* the store checks before it writes, so only a damaged one gets here */
  case SQLITE_ERROR:
    return LAP_STORE_ERROR_CORRUPT; /* a table or column of ours is not there */
  default:
    return LAP_STORE_ERROR_IO;
  }
}

static const char *hint(int result)
{
  switch (result & 0xff) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return "; another process, or this one, has it open: a store has one owner at a time";
  case SQLITE_CANTOPEN:
  case SQLITE_READONLY:
    return "; the file and its folder must be writable, for the log that is kept beside it";
  case SQLITE_NOTADB:
    return "; expected a store of matches, or no file";
  default:
    return "";
  }
}

gboolean lap_sqlite_fail(sqlite3 *db, int result, const char *doing, const char *path, GError **error)
{
  int cause = db ? sqlite3_system_errno(db) : 0;
  gboolean of_system = cause && code_of(result) == LAP_STORE_ERROR_IO;
  g_set_error(error, LAP_STORE_ERROR, code_of(result), "%s %s: %s%s%s%s", doing, path,
              db ? sqlite3_errmsg(db) : sqlite3_errstr(result), of_system ? ": " : "",
              of_system ? g_strerror(cause) : "", hint(result));
  return FALSE;
}

/* -- Layout -- */

/* Entries are stored in the order in which they came, whatever their match. Each has the number of the one before it of
 * the same match, and the match's row has the number of its last, so one commit writes few pages however many matches
 * moved: an index by match would be changed in another page for each. Headers, which never change, and seats, which
 * seldom do, are apart from the rows that change with each entry. The listing reads what it filters by from its index
 * alone, whose first two columns it compares for equality: so it looks at no match that it does not list, but for those
 * of another game.
 *
 * `chain` and `head` are hashes (chain.h). A snapshot has number and hash of the last entry that it is of. The
 * one row of `store` counts commits, matches and entries, and has the digest of all heads. `incident` has the warnings
 * that were given when the store was opened. `hash` of a build is that of its content. Messages are not
 * hashed: nothing follows from them. */
const char *const lap_sqlite_steps[] = {
    /* 1: lists needed what only a restored match knew; nothing was hashed */
    "",
    /* 2, which was never released: no builds were kept, and the game was part of the hash of a header */
    "",
    /* 3 */
    "CREATE TABLE match (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    "  created INTEGER NOT NULL, changed INTEGER NOT NULL, entries INTEGER NOT NULL, state INTEGER NOT NULL,"
    "  public INTEGER NOT NULL, last INTEGER NOT NULL, head BLOB NOT NULL) STRICT;"
    "CREATE INDEX match_by_change ON match (public, state, changed, id, game);"
    "CREATE TABLE header (match INTEGER PRIMARY KEY, seats TEXT NOT NULL, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, match INTEGER NOT NULL, place INTEGER NOT NULL,"
    "  before INTEGER NOT NULL, chain BLOB NOT NULL, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE store (id BLOB NOT NULL, generation INTEGER NOT NULL, matches INTEGER NOT NULL,"
    "  entries INTEGER NOT NULL, digest BLOB NOT NULL) STRICT;"
    "INSERT INTO store VALUES (randomblob(16), 0, 0, 0, zeroblob(32));"
    "CREATE TABLE incident (at INTEGER NOT NULL, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE snapshot (match INTEGER NOT NULL, place INTEGER NOT NULL, entry INTEGER NOT NULL,"
    "  chain BLOB NOT NULL, tail BLOB NOT NULL, state BLOB NOT NULL, PRIMARY KEY (match, place)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE build (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash BLOB NOT NULL,"
    "  content BLOB NOT NULL) STRICT;"
    "CREATE TABLE match_build (match INTEGER NOT NULL, build INTEGER NOT NULL, PRIMARY KEY (match, build))"
    "  STRICT, WITHOUT ROWID;"
    "CREATE INDEX match_build_by_build ON match_build (build)",
    /* 4: what people say to each other */
    "CREATE TABLE message (match INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,"
    "  PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID",
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

/* Reads the version of the layout, without writing. An error if the file is not a store, or not one that `steps` lead
 * to or from. */
static gboolean read_version(sqlite3 *db, const char *path, const char *const *steps, guint *version, GError **error)
{
  gint64 application = 0, number = 0, tables = 0;
  if (!lap_sqlite_get_number(db, path, "PRAGMA application_id", &application, error) ||
      !lap_sqlite_get_number(db, path, "PRAGMA user_version", &number, error) ||
      !lap_sqlite_get_number(db, path, "SELECT count(*) FROM sqlite_schema", &tables, error))
    return FALSE;

  gboolean empty = !application && !number && !tables;
  if (!empty && (application != LAP_SQLITE_APPLICATION || number < 1)) return not_a_store(path, error);

  gint64 newest = g_strv_length((char **)steps);
  if (number > newest) {
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_VERSION,
                "%s has layout %" G_GINT64_FORMAT
                ", which a newer host wrote: this one knows layouts up to %" G_GINT64_FORMAT,
                path, number, newest);
    return FALSE;
  }
  if (number && !*steps[number - 1]) {
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_VERSION,
                "%s has layout %" G_GINT64_FORMAT
                ", which an older host wrote and this one cannot take over: that host "
                "can export its matches",
                path, number);
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

/* Takes the steps after `version`, all in one transaction. */
static gboolean update(sqlite3 *db, const char *path, const char *const *steps, guint version, GError **error)
{
  if (!steps[version]) return TRUE;
  int result = take_steps(db, steps, version);
  if (result == SQLITE_OK) return TRUE;

  lap_sqlite_fail(db, result, "cannot bring up to date", path, error);
  if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

/* -- Opening -- */

static gboolean check_path(const char *path, GError **error)
{
  if (*path && !g_str_has_prefix(path, ":")) return TRUE;
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_URL,
              "\"sqlite:%s\" is not the address of a store: expected sqlite:PATH (a path that begins with ':' is "
              "written sqlite:./:...), or memory:",
              path);
  return FALSE;
}

/* Makes the file with rights for its owner alone, where SQLite would use 0644; the files beside it take its rights. A
 * file that exists is not opened here: closing a descriptor of it would drop the locks that this process has on it. */
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

/* SQLite keeps another mode, and says which, where it cannot use a write-ahead log. */
static gboolean use_wal(sqlite3 *db, const char *path, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int result = sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
  if (result == SQLITE_OK) result = sqlite3_step(statement);
  gboolean used = result == SQLITE_ROW && !g_strcmp0((const char *)sqlite3_column_text(statement, 0), "wal");
  if (!used)
    lap_sqlite_fail(result == SQLITE_ROW ? NULL : db, result == SQLITE_ROW ? SQLITE_CANTOPEN : result,
                    "cannot keep a log for", path, error);
  sqlite3_finalize(statement);
  return used;
}

/* A database of something else is left as it was: the journal's mode, which is kept in the file, is set once the schema
 * has been read. */
static gboolean prepare(sqlite3 *db, const char *path, const char *const *steps, GError **error)
{
  guint version;
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if (sqlite3_db_readonly(db, "main")) return lap_sqlite_fail(NULL, SQLITE_READONLY, "cannot write to", path, error);
  if (!set(db, path, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY", error) ||
      !read_version(db, path, steps, &version, error))
    return FALSE;
  return use_wal(db, path, error) && update(db, path, steps, version, error) &&
         set(db, path, "BEGIN IMMEDIATE; COMMIT", error); /* the lock is held from here on */
}

static sqlite3 *try_open(const char *path, const char *const *steps, GError **error)
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
  for (int left = TRIES;; left--) {
    g_autoptr(GError) reason = NULL;
    sqlite3 *db = try_open(path, steps, &reason);
    if (db) return db;
    if (left == 1 || !g_error_matches(reason, LAP_STORE_ERROR, LAP_STORE_ERROR_BUSY)) {
      g_propagate_error(error, g_steal_pointer(&reason));
      return NULL;
    }
    g_usleep((gulong)g_random_int_range(PAUSE_MAX / 10, PAUSE_MAX));
  }
}

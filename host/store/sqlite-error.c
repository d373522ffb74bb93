#include "sqlite-error.h"

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
  case SQLITE_CONSTRAINT: /* the store looks before it writes: only what is damaged gets here */
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

/* What SQLite says went wrong, as errors of a store. */
#pragma once

#include <sqlite3.h>

#include "store.h"

G_BEGIN_DECLS

/* The code for an extended result code of SQLite. */
LapStoreError lap_sqlite_error_code(int result);

/* Sets `error` to what the connection says of its last call, which returned `result` while `doing`, say "cannot open".
 * A connection of NULL is one for which there was no memory.
 * Returns: FALSE, always */
gboolean lap_sqlite_fail(sqlite3 *db, int result, const char *doing, const char *path, GError **error);

G_END_DECLS

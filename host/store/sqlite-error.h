/* What SQLite says went wrong, as errors of a store. */
#pragma once

#include <sqlite3.h>

#include "store.h"

G_BEGIN_DECLS

/* Sets `error` to what the connection says of its last call, which returned `result` while `doing`, say "cannot open".
 * Without a connection (NULL) it is what `result` means.
 * Returns: FALSE, always */
gboolean lap_sqlite_fail(sqlite3 *db, int result, const char *doing, const char *path, GError **error);

G_END_DECLS

/* The file of an SQLite store: opened or created, locked, and migrated to the present layout.
 *
 * The layout has a version, kept as the file's user_version. Step v brings version v - 1 to v, and version 0 is an
 * empty file. Steps are only ever added, since files that went through the old ones exist. An empty step v says that
 * version v is not taken over any more: the next one starts afresh. */
#pragma once

#include <sqlite3.h>

#include "store.h"

G_BEGIN_DECLS

/* "Lpdy", the file's application_id, which tells a store from other databases. */
#define LAP_SQLITE_APPLICATION 0x4c706479

/* The SQL of each step, then NULL. */
extern const char *const lap_sqlite_steps[];

/* Returns a connection that holds the file's lock, to be closed with sqlite3_close. */
sqlite3 *lap_sqlite_open(const char *path, const char *const *steps, GError **error);

/* Reads the first column of the one row that `sql` gives. */
gboolean lap_sqlite_get_number(sqlite3 *db, const char *path, const char *sql, gint64 *number, GError **error);

/* Sets `error` from the connection's last call, which returned `result`. `doing` begins the message: "cannot open".
 * Without a connection (NULL) the message is that of `result`.
 * Returns: FALSE, always */
gboolean lap_sqlite_fail(sqlite3 *db, int result, const char *doing, const char *path, GError **error);

G_END_DECLS

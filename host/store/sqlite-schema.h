/* How a store is laid out in an SQLite file, and how a file of an older layout becomes one of today's.
 *
 * The layout has a version, kept as the file's user_version; step v brings version v - 1 to v, and version 0 is a file
 * with nothing in it. Steps are only ever added: what one did to somebody's file it has done. */
#pragma once

#include <sqlite3.h>

#include "store.h"

G_BEGIN_DECLS

/* "Lpdy", the file's application_id: what tells a store from anybody else's database. */
#define LAP_SQLITE_APPLICATION 0x4c706479

/* Of each step its SQL, then NULL. */
extern const char *const lap_sqlite_steps[];

/* Looks, without writing, whether the file is a store that `steps` lead to or from, and at which version. */
gboolean lap_sqlite_schema_read(sqlite3 *db, const char *path, const char *const *steps, guint *version,
                                GError **error);

/* Takes the steps after `version`, all in one transaction. */
gboolean lap_sqlite_schema_update(sqlite3 *db, const char *path, const char *const *steps, guint version,
                                  GError **error);

/* The first column of the one row that `sql` gives, as a number. */
gboolean lap_sqlite_get_number(sqlite3 *db, const char *path, const char *sql, gint64 *number, GError **error);

G_END_DECLS

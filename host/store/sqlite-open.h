/* Opening the file of an SQLite store: found or made, locked, its layout up to date. */
#pragma once

#include <sqlite3.h>

#include "store.h"

G_BEGIN_DECLS

/* A connection that holds the file's lock, to be closed with sqlite3_close. */
sqlite3 *lap_sqlite_open(const char *path, const char *const *steps, GError **error);

G_END_DECLS

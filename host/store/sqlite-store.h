/* A store in one SQLite file, embedded: nothing to install, nothing to start.
 *
 * Write-ahead log, synchronous=FULL, one connection, which locks the file for as long as it is open; the lock is the
 * kernel's, so it ends with the process, however that ends. Beside the file lies PATH-wal while it is open, and after a
 * crash. The file is made readable to its owner alone: it holds what the players may not know. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

#define LAP_TYPE_SQLITE_STORE (lap_sqlite_store_get_type())
G_DECLARE_FINAL_TYPE(LapSqliteStore, lap_sqlite_store, LAP, SQLITE_STORE, GObject)

/* Returns: (transfer full) */
LapStore *lap_sqlite_store_open(const char *path, GError **error);

G_END_DECLS

/* Stores that need libraries which not every machine has: each is a module, loaded when an address asks for it. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

/* Loads the module of PostgreSQL, which stays loaded, and opens a store with it. */
LapStore *lap_store_open_postgresql(const char *url, GError **error);

G_END_DECLS

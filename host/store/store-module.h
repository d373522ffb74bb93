/* Stores that need libraries which not every machine has: each is a module, loaded when an address asks for it. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

/* Whether it is the address of a store in PostgreSQL. */
gboolean lap_store_is_postgresql(const char *url);

/* Loads the module of PostgreSQL, which stays loaded, and opens a store with it: as a node of this name and address, or
 * alone if they are NULL. */
LapStore *lap_store_open_postgresql(const char *url, const char *node, const char *address, GError **error);

/* The nodes of a store there (lap_store_list_nodes). */
GPtrArray *lap_store_list_postgresql_nodes(const char *url, GError **error);

G_END_DECLS

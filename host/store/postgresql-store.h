/* What the module has that is loaded for addresses of PostgreSQL. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

/* As lap_store_open_as_node, for "postgresql:..."; without a name as lap_store_open. */
LapStore *lap_postgresql_store_open(const char *url, const char *node, const char *address, GError **error);

/* As lap_store_list_nodes. */
GPtrArray *lap_postgresql_list_nodes(const char *url, GError **error);

G_END_DECLS

/* What the module has that is loaded for addresses of PostgreSQL. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

/* As lap_store_open, for "postgresql:...". */
LapStore *lap_postgresql_store_open(const char *url, GError **error);

G_END_DECLS

/* Routes: for each method, who carries it out, what its params must be, and how its requests ended. */
#pragma once

#include "errors.h"
#include "schema.h"

G_BEGIN_DECLS

typedef struct {
  const char *name; /* "unknown" where it is of none */
  const LapMethodEntry *entry;
  const LapSchema *params;        /* of the object that params are */
  guint64 outcomes[LAP_OUTCOMES]; /* how many requests ended so */
} LapRoute;

typedef struct LapRoutes LapRoutes;

/* From the table of methods and the document; each method stands in both, or the program is wrong and ends. */
LapRoutes *lap_routes_new(const LapMethodEntry *methods, JsonObject *document);
void lap_routes_free(LapRoutes *routes);

/* NULL if there is no such method. */
LapRoute *lap_routes_find(LapRoutes *routes, const char *method);
/* Where requests count that name no method. */
LapRoute *lap_routes_unknown(LapRoutes *routes);
/* All of them, the unknown one last. */
GPtrArray *lap_routes_all(LapRoutes *routes);
/* The methods that may have been meant, as "'a' or 'b'", or NULL. (transfer full) */
char *lap_routes_nearest(LapRoutes *routes, const char *method);

G_END_DECLS

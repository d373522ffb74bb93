/* Routes: for each method its handler, the schema of its params, and counters of its responses.
 *
 * The methods are those of the OpenRPC document (openrpc.json, compiled in). The schemas of params are compiled from it
 * and checked before a handler is called, so the document is always correct, and a handler need not check members
 * again. */
#pragma once

#include <json-glib/json-glib.h>

#include "limits.h"
#include "schema.h"

G_BEGIN_DECLS

typedef struct LapCall LapCall;

/* Carries out a request: appends the result and returns TRUE, or fails the call and returns FALSE. */
typedef gboolean (*LapMethod)(LapCall *call);

typedef struct {
  const char *name;
  LapMethod method;
  gboolean operators; /* for them only */
  gboolean changes;   /* adds entries to a match */
} LapMethodEntry;

/* In how many ways a request can end: without an error, or with one of the codes (response.h). */
#define LAP_RPC_ENDINGS 25

typedef struct {
  const char *name; /* "unknown": the route that counts requests for methods that do not exist */
  const LapMethodEntry *entry;
  const LapSchema *params;          /* of the object that params are */
  guint64 endings[LAP_RPC_ENDINGS]; /* how many requests ended so */
} LapRoute;

typedef struct LapRoutes LapRoutes;

/* `methods`: ended by a NULL name; each must be in the document, otherwise the program ends. */
LapRoutes *lap_routes_new(const LapMethodEntry *methods);
void lap_routes_free(LapRoutes *routes);

/* NULL if there is no such method. */
LapRoute *lap_routes_find(LapRoutes *routes, const char *method);
LapRoute *lap_routes_unknown(LapRoutes *routes);
/* All of them, the unknown one last. (element-type LapRoute) */
GPtrArray *lap_routes_all(LapRoutes *routes);
/* The methods that may have been meant, as "'a' or 'b'", or NULL. (transfer full) */
char *lap_routes_nearest(LapRoutes *routes, const char *method);

/* The document with version and limits filled in, as one line of JSON. (transfer full) */
char *lap_routes_write_document(const LapLimit *limits);

G_END_DECLS

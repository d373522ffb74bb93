/* Inside of the server: what its parts share. */
#pragma once

#include "addresses.h"
#include "connection.h"
#include "limits.h"
#include "metrics.h"
#include "routes.h"
#include "turn.h"

G_BEGIN_DECLS

struct _LapServer {
  GObject parent_instance;
  LapHost *host;
  GMainContext *context;
  LapLimit limits[LAP_LIMITS + 1];
  LapRoutes *routes;
  LapTurn *turn;
  LapMetrics metrics;

  GQueue connections; /* of LapConnection, oldest first */
  guint64 last_id;    /* of a connection */
  LapAddresses *addresses;
  gint64 running; /* matches that are not over, or -1: not counted yet */

  const LapAudience *audience; /* or NULL */
  gpointer audience_data;
  GDestroyNotify audience_destroy;

  gint64 started;       /* seconds since 1970 */
  char *operator_hash;  /* SHA-256 of the operators' token, in hexadecimal; NULL: there is none */
  char *document;       /* or NULL: to be made */
  gboolean store_fails; /* the last commit did */
  gboolean draining, drained;
  GSource *housekeeping, *drain; /* drain: NULL unless draining */
};

static inline gint64 lap_limit(const LapServer *server, LapLimitIndex index) { return server->limits[index].value; }

/* A connection is gone: goes on with draining. */
void lap_server_went(LapServer *server);

G_END_DECLS

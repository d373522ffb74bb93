/* The state of the server and of its connections, for the files of this folder.
 *
 * Who changes what: server.c the server but for what is said beside a member; connection.c connections; batch.c the
 * batch; subscriptions.c subscriptions. Everybody may read all. */
#pragma once

#include "batch.h"
#include "connection.h"
#include "metrics.h"
#include "quotas.h"
#include "subscriptions.h"

G_BEGIN_DECLS

struct _LapServer {
  GObject parent_instance;
  LapHost *host;
  GMainContext *context;
  LapLimit limits[LAP_LIMITS + 1];
  LapRpc *rpc;
  LapBatch *batch;
  LapSubscriptions *subscriptions;
  LapMetrics metrics; /* counted up wherever something happens */

  GQueue connections; /* of LapConnection, oldest first; connection.c */
  guint64 last_id;    /* of a connection; connection.c */
  LapAddresses *addresses;
  gint64 live_matches; /* matches that are not over, or -1: to be counted; service.c */

  gint64 started;       /* seconds since 1970 */
  char *operator_hash;  /* SHA-256 of the operators' token, in hexadecimal; NULL: there is none; service.c */
  gboolean store_fails; /* the last commit did; batch.c */
  gboolean draining, drained;
  GSource *housekeeping, *drain; /* drain: NULL unless draining */
};

static inline gint64 lap_limit(const LapServer *server, LapLimitIndex index) { return server->limits[index].value; }

struct LapConnection {
  LapCaller caller;              /* the first member: lap_connection_of_caller */
  LapServer *server;             /* a reference */
  const LapTransport *transport; /* not to be called once it is gone */
  gpointer peer;
  guint references; /* the transport's until it is gone, and that of each output in a batch */
  GList link;       /* in the server's connections, until it is gone */
  guint64 id;
  char *address;

  GPtrArray *subscriptions; /* NULL: it never had one; subscriptions.c */

  GHashTable *proven; /* tokens and invitations that were right, or NULL; service.c */
  LapRate rate;
  gint64 wait;     /* ms until something of the present message that came too fast may be asked again; 0: nothing did */
  gint64 active;   /* monotonic: when the last message came */
  gboolean behind; /* notifications are withheld, and whole states will follow */
  gboolean closing; /* the transport was asked to close; nothing is read or sent any more */
  gboolean gone;
  LapCloseReason reason; /* why it is closed */
};

/* --- connection.c */

LapConnection *lap_connection_ref(LapConnection *connection);
void lap_connection_unref(LapConnection *connection);
/* Sends a reply, or cuts off a reader for whom too much waits already. */
void lap_connection_send(LapConnection *connection, GBytes *message);
/* Sends a notification, or withholds it where the reader is behind. `lost`: withholds it in any case. */
void lap_connection_send_notification(LapConnection *connection, LapNotificationKind kind, GBytes *message,
                                      gboolean lost);
/* Sends it whole states if it is behind and has read all that waited for it. */
void lap_connection_catch_up(LapConnection *connection);
void lap_connection_close(LapConnection *connection, LapCloseReason reason, gboolean now);

/* --- service.c */

/* What the server does for the methods. */
extern const LapRpcService lap_server_service;
/* A match is over; another one has come by agreement; how many there are is not known any more. */
void lap_server_match_ended(LapServer *server);
void lap_server_match_added(LapServer *server);
void lap_server_recount_matches(LapServer *server);

/* --- server.c */

/* A connection is gone: goes on with draining. */
void lap_server_connection_gone(LapServer *server);

G_END_DECLS

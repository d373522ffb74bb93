/* The state of the server and of its connections, for the files of this folder.
 *
 * Which file writes what: server.c the members of the server unless a comment names another file; connection.c and
 * requests.c connections; batch.c the batch; subscriptions.c subscriptions. All files may read everything.
 *
 * A file calls only those before it: connection.c, metrics.c, batch.c, bills.c, fair.c, presence.c,
 * subscriptions.c, nodes.c, forward.c, drain.c, requests.c, service.c, prune.c, server.c. What has to go the other way
 * is handed over as a function (LapBatchSent, LapFairHandler). */
#pragma once

#include "batch.h"
#include "bills.h"
#include "connection.h"
#include "fair.h"
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
  LapMetrics metrics; /* incremented by all files */

  GQueue connections; /* of LapConnection, oldest first; connection.c */
  guint64 last_id;    /* id of the newest connection; connection.c */
  LapAddresses *addresses;
  LapFairQueue *fair;
  LapBills *bills;
  LapConnection *answering; /* whose request is being carried out, or NULL; connection.c */
  gint64 answered;          /* monotonic: when the last message was done; requests.c */
  gint64 work;              /* processor time, in us, that the thread had used then; requests.c */
  gint64 live_matches;      /* matches that are not over, or LAP_MATCHES_UNKNOWN; service.c */

  gint64 started;       /* seconds since 1970 */
  char *operator_hash;  /* SHA-256 of the operators' token, in hexadecimal; NULL: there is none; service.c */
  gboolean store_fails; /* the last commit failed; batch.c */
  gboolean draining, drained;
  GSource *housekeeping, *drain;   /* drain: NULL unless draining */
  GSource *ready;                  /* dispatched when rules have answered that were not waited for */
  gint64 patience;                 /* us: how long a request waits for rules; 0: until they answer, for tests */
  gint64 prune_after;              /* microseconds; 0: never; prune.c */
  GSource *pruning;                /* or NULL; prune.c */
  const LapForwarding *forwarding; /* or NULL; forward.c */
  gpointer forwarding_data;
  GSource *renewing; /* NULL unless it is a node; nodes.c */
  char *node;        /* its name as a node, or NULL; nodes.c */
  gint64 renewed;    /* monotonic: when it last said that it is there; 0: too long ago; nodes.c */
};

enum { LAP_MATCHES_UNKNOWN = -1 };

/* How long a request, or the move of a bot, may wait for rules in another process, in us: far longer than most take,
 * and hardly longer than a batch. */
enum { LAP_PATIENCE = 3000 };

/* Sources that call `callback` with the server. */
static inline GSource *lap_server_attach(LapServer *server, GSource *source, GSourceFunc callback)
{
  g_source_set_callback(source, callback, server, NULL);
  g_source_attach(source, server->context);
  return source;
}

static inline void lap_server_detach(GSource **source)
{
  if (!*source) return;
  g_source_destroy(*source);
  g_clear_pointer(source, g_source_unref);
}

static inline gint64 lap_limit(const LapServer *server, LapLimitIndex index) { return server->limits[index].value; }

struct LapConnection {
  LapCaller caller;              /* the first member: lap_connection_of_caller */
  LapServer *server;             /* a reference */
  const LapTransport *transport; /* not called after lap_connection_gone */
  gpointer peer;
  guint references; /* one of the transport until lap_connection_gone, one of each queued output */
  GList link;       /* in the server's connections, until it is gone */
  guint64 id;
  char *address;
  LapAddress *place; /* what is known of the address; not used after lap_connection_gone */

  GPtrArray *subscriptions; /* NULL: none so far; subscriptions.c */
  GPtrArray *upstreams;     /* of LapUpstream, or NULL; forward.c */
  gboolean of_node;         /* of another node, for a client of its own */
  char *elsewhere;          /* the node that has what the present message asks for, or NULL; service.c */

  GHashTable *proven;   /* tokens and invitations that were right, or NULL; service.c */
  guint deferred;       /* messages that wait in the fair queue; fair.c */
  gsize deferred_bytes; /* of them; fair.c */
  gboolean held;        /* not read, since many are deferred; fair.c */
  gboolean put_off;     /* the first of them waits for rules that have not answered yet; fair.c */
  gboolean again;       /* that one is carried out again: it was charged for before; fair.c */
  GQueue aside;         /* those of the deferred that wait until it is no longer clogged or put off; fair.c */
  gsize unsent;         /* bytes of replies that wait for the end of the batch; batch.c */
  gint64 wait;          /* ms to wait, if the present message exceeded the rate; otherwise 0 */
  gint64 refused;       /* requests refused, less those that were not, since then */
  gint64 active;        /* monotonic: when the last message came */
  guint owed;           /* replies that come later; service.c */
  gboolean behind;      /* notifications are withheld, and whole states will follow */
  gboolean closing;     /* the transport was asked to close; nothing is read or sent any more */
  gboolean gone;
  LapCloseReason reason; /* why it is closed */
};

/* --- connection.c */

LapConnection *lap_connection_ref(LapConnection *connection);
void lap_connection_unref(LapConnection *connection);
/* Sends a reply, or closes the connection if too many bytes are queued for it. */
void lap_connection_send(LapConnection *connection, GBytes *message);
/* Sends a notification, or withholds it if the reader is behind. `lost`: withholds it in any case. */
void lap_connection_send_notification(LapConnection *connection, LapNotificationKind kind, GBytes *message,
                                      gboolean lost);
/* Whether so many bytes wait to be sent to it that its requests are not carried out. */
gboolean lap_connection_is_clogged(const LapConnection *connection);
void lap_connection_close(LapConnection *connection, LapCloseReason reason, gboolean now);
/* Takes a connection whose peer is gone off the server's list. */
void lap_connection_leave(LapConnection *connection);

/* --- nodes.c */

/* Gives its matches to other nodes, if it is one. */
void lap_server_leave_nodes(LapServer *server);
/* Before anything is answered: a node that hung, or waited for its database, may have lost its matches meanwhile, and
 * would tell of them as they were before. */
void lap_server_check_leases(LapServer *server);

/* --- forward.c */

/* Sends a message of the client to the node at an address. */
void lap_connection_forward(LapConnection *connection, const char *address, const char *text, gsize length);
/* What was sent to the client is written. */
void lap_upstreams_resume(LapConnection *connection);
void lap_upstreams_close(LapConnection *connection);

/* --- drain.c */

/* Called when a connection is gone: continues draining. */
void lap_server_connection_gone(LapServer *server);

/* --- requests.c */

/* Carries out the requests of a message, now. */
void lap_connection_carry_out(LapConnection *connection, const char *text, gsize length);
/* Called when replies were sent, or what was queued is written: takes up requests that waited for that, and sends whole
 * states if notifications were withheld and the queue is empty again. */
void lap_connection_catch_up(LapConnection *connection);

/* --- service.c */

/* The functions that the server provides to RPC methods. */
extern const LapRpcService lap_server_service;
/* Update the count of live matches: a match is over; a rematch was created; the count is unknown and is made anew. */
void lap_server_match_ended(LapServer *server);
void lap_server_match_added(LapServer *server);
static inline void lap_server_recount_matches(LapServer *server) { server->live_matches = LAP_MATCHES_UNKNOWN; }

/* --- prune.c */

void lap_server_stop_pruning(LapServer *server);

G_END_DECLS

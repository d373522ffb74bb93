/* Draining: the server is about to stop. Clients are told so and work in progress is completed; then connections are
 * closed, and "drained" is emitted once they are gone. */
#include "server-private.h"

enum { GRACE_MAX = 1000 /* ms */ };

static gboolean finish_draining(gpointer data)
{
  LapServer *server = data;
  lap_server_detach(&server->drain);
  server->drained = TRUE;
  g_signal_emit_by_name(server, "drained");
  return G_SOURCE_REMOVE;
}

static void close_now(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  connection->closing = FALSE;
  lap_connection_close(connection, LAP_CLOSED_DRAIN, TRUE);
}

static gboolean on_drain_timeout(gpointer data)
{
  LapServer *server = data;
  lap_server_detach(&server->drain);
  lap_server_visit_connections(server, close_now, NULL);
  return G_SOURCE_REMOVE;
}

/* Deferred to the main loop, since a transport may be in the middle of using the peer. */
void lap_server_connection_gone(LapServer *server)
{
  if (!server->draining || server->drained || server->connections.length) return;
  lap_server_detach(&server->drain);
  server->drain = lap_server_attach(server, g_idle_source_new(), finish_draining);
}

static void close_soon(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  lap_connection_close(connection, LAP_CLOSED_DRAIN, FALSE);
}

/* How long requests are still answered while draining, in ms: work in progress can be completed, and requests that
 * would begin something new get an error that says why. At another node all can go on at once. */
static guint grace(const LapServer *server)
{
  return server->renewing ? 0 : (guint)MIN(GRACE_MAX, lap_limit(server, LAP_LIMIT_DRAIN) / 2);
}

static gboolean close_all(gpointer data)
{
  LapServer *server = data;
  guint remaining = (guint)lap_limit(server, LAP_LIMIT_DRAIN) - grace(server);
  lap_server_detach(&server->drain);
  lap_batch_end(server->batch);
  lap_server_leave_nodes(server);
  lap_server_visit_connections(server, close_soon, NULL);
  server->drain = lap_server_attach(server, g_timeout_source_new(remaining), on_drain_timeout);
  return G_SOURCE_REMOVE;
}

void lap_server_drain(LapServer *server)
{
  if (server->draining) return;
  server->draining = TRUE;
  lap_batch_begin(server->batch);
  lap_rpc_drain(server->rpc);
  lap_subscriptions_notify_draining(server);
  lap_batch_end(server->batch);
  server->drain = lap_server_attach(server, g_timeout_source_new(grace(server)), close_all);
  lap_server_connection_gone(server);
}

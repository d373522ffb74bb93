/* A server that is one of several nodes: it says regularly that it is there, takes up matches of nodes that are not,
 * and sends its clients away when its matches may be others'. They come back, to this node or another. */
#include "host/match/node.h"
#include "host/store/node.h"
#include "server-private.h"

#define RENEW_EVERY 1000                                      /* ms */
#define LEASE_ENDS (LAP_STORE_LEASE_SECONDS * G_USEC_PER_SEC) /* after the last renewal */

static void send_away(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  lap_connection_close(connection, LAP_CLOSED_MOVED, FALSE);
}

static void lose_matches(LapServer *server)
{
  g_warning("this node has lost its matches: other nodes may have them now");
  lap_server_visit_connections(server, send_away, NULL);
}

/* Nobody else has its matches by now, whatever the database says later. */
static gboolean is_certain(const LapServer *server) { return g_get_monotonic_time() - server->renewed < LEASE_ENDS; }

static gboolean renew(gpointer data)
{
  LapServer *server = data;
  g_autoptr(GError) error = NULL;
  gboolean lost;
  lap_batch_end(server->batch);
  gint64 began = g_get_monotonic_time();
  gboolean renewed = lap_host_renew_leases(server->host, &lost, &error);
  if (!renewed) g_warning("this node cannot say that it is there: %s", error->message);
  if (renewed) server->renewed = began;
  if (!lost && server->renewed && !renewed && !is_certain(server)) {
    lost = TRUE;
    server->renewed = 0; /* sends nobody away again before it has succeeded */
    lap_host_let_all_go(server->host);
  }
  if (lost) lose_matches(server);
  return G_SOURCE_CONTINUE;
}

void lap_server_check_leases(LapServer *server)
{
  if (server->renewing && server->renewed && !is_certain(server)) renew(server);
}

void lap_server_be_node(LapServer *server, const char *name)
{
  server->node = g_strdup(name);
  server->renewed = g_get_monotonic_time();
  renew(server); /* plugins may have been looked at for longer than a lease lasts */
  server->renewing = lap_server_attach(server, g_timeout_source_new(RENEW_EVERY), renew);
}

void lap_server_leave_nodes(LapServer *server)
{
  if (!server->renewing) return;
  lap_server_detach(&server->renewing);
  lap_host_leave(server->host);
}

/* Forwarding: what a client asks of a match of another node is asked there for it, over a connection of its own for
 * each such node. Messages pass as they are, both ways; only host.hello is said anew, so that the node knows the
 * client's language. A node that goes takes its clients' connections with it: they come back, and ask again. */
#include "host/match/node.h"
#include "server-private.h"

/* Reading from a node pauses while more bytes than this wait for the client. */
enum { HOLD_ABOVE = 64 * 1024 };

struct LapUpstream {
  LapConnection *connection; /* which owns it */
  LapUpstreamPeer *peer;
  char *address;
  gboolean greeted; /* has answered host.hello */
};

void lap_server_set_forwarding(LapServer *server, const LapForwarding *forwarding, gpointer data)
{
  server->forwarding = forwarding;
  server->forwarding_data = data;
}

static void upstream_free(LapUpstream *upstream)
{
  g_free(upstream->address);
  g_free(upstream);
}

/* --- from the client */

static GBytes *make_hello(const LapCaller *caller)
{
  GString *text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "jsonrpc", "2.0");
  lap_json_member_int(&json, "id", 0);
  lap_json_member_word(&json, "method", "host.hello");
  lap_json_member_object(&json, "params");
  lap_json_member_word(&json, "locale", caller->language);
  lap_json_member_array(&json, "capabilities");
  if (caller->patches) lap_json_string(&json, "patch");
  if (caller->presence) lap_json_string(&json, "presence");
  lap_json_end_array(&json);
  lap_json_end_object(&json);
  lap_json_end_object(&json);
  return g_string_free_to_bytes(text);
}

static LapUpstream *begin(LapConnection *connection, const char *address)
{
  const LapServer *server = connection->server;
  LapUpstream *upstream = g_new0(LapUpstream, 1);
  *upstream = (LapUpstream){.connection = connection, .address = g_strdup(address)};
  upstream->peer = server->forwarding->open(server->forwarding_data, upstream, address, connection->address);
  if (!upstream->peer) {
    upstream_free(upstream);
    return NULL;
  }
  if (!connection->upstreams) connection->upstreams = g_ptr_array_new();
  g_ptr_array_add(connection->upstreams, upstream);
  g_autoptr(GBytes) hello = make_hello(&connection->caller);
  server->forwarding->send(upstream->peer, hello);
  return upstream;
}

static LapUpstream *find(LapConnection *connection, const char *address)
{
  for (guint i = 0; connection->upstreams && i < connection->upstreams->len; i++) {
    LapUpstream *upstream = connection->upstreams->pdata[i];
    if (g_str_equal(upstream->address, address)) return upstream;
  }
  return begin(connection, address);
}

void lap_connection_forward(LapConnection *connection, const char *address, const char *text, gsize length)
{
  LapUpstream *upstream = find(connection, address);
  if (!upstream) {
    lap_connection_close(connection, LAP_CLOSED_MOVED, FALSE);
    return;
  }
  g_autoptr(GBytes) message = g_bytes_new(text, length);
  connection->server->metrics.forwarded++;
  connection->server->forwarding->send(upstream->peer, message);
}

/* --- from the node */

static gboolean must_hold(const LapConnection *connection)
{
  return connection->transport->waiting(connection->peer) > HOLD_ABOVE;
}

void lap_upstream_receive(LapUpstream *upstream, GBytes *message)
{
  LapConnection *connection = upstream->connection;
  if (!upstream->greeted) {
    upstream->greeted = TRUE;
    return;
  }
  connection->active = g_get_monotonic_time();
  lap_connection_send(connection, message);
  if (!connection->closing && must_hold(connection)) connection->server->forwarding->hold_reading(upstream->peer, TRUE);
}

void lap_upstream_gone(LapUpstream *upstream)
{
  LapConnection *connection = upstream->connection;
  lap_host_forget_others(connection->server->host); /* it may have left */
  g_ptr_array_remove_fast(connection->upstreams, upstream);
  upstream_free(upstream);
  lap_connection_close(connection, LAP_CLOSED_MOVED, FALSE);
}

void lap_upstreams_resume(LapConnection *connection)
{
  for (guint i = 0; connection->upstreams && i < connection->upstreams->len; i++)
    connection->server->forwarding->hold_reading(((LapUpstream *)connection->upstreams->pdata[i])->peer, FALSE);
}

void lap_upstreams_close(LapConnection *connection)
{
  g_autoptr(GPtrArray) upstreams = g_steal_pointer(&connection->upstreams);
  for (guint i = 0; upstreams && i < upstreams->len; i++) {
    LapUpstream *upstream = upstreams->pdata[i];
    connection->server->forwarding->close(upstream->peer);
    upstream_free(upstream);
  }
}

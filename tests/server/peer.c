#include "peer.h"

#include <string.h>

#include "host/server/server-private.h"

/* If a peer is closed while it is used, lap_connection_gone is called later, as transport.h wants it. */
static gboolean go(gpointer data)
{
  LapConnection *connection = data;
  lap_connection_gone(connection);
  return G_SOURCE_REMOVE;
}

static void take(gpointer data, GBytes *message)
{
  Peer *peer = data;
  gsize length;
  const char *text = g_bytes_get_data(message, &length);
  g_string_append_len(peer->heard, text, (gssize)length);
  g_string_append_c(peer->heard, '\n');
  if (g_strstr_len(text, (gssize)MIN(length, 40), "\"method\"")) return;
  g_free(peer->answer);
  peer->answer = g_strndup(text, length);
}

static gsize nothing_waits(gpointer data)
{
  (void)data;
  return 0;
}

static void note_close(gpointer data, guint code, const char *reason, gboolean now)
{
  Peer *peer = data;
  (void)reason;
  (void)now;
  peer->closed = code;
  if (peer->connection) g_idle_add(go, g_steal_pointer(&peer->connection));
}

static const LapTransport transport = {.name = "peer", .send = take, .waiting = nothing_waits, .close = note_close};

Peer *peer_new(LapServer *server)
{
  g_autoptr(GError) error = NULL;
  Peer *peer = g_new0(Peer, 1);
  server->fair->credit_full = G_TIME_SPAN_DAY; /* each message is carried out at once, however much work there was */
  server->patience = 0;                        /* and waits for rules in another process */
  lap_host_set_patience(server->host, 0, NULL);
  peer->heard = g_string_new(NULL);
  peer->connection = lap_connection_open(server, &transport, peer, "127.0.0.1", &error);
  g_assert_no_error(error);
  return peer;
}

void peer_free(Peer *peer)
{
  if (peer->connection) lap_connection_gone(peer->connection);
  g_string_free(peer->heard, TRUE);
  g_free(peer->answer);
  g_free(peer);
}

const char *peer_ask(Peer *peer, const char *message)
{
  g_clear_pointer(&peer->answer, g_free);
  if (!peer->connection) return NULL;
  LapServer *server = lap_connection_get_server(peer->connection);
  lap_connection_receive(peer->connection, message, strlen(message));
  lap_server_end_batch(server);
  return peer->answer;
}

const char *peer_call(Peer *peer, const char *method, const char *params, ...)
{
  va_list values;
  va_start(values, params);
  g_autofree char *filled = g_strdup_vprintf(params, values);
  va_end(values);
  g_autofree char *message = g_strdup_printf("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s}}", method,
                                             filled);
  return peer_ask(peer, message);
}

void peer_forget(Peer *peer) { g_string_truncate(peer->heard, 0); }

char *peer_member(const char *answer, const char *name)
{
  g_autofree char *key = g_strdup_printf("\"%s\":", name);
  const char *at = answer ? strstr(answer, key) : NULL;
  if (!at) return NULL;
  at += strlen(key);
  gboolean quoted = *at == '"';
  return quoted ? g_strndup(at + 1, strcspn(at + 1, "\"")) : g_strndup(at, strcspn(at, ",}]"));
}

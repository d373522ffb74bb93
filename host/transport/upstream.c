/* Connections to other nodes: WebSockets of which this host is the client, in place of a client of its own. What a
 * connection sends through one comes out at the other node as if that client were there (X-Forwarded-For has its
 * address), and what that node answers goes to the connection. */
#include "upstream.h"

#include <string.h>

#include "listen-private.h"

struct LapUpstreamPeer {
  LapUpstreams *upstreams;
  struct lws *wsi;       /* NULL once it is closed */
  LapUpstream *upstream; /* of the server; NULL once it is given up */
  char *client;
  GQueue queue;           /* (element-type GBytes): not yet written */
  GByteArray *unfinished; /* the fragments so far of a message */
  gboolean open, held;
  gboolean *destroyed; /* set when it is freed, or NULL */
};

struct LapUpstreams {
  LapListener *listener;
  struct lws_vhost *vhost;
};

/* --- out */

static void wake(LapUpstreamPeer *peer)
{
  if (!peer->wsi) return;
  lws_callback_on_writable(peer->wsi);
  lap_loop_stir(peer->upstreams->listener->loop);
}

static void send_message(LapUpstreamPeer *peer, GBytes *message)
{
  g_queue_push_tail(&peer->queue, g_bytes_ref(message));
  if (peer->open) wake(peer);
}

/* One message: the library masks it, and asks again when the socket takes more. */
static int write_one(LapUpstreamPeer *peer)
{
  g_autoptr(GBytes) message = g_queue_pop_head(&peer->queue);
  if (!message) return peer->upstream ? 0 : -1;
  gsize length;
  const void *text = g_bytes_get_data(message, &length);
  g_autofree guint8 *buffer = g_malloc(LWS_PRE + length + 1);
  memcpy(buffer + LWS_PRE, text, length);
  if (lws_write(peer->wsi, buffer + LWS_PRE, length, LWS_WRITE_TEXT) < (int)length) return -1;
  if (!g_queue_is_empty(&peer->queue) || !peer->upstream) lws_callback_on_writable(peer->wsi);
  return 0;
}

static void hold_reading(LapUpstreamPeer *peer, gboolean hold)
{
  if (peer->held == hold || !peer->wsi || !peer->open) return;
  peer->held = hold;
  lws_rx_flow_control(peer->wsi, !hold);
  lap_loop_stir(peer->upstreams->listener->loop);
}

static void close_peer(LapUpstreamPeer *peer)
{
  peer->upstream = NULL;
  if (!peer->wsi) return;
  hold_reading(peer, FALSE);
  lws_set_timeout(peer->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LAP_CLOSE_SECONDS);
  wake(peer);
}

/* --- in */

static void receive(LapUpstreamPeer *peer, const char *bytes, gsize length)
{
  if (!peer->upstream) return;
  if (!peer->unfinished) peer->unfinished = g_byte_array_new();
  g_byte_array_append(peer->unfinished, (const guint8 *)bytes, (guint)length);
  if (!lws_is_final_fragment(peer->wsi) || lws_remaining_packet_payload(peer->wsi)) return;
  g_autoptr(GBytes) message = g_byte_array_free_to_bytes(g_steal_pointer(&peer->unfinished));
  lap_upstream_receive(peer->upstream, message);
}

static void peer_free(LapUpstreamPeer *peer)
{
  lap_loop_connection_goes(peer->upstreams->listener->loop);
  g_queue_clear_full(&peer->queue, (GDestroyNotify)g_bytes_unref);
  g_clear_pointer(&peer->unfinished, g_byte_array_unref);
  g_free(peer->client);
  if (peer->destroyed) *peer->destroyed = TRUE;
  g_free(peer);
}

static void gone(LapUpstreamPeer *peer)
{
  LapUpstream *upstream = g_steal_pointer(&peer->upstream);
  lws_set_opaque_user_data(peer->wsi, NULL);
  peer->wsi = NULL;
  if (upstream) lap_upstream_gone(upstream);
  peer_free(peer);
}

static int add_headers(const LapUpstreamPeer *peer, unsigned char **at, size_t length)
{
  return lws_add_http_header_by_name(peer->wsi,
                                     (const unsigned char *)"x-forwarded-for:", (const unsigned char *)peer->client,
                                     (int)strlen(peer->client), at, *at + length)
             ? -1
             : 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user G_GNUC_UNUSED, void *in,
                    size_t length)
{
  LapUpstreamPeer *peer = wsi ? lws_get_opaque_user_data(wsi) : NULL;
  if (!peer) return 0;
  peer->wsi = wsi;
  switch ((int)reason) {
  case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
    return add_headers(peer, in, length);
  case LWS_CALLBACK_CLIENT_ESTABLISHED:
    peer->open = TRUE;
    lws_callback_on_writable(wsi);
    return 0;
  case LWS_CALLBACK_CLIENT_WRITEABLE:
    return write_one(peer);
  case LWS_CALLBACK_CLIENT_RECEIVE:
    receive(peer, in, length);
    return 0;
  case LWS_CALLBACK_WSI_DESTROY:
    gone(peer);
    return 0;
  default:
    return 0;
  }
}

/* --- opening */

/* A node that hangs, or cannot be reached, is given up about when others have its matches: its clients' connections
 * end, and they come back. Told with each connection, since the policy of a vhost is not for those that it makes. */
static const lws_retry_bo_t pings = {.secs_since_valid_ping = 2, .secs_since_valid_hangup = 6};

static LapUpstreamPeer *open_peer(gpointer data, LapUpstream *upstream, const char *address, const char *client)
{
  LapUpstreams *upstreams = data;
  const char *protocol, *host, *path;
  int port;
  g_autofree char *text = g_strdup(address); /* it is taken apart in place */
  if (lws_parse_uri(text, &protocol, &host, &port, &path)) return NULL;
  g_autofree char *whole = g_strconcat("/", path, NULL), *name = g_strdup_printf("%s:%d", host, port);
  LapUpstreamPeer *peer = g_new0(LapUpstreamPeer, 1);
  gboolean destroyed = FALSE;
  *peer = (LapUpstreamPeer){.upstreams = upstreams, .client = g_strdup(client), .destroyed = &destroyed};
  lap_loop_connection_comes(upstreams->listener->loop);
  const struct lws_client_connect_info info = {.context = upstreams->listener->context,
                                               .vhost = upstreams->vhost,
                                               .address = host,
                                               .port = port,
                                               .path = whole,
                                               .host = name,
                                               .protocol = LAP_NODE_SUBPROTOCOL,
                                               .ssl_connection = g_str_equal(protocol, "wss") ? LCCSCF_USE_SSL : 0,
                                               .retry_and_idle_policy = &pings,
                                               .opaque_user_data = peer};
  gboolean begun = lws_client_connect_via_info(&info) != NULL;
  if (!begun && !destroyed) peer_free(peer);
  lap_loop_hurry(upstreams->listener->loop);
  if (!begun) return NULL;
  peer->destroyed = NULL;
  peer->upstream = upstream;
  return peer;
}

static const LapForwarding forwarding = {
    .open = open_peer, .send = send_message, .hold_reading = hold_reading, .close = close_peer};

LapUpstreams *lap_upstreams_new(LapListener *listener)
{
  static const struct lws_protocols protocols[] = {
      {.name = LAP_NODE_SUBPROTOCOL, .callback = on_event, .rx_buffer_size = 4096, .tx_packet_size = 256 * 1024}, {0}};
  const struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                                 .vhost_name = "nodes",
                                                 .protocols = protocols,
                                                 .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT};
  LapUpstreams *upstreams = g_new0(LapUpstreams, 1);
  upstreams->listener = listener;
  upstreams->vhost = lws_create_vhost(listener->context, &info);
  lap_server_set_forwarding(listener->server, &forwarding, upstreams);
  return upstreams;
}

void lap_upstreams_free(LapUpstreams *upstreams)
{
  lap_server_set_forwarding(upstreams->listener->server, NULL, NULL);
  g_free(upstreams);
}

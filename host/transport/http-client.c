/* HTTP clients: one for each TCP connection, from accept to close, whatever it becomes. The library reports all that
 * happens on it to one callback, which hands it on to HTTP (http.c) or to its WebSocket (websocket.c). */
#include <string.h>

#include "listen-private.h"

static int client_comes(struct lws *wsi)
{
  LapListener *listener = lws_context_user(lws_get_context(wsi));
  LapHttpClient *client = g_new0(LapHttpClient, 1);
  client->listener = listener;
  client->wsi = wsi;
  client->pending.data = client;
  lws_set_opaque_user_data(wsi, client);
  g_queue_push_tail_link(&listener->pending, &client->pending);
  listener->clients++;
  lap_loop_connection_comes(listener->loop);
  return 0;
}

static char *peer_address(LapHttpClient *client)
{
  static const char mapped[] = "::ffff:";
  char address[64];
  if (!lws_get_peer_simple(client->wsi, address, sizeof address)) return g_strdup("unknown");
  return g_strdup(g_str_has_prefix(address, mapped) ? address + strlen(mapped) : address);
}

void lap_http_client_find_address(LapHttpClient *client)
{
  g_autofree char *peer = peer_address(client);
  gboolean proxy = lap_proxies_trust(client->listener->proxies, peer);
  int length = proxy ? lws_hdr_total_length(client->wsi, WSI_TOKEN_X_FORWARDED_FOR) : 0;
  g_autofree char *forwarded = g_malloc0((gsize)length + 1);
  gboolean said = length > 0 && lws_hdr_copy(client->wsi, forwarded, length + 1, WSI_TOKEN_X_FORWARDED_FOR) > 0;
  g_free(client->address);
  client->address = said ? lap_proxies_client(client->listener->proxies, peer, forwarded) : g_steal_pointer(&peer);
}

/* Ends a connection to make room. Killing it at once waits for some seconds if something is left to write, so then it
 * is killed from the loop. If nothing is, killing it from the loop might never happen, since the library's time begins
 * anew whenever another part of a request's head comes in. */
static void give_way(LapHttpClient *oldest)
{
  lap_http_client_settle(oldest);
  if (lws_partial_buffered(oldest->wsi))
    lap_http_client_kill(oldest);
  else
    lws_set_timeout(oldest->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
}

gboolean lap_listener_make_room(LapListener *listener)
{
  gboolean is_full = listener->clients >= listener->clients_max;
  GList *oldest = listener->pending.head;
  if (oldest && (is_full || listener->pending.length >= LAP_PENDING_MAX)) give_way(oldest->data);
  return listener->clients < listener->clients_max;
}

void lap_http_client_settle(LapHttpClient *client)
{
  if (!client->pending.data) return;
  g_queue_unlink(&client->listener->pending, &client->pending);
  client->pending.data = NULL;
}

void lap_http_client_kill(LapHttpClient *client)
{
  lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
  lap_loop_hurry(client->listener->loop);
}

static void websocket_gone(LapHttpClient *client)
{
  if (client->websocket) lap_websocket_gone(g_steal_pointer(&client->websocket));
}

static void client_goes(struct lws *wsi, LapHttpClient *client)
{
  lws_set_opaque_user_data(wsi, NULL);
  client->listener->clients--;
  lap_loop_connection_goes(client->listener->loop);
  websocket_gone(client);
  lap_http_client_settle(client);
  g_clear_pointer(&client->body, g_bytes_unref);
  g_free(client->address);
  g_free(client);
}

static int on_websocket(LapHttpClient *client, enum lws_callback_reasons reason, const char *bytes, gsize length)
{
  LapWebsocket *websocket = client->websocket;
  if (reason == LWS_CALLBACK_ESTABLISHED) return lap_websocket_open(client);
  if (!websocket) return 0;
  switch ((int)reason) {
  case LWS_CALLBACK_RECEIVE:
    return lap_websocket_receive(websocket, bytes, length);
  case LWS_CALLBACK_SERVER_WRITEABLE:
    return lap_websocket_writeable(websocket);
  case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    lap_websocket_hears_close(websocket);
    break;
  case LWS_CALLBACK_CLOSED:
    websocket_gone(client);
    break;
  default:
    break;
  }
  return 0;
}

int lap_http_client_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
  if (reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED) return client_comes(wsi);
  /* Without this, the library would hand the raw bytes of a CONNECT request to us. */
  if (reason == LWS_CALLBACK_RAW_ADOPT || reason == LWS_CALLBACK_RAW_RX) return -1;
  if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS) return lap_listener_check_key(user);
  if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED || reason == LWS_CALLBACK_PROTOCOL_INIT) return 0;
  LapHttpClient *client = lws_get_opaque_user_data(wsi);
  if (!client) return 0;
  switch ((int)reason) {
  case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
    return lap_http_upgrade(client);
  case LWS_CALLBACK_HTTP:
    return lap_http_request(client, in);
  case LWS_CALLBACK_HTTP_WRITEABLE:
    return lap_http_write(client);
  case LWS_CALLBACK_HTTP_FILE_COMPLETION:
    return lws_http_transaction_completed(wsi) ? -1 : 0;
  case LWS_CALLBACK_WSI_DESTROY:
    client_goes(wsi, client);
    return 0;
  default:
    return on_websocket(client, reason, in, length);
  }
}

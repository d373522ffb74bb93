#include "listen-private.h"

static int visitor_comes(struct lws *wsi)
{
  LapListener *listener = lws_context_user(lws_get_context(wsi));
  LapVisitor *visitor = g_new0(LapVisitor, 1);
  visitor->listener = listener;
  visitor->wsi = wsi;
  visitor->newcomer.data = visitor;
  lws_set_opaque_user_data(wsi, visitor);
  g_queue_push_tail_link(&listener->newcomers, &visitor->newcomer);
  listener->visitors++;
  return 0;
}

/* With something to write left, "now" would be some seconds later. Without, later might be never: when the rest of a
 * head comes in the meantime its time begins anew. */
static void give_way(LapVisitor *oldest)
{
  lap_visitor_settled(oldest);
  if (lws_partial_buffered(oldest->wsi))
    lap_visitor_kill(oldest);
  else
    lws_set_timeout(oldest->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
}

gboolean lap_listener_make_room(LapListener *listener)
{
  gboolean is_full = listener->visitors >= listener->visitors_max;
  GList *oldest = listener->newcomers.head;
  if (oldest && (is_full || listener->newcomers.length >= LAP_NEWCOMERS_MAX)) give_way(oldest->data);
  return listener->visitors < listener->visitors_max;
}

void lap_visitor_settled(LapVisitor *visitor)
{
  if (!visitor->newcomer.data) return;
  g_queue_unlink(&visitor->listener->newcomers, &visitor->newcomer);
  visitor->newcomer.data = NULL;
}

void lap_visitor_kill(LapVisitor *visitor)
{
  lws_set_timeout(visitor->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
  /* The library sets its timer anew only when something happens on a socket. */
  lws_cancel_service(visitor->listener->context);
}

static void websocket_gone(LapVisitor *visitor)
{
  if (visitor->websocket) lap_websocket_gone(g_steal_pointer(&visitor->websocket));
}

static void visitor_goes(struct lws *wsi, LapVisitor *visitor)
{
  lws_set_opaque_user_data(wsi, NULL);
  visitor->listener->visitors--;
  websocket_gone(visitor);
  lap_visitor_settled(visitor);
  g_clear_pointer(&visitor->body, g_bytes_unref);
  g_free(visitor);
}

static int on_websocket(LapVisitor *visitor, enum lws_callback_reasons reason, const char *bytes, gsize length)
{
  LapWebsocket *websocket = visitor->websocket;
  if (reason == LWS_CALLBACK_ESTABLISHED) return lap_websocket_open(visitor);
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
    websocket_gone(visitor);
    break;
  default:
    break;
  }
  return 0;
}

int lap_visitor_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
  if (reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED) return visitor_comes(wsi);
  /* Who asks to be connected elsewhere (CONNECT) would be left to us with its bytes as they are. */
  if (reason == LWS_CALLBACK_RAW_ADOPT || reason == LWS_CALLBACK_RAW_RX) return -1;
  if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS) return lap_listener_check_key(user);
  if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED || reason == LWS_CALLBACK_PROTOCOL_INIT) return 0;
  LapVisitor *visitor = lws_get_opaque_user_data(wsi);
  if (!visitor) return 0;
  switch ((int)reason) {
  case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
    return lap_http_upgrade(visitor);
  case LWS_CALLBACK_HTTP:
    return lap_http_request(visitor, in);
  case LWS_CALLBACK_HTTP_WRITEABLE:
    return lap_http_write(visitor);
  case LWS_CALLBACK_HTTP_FILE_COMPLETION:
    return lws_http_transaction_completed(wsi) ? -1 : 0;
  case LWS_CALLBACK_WSI_DESTROY:
    visitor_goes(wsi, visitor);
    return 0;
  default:
    return on_websocket(visitor, reason, in, length);
  }
}

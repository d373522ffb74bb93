#include "websocket.h"

#include <string.h>

static void give_up_reading(LapWebsocket *websocket)
{
  websocket->deaf = TRUE;
  g_clear_pointer(&websocket->unfinished, g_byte_array_unref);
}

void lap_websocket_close(LapWebsocket *websocket, guint code, const char *reason)
{
  struct lws *wsi = websocket->visitor->wsi;
  if (websocket->closing || websocket->visitor->listener->ending) return;
  give_up_reading(websocket);
  websocket->closing = TRUE;
  websocket->code = code;
  websocket->reason = g_strdup(reason);
  /* It must be read on, or the answer to our close would not be seen. */
  if (websocket->held) lws_rx_flow_control(wsi, 1);
  lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LAP_CLOSE_SECONDS);
  lws_callback_on_writable(wsi);
  lws_cancel_service(websocket->visitor->listener->context); /* as in lap_visitor_kill */
}

static void set_address(struct lws *wsi, char address[64])
{
  static const char mapped[] = "::ffff:";
  if (!lws_get_peer_simple(wsi, address, 64)) g_strlcpy(address, "unknown", 64);
  if (g_str_has_prefix(address, mapped))
    memmove(address, address + strlen(mapped), strlen(address + strlen(mapped)) + 1);
}

int lap_websocket_open(LapVisitor *visitor)
{
  char address[64];
  g_autoptr(GError) error = NULL;
  LapWebsocket *websocket = g_new0(LapWebsocket, 1);
  websocket->visitor = visitor;
  g_queue_init(&websocket->queue);
  visitor->websocket = websocket;
  lap_visitor_settled(visitor);
  set_address(visitor->wsi, address);
  websocket->connection = lap_connection_open(visitor->listener->server, &lap_websocket_transport, websocket, address,
                                              &error);
  if (!websocket->connection) lap_websocket_close(websocket, LAP_CLOSE_TRY_LATER, error->message);
  return 0;
}

void lap_websocket_hears_close(LapWebsocket *websocket)
{
  give_up_reading(websocket);
  websocket->closing = TRUE;
  /* If this fails the library finds out when it answers the close. */
  lap_websocket_write(websocket);
  lap_websocket_unschedule(websocket);
}

void lap_websocket_gone(LapWebsocket *websocket)
{
  lap_websocket_unschedule(websocket);
  lap_websocket_end_rest(websocket);
  if (websocket->connection) lap_connection_gone(websocket->connection);
  g_clear_pointer(&websocket->unfinished, g_byte_array_unref);
  g_queue_clear_full(&websocket->queue, (GDestroyNotify)g_bytes_unref);
  g_free(websocket->reason);
  g_free(websocket);
}

/* --- messages */

/* Whether the message that these bytes are a part of can still be within the limit, as far as its present frame says.
 */
static gboolean fits(LapWebsocket *websocket, gsize length)
{
  gsize max = lap_server_message_max(websocket->visitor->listener->server);
  gsize before = websocket->unfinished ? websocket->unfinished->len : 0;
  return length <= max - before && lws_remaining_packet_payload(websocket->visitor->wsi) <= max - before - length;
}

/* A NUL is UTF-8 too; that it is no JSON is for the connection to say. */
static gboolean is_utf8(const char *text, gsize length)
{
  const char *end = text + length;
  while (text < end && !g_utf8_validate_len(text, (gsize)(end - text), &text)) {
    if (*text) return FALSE;
    text++;
  }
  return TRUE;
}

static void whole_message(LapWebsocket *websocket, const char *text, gsize length)
{
  if (is_utf8(text, length))
    lap_connection_receive(websocket->connection, text, length);
  else
    lap_websocket_close(websocket, LAP_CLOSE_NOT_UTF8, "not UTF-8");
}

static void add_fragment(LapWebsocket *websocket, const char *bytes, gsize length)
{
  if (!websocket->unfinished) websocket->unfinished = g_byte_array_new();
  g_byte_array_append(websocket->unfinished, (const guint8 *)bytes, (guint)length);
}

int lap_websocket_receive(LapWebsocket *websocket, const char *bytes, gsize length)
{
  struct lws *wsi = websocket->visitor->wsi;
  if (websocket->deaf) return 0;
  if (lws_frame_is_binary(wsi)) {
    lap_websocket_close(websocket, LAP_CLOSE_NOT_TEXT, "messages are text");
    return 0;
  }
  if (!fits(websocket, length)) {
    give_up_reading(websocket);
    lap_connection_overlong(websocket->connection);
    return 0;
  }
  gboolean is_whole = lws_is_final_fragment(wsi);
  if (is_whole && !websocket->unfinished) {
    whole_message(websocket, bytes, length);
    return 0;
  }
  add_fragment(websocket, bytes, length);
  if (!is_whole) return 0;
  g_autoptr(GByteArray) message = g_steal_pointer(&websocket->unfinished);
  whole_message(websocket, (const char *)message->data, message->len);
  return 0;
}

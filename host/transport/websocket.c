/* One WebSocket as a transport: whole messages in, whole messages out.
 *
 * The library reads and writes frames. This file limits how much memory one peer can use: fragments of a message up to
 * the limit for messages, and reading pauses if the peer does not read. Messages are not written one by one but
 * together, after an iteration of the main loop has dispatched all input. */
#include <string.h>

#include "listen-private.h"

enum {
  /* Bytes of frames that go to the socket at once: many small messages cost one system call. */
  TOGETHER = 16 * 1024,
  /* Reading from a peer pauses while more than this is queued for it, so that replies to a peer that does not read
   * cannot fill the memory. */
  HOLD_ABOVE = 64 * 1024,
  READ_BELOW = 16 * 1024,
  /* Frames of one message. Each costs the host something, even if it is empty. */
  FRAGMENTS_MAX = 16384
};

struct LapWebsocket {
  LapHttpClient *client;
  LapConnection *connection; /* NULL: refused */

  /* Coming in. */
  GByteArray *unfinished; /* the fragments so far of a message, or NULL; never past lap_server_message_max */
  guint fragments;        /* of the unfinished message: frames that have ended */
  gboolean ignoring;      /* what still comes in is dropped */
  gboolean held;          /* not read, because so much waits for the peer, or for one of the following */
  gboolean told_to_hold;  /* by the connection */
  GSource *pause;         /* ends a pause in reading, or NULL */

  /* Going out. */
  GQueue queue; /* (element-type GBytes) */
  gsize queued; /* bytes of their text */
  gsize handed; /* bytes of text that the library has taken and not yet written; 0 while it takes more */
  GList place;  /* its place among the listener's unwritten; data is NULL when it is not there */

  /* Closing. */
  gboolean closing; /* nothing more is queued; the close frame follows the queue */
  guint code;
  char *reason;
};

static gsize waiting(gpointer peer)
{
  LapWebsocket *websocket = peer;
  return websocket->queued + websocket->handed;
}

/* --- scheduling writes: all messages once the main loop has dispatched the input */

typedef struct {
  GSource source;
  LapListener *listener;
} Writing;

static gboolean has_unwritten(GSource *source) { return !g_queue_is_empty(&((Writing *)source)->listener->unwritten); }

static gboolean prepare_writing(GSource *source, int *timeout)
{
  *timeout = -1;
  return has_unwritten(source);
}

static gboolean write_messages(LapWebsocket *websocket);
static void unschedule(LapWebsocket *websocket);

/* WebSockets that are added meanwhile are written next time. */
static gboolean write_all(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapListener *listener = ((Writing *)source)->listener;
  for (guint n = listener->unwritten.length; n && !g_queue_is_empty(&listener->unwritten); n--) {
    LapWebsocket *websocket = listener->unwritten.head->data;
    unschedule(websocket);
    if (!write_messages(websocket)) lap_http_client_kill(websocket->client);
  }
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs writing_funcs = {.prepare = prepare_writing, .check = has_unwritten, .dispatch = write_all};

/* Sources of one priority come in the order in which they were attached: so a pause in reading begins, with the other
 * messages, before more is read. */
void lap_listener_begin_writing(LapListener *listener)
{
  listener->writing = g_source_new(&writing_funcs, sizeof(Writing));
  ((Writing *)listener->writing)->listener = listener;
  g_source_attach(listener->writing, listener->main_context);
}

static void schedule(LapWebsocket *websocket)
{
  LapListener *listener = websocket->client->listener;
  if (websocket->place.data) return;
  websocket->place.data = websocket;
  g_queue_push_tail_link(&listener->unwritten, &websocket->place);
}

static void unschedule(LapWebsocket *websocket)
{
  if (!websocket->place.data) return;
  g_queue_unlink(&websocket->client->listener->unwritten, &websocket->place);
  websocket->place.data = NULL;
}

/* Never while the library is reading: libwebsockets 4.1 then loops forever if TLS has already decrypted more. */
static void hold_or_read(LapWebsocket *websocket)
{
  gsize bytes = waiting(websocket);
  gboolean hold = websocket->pause || websocket->told_to_hold ||
                  (websocket->held ? bytes > READ_BELOW : bytes > HOLD_ABOVE);
  if (hold == websocket->held || websocket->closing) return;
  websocket->held = hold;
  lws_rx_flow_control(websocket->client->wsi, !hold);
  lap_loop_stir(websocket->client->listener->loop);
}

static void end_pause(LapWebsocket *websocket)
{
  if (!websocket->pause) return;
  g_source_destroy(websocket->pause);
  g_clear_pointer(&websocket->pause, g_source_unref);
}

static gboolean on_pause_ended(gpointer data)
{
  end_pause(data);
  hold_or_read(data);
  return G_SOURCE_REMOVE;
}

static void hold_reading(gpointer peer, gboolean hold)
{
  LapWebsocket *websocket = peer;
  websocket->told_to_hold = hold;
  if (!websocket->closing && !websocket->client->listener->ending) schedule(websocket);
}

/* Reading stops when messages are written next, which is outside of the library. */
static void pause_reading(gpointer peer, guint milliseconds)
{
  LapWebsocket *websocket = peer;
  LapListener *listener = websocket->client->listener;
  if (websocket->pause || websocket->closing || listener->ending) return;
  websocket->pause = g_timeout_source_new(milliseconds);
  g_source_set_callback(websocket->pause, on_pause_ended, websocket, NULL);
  g_source_attach(websocket->pause, listener->main_context);
  schedule(websocket);
}

static void send_message(gpointer peer, GBytes *message)
{
  LapWebsocket *websocket = peer;
  if (websocket->closing || websocket->client->listener->ending) return;
  g_queue_push_tail(&websocket->queue, g_bytes_ref(message));
  websocket->queued += g_bytes_get_size(message);
  schedule(websocket);
}

/* --- what is written */

/* The head of a frame that is a whole text message (RFC 6455, 5.2). */
static void append_head(GByteArray *frames, gsize length)
{
  guint8 head[10] = {0x80 | 0x1};
  guint bytes = length < 126 ? 0 : length <= G_MAXUINT16 ? 2 : 8;
  head[1] = (guint8)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
  for (guint i = 0; i < bytes; i++) head[2 + i] = (guint8)((guint64)length >> (8 * (bytes - 1 - i)));
  g_byte_array_append(frames, head, 2 + bytes);
}

/* Moves messages from the queue into frames: one at least, more while they are small.
 * Returns: the bytes of their text. */
static gsize frame_some(LapWebsocket *websocket, GByteArray *frames)
{
  gsize text = 0;
  g_byte_array_set_size(frames, 0);
  do {
    g_autoptr(GBytes) message = g_queue_pop_head(&websocket->queue);
    gsize length = 0;
    const guint8 *bytes = g_bytes_get_data(message, &length);
    append_head(frames, length);
    if (length) g_byte_array_append(frames, bytes, (guint)length);
    text += length;
  } while (!g_queue_is_empty(&websocket->queue) && frames->len < TOGETHER);
  return text;
}

/* Large messages are rare: the buffer is shrunk again after one. */
static void reset_frames(LapListener *listener)
{
  if (listener->frames->len <= 4 * TOGETHER) return;
  g_byte_array_unref(listener->frames);
  listener->frames = g_byte_array_new();
}

static gboolean write_some(LapWebsocket *websocket)
{
  LapListener *listener = websocket->client->listener;
  struct lws *wsi = websocket->client->wsi;
  gsize text = frame_some(websocket, listener->frames);
  gboolean fine = lws_write(wsi, listener->frames->data, listener->frames->len, LWS_WRITE_RAW) >= 0;
  reset_frames(listener);
  websocket->queued -= text;
  /* The library keeps what the socket did not take, and calls when it is written. */
  if (!lws_partial_buffered(wsi)) return fine;
  websocket->handed = text;
  lap_loop_stir(listener->loop);
  return fine;
}

/* FALSE if the socket is broken. */
static gboolean write_queue(LapWebsocket *websocket)
{
  gsize before = waiting(websocket);
  websocket->handed = 0;
  while (!g_queue_is_empty(&websocket->queue) && !lws_partial_buffered(websocket->client->wsi))
    if (!write_some(websocket)) return FALSE;
  if (before && !waiting(websocket) && websocket->connection) lap_connection_drained(websocket->connection);
  return TRUE;
}

/* Writes what is queued, as much as the socket takes. FALSE if it is broken. */
static gboolean write_messages(LapWebsocket *websocket)
{
  gboolean fine = lws_partial_buffered(websocket->client->wsi) || write_queue(websocket);
  hold_or_read(websocket);
  return fine;
}

/* --- closing */

static void give_up_reading(LapWebsocket *websocket)
{
  websocket->ignoring = TRUE;
  g_clear_pointer(&websocket->unfinished, g_byte_array_unref);
}

/* Closes once the queue is written. */
static void close_websocket(LapWebsocket *websocket, guint code, const char *reason)
{
  struct lws *wsi = websocket->client->wsi;
  if (websocket->closing || websocket->client->listener->ending) return;
  give_up_reading(websocket);
  websocket->closing = TRUE;
  websocket->code = code;
  websocket->reason = g_strdup(reason);
  /* Reading must go on, or the peer's answer to our close frame would not be seen. */
  if (websocket->held) lws_rx_flow_control(wsi, 1);
  lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LAP_CLOSE_SECONDS);
  lws_callback_on_writable(wsi);
  lap_loop_stir(websocket->client->listener->loop);
}

int lap_websocket_writeable(LapWebsocket *websocket)
{
  if (!write_messages(websocket)) return -1;
  if (!websocket->closing || waiting(websocket)) return 0;
  const char *reason = websocket->reason ? websocket->reason : "";
  lws_close_reason(websocket->client->wsi, (enum lws_close_status)websocket->code, (unsigned char *)reason,
                   strlen(reason));
  return -1;
}

void lap_websocket_hears_close(LapWebsocket *websocket)
{
  give_up_reading(websocket);
  websocket->closing = TRUE;
  /* A failure here is noticed by the library when it answers the close frame. */
  write_messages(websocket);
  unschedule(websocket);
}

/* --- reading */

/* Whether the message that these bytes are a part of can still be within the limit, as far as its present frame says.
 */
static gboolean fits(LapWebsocket *websocket, gsize length)
{
  gsize max = lap_server_message_max(websocket->client->listener->server);
  gsize before = websocket->unfinished ? websocket->unfinished->len : 0;
  return length <= max - before && lws_remaining_packet_payload(websocket->client->wsi) <= max - before - length;
}

/* NUL is valid UTF-8; the connection rejects it as JSON. */
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
    close_websocket(websocket, LAP_CLOSE_NOT_UTF8, "not UTF-8");
}

static void add_fragment(LapWebsocket *websocket, const char *bytes, gsize length)
{
  if (!websocket->unfinished) websocket->unfinished = g_byte_array_new();
  g_byte_array_append(websocket->unfinished, (const guint8 *)bytes, (guint)length);
}

/* A frame may come in several parts, of which only the last counts. */
static void count_fragment(LapWebsocket *websocket)
{
  if (lws_remaining_packet_payload(websocket->client->wsi)) return;
  if (++websocket->fragments <= FRAGMENTS_MAX) return;
  give_up_reading(websocket);
  lap_connection_flood(websocket->connection);
}

int lap_websocket_receive(LapWebsocket *websocket, const char *bytes, gsize length)
{
  struct lws *wsi = websocket->client->wsi;
  if (websocket->ignoring) return 0;
  if (lws_frame_is_binary(wsi)) {
    close_websocket(websocket, LAP_CLOSE_NOT_TEXT, "messages are text");
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
  if (!is_whole) {
    count_fragment(websocket);
    return 0;
  }
  websocket->fragments = 0;
  g_autoptr(GByteArray) message = g_steal_pointer(&websocket->unfinished);
  whole_message(websocket, (const char *)message->data, message->len);
  return 0;
}

/* --- life */

static void close_peer(gpointer peer, guint code, const char *reason, gboolean now)
{
  LapWebsocket *websocket = peer;
  close_websocket(websocket, code, reason);
  if (now && !websocket->client->listener->ending) lap_http_client_kill(websocket->client);
}

static const LapTransport transport = {.name = "websocket",
                                       .send = send_message,
                                       .waiting = waiting,
                                       .close = close_peer,
                                       .pause_reading = pause_reading,
                                       .hold_reading = hold_reading};

int lap_websocket_open(LapHttpClient *client)
{
  g_autoptr(GError) error = NULL;
  LapWebsocket *websocket = g_new0(LapWebsocket, 1);
  websocket->client = client;
  g_queue_init(&websocket->queue);
  client->websocket = websocket;
  lap_http_client_settle(client);
  websocket->connection = lap_connection_open(client->listener->server, &transport, websocket, client->address, &error);
  if (!websocket->connection)
    close_websocket(websocket, LAP_CLOSE_TRY_LATER, error->message);
  else if (g_str_equal(lws_get_protocol(client->wsi)->name, LAP_NODE_SUBPROTOCOL))
    lap_connection_mark_node(websocket->connection);
  return 0;
}

void lap_websocket_gone(LapWebsocket *websocket)
{
  unschedule(websocket);
  end_pause(websocket);
  if (websocket->connection) lap_connection_gone(websocket->connection);
  g_clear_pointer(&websocket->unfinished, g_byte_array_unref);
  g_queue_clear_full(&websocket->queue, (GDestroyNotify)g_bytes_unref);
  g_free(websocket->reason);
  g_free(websocket);
}

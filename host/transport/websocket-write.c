#include <string.h>

#include "websocket.h"

enum {
  /* Bytes of frames that go to the socket at once: many small messages cost one system call. */
  TOGETHER = 16 * 1024,
  /* A peer with more waiting for it is not read until it has taken some, so that its requests stop before their answers
   * fill the memory. */
  HOLD_ABOVE = 64 * 1024,
  READ_BELOW = 16 * 1024
};

static gsize waiting(gpointer peer)
{
  LapWebsocket *websocket = peer;
  return websocket->queued + websocket->handed;
}

/* --- when */

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

/* Those that come back in the meantime wait for the next turn. */
static gboolean write_all(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapListener *listener = ((Writing *)source)->listener;
  for (guint n = listener->unwritten.length; n && !g_queue_is_empty(&listener->unwritten); n--) {
    LapWebsocket *websocket = listener->unwritten.head->data;
    lap_websocket_unschedule(websocket);
    if (!lap_websocket_write(websocket)) lap_visitor_kill(websocket->visitor);
  }
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs writing_funcs = {.prepare = prepare_writing, .check = has_unwritten, .dispatch = write_all};

static void begin_writing(LapListener *listener)
{
  listener->writing = g_source_new(&writing_funcs, sizeof(Writing));
  ((Writing *)listener->writing)->listener = listener;
  g_source_attach(listener->writing, listener->main_context);
}

static void schedule(LapWebsocket *websocket)
{
  LapListener *listener = websocket->visitor->listener;
  if (websocket->turn.data) return;
  if (!listener->writing) begin_writing(listener);
  websocket->turn.data = websocket;
  g_queue_push_tail_link(&listener->unwritten, &websocket->turn);
}

void lap_websocket_unschedule(LapWebsocket *websocket)
{
  if (!websocket->turn.data) return;
  g_queue_unlink(&websocket->visitor->listener->unwritten, &websocket->turn);
  websocket->turn.data = NULL;
}

/* Never while the library is reading: libwebsockets 4.1 then goes round and round if TLS has decrypted more already. */
static void hold_or_read(LapWebsocket *websocket)
{
  gsize bytes = waiting(websocket);
  gboolean hold = websocket->resting || (websocket->held ? bytes > READ_BELOW : bytes > HOLD_ABOVE);
  if (hold == websocket->held || websocket->closing) return;
  websocket->held = hold;
  lws_rx_flow_control(websocket->visitor->wsi, !hold);
}

void lap_websocket_end_rest(LapWebsocket *websocket)
{
  if (!websocket->resting) return;
  g_source_destroy(websocket->resting);
  g_clear_pointer(&websocket->resting, g_source_unref);
}

static gboolean on_rested(gpointer data)
{
  lap_websocket_end_rest(data);
  hold_or_read(data);
  return G_SOURCE_REMOVE;
}

/* It is held when the turn's messages are written, outside of the library. */
static void pause_reading(gpointer peer, guint milliseconds)
{
  LapWebsocket *websocket = peer;
  LapListener *listener = websocket->visitor->listener;
  if (websocket->resting || websocket->closing || listener->ending) return;
  websocket->resting = g_timeout_source_new(milliseconds);
  g_source_set_callback(websocket->resting, on_rested, websocket, NULL);
  g_source_attach(websocket->resting, listener->main_context);
  schedule(websocket);
}

static void send_message(gpointer peer, GBytes *message)
{
  LapWebsocket *websocket = peer;
  if (websocket->closing || websocket->visitor->listener->ending) return;
  g_queue_push_tail(&websocket->queue, g_bytes_ref(message));
  websocket->queued += g_bytes_get_size(message);
  schedule(websocket);
}

/* --- what */

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

/* Large messages are rare: what one of them needed is not kept. */
static void reset_frames(LapListener *listener)
{
  if (listener->frames->len <= 4 * TOGETHER) return;
  g_byte_array_unref(listener->frames);
  listener->frames = g_byte_array_new();
}

static gboolean write_some(LapWebsocket *websocket)
{
  LapListener *listener = websocket->visitor->listener;
  struct lws *wsi = websocket->visitor->wsi;
  gsize text = frame_some(websocket, listener->frames);
  gboolean fine = lws_write(wsi, listener->frames->data, listener->frames->len, LWS_WRITE_RAW) >= 0;
  reset_frames(listener);
  websocket->queued -= text;
  /* The library keeps what the socket did not take, and calls when it is written. */
  if (lws_partial_buffered(wsi)) websocket->handed = text;
  return fine;
}

/* FALSE if the socket is broken. */
static gboolean write_queue(LapWebsocket *websocket)
{
  gsize before = waiting(websocket);
  websocket->handed = 0;
  while (!g_queue_is_empty(&websocket->queue) && !lws_partial_buffered(websocket->visitor->wsi))
    if (!write_some(websocket)) return FALSE;
  if (before && !waiting(websocket) && websocket->connection) lap_connection_drained(websocket->connection);
  return TRUE;
}

gboolean lap_websocket_write(LapWebsocket *websocket)
{
  gboolean fine = lws_partial_buffered(websocket->visitor->wsi) || write_queue(websocket);
  hold_or_read(websocket);
  return fine;
}

int lap_websocket_writeable(LapWebsocket *websocket)
{
  if (!lap_websocket_write(websocket)) return -1;
  if (!websocket->closing || waiting(websocket)) return 0;
  const char *reason = websocket->reason ? websocket->reason : "";
  lws_close_reason(websocket->visitor->wsi, (enum lws_close_status)websocket->code, (unsigned char *)reason,
                   strlen(reason));
  return -1;
}

static void close_peer(gpointer peer, guint code, const char *reason, gboolean now)
{
  LapWebsocket *websocket = peer;
  lap_websocket_close(websocket, code, reason);
  if (now && !websocket->visitor->listener->ending) lap_visitor_kill(websocket->visitor);
}

const LapTransport lap_websocket_transport = {
    .name = "websocket", .send = send_message, .waiting = waiting, .close = close_peer, .pause_reading = pause_reading};

#include "stdio.h"

#include <string.h>

enum {
  READ = 16 * 1024,
  /* As with a WebSocket: reading pauses while so many bytes are queued. */
  HOLD_ABOVE = 64 * 1024,
  /* What is written at once, so that many small messages cost one system call. */
  TOGETHER = 16 * 1024
};

struct LapStdio {
  LapServer *server;
  LapConnection *connection; /* NULL once it is gone */
  GInputStream *in;
  GOutputStream *out;
  GCallback ended;
  gpointer data;
  GCancellable *cancellable; /* cancelled when this is freed, or ends */
  guint operations;          /* reads and writes in progress; each keeps this alive */
  gboolean freed;            /* freed by its owner: the last operation releases the memory */

  char buffer[READ];
  GByteArray *line;  /* the line so far; never longer than lap_server_message_max */
  gboolean skipping; /* the rest of a line that was too long */
  gboolean reading;
  gboolean read_all; /* the input has ended, or is not read any more */

  GQueue queue;        /* (element-type GBytes) */
  gsize queued;        /* bytes of it, without ends of lines */
  GByteArray *writing; /* what is being written; empty: nothing */
  gsize handed;        /* bytes of messages in it */

  GSource *closing; /* a source that ends the connection from the loop, or NULL */
  gboolean patient; /* `closing` does not end it if output is queued by then */
};

static void read_more(LapStdio *stdio);
static void write_more(LapStdio *stdio);

static gsize waiting(gpointer peer)
{
  LapStdio *stdio = peer;
  return stdio->queued + stdio->handed;
}

/* --- the end */

static void free_really(LapStdio *stdio)
{
  g_byte_array_unref(stdio->line);
  g_byte_array_unref(stdio->writing);
  g_queue_clear_full(&stdio->queue, (GDestroyNotify)g_bytes_unref);
  g_object_unref(stdio->in);
  g_object_unref(stdio->out);
  g_object_unref(stdio->cancellable);
  g_free(stdio);
}

static void stop_closing(LapStdio *stdio)
{
  if (!stdio->closing) return;
  g_source_destroy(stdio->closing);
  g_clear_pointer(&stdio->closing, g_source_unref);
}

static void leave(LapStdio *stdio)
{
  stop_closing(stdio);
  stdio->read_all = TRUE;
  g_cancellable_cancel(stdio->cancellable);
  LapConnection *connection = g_steal_pointer(&stdio->connection);
  if (connection) lap_connection_gone(connection);
}

static gboolean on_closing(gpointer data)
{
  LapStdio *stdio = data;
  void (*ended)(gpointer) = (void (*)(gpointer))stdio->ended;
  if (stdio->patient && waiting(stdio)) {
    stop_closing(stdio);
    return G_SOURCE_REMOVE;
  }
  leave(stdio);
  if (ended) ended(stdio->data);
  return G_SOURCE_REMOVE;
}

/* Deferred to the loop, since the caller may be using the connection. */
static void end_from_loop(LapStdio *stdio, gboolean patient)
{
  if (!stdio->connection) return;
  stop_closing(stdio);
  stdio->patient = patient;
  stdio->closing = g_idle_source_new();
  g_source_set_priority(stdio->closing, patient ? G_PRIORITY_LOW : G_PRIORITY_DEFAULT);
  g_source_set_callback(stdio->closing, on_closing, stdio, NULL);
  g_source_attach(stdio->closing, g_main_context_get_thread_default());
}

/* The last requests may be answered only when the loop is idle. */
static void end_if_done(LapStdio *stdio)
{
  gboolean owed = stdio->connection && lap_connection_is_owed(stdio->connection);
  if (stdio->read_all && !stdio->reading && !waiting(stdio) && !owed && !stdio->closing) end_from_loop(stdio, TRUE);
}

static void broken(LapStdio *stdio)
{
  stdio->read_all = TRUE;
  g_queue_clear_full(&stdio->queue, (GDestroyNotify)g_bytes_unref);
  stdio->queued = stdio->handed = 0;
  end_from_loop(stdio, FALSE);
}

/* Called when an operation has ended. FALSE if its result is not to be used any more. */
static gboolean is_alive(LapStdio *stdio)
{
  stdio->operations--;
  if (stdio->freed && stdio->operations == 0)
    free_really(stdio);
  else if (stdio->connection)
    return TRUE;
  return FALSE;
}

/* --- out */

static void on_written(GObject *out, GAsyncResult *result, gpointer data)
{
  LapStdio *stdio = data;
  gboolean fine = g_output_stream_write_all_finish(G_OUTPUT_STREAM(out), result, NULL, NULL);
  if (!is_alive(stdio)) return;
  g_byte_array_set_size(stdio->writing, 0);
  stdio->handed = 0;
  if (!fine) {
    broken(stdio);
    return;
  }
  write_more(stdio);
  if (!waiting(stdio)) lap_connection_drained(stdio->connection);
  read_more(stdio);
  end_if_done(stdio);
}

static void take_from_queue(LapStdio *stdio)
{
  while (!g_queue_is_empty(&stdio->queue) && stdio->writing->len < TOGETHER) {
    g_autoptr(GBytes) message = g_queue_pop_head(&stdio->queue);
    gsize length = g_bytes_get_size(message);
    if (length) g_byte_array_append(stdio->writing, g_bytes_get_data(message, NULL), (guint)length);
    g_byte_array_append(stdio->writing, (const guint8 *)"\n", 1);
    stdio->queued -= length;
    stdio->handed += length;
  }
}

static void write_more(LapStdio *stdio)
{
  if (stdio->writing->len || g_queue_is_empty(&stdio->queue)) return;
  take_from_queue(stdio);
  stdio->operations++;
  g_output_stream_write_all_async(stdio->out, stdio->writing->data, stdio->writing->len, G_PRIORITY_DEFAULT,
                                  stdio->cancellable, on_written, stdio);
}

static void send_message(gpointer peer, GBytes *message)
{
  LapStdio *stdio = peer;
  if (!stdio->connection || (stdio->closing && !stdio->patient)) return;
  g_queue_push_tail(&stdio->queue, g_bytes_ref(message));
  stdio->queued += g_bytes_get_size(message);
  write_more(stdio);
}

static void close_peer(gpointer peer, guint code G_GNUC_UNUSED, const char *reason G_GNUC_UNUSED, gboolean now)
{
  LapStdio *stdio = peer;
  stdio->read_all = TRUE;
  if (now || !waiting(stdio)) end_from_loop(stdio, FALSE);
}

static const LapTransport transport = {.name = "stdio", .send = send_message, .waiting = waiting, .close = close_peer};

/* --- in */

/* Invalid UTF-8 is passed on; the connection replies with an error. Lines may end with CRLF, and empty lines are
 * ignored. */
static void whole_line(LapStdio *stdio)
{
  gsize length = stdio->line->len;
  if (length && stdio->line->data[length - 1] == '\r') length--;
  if (length) lap_connection_receive(stdio->connection, (const char *)stdio->line->data, length);
  g_byte_array_set_size(stdio->line, 0);
}

static void add_to_line(LapStdio *stdio, const char *bytes, gsize length)
{
  if (stdio->skipping) return;
  if (length <= lap_server_message_max(stdio->server) - stdio->line->len) {
    if (length) g_byte_array_append(stdio->line, (const guint8 *)bytes, (guint)length);
    return;
  }
  stdio->skipping = TRUE;
  g_byte_array_unref(stdio->line);
  stdio->line = g_byte_array_new();
  lap_connection_overlong(stdio->connection);
}

static void end_line(LapStdio *stdio)
{
  if (!stdio->skipping) whole_line(stdio);
  stdio->skipping = FALSE;
}

static void take_in(LapStdio *stdio, const char *bytes, gsize length)
{
  const char *end = bytes + length;
  while (bytes < end && !stdio->read_all) {
    const char *newline = memchr(bytes, '\n', (gsize)(end - bytes));
    const char *stop = newline ? newline : end;
    add_to_line(stdio, bytes, (gsize)(stop - bytes));
    if (newline) end_line(stdio);
    bytes = newline ? newline + 1 : end;
  }
}

/* A last line without an end of line counts too. */
static void end_input(LapStdio *stdio)
{
  if (!stdio->read_all) end_line(stdio);
  stdio->read_all = TRUE;
}

static void on_read(GObject *in, GAsyncResult *result, gpointer data)
{
  LapStdio *stdio = data;
  gssize length = g_input_stream_read_finish(G_INPUT_STREAM(in), result, NULL);
  if (!is_alive(stdio)) return;
  stdio->reading = FALSE;
  if (length > 0)
    take_in(stdio, stdio->buffer, (gsize)length);
  else
    end_input(stdio);
  read_more(stdio);
  end_if_done(stdio);
}

static void read_more(LapStdio *stdio)
{
  if (stdio->reading || stdio->read_all || waiting(stdio) > HOLD_ABOVE) return;
  stdio->reading = TRUE;
  stdio->operations++;
  g_input_stream_read_async(stdio->in, stdio->buffer, READ, G_PRIORITY_DEFAULT, stdio->cancellable, on_read, stdio);
}

/* --- life */

LapStdio *lap_stdio_new(LapServer *server, GInputStream *in, GOutputStream *out, GCallback ended, gpointer data,
                        GError **error)
{
  LapStdio *stdio = g_new0(LapStdio, 1);
  stdio->server = server;
  stdio->in = g_object_ref(in);
  stdio->out = g_object_ref(out);
  stdio->ended = ended;
  stdio->data = data;
  stdio->cancellable = g_cancellable_new();
  stdio->line = g_byte_array_new();
  stdio->writing = g_byte_array_new();
  g_queue_init(&stdio->queue);
  stdio->connection = lap_connection_open(server, &transport, stdio, "stdio", error);
  if (stdio->connection) {
    read_more(stdio);
    return stdio;
  }
  free_really(stdio);
  return NULL;
}

void lap_stdio_free(LapStdio *stdio)
{
  leave(stdio);
  stdio->freed = TRUE;
  if (stdio->operations == 0) free_really(stdio);
}

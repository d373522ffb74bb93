#include "mcp.h"

#include <string.h>

#include "host/json/lines.h"
#include "messages.h"

enum { READ = 16 * 1024 };

struct LapMcp {
  LapMcpTools *tools;
  GInputStream *in;
  GOutputStream *out;
  GCallback ended;
  gpointer data;
  GCancellable *cancellable; /* cancelled when this is freed */
  LapLines lines;
  char buffer[READ];
  gboolean reading; /* a read is in progress, and keeps this alive */
  gboolean freed;
};

static void free_really(LapMcp *mcp)
{
  lap_mcp_tools_free(mcp->tools);
  lap_lines_clear(&mcp->lines);
  g_object_unref(mcp->in);
  g_object_unref(mcp->out);
  g_object_unref(mcp->cancellable);
  g_free(mcp);
}

/* Takes `text` over; NULL is no answer. FALSE if it cannot be written. */
static gboolean send_line(LapMcp *mcp, char *text)
{
  g_autofree char *line = text ? g_strconcat(text, "\n", NULL) : NULL;
  g_free(text);
  return !line || g_output_stream_write_all(mcp->out, line, strlen(line), NULL, NULL, NULL);
}

/* A call may run the main context for a while; nothing is read meanwhile. */
static gboolean answer_lines(LapMcp *mcp)
{
  char *taken;
  gsize length;
  while ((taken = lap_lines_take(&mcp->lines, &length))) {
    g_autofree char *line = taken;
    if (!send_line(mcp, lap_mcp_answer(mcp->tools, line, length))) return FALSE;
  }
  gboolean too_long = mcp->lines.too_long;
  mcp->lines.too_long = FALSE;
  return !too_long || send_line(mcp, lap_mcp_refuse_size(mcp->lines.max));
}

static void on_read(GObject *in, GAsyncResult *result, gpointer data);

static void read_more(LapMcp *mcp)
{
  mcp->reading = TRUE;
  g_input_stream_read_async(mcp->in, mcp->buffer, READ, G_PRIORITY_DEFAULT, mcp->cancellable, on_read, mcp);
}

static void on_read(GObject *in, GAsyncResult *result, gpointer data)
{
  LapMcp *mcp = data;
  void (*ended)(gpointer) = (void (*)(gpointer))mcp->ended;
  gssize length = g_input_stream_read_finish(G_INPUT_STREAM(in), result, NULL);
  mcp->reading = FALSE;
  if (mcp->freed) {
    free_really(mcp);
    return;
  }
  if (length > 0) lap_lines_add(&mcp->lines, mcp->buffer, (gsize)length);
  if (length > 0 && answer_lines(mcp))
    read_more(mcp);
  else
    ended(mcp->data);
}

LapMcp *lap_mcp_new(LapServer *server, GInputStream *in, GOutputStream *out, GCallback ended, gpointer data)
{
  LapMcp *mcp = g_new0(LapMcp, 1);
  mcp->tools = lap_mcp_tools_new(server);
  mcp->in = g_object_ref(in);
  mcp->out = g_object_ref(out);
  mcp->ended = ended;
  mcp->data = data;
  mcp->cancellable = g_cancellable_new();
  lap_lines_init(&mcp->lines, lap_server_message_max(server));
  read_more(mcp);
  return mcp;
}

void lap_mcp_free(LapMcp *mcp)
{
  g_cancellable_cancel(mcp->cancellable);
  mcp->freed = TRUE;
  if (!mcp->reading) free_really(mcp);
}

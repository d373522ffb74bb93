#include "batch.h"

#include "log.h"
#include "server-private.h"

/* A batch ends when so many log entries are staged, or after so long. */
enum { STAGED_MAX = 256, LONGEST = 2 * G_TIME_SPAN_MILLISECOND };

/* Moves that bots make in one batch, and how many before the time is looked at, so that clients need not wait long. */
enum { BOTS_MOVES = 64, BOTS_STEP = 8 };

/* Delay before a failed commit is tried again. */
#define RETRY G_TIME_SPAN_SECOND

/* Priority of the source that ends a batch as soon as there is nothing left to read. */
#define PRIORITY_IDLE (G_PRIORITY_DEFAULT + 10)
/* Priority of the sources that end a batch and check clocks on time: a client that keeps a socket readable without ever
 * sending a whole message (pings, fragments, requests for pages) must not delay the others. */
#define PRIORITY_ON_TIME G_PRIORITY_HIGH

/* --- output that is queued until the end of a batch */

typedef struct {
  LapConnection *connection; /* a reference */
  LapReply *reply;           /* NULL: a notification */
  gsize length;              /* of the reply, when it was queued */
  LapNotificationKind kind;
  GBytes *message;
} Output;

static void output_clear(gpointer data)
{
  Output *output = data;
  if (output->reply) lap_reply_free(output->reply);
  if (output->message) g_bytes_unref(output->message);
  lap_connection_unref(output->connection);
}

static GArray *outputs_new(void)
{
  GArray *outputs = g_array_new(FALSE, FALSE, sizeof(Output));
  g_array_set_clear_func(outputs, output_clear);
  return outputs;
}

static void mark_outcome_unknown(LapReply *reply)
{
  for (guint i = 0; i < reply->responses->len; i++) {
    LapResponse *response = reply->responses->pdata[i];
    if (response->touches)
      lap_response_fail(response, LAP_RPC_OUTCOME_UNKNOWN, "the store failed: whether this was done is not sure", NULL);
  }
}

static gboolean is_fault(const LapResponse *response)
{
  return response->code == LAP_RPC_INTERNAL || response->code == LAP_RPC_PLUGIN_FAULT ||
         response->code == LAP_RPC_OUTCOME_UNKNOWN || response->code == LAP_RPC_UNAVAILABLE;
}

static void log_response(const LapResponse *response, const LapConnection *connection, gint64 took)
{
  LapServerLogLine *line = lap_server_log_begin(is_fault(response) ? LAP_SERVER_LOG_WARNING : LAP_SERVER_LOG_DEBUG,
                                                "request");
  if (!line) return;
  lap_server_log_number(line, "connection", (gint64)connection->id);
  lap_server_log_text(line, "method", response->route->name);
  if (response->match) lap_server_log_text(line, "match", response->match);
  if (response->code) lap_server_log_number(line, "code", (gint64)response->code);
  lap_server_log_number(line, "microseconds", took);
  lap_server_log_end(line);
}

static void count_responses(LapServer *server, const LapConnection *connection, const LapReply *reply)
{
  gint64 now = g_get_monotonic_time();
  for (guint i = 0; i < reply->responses->len; i++) {
    const LapResponse *response = reply->responses->pdata[i];
    response->route->endings[lap_rpc_ending_of(response->code)]++;
    lap_histogram_add(&server->metrics.request_time, now - response->began);
    log_response(response, connection, now - response->began);
  }
}

static void send_reply(LapServer *server, Output *output, gboolean committed)
{
  output->connection->unsent -= output->length;
  if (!committed) mark_outcome_unknown(output->reply);
  count_responses(server, output->connection, output->reply);
  g_autoptr(GBytes) message = lap_reply_take_message(output->reply);
  if (message) lap_connection_send(output->connection, message);
}

static void send_output(LapServer *server, Output *output, gboolean committed)
{
  if (output->reply)
    send_reply(server, output, committed);
  else
    lap_connection_send_notification(output->connection, output->kind, output->message,
                                     !committed && output->kind != LAP_NOTIFY_HOST);
}

/* A connection from which a notification was withheld is sent whole states once its queue is empty. If the queue is
 * empty already this must happen here, since the transport reports only a queue that becomes empty. */
static void send_outputs(LapServer *server, LapBatchSent sent, GArray *outputs, gboolean committed)
{
  for (guint i = 0; i < outputs->len; i++) send_output(server, &g_array_index(outputs, Output, i), committed);
  for (guint i = 0; i < outputs->len; i++) sent(g_array_index(outputs, Output, i).connection);
  g_array_unref(outputs);
}

/* --- the batch */

void lap_batch_begin(LapBatch *batch)
{
  if (batch->open || batch->ending) return;
  batch->open = TRUE;
  batch->touched = FALSE;
  batch->began = g_get_monotonic_time();
  g_source_set_ready_time(batch->deadline, batch->began + batch->longest);
  lap_host_begin(batch->server->host);
}

void lap_batch_reply(LapBatch *batch, LapConnection *connection, LapReply *reply)
{
  const Output output = {
      .connection = lap_connection_ref(connection), .reply = reply, .length = lap_reply_length(reply)};
  connection->unsent += output.length;
  g_array_append_val(batch->outputs, output);
  for (guint i = 0; i < reply->responses->len; i++)
    batch->touched |= ((LapResponse *)reply->responses->pdata[i])->touches;
}

void lap_batch_notify(LapBatch *batch, LapConnection *connection, LapNotificationKind kind, GBytes *message)
{
  lap_batch_begin(batch);
  const Output output = {.connection = lap_connection_ref(connection), .kind = kind, .message = g_bytes_ref(message)};
  g_array_append_val(batch->outputs, output);
}

/* --- the commit */

static GArray *take_outputs(LapBatch *batch)
{
  GArray *outputs = batch->outputs;
  batch->outputs = outputs_new();
  return outputs;
}

static void log_failure(const GError *error)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_ERROR, "commit failed");
  lap_server_log_text(line, "message", error->message);
  lap_server_log_end(line);
}

static void count_commit(LapServer *server, guint staged, gint64 took, const GError *error)
{
  LapMetrics *metrics = &server->metrics;
  if (staged || error) server->store_fails = error != NULL;
  if (error) {
    metrics->commit_failures++;
    lap_server_recount_matches(server);
    log_failure(error);
  } else if (staged) {
    metrics->commits++;
    metrics->entries += staged;
    lap_histogram_add(&metrics->commit_time, took);
  }
}

static gboolean commit(LapBatch *batch, guint staged)
{
  g_autoptr(GError) error = NULL;
  gint64 before = g_get_monotonic_time();
  batch->open = FALSE;
  batch->ending = TRUE;
  gboolean ok = lap_host_end(batch->server->host, &error);
  batch->ending = FALSE;
  count_commit(batch->server, staged, g_get_monotonic_time() - before, error);
  return ok;
}

/* Schedules the next check of clocks, in microseconds from now; -1: not before the next batch. */
static void set_timer(LapBatch *batch, gint64 wait)
{
  g_source_set_ready_time(batch->timer, wait < 0 ? -1 : g_get_monotonic_time() + wait);
}

/* Schedules the next batch for bots and clocks, if one is due. */
static void set_deadline(LapBatch *batch)
{
  g_source_set_ready_time(batch->deadline, batch->follow ? g_get_monotonic_time() + batch->longest : -1);
}

gboolean lap_batch_end(LapBatch *batch)
{
  if (!batch->open) return TRUE;
  batch->prompt = FALSE;
  g_autoptr(LapServer) server = g_object_ref(batch->server);
  guint staged = lap_host_get_staged(server->host);
  GArray *outputs = take_outputs(batch);
  gboolean committed = commit(batch, staged);
  GArray *queued_meanwhile = take_outputs(batch);
  batch->follow = committed && (batch->follow || staged || batch->touched);
  set_deadline(batch);
  if (!committed) set_timer(batch, RETRY);
  send_outputs(server, batch->sent, outputs, committed);
  send_outputs(server, batch->sent, queued_meanwhile, TRUE);
  return committed;
}

void lap_batch_follow(LapBatch *batch)
{
  batch->follow = TRUE;
  if (!batch->open) set_deadline(batch);
}

/* --- the end of a batch, and the next one */

static gboolean play_bots(LapBatch *batch)
{
  gboolean more = TRUE;
  for (guint moves = 0; more && moves < BOTS_MOVES; moves += BOTS_STEP) {
    more = lap_host_play_bots(batch->server->host, BOTS_STEP);
    if (g_get_monotonic_time() - batch->began >= batch->longest) break;
  }
  return more;
}

static void follow_up(LapBatch *batch)
{
  LapHost *host = batch->server->host;
  lap_batch_begin(batch);
  batch->follow = play_bots(batch);
  batch->follow |= lap_host_renew(host);
  set_timer(batch, lap_host_run_clocks(host));
  lap_batch_end(batch);
}

void lap_batch_check(LapBatch *batch)
{
  if (!batch->open) return;
  gboolean enough = lap_host_get_staged(batch->server->host) >= STAGED_MAX ||
                    g_get_monotonic_time() - batch->began >= batch->longest;
  if (!enough) return;
  lap_batch_end(batch);
  if (batch->follow) follow_up(batch);
}

typedef struct {
  GSource source;
  LapBatch *batch;
} BatchSource;

static gboolean is_due(const LapBatch *batch) { return batch->open || batch->follow; }

static gboolean idle_prepare(GSource *source, int *timeout)
{
  gboolean due = is_due(((BatchSource *)source)->batch);
  *timeout = due ? 0 : -1;
  return due;
}

static gboolean idle_check(GSource *source) { return is_due(((BatchSource *)source)->batch); }

static gboolean idle_dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapBatch *batch = ((BatchSource *)source)->batch;
  gboolean overdue = batch->follow;
  lap_batch_end(batch);
  if (overdue) follow_up(batch);
  return G_SOURCE_CONTINUE;
}

static gboolean deadline_dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapBatch *batch = ((BatchSource *)source)->batch;
  g_source_set_ready_time(source, -1);
  lap_batch_end(batch);
  if (batch->follow) follow_up(batch);
  return G_SOURCE_CONTINUE;
}

static gboolean timer_dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapBatch *batch = ((BatchSource *)source)->batch;
  g_source_set_ready_time(source, -1);
  lap_batch_end(batch);
  follow_up(batch);
  return G_SOURCE_CONTINUE;
}

static GSource *source_new(LapBatch *batch, GSourceFuncs *functions, int priority)
{
  GSource *source = g_source_new(functions, sizeof(BatchSource));
  ((BatchSource *)source)->batch = batch;
  g_source_set_priority(source, priority);
  g_source_attach(source, batch->server->context);
  return source;
}

static void attach_sources(LapBatch *batch)
{
  static GSourceFuncs idle = {.prepare = idle_prepare, .check = idle_check, .dispatch = idle_dispatch};
  static GSourceFuncs deadline = {.dispatch = deadline_dispatch};
  static GSourceFuncs timer = {.dispatch = timer_dispatch};
  batch->idle = source_new(batch, &idle, PRIORITY_IDLE);
  batch->deadline = source_new(batch, &deadline, PRIORITY_ON_TIME);
  batch->timer = source_new(batch, &timer, PRIORITY_ON_TIME);
}

static void source_free(GSource *source)
{
  g_source_destroy(source);
  g_source_unref(source);
}

static void detach_sources(LapBatch *batch)
{
  source_free(batch->idle);
  source_free(batch->deadline);
  source_free(batch->timer);
}

/* --- life cycle */

LapBatch *lap_batch_new(LapServer *server, LapBatchSent sent)
{
  LapBatch *batch = g_new0(LapBatch, 1);
  batch->server = server;
  batch->sent = sent;
  batch->longest = LONGEST;
  batch->outputs = outputs_new();
  attach_sources(batch);
  g_signal_connect_swapped(server->host, "due", G_CALLBACK(lap_batch_follow), batch);
  return batch;
}

void lap_batch_free(LapBatch *batch)
{
  g_signal_handlers_disconnect_by_data(batch->server->host, batch);
  detach_sources(batch);
  g_array_unref(batch->outputs);
  g_free(batch);
}

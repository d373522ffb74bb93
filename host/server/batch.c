#include "batch.h"

#include "host/match/commit.h"
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

/* Schedules the next check of clocks, in microseconds from now; -1: not before the next batch. */
static void set_timer(LapBatch *batch, gint64 wait) { batch->timer = wait < 0 ? -1 : g_get_monotonic_time() + wait; }

void lap_batch_begin(LapBatch *batch)
{
  if (batch->open || batch->ending) return;
  batch->open = TRUE;
  batch->touched = FALSE;
  batch->began = g_get_monotonic_time();
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

/* Called on the store's thread. */
static void on_committed(gpointer data)
{
  LapBatch *batch = data;
  g_atomic_int_set(&batch->committed, TRUE);
  g_main_context_wakeup(batch->server->context);
}

/* Ends the open batch, whose commit begins, or is left to finish_commit. Returns whether it is under way. */
static gboolean begin_commit(LapBatch *batch)
{
  LapHost *host = batch->server->host;
  batch->open = FALSE;
  batch->prompt = FALSE;
  batch->staged = lap_host_get_staged(host);
  batch->submitted = g_get_monotonic_time();
  batch->follow |= batch->staged || batch->touched;
  batch->committing = take_outputs(batch);
  return lap_host_begin_commit(host, on_committed, batch);
}

/* Waits for the commit, and sends what waited for it. */
static gboolean finish_commit(LapBatch *batch)
{
  if (!batch->committing) return TRUE;
  g_autoptr(LapServer) server = g_object_ref(batch->server);
  g_autoptr(GError) error = NULL;
  GArray *outputs = g_steal_pointer(&batch->committing), *later = take_outputs(batch);
  batch->ending = TRUE;
  gboolean committed = lap_host_finish_commit(server->host, &error);
  if (!committed && batch->open) lap_host_end(server->host, NULL);
  batch->open &= committed;
  batch->ending = FALSE;
  batch->committed = FALSE;
  count_commit(server, batch->staged, g_get_monotonic_time() - batch->submitted, error);
  GArray *queued_meanwhile = batch->outputs;
  batch->outputs = committed ? g_steal_pointer(&later) : outputs_new();
  batch->follow &= committed;
  batch->followed = g_get_monotonic_time();
  if (!committed) set_timer(batch, RETRY);
  send_outputs(server, batch->sent, outputs, committed);
  if (later) send_outputs(server, batch->sent, later, FALSE);
  send_outputs(server, batch->sent, queued_meanwhile, TRUE);
  return committed;
}

gboolean lap_batch_end(LapBatch *batch)
{
  gboolean before = finish_commit(batch);
  if (!batch->open) return before;
  begin_commit(batch);
  return finish_commit(batch);
}

/* Ends the batch, and waits for nothing: not while another one is being committed. */
static void submit(LapBatch *batch)
{
  if (!batch->open || batch->committing) return;
  if (!begin_commit(batch)) finish_commit(batch);
}

void lap_batch_follow(LapBatch *batch)
{
  batch->follow = TRUE;
  batch->followed = g_get_monotonic_time();
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
  submit(batch);
}

/* Ends the open batch; bots and clocks that were due before have a batch of their own after it, so that its replies do
 * not wait for them. While they would have to wait for its commit, they are passed over once, and join the next one. */
static void go_on(LapBatch *batch)
{
  if (batch->committing) return;
  gboolean follows = batch->follow;
  if (!batch->passed_over) submit(batch);
  batch->passed_over = follows && batch->committing;
  if (follows && !batch->committing) follow_up(batch);
}

/* A batch that is full waits for the commit that is under way, so that no more comes in than the store takes. */
void lap_batch_check(LapBatch *batch)
{
  if (!batch->open) return;
  gboolean is_full = lap_host_get_staged(batch->server->host) >= STAGED_MAX;
  if (is_full) finish_commit(batch);
  if (is_full || g_get_monotonic_time() - batch->began >= batch->longest) go_on(batch);
}

/* What a source does, and when: at a monotonic time in us; 0: now, -1: not yet. The time is asked for in each iteration
 * of the main loop, so that setting one costs nothing. */
typedef struct {
  int priority;
  gint64 (*when)(const LapBatch *batch);
  void (*act)(LapBatch *batch);
} Duty;

typedef struct {
  GSource source;
  LapBatch *batch;
  const Duty *duty;
} BatchSource;

static gboolean is_due(const LapBatch *batch) { return !batch->committing && (batch->open || batch->follow); }

static gint64 when_idle(const LapBatch *batch) { return is_due(batch) ? 0 : -1; }

static gint64 when_late(const LapBatch *batch)
{
  return is_due(batch) ? (batch->open ? batch->began : batch->followed) + batch->longest : -1;
}

static gint64 when_clocks_run_out(const LapBatch *batch) { return batch->timer; }

static gint64 when_committed(const LapBatch *batch) { return g_atomic_int_get(&batch->committed) ? 0 : -1; }

static void run_clocks(LapBatch *batch)
{
  batch->timer = -1;
  batch->follow = TRUE;
  go_on(batch);
}

static void on_commit_done(LapBatch *batch) { finish_commit(batch); }

static const Duty duties[] = {{PRIORITY_IDLE, when_idle, go_on},
                              {PRIORITY_ON_TIME, when_late, go_on},
                              {PRIORITY_ON_TIME, when_clocks_run_out, run_clocks},
                              {PRIORITY_ON_TIME, when_committed, on_commit_done}};

static gboolean prepare(GSource *source, int *timeout)
{
  const BatchSource *self = (const BatchSource *)source;
  gint64 when = self->duty->when(self->batch), wait = when > 0 ? when - g_source_get_time(source) : when;
  *timeout = when < 0 ? -1 : (int)CLAMP((wait + 999) / 1000, 0, G_MAXINT);
  return when >= 0 && wait <= 0;
}

static gboolean check(GSource *source)
{
  int timeout;
  return prepare(source, &timeout);
}

static gboolean dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  const BatchSource *self = (const BatchSource *)source;
  self->duty->act(self->batch);
  return G_SOURCE_CONTINUE;
}

static GSource *source_new(LapBatch *batch, const Duty *duty)
{
  static GSourceFuncs functions = {.prepare = prepare, .check = check, .dispatch = dispatch};
  GSource *source = g_source_new(&functions, sizeof(BatchSource));
  ((BatchSource *)source)->batch = batch;
  ((BatchSource *)source)->duty = duty;
  g_source_set_priority(source, duty->priority);
  g_source_attach(source, batch->server->context);
  return source;
}

static void source_free(GSource *source)
{
  g_source_destroy(source);
  g_source_unref(source);
}

/* --- life cycle */

LapBatch *lap_batch_new(LapServer *server, LapBatchSent sent)
{
  LapBatch *batch = g_new0(LapBatch, 1);
  batch->server = server;
  batch->sent = sent;
  batch->longest = LONGEST;
  batch->outputs = outputs_new();
  batch->timer = -1;
  for (guint i = 0; i < G_N_ELEMENTS(duties); i++) batch->sources[i] = source_new(batch, &duties[i]);
  g_signal_connect_swapped(server->host, "due", G_CALLBACK(lap_batch_follow), batch);
  return batch;
}

void lap_batch_free(LapBatch *batch)
{
  g_signal_handlers_disconnect_by_data(batch->server->host, batch);
  if (batch->committing) lap_host_finish_commit(batch->server->host, NULL);
  g_clear_pointer(&batch->committing, g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS(duties); i++) source_free(batch->sources[i]);
  g_array_unref(batch->outputs);
  g_free(batch);
}

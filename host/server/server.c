#include <string.h>

#include "host/match/entry.h"
#include "host/match/match.h"
#include "log.h"
#include "server-private.h"

enum { HOUSEKEEPING_SECONDS = 10 };

G_DEFINE_FINAL_TYPE(LapServer, lap_server, G_TYPE_OBJECT)

/* --- signals of the host */

/* After the end only proposals of a rematch remain, which change nothing here. */
static gboolean ends_it(const LapEntry *entry)
{
  gboolean talks = entry->kind == LAP_ENTRY_PROPOSE || entry->kind == LAP_ENTRY_ANSWER;
  return entry->over && !(talks && entry->proposal == LAP_PROPOSAL_REMATCH);
}

static void on_entry(LapHost *host G_GNUC_UNUSED, LapMatch *match, const LapEntry *entry, LapServer *server)
{
  lap_bills_count_entry(server->bills, server->answering);
  gboolean ends = ends_it(entry);
  if (ends) lap_server_match_ended(server);
  if (ends || entry->kind == LAP_ENTRY_SUSPEND) lap_bills_remove(server->bills, lap_match_get_id(match));
  if (entry->rematch) lap_server_match_added(server);
}

/* --- housekeeping */

static void close_if_idle(LapConnection *connection, gpointer data)
{
  const gint64 *before = data;
  gboolean stays = lap_subscriptions_count(connection) || connection->upstreams || connection->caller.is_operator ||
                   connection->active >= *before;
  if (!stays) lap_connection_close(connection, LAP_CLOSED_IDLE, FALSE);
}

static gboolean housekeep(gpointer data)
{
  LapServer *server = data;
  gint64 before = g_get_monotonic_time() - lap_limit(server, LAP_LIMIT_IDLE) * G_USEC_PER_SEC;
  lap_server_visit_connections(server, close_if_idle, &before);
  lap_addresses_tidy(server->addresses);
  return G_SOURCE_CONTINUE;
}

/* --- rules in other processes */

static void take_up(LapConnection *connection, gpointer data)
{
  const LapServer *server = data;
  connection->put_off = FALSE;
  lap_fair_queue_resume(server->fair, connection);
}

/* Whatever waited for rules is tried again: what waits for others is put off once more. */
static gboolean on_ready(gpointer data)
{
  LapServer *server = data;
  g_source_set_ready_time(server->ready, -1);
  lap_server_visit_connections(server, take_up, server);
  lap_host_release_bots(server->host);
  lap_batch_follow(server->batch);
  return G_SOURCE_CONTINUE;
}

static gboolean dispatch_ready(GSource *source G_GNUC_UNUSED, GSourceFunc callback, gpointer data)
{
  return callback(data);
}

static GSource *ready_source_new(LapServer *server)
{
  static GSourceFuncs functions = {.dispatch = dispatch_ready};
  return lap_server_attach(server, g_source_new(&functions, sizeof(GSource)), on_ready);
}

/* --- life */

static void lap_server_init(LapServer *server)
{
  server->context = g_main_context_ref_thread_default();
  memcpy(server->limits, lap_limits, sizeof lap_limits);
  server->addresses = lap_addresses_new();
  server->started = g_get_real_time() / G_USEC_PER_SEC;
  lap_server_recount_matches(server);
}

static void lap_server_finalize(GObject *object)
{
  LapServer *server = LAP_SERVER(object);
  lap_server_detach(&server->housekeeping);
  lap_server_detach(&server->drain);
  lap_server_detach(&server->renewing);
  lap_host_set_patience(server->host, 0, NULL);
  lap_host_set_thinking(server->host, 0, 0, NULL);
  lap_server_detach(&server->ready);
  lap_subscriptions_free(server->subscriptions);
  g_signal_handlers_disconnect_by_data(server->host, server);
  lap_batch_free(server->batch);
  lap_rpc_free(server->rpc);
  lap_server_stop_pruning(server);
  lap_bills_free(server->bills);
  lap_fair_queue_free(server->fair);
  lap_addresses_free(server->addresses);
  g_free(server->operator_hash);
  g_free(server->node);
  g_object_unref(server->host);
  g_main_context_unref(server->context);
  G_OBJECT_CLASS(lap_server_parent_class)->finalize(object);
}

static void lap_server_class_init(LapServerClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_server_finalize;
  g_signal_new("drained", LAP_TYPE_SERVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void log_store(LapServer *server)
{
  const char *warning = lap_store_get_warning(lap_host_get_store(server->host));
  if (!warning) return;
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_ERROR, "store");
  lap_server_log_text(line, "message", warning);
  lap_server_log_end(line);
}

static void set_thinking(LapServer *server)
{
  lap_host_set_thinking(server->host, (guint)lap_limit(server, LAP_LIMIT_THINKING),
                        lap_limit(server, LAP_LIMIT_THINKING_TIME) * 1000, server->ready);
}

LapServer *lap_server_new(LapHost *host)
{
  LapServer *server = g_object_new(LAP_TYPE_SERVER, NULL);
  server->host = g_object_ref(host);
  server->rpc = lap_rpc_new(host, server->limits, &lap_server_service, server);
  server->batch = lap_batch_new(server, lap_connection_catch_up);
  server->fair = lap_fair_queue_new(server->batch, server->context, lap_connection_carry_out);
  server->bills = lap_bills_new(server);
  server->housekeeping = lap_server_attach(server, g_timeout_source_new_seconds(HOUSEKEEPING_SECONDS), housekeep);
  server->ready = ready_source_new(server);
  server->patience = LAP_PATIENCE;
  lap_host_set_patience(host, LAP_PATIENCE, server->ready);
  set_thinking(server);
  lap_host_set_open_max(host, (guint)lap_limit(server, LAP_LIMIT_OPEN_MATCHES));
  g_signal_connect(host, "entry", G_CALLBACK(on_entry), server);
  server->subscriptions = lap_subscriptions_new(server);
  log_store(server);
  return server;
}

LapHost *lap_server_get_host(LapServer *server) { return server->host; }

/* --- limits */

const LapLimit *lap_server_get_limits(LapServer *server) { return server->limits; }

gint64 lap_server_get_limit(LapServer *server, const char *name)
{
  const LapLimit *limit = lap_limits_find(server->limits, name);
  g_return_val_if_fail(limit != NULL, 0);
  return limit->value;
}

gboolean lap_server_set_limit(LapServer *server, const char *name, gint64 value, GError **error)
{
  if (!lap_limits_set(server->limits, name, value, error)) return FALSE;
  lap_rpc_forget_document(server->rpc);
  lap_host_set_open_max(server->host, (guint)lap_limit(server, LAP_LIMIT_OPEN_MATCHES));
  lap_host_set_hook_limit(server->host, (guint)lap_limit(server, LAP_LIMIT_HOOK));
  if (g_str_has_prefix(name, "thinking")) set_thinking(server);
  return TRUE;
}

gsize lap_server_message_max(const LapServer *server) { return (gsize)lap_limit(server, LAP_LIMIT_MESSAGE); }

void lap_server_end_batch(LapServer *server) { lap_batch_end(server->batch); }

void lap_server_notify_build(LapServer *server, const char *plugin, const char *failure)
{
  lap_batch_begin(server->batch);
  lap_subscriptions_notify_build(server, plugin, failure);
  lap_batch_end(server->batch);
}

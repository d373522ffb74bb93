#include <string.h>

#include "host/match/entry.h"
#include "host/match/match.h"
#include "log.h"
#include "server-private.h"

enum { HOUSEKEEPING_SECONDS = 10, GRACE_MAX = 1000 /* ms */ };

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
  if (ends_it(entry)) {
    lap_server_match_ended(server);
    lap_bills_remove(server->bills, lap_match_get_id(match));
  }
  if (entry->rematch) lap_server_match_added(server);
}

/* --- housekeeping */

static void close_if_idle(LapConnection *connection, gpointer data)
{
  const gint64 *before = data;
  gboolean stays = lap_subscriptions_count(connection) || connection->caller.is_operator ||
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

static GSource *attach(LapServer *server, GSource *source, GSourceFunc callback)
{
  g_source_set_callback(source, callback, server, NULL);
  g_source_attach(source, server->context);
  return source;
}

static void detach(GSource **source)
{
  if (!*source) return;
  g_source_destroy(*source);
  g_clear_pointer(source, g_source_unref);
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
  detach(&server->housekeeping);
  detach(&server->drain);
  lap_subscriptions_free(server->subscriptions);
  g_signal_handlers_disconnect_by_data(server->host, server);
  lap_batch_free(server->batch);
  lap_rpc_free(server->rpc);
  lap_server_stop_pruning(server);
  lap_bills_free(server->bills);
  lap_fair_queue_free(server->fair);
  lap_addresses_free(server->addresses);
  g_free(server->operator_hash);
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

LapServer *lap_server_new(LapHost *host)
{
  LapServer *server = g_object_new(LAP_TYPE_SERVER, NULL);
  server->host = g_object_ref(host);
  server->rpc = lap_rpc_new(host, server->limits, &lap_server_service, server);
  server->batch = lap_batch_new(server);
  server->fair = lap_fair_queue_new(server->batch, server->context, lap_connection_carry_out);
  server->bills = lap_bills_new(server);
  server->housekeeping = attach(server, g_timeout_source_new_seconds(HOUSEKEEPING_SECONDS), housekeep);
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
  return TRUE;
}

gsize lap_server_message_max(const LapServer *server) { return (gsize)lap_limit(server, LAP_LIMIT_MESSAGE); }

/* --- connections */

/* A visit may close connections. They are freed later, but the next one is looked up before the visit to be safe. */
void lap_server_visit_connections(LapServer *server, LapConnectionVisit visit, gpointer data)
{
  for (GList *link = server->connections.head, *next; link; link = next) {
    next = link->next;
    visit(link->data, data);
  }
}

void lap_server_end_batch(LapServer *server) { lap_batch_end(server->batch); }

/* --- draining */

static gboolean finish_draining(gpointer data)
{
  LapServer *server = data;
  detach(&server->drain);
  server->drained = TRUE;
  g_signal_emit_by_name(server, "drained");
  return G_SOURCE_REMOVE;
}

static void close_now(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  connection->closing = FALSE;
  lap_connection_close(connection, LAP_CLOSED_DRAIN, TRUE);
}

static gboolean on_drain_timeout(gpointer data)
{
  LapServer *server = data;
  detach(&server->drain);
  lap_server_visit_connections(server, close_now, NULL);
  return G_SOURCE_REMOVE;
}

/* Deferred to the main loop, since a transport may be in the middle of using the peer. */
void lap_server_connection_gone(LapServer *server)
{
  if (!server->draining || server->drained || server->connections.length) return;
  detach(&server->drain);
  server->drain = attach(server, g_idle_source_new(), finish_draining);
}

static void close_soon(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  lap_connection_close(connection, LAP_CLOSED_DRAIN, FALSE);
}

/* How long requests are still answered while draining, in ms: work in progress can be completed, and requests that
 * would begin something new get an error that says why. */
static guint grace(const LapServer *server) { return (guint)MIN(GRACE_MAX, lap_limit(server, LAP_LIMIT_DRAIN) / 2); }

static gboolean close_all(gpointer data)
{
  LapServer *server = data;
  guint remaining = (guint)lap_limit(server, LAP_LIMIT_DRAIN) - grace(server);
  detach(&server->drain);
  lap_batch_end(server->batch);
  lap_server_visit_connections(server, close_soon, NULL);
  server->drain = attach(server, g_timeout_source_new(remaining), on_drain_timeout);
  return G_SOURCE_REMOVE;
}

void lap_server_drain(LapServer *server)
{
  if (server->draining) return;
  server->draining = TRUE;
  lap_batch_begin(server->batch);
  lap_subscriptions_notify_draining(server);
  lap_batch_end(server->batch);
  server->drain = attach(server, g_timeout_source_new(grace(server)), close_all);
  lap_server_connection_gone(server);
}

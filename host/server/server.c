#include <string.h>

#include "connection-private.h"
#include "creations.h"
#include "document.h"
#include "host/match/entry.h"
#include "host/match/match.h"
#include "operator.h"
#include "subscriptions.h"

#define HOUSEKEEPING_SECONDS 10
#define GRACE_MAX 1000

G_DEFINE_FINAL_TYPE(LapServer, lap_server, G_TYPE_OBJECT)

/* --- what the host does */

/* Once it is over there is only talk of a rematch. */
static gboolean ends_it(const LapEntry *entry)
{
  gboolean talks = entry->kind == LAP_ENTRY_PROPOSE || entry->kind == LAP_ENTRY_ANSWER;
  return entry->over && !(talks && entry->proposal == LAP_PROPOSAL_REMATCH);
}

static void on_entry(LapHost *host G_GNUC_UNUSED, LapMatch *match G_GNUC_UNUSED, const LapEntry *entry,
                     LapServer *server)
{
  if (ends_it(entry)) lap_creations_end(server);
  if (entry->rematch) lap_creations_add(server);
}

/* --- what is done now and then */

static void close_if_idle(LapConnection *connection, gpointer data)
{
  const gint64 *before = data;
  gboolean stays = connection->subscribed || connection->is_operator || connection->active >= *before;
  if (!stays) lap_connection_close(connection, LAP_END_IDLE, FALSE);
}

static gboolean keep_house(gpointer data)
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
  lap_creations_forget(server);
}

static void lap_server_finalize(GObject *object)
{
  LapServer *server = LAP_SERVER(object);
  detach(&server->housekeeping);
  detach(&server->drain);
  if (server->audience_destroy) server->audience_destroy(server->audience_data);
  g_signal_handlers_disconnect_by_data(server->host, server);
  lap_turn_free(server->turn);
  lap_routes_free(server->routes);
  lap_addresses_free(server->addresses);
  g_free(server->operator_hash);
  g_free(server->document);
  g_object_unref(server->host);
  g_main_context_unref(server->context);
  G_OBJECT_CLASS(lap_server_parent_class)->finalize(object);
}

static void lap_server_class_init(LapServerClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_server_finalize;
  g_signal_new("drained", LAP_TYPE_SERVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

LapServer *lap_server_new(LapHost *host)
{
  LapServer *server = g_object_new(LAP_TYPE_SERVER, NULL);
  g_autoptr(JsonNode) document = lap_document_load();
  server->host = g_object_ref(host);
  server->routes = lap_routes_new(lap_methods, json_node_get_object(document));
  server->turn = lap_turn_new(server);
  server->housekeeping = attach(server, g_timeout_source_new_seconds(HOUSEKEEPING_SECONDS), keep_house);
  lap_host_set_open_max(host, (guint)lap_limit(server, LAP_LIMIT_OPEN_MATCHES));
  g_signal_connect(host, "entry", G_CALLBACK(on_entry), server);
  lap_subscriptions_new(server);
  return server;
}

LapHost *lap_server_get_host(LapServer *server) { return server->host; }

void lap_server_set_operator_token(LapServer *server, const char *token)
{
  g_free(server->operator_hash);
  server->operator_hash = token ? lap_operator_hash(token) : NULL;
}

void lap_server_set_audience(LapServer *server, const LapAudience *audience, gpointer data, GDestroyNotify destroy)
{
  if (server->audience_destroy) server->audience_destroy(server->audience_data);
  server->audience = audience;
  server->audience_data = data;
  server->audience_destroy = destroy;
}

/* A visit may make connections close, which are gone later: the next one is looked up first all the same. */
void lap_server_visit_connections(LapServer *server, LapConnectionVisit visit, gpointer data)
{
  for (GList *link = server->connections.head, *next; link; link = next) {
    next = link->next;
    visit(link->data, data);
  }
}

void lap_server_end_turn(LapServer *server) { lap_turn_end(server->turn); }

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
  lap_connection_close(connection, LAP_END_DRAIN, TRUE);
}

static gboolean run_out_of_patience(gpointer data)
{
  LapServer *server = data;
  detach(&server->drain);
  lap_server_visit_connections(server, close_now, NULL);
  return G_SOURCE_REMOVE;
}

/* Not from within the call of a transport, which is at its peer still. */
void lap_server_went(LapServer *server)
{
  if (!server->draining || server->drained || server->connections.length) return;
  detach(&server->drain);
  server->drain = attach(server, g_idle_source_new(), finish_draining);
}

static void close_soon(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  lap_connection_close(connection, LAP_END_DRAIN, FALSE);
}

/* ms of the drain in which whoever asks is answered still: what was under way ends well, and who would begin something
 * is told why not. */
static guint grace(const LapServer *server) { return (guint)MIN(GRACE_MAX, lap_limit(server, LAP_LIMIT_DRAIN) / 2); }

static gboolean close_all(gpointer data)
{
  LapServer *server = data;
  guint rest = (guint)lap_limit(server, LAP_LIMIT_DRAIN) - grace(server);
  detach(&server->drain);
  lap_turn_end(server->turn);
  lap_server_visit_connections(server, close_soon, NULL);
  server->drain = attach(server, g_timeout_source_new(rest), run_out_of_patience);
  return G_SOURCE_REMOVE;
}

void lap_server_drain(LapServer *server)
{
  if (server->draining) return;
  server->draining = TRUE;
  lap_turn_begin(server->turn);
  if (server->audience) server->audience->draining(server, server->audience_data);
  lap_turn_end(server->turn);
  server->drain = attach(server, g_timeout_source_new(grace(server)), close_all);
  lap_server_went(server);
}

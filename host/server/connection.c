#include "log.h"
#include "server-private.h"

/* The bytes of replies that may wait to be sent to a peer before its next request is carried out. */
enum { CLOGGED_ABOVE = 32 * 1024 };

/* --- why connections are closed */

static const struct {
  const char *name;
  guint code;
  const char *text;
} reasons[LAP_CLOSE_REASONS] = {
    [LAP_CLOSED_BY_PEER] = {"peer", LAP_CLOSE_NORMAL, ""},
    [LAP_CLOSED_IDLE] = {"idle", LAP_CLOSE_NORMAL, "nothing was asked for a long time"},
    [LAP_CLOSED_FLOOD] = {"flood", LAP_CLOSE_POLICY, "too fast for too long"},
    [LAP_CLOSED_SLOW] = {"slow", LAP_CLOSE_POLICY, "too much waits to be read"},
    [LAP_CLOSED_OVERLONG] = {"too_large", LAP_CLOSE_TOO_LARGE, "a message past the limit"},
    [LAP_CLOSED_DRAIN] = {"drain", LAP_CLOSE_GOING_AWAY, "the host stops"},
    [LAP_CLOSED_MOVED] = {"moved", LAP_CLOSE_RESTART, "its matches may be at other nodes"},
};

const char *lap_close_reason_name(LapCloseReason reason) { return reasons[reason].name; }

/* --- opening and closing */

static gboolean too_many(GError **error, const char *limit, gint64 max)
{
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_OPEN_FILES,
              "too many connections; the limit \"%s\" is %" G_GINT64_FORMAT, limit, max);
  return FALSE;
}

static gboolean has_room(LapServer *server, const LapAddress *place, GError **error)
{
  gint64 max = lap_limit(server, LAP_LIMIT_CONNECTIONS);
  gint64 place_max = lap_limit(server, LAP_LIMIT_CONNECTIONS_PER_ADDRESS);
  if (server->draining) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_BUSY, "the host is about to stop");
    return FALSE;
  }
  if (server->connections.length >= max) return too_many(error, "connections", max);
  if (place->connections < place_max) return TRUE;
  return too_many(error, "connections_per_address", place_max);
}

static void log_opened(const LapConnection *connection)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_INFO, "opened");
  lap_server_log_number(line, "connection", (gint64)connection->id);
  lap_server_log_text(line, "transport", connection->transport->name);
  lap_server_log_text(line, "address", connection->address);
  lap_server_log_end(line);
}

LapConnection *lap_connection_open(LapServer *server, const LapTransport *transport, gpointer peer, const char *address,
                                   GError **error)
{
  LapAddress *place = lap_addresses_find(server->addresses, address);
  if (!has_room(server, place, error)) {
    server->metrics.refused++;
    return NULL;
  }
  LapConnection *connection = g_new0(LapConnection, 1);
  connection->server = g_object_ref(server);
  connection->transport = transport;
  connection->peer = peer;
  connection->references = 1;
  connection->id = ++server->last_id;
  connection->address = g_strdup(address);
  connection->place = place;
  connection->caller.language = g_intern_static_string("en");
  connection->caller.is_operator = g_str_equal(transport->name, "stdio");
  connection->active = g_get_monotonic_time();
  connection->link.data = connection;
  g_queue_push_tail_link(&server->connections, &connection->link);
  place->connections++;
  server->metrics.opened++;
  log_opened(connection);
  return connection;
}

static void log_closed(const LapConnection *connection)
{
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_INFO, "closed");
  lap_server_log_number(line, "connection", (gint64)connection->id);
  lap_server_log_text(line, "reason", reasons[connection->reason].name);
  lap_server_log_end(line);
}

void lap_connection_leave(LapConnection *connection)
{
  LapServer *server = connection->server;
  connection->gone = TRUE;
  g_queue_unlink(&server->connections, &connection->link);
  connection->place->connections--;
  server->metrics.closed[connection->reason]++;
  log_closed(connection);
}

LapConnection *lap_connection_ref(LapConnection *connection)
{
  connection->references++;
  return connection;
}

void lap_connection_unref(LapConnection *connection)
{
  if (--connection->references) return;
  g_object_unref(connection->server);
  g_clear_pointer(&connection->proven, g_hash_table_unref);
  g_free(connection->address);
  g_free(connection->elsewhere);
  g_free(connection);
}

void lap_connection_close(LapConnection *connection, LapCloseReason reason, gboolean now)
{
  if (connection->closing || connection->gone) return;
  connection->closing = TRUE;
  connection->reason = reason;
  connection->transport->close(connection->peer, reasons[reason].code, reasons[reason].text, now);
}

/* --- sending */

static gsize waiting_for(const LapConnection *connection) { return connection->transport->waiting(connection->peer); }

gboolean lap_connection_is_clogged(const LapConnection *connection)
{
  return !connection->gone && connection->unsent + waiting_for(connection) > CLOGGED_ABOVE;
}

static void pass_on(LapConnection *connection, GBytes *message)
{
  connection->server->metrics.bytes_out += g_bytes_get_size(message);
  connection->transport->send(connection->peer, message);
}

static gboolean is_cut_off(LapConnection *connection, gsize waiting)
{
  if (waiting <= (gsize)lap_limit(connection->server, LAP_LIMIT_WAITING_MAX)) return FALSE;
  lap_connection_close(connection, LAP_CLOSED_SLOW, TRUE);
  return TRUE;
}

void lap_connection_send(LapConnection *connection, GBytes *message)
{
  if (connection->closing || connection->gone) return;
  if (!is_cut_off(connection, waiting_for(connection))) pass_on(connection, message);
}

void lap_connection_send_notification(LapConnection *connection, LapNotificationKind kind, GBytes *message,
                                      gboolean lost)
{
  if (connection->closing || connection->gone) return;
  LapServer *server = connection->server;
  if (waiting_for(connection) > (gsize)lap_limit(server, LAP_LIMIT_WAITING) || lost) connection->behind = TRUE;
  if (connection->behind) {
    server->metrics.withheld++;
    return;
  }
  server->metrics.notifications++;
  if (kind == LAP_NOTIFY_RESYNC) server->metrics.resyncs++;
  pass_on(connection, message);
}

gboolean lap_connection_is_owed(const LapConnection *connection)
{
  return connection->owed || connection->deferred || connection->unsent;
}

gboolean lap_connection_is_behind(const LapConnection *connection) { return connection->behind; }

/* --- identity */

LapServer *lap_connection_get_server(LapConnection *connection) { return connection->server; }

LapCaller *lap_connection_get_caller(LapConnection *connection) { return &connection->caller; }

LapConnection *lap_connection_of_caller(LapCaller *caller) { return (LapConnection *)caller; }

/* A visit may close connections. They are freed later, but the next one is looked up before the visit to be safe. */
void lap_server_visit_connections(LapServer *server, LapConnectionVisit visit, gpointer data)
{
  for (GList *link = server->connections.head, *next; link; link = next) {
    next = link->next;
    visit(link->data, data);
  }
}

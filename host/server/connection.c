#include <string.h>
#include <time.h>

#include "connection-private.h"
#include "journal.h"
#include "message.h"
#include "operator.h"

/* ms: long enough that some requests fit in, short enough that nobody thinks that the host is gone. */
#define REST_MIN 100
#define REST_MAX 1000

/* --- coming and going */

static gboolean too_many(GError **error, const char *limit, gint64 max)
{
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_OPEN_FILES,
              "too many connections; the limit \"%s\" is %" G_GINT64_FORMAT, limit, max);
  return FALSE;
}

static gboolean has_room(LapServer *server, const char *address, GError **error)
{
  gint64 max = lap_limit(server, LAP_LIMIT_CONNECTIONS);
  gint64 place_max = lap_limit(server, LAP_LIMIT_CONNECTIONS_PER_ADDRESS);
  if (server->draining) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_BUSY, "the host is about to stop");
    return FALSE;
  }
  if (server->connections.length >= max) return too_many(error, "connections", max);
  if (lap_addresses_connections(server->addresses, address) < place_max) return TRUE;
  return too_many(error, "connections_per_address", place_max);
}

static void journal_opened(const LapConnection *connection)
{
  LapJournalLine *line = lap_journal_begin(LAP_JOURNAL_INFO, "opened");
  lap_journal_number(line, "connection", (gint64)connection->id);
  lap_journal_text(line, "transport", connection->transport->name);
  lap_journal_text(line, "address", connection->address);
  lap_journal_end(line);
}

static void journal_closed(const LapConnection *connection)
{
  LapJournalLine *line = lap_journal_begin(LAP_JOURNAL_INFO, "closed");
  lap_journal_number(line, "connection", (gint64)connection->id);
  lap_journal_text(line, "reason", lap_end_name(connection->end));
  lap_journal_end(line);
}

LapConnection *lap_connection_open(LapServer *server, const LapTransport *transport, gpointer peer, const char *address,
                                   GError **error)
{
  if (!has_room(server, address, error)) {
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
  connection->language = g_intern_static_string("en");
  connection->is_operator = g_str_equal(transport->name, "stdio");
  connection->active = g_get_monotonic_time();
  connection->link.data = connection;
  g_queue_push_tail_link(&server->connections, &connection->link);
  lap_addresses_opened(server->addresses, address);
  server->metrics.opened++;
  journal_opened(connection);
  return connection;
}

void lap_connection_gone(LapConnection *connection)
{
  LapServer *server = connection->server;
  connection->gone = TRUE;
  g_queue_unlink(&server->connections, &connection->link);
  lap_addresses_closed(server->addresses, connection->address);
  lap_connection_set_subscriptions(connection, NULL, NULL);
  lap_connection_set_subscribed(connection, 0);
  server->metrics.closed[connection->end]++;
  journal_closed(connection);
  lap_server_went(server);
  lap_connection_unref(connection);
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
  g_free(connection->address);
  g_free(connection);
}

void lap_connection_close(LapConnection *connection, LapEnd end, gboolean now)
{
  if (connection->closing || connection->gone) return;
  connection->closing = TRUE;
  connection->end = end;
  connection->transport->close(connection->peer, lap_end_code(end), lap_end_reason(end), now);
}

/* --- reading */

/* What was answered so far still goes out. */
static void end_and_close(LapConnection *connection, LapEnd end)
{
  lap_turn_end(connection->server->turn);
  lap_connection_close(connection, end, FALSE);
}

/* Whoever is too fast is not read for a while, since telling him so again and again would cost the others. */
static void rest(const LapConnection *connection)
{
  const LapTransport *transport = connection->transport;
  if (connection->wait && transport->rest)
    transport->rest(connection->peer, (guint)CLAMP(connection->wait, REST_MIN, REST_MAX));
}

/* Of the processor, in microseconds: what others took meanwhile is not the connection's to pay for. */
static gint64 work_so_far(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64)time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void answer(LapConnection *connection, const char *text, gsize length)
{
  gint64 before = work_so_far();
  connection->wait = 0;
  lap_message_answer(connection, text, length);
  lap_rate_charge(&connection->rate, lap_limit(connection->server, LAP_LIMIT_BURST), work_so_far() - before);
}

void lap_connection_receive(LapConnection *connection, const char *text, gsize length)
{
  LapServer *server = connection->server;
  if (connection->closing) return;
  lap_connection_ref(connection);
  server->metrics.bytes_in += length;
  connection->active = g_get_monotonic_time();
  lap_turn_begin(server->turn);
  answer(connection, text, length);
  rest(connection);
  if (connection->rate.refused > lap_limit(server, LAP_LIMIT_BURST))
    end_and_close(connection, LAP_END_FLOOD);
  else
    lap_turn_check(server->turn);
  lap_connection_unref(connection);
}

void lap_connection_overlong(LapConnection *connection)
{
  if (connection->closing) return;
  lap_connection_ref(connection);
  lap_turn_begin(connection->server->turn);
  lap_message_too_large(connection, LAP_LIMIT_MESSAGE);
  end_and_close(connection, LAP_END_TOO_LARGE);
  lap_connection_unref(connection);
}

/* --- writing */

static gsize waiting_for(const LapConnection *connection) { return connection->transport->waiting(connection->peer); }

static void pass_on(LapConnection *connection, GBytes *message)
{
  connection->server->metrics.bytes_out += g_bytes_get_size(message);
  connection->transport->send(connection->peer, message);
}

static gboolean is_cut_off(LapConnection *connection, gsize waiting)
{
  if (waiting <= (gsize)lap_limit(connection->server, LAP_LIMIT_WAITING_MAX)) return FALSE;
  lap_connection_close(connection, LAP_END_SLOW, TRUE);
  return TRUE;
}

void lap_connection_send(LapConnection *connection, GBytes *message)
{
  if (connection->closing || connection->gone) return;
  if (!is_cut_off(connection, waiting_for(connection))) pass_on(connection, message);
}

void lap_connection_send_news(LapConnection *connection, LapNews news, GBytes *message, gboolean lost)
{
  if (connection->closing || connection->gone) return;
  LapServer *server = connection->server;
  if (waiting_for(connection) > (gsize)lap_limit(server, LAP_LIMIT_WAITING) || lost) connection->behind = TRUE;
  if (connection->behind) {
    server->metrics.withheld++;
    return;
  }
  server->metrics.notifications++;
  if (news == LAP_NEWS_RESYNC) server->metrics.resyncs++;
  pass_on(connection, message);
}

void lap_connection_catch_up(LapConnection *connection)
{
  LapServer *server = connection->server;
  if (!connection->behind || connection->closing || connection->gone || waiting_for(connection)) return;
  connection->behind = FALSE;
  lap_turn_begin(server->turn);
  if (server->audience) server->audience->caught_up(connection, server->audience_data);
}

void lap_connection_drained(LapConnection *connection) { lap_connection_catch_up(connection); }

void lap_connection_tell(LapConnection *connection, LapNews news, GBytes *message)
{
  lap_turn_tell(connection->server->turn, connection, news, message);
}

gboolean lap_connection_is_behind(const LapConnection *connection) { return connection->behind; }

/* --- what is known of it */

LapServer *lap_connection_get_server(LapConnection *connection) { return connection->server; }

const char *lap_connection_get_address(const LapConnection *connection) { return connection->address; }

const char *lap_connection_get_language(const LapConnection *connection) { return connection->language; }

void lap_connection_set_language(LapConnection *connection, const char *language)
{
  connection->language = g_intern_string(language);
}

gboolean lap_connection_get_patches(const LapConnection *connection) { return connection->patches; }

void lap_connection_set_patches(LapConnection *connection, gboolean patches) { connection->patches = patches; }

gboolean lap_connection_is_operator(const LapConnection *connection) { return connection->is_operator; }

gboolean lap_connection_become_operator(LapConnection *connection, const char *token)
{
  if (!lap_operator_fits(connection->server->operator_hash, token)) return FALSE;
  connection->is_operator = TRUE;
  return TRUE;
}

gpointer lap_connection_get_subscriptions(const LapConnection *connection) { return connection->subscriptions; }

void lap_connection_set_subscriptions(LapConnection *connection, gpointer subscriptions, GDestroyNotify destroy)
{
  gpointer before = connection->subscriptions;
  GDestroyNotify destroy_before = connection->subscriptions_destroy;
  connection->subscriptions = subscriptions;
  connection->subscriptions_destroy = destroy;
  if (before && destroy_before) destroy_before(before);
}

void lap_connection_set_subscribed(LapConnection *connection, guint n)
{
  connection->server->metrics.subscriptions += n;
  connection->server->metrics.subscriptions -= connection->subscribed;
  connection->subscribed = n;
}

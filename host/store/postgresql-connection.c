/* The connection: opened, waited on, and given up if it does not answer. */
#include <poll.h>
#include <string.h>

#include "postgresql-private.h"

void lap_pg_result_clear(PGresult *result) { PQclear(result); }

/* --- errors */

static gboolean begins(const char *state, const char *class) { return state && g_str_has_prefix(state, class); }

/* By SQLSTATE. The store checks before it writes, so what is there already was put by somebody else, who may have
 * taken the match over. */
static LapStoreError code_of(const char *state)
{
  if (begins(state, "23")) return LAP_STORE_ERROR_FENCED;
  if (begins(state, "XX001") || begins(state, "XX002") || begins(state, "42P") || begins(state, "42703"))
    return LAP_STORE_ERROR_CORRUPT;
  return LAP_STORE_ERROR_IO;
}

/* One line. */
static char *line_of(const char *message)
{
  char *line = g_strstrip(g_strdup(message ? message : ""));
  return g_strdelimit(line, "\r\n\t", ' ');
}

gboolean lap_pg_fail(LapPgSession *session, const PGresult *result, GError **error)
{
  const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char *primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  g_autofree char *message = line_of(primary ? primary : PQresultErrorMessage(result));
  LapStoreError code = code_of(state);
  g_set_error(error, LAP_STORE_ERROR, (gint)code, "%s: %s%s", session->address->name,
              code == LAP_STORE_ERROR_FENCED ? "another owner has written to it: " : "", message);
  return FALSE;
}

static gboolean lose(LapPgSession *session, const char *why, GError **error)
{
  g_autofree char *message = line_of(why ? why : PQerrorMessage(session->connection));
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "%s: %s", session->address->name,
              *message ? message : "the connection was lost");
  lap_pg_disconnect(session);
  return FALSE;
}

/* --- waiting */

/* Whether the socket became ready before the deadline. */
static gboolean wait_for_socket(PGconn *connection, short events, gint64 deadline)
{
  struct pollfd socket = {.fd = PQsocket(connection), .events = events};
  for (;;) {
    gint64 left = (deadline - g_get_monotonic_time() + 999) / 1000;
    int ready = left > 0 ? poll(&socket, 1, (int)MIN(left, G_MAXINT)) : 0;
    if (ready > 0) return TRUE;
    if (ready == 0 && left <= 0) return FALSE;
  }
}

/* Until a result is there, and all that was sent has gone out. */
static gboolean wait_for_result(LapPgSession *session, gint64 deadline, GError **reason)
{
  for (;;) {
    int unsent = PQflush(session->connection);
    if (unsent < 0) return lose(session, NULL, reason);
    if (!PQisBusy(session->connection) && !unsent) return TRUE;
    if (!wait_for_socket(session->connection, unsent ? POLLIN | POLLOUT : POLLIN, deadline))
      return lose(session, "the server does not answer", reason);
    if (!PQconsumeInput(session->connection)) return lose(session, NULL, reason);
  }
}

/* The last word of a server that ends the connection: it comes in place of the result that was expected, which may be
 * that of a commit that has succeeded. */
static gboolean is_last_word(const PGresult *result)
{
  const char *severity = result ? PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED) : NULL;
  return severity && (g_str_equal(severity, "FATAL") || g_str_equal(severity, "PANIC"));
}

gboolean lap_pg_next_result(LapPgSession *session, gint64 deadline, PGresult **result, GError **reason)
{
  *result = NULL;
  if (!wait_for_result(session, deadline, reason)) return FALSE;
  *result = PQgetResult(session->connection);
  if (PQstatus(session->connection) == CONNECTION_OK && !is_last_word(*result)) return TRUE;
  g_autofree char *why = *result ? g_strdup(PQresultErrorMessage(*result)) : NULL;
  g_clear_pointer(result, lap_pg_result_clear);
  return lose(session, why && *why ? why : NULL, reason);
}

PGresult *lap_pg_exec(LapPgSession *session, const char *sql, gint64 longest, GError **error)
{
  gint64 deadline = g_get_monotonic_time() + longest;
  g_autoptr(PGresult) last = NULL;
  gboolean good = TRUE;
  if (!PQsendQuery(session->connection, sql)) return lose(session, NULL, error), NULL;
  for (PGresult *next;;) {
    if (!lap_pg_next_result(session, deadline, &next, good ? error : NULL)) return NULL;
    if (!next) break;
    g_clear_pointer(&last, lap_pg_result_clear);
    last = next;
    if (PQresultStatus(next) == PGRES_FATAL_ERROR && good) good = lap_pg_fail(session, next, error);
  }
  return good ? g_steal_pointer(&last) : NULL;
}

/* --- opening and closing */

/* What is promised to be durable is so if the server is told to sync, or to wait for its standbys as well. The server
 * ends a session, with its lock, if this host is not there any more. Names are those of the store alone. */
static const char settings[] =
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';"
    "SET search_path = lapidary, pg_temp; SET standard_conforming_strings = on; SET bytea_output = hex;"
    "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;"
    "SET default_transaction_isolation = 'read committed'; SET client_min_messages = warning;"
    "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;"
    "SET tcp_user_timeout = 20000; SHOW server_encoding";

#define SERVER_MIN 130000

static gboolean is_suitable(LapPgSession *session, const char *encoding, GError **error)
{
  int version = PQserverVersion(session->connection);
  if (version >= SERVER_MIN && g_str_equal(encoding, "UTF8")) return TRUE;
  if (version < SERVER_MIN)
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_VERSION, "%s is PostgreSQL %d: expected 13 or newer",
                session->address->name, version / 10000);
  else
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_CORRUPT,
                "%s is a database in %s: expected UTF8 (createdb -E UTF8 -T template0)", session->address->name,
                encoding);
  lap_pg_disconnect(session);
  return FALSE;
}

static void ignore_notice(void *data G_GNUC_UNUSED, const PGresult *notice G_GNUC_UNUSED) {}

void lap_pg_session_init(LapPgSession *session, const LapPgAddress *address)
{
  *session = (LapPgSession){.address = address, .sent = g_array_new(FALSE, FALSE, sizeof(LapPgSql))};
}

void lap_pg_session_clear(LapPgSession *session)
{
  lap_pg_disconnect(session);
  g_array_unref(session->sent);
}

gboolean lap_pg_connect(LapPgSession *session, GError **error)
{
  session->connection = PQconnectdbParams((const char *const *)session->address->keywords,
                                          (const char *const *)session->address->values, 0);
  if (PQstatus(session->connection) != CONNECTION_OK) return lose(session, NULL, error);
  PQsetNoticeReceiver(session->connection, ignore_notice, NULL);
  PQsetnonblocking(session->connection, 1);
  g_autoptr(PGresult) encoding = lap_pg_exec(session, settings, session->address->answer, error);
  return encoding && is_suitable(session, PQgetvalue(encoding, 0, 0), error);
}

void lap_pg_disconnect(LapPgSession *session)
{
  g_array_set_size(session->sent, 0);
  g_clear_pointer(&session->connection, PQfinish);
}

gboolean lap_pg_is_connected(LapPgSession *session)
{
  struct pollfd socket = {.fd = session->connection ? PQsocket(session->connection) : -1, .events = POLLIN};
  if (socket.fd < 0) return FALSE;
  if (session->sent->len) return TRUE;
  while (poll(&socket, 1, 0) != 0) /* a server's last word, then the end */
    if (!PQconsumeInput(session->connection) || PQstatus(session->connection) != CONNECTION_OK) return FALSE;
  return TRUE;
}

/* What arrives on a connection, from its messages to its end: the receiving half of transport.h.
 *
 * A message is carried out at once, or waits in the fair queue (fair.h); its replies wait for the end of the batch
 * (batch.h). The sending half is connection.c, which batches, subscriptions and this file stand on. */
#include <time.h>

#include "host/engine/patience.h"
#include "host/match/node.h"
#include "server-private.h"

/* How long reading from a peer pauses, in ms: long enough for some requests to be allowed again, short enough that a
 * user does not think the host is gone. */
enum { PAUSE_MIN = 100, PAUSE_MAX = 1000 };

/* How soon after a message, in us, the next is taken to follow at once: less than what a message takes. */
enum { SOON = 20 };

/* Replies that are queued already are still sent. */
static void end_and_close(LapConnection *connection, LapCloseReason reason)
{
  lap_batch_end(connection->server->batch);
  lap_connection_close(connection, reason, FALSE);
}

/* Pauses reading from a peer that is too fast, since answering each of its requests with an error would cost the
 * others. */
static void pause_reading(const LapConnection *connection)
{
  const LapTransport *transport = connection->transport;
  if (connection->wait && transport->pause_reading)
    transport->pause_reading(connection->peer, (guint)CLAMP(connection->wait, PAUSE_MIN, PAUSE_MAX));
}

/* Processor time in microseconds: a connection is not charged for time that other processes used. */
static gint64 work_so_far(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64)time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* The clock of processor time is a system call, which the monotonic clock is not: what it said after one message holds
 * for the next if that follows so soon that little but to read it can have been done between them. */
static gint64 work_before(const LapServer *server)
{
  return g_get_monotonic_time() - server->answered < SOON ? server->work : work_so_far();
}

/* Returns: what was done since. */
static gint64 work_since(LapServer *server, gint64 before, gint64 *now)
{
  server->work = work_so_far();
  server->answered = *now = g_get_monotonic_time();
  return server->work - before;
}

static void queue_reply(LapConnection *connection, LapReply *reply)
{
  lap_batch_reply(connection->server->batch, connection, reply);
}

/* What it has changed so far it will find done, by its keys. */
static void put_off_message(LapConnection *connection, LapReply *reply, const char *text, gsize length)
{
  lap_reply_free(reply);
  connection->server->metrics.put_off++;
  lap_fair_queue_put_off(connection, text, length);
}

/* Of a match that another node has. FALSE: the answer says where. Where a match is, is remembered for those whose
 * messages are forwarded there: others who ask again have not found it there. */
static gboolean ask_elsewhere(LapConnection *connection, const char *address, const LapReply *reply, const char *text,
                              gsize length)
{
  gboolean forwards = connection->server->forwarding && !connection->of_node && reply && !reply->batch;
  if (address && forwards) {
    lap_connection_forward(connection, address, text, length);
    return TRUE;
  }
  if (address) lap_host_forget_others(connection->server->host);
  if (!address || !reply || reply->batch || !connection->of_node) return FALSE;
  end_and_close(connection, LAP_CLOSED_MOVED);
  return TRUE;
}

static void answer(LapConnection *connection, const char *text, gsize length)
{
  gint64 before = work_before(connection->server), now;
  connection->wait = 0;
  connection->server->answering = connection;
  if (connection->server->patience) lap_patience_begin(connection->server->patience, connection->server->ready);
  LapReply *reply = lap_rpc_answer(connection->server->rpc, &connection->caller, text, length);
  gboolean put_off = lap_patience_end() && reply;
  g_autofree char *elsewhere = g_steal_pointer(&connection->elsewhere);
  if (!put_off && ask_elsewhere(connection, elsewhere, reply, text, length))
    lap_reply_free(reply);
  else if (put_off)
    put_off_message(connection, reply, text, length);
  else if (reply)
    queue_reply(connection, reply);
  connection->server->answering = NULL;
  gint64 work = work_since(connection->server, before, &now);
  lap_rate_charge(&connection->place->requests, lap_limit(connection->server, LAP_LIMIT_BURST), work);
  lap_fair_queue_charge(connection->server->fair, connection->place, work, now);
}

void lap_connection_carry_out(LapConnection *connection, const char *text, gsize length)
{
  LapServer *server = connection->server;
  if (connection->closing) return;
  lap_connection_ref(connection);
  lap_server_check_leases(server);
  if (!connection->closing) {
    lap_batch_begin(server->batch);
    answer(connection, text, length);
    pause_reading(connection);
    if (connection->refused > lap_limit(server, LAP_LIMIT_BURST))
      end_and_close(connection, LAP_CLOSED_FLOOD);
    else
      lap_batch_check(server->batch);
  }
  lap_connection_unref(connection);
}

void lap_connection_receive(LapConnection *connection, const char *text, gsize length)
{
  LapServer *server = connection->server;
  if (connection->closing) return;
  server->metrics.bytes_in += length;
  connection->active = g_get_monotonic_time();
  if (lap_fair_queue_must_wait(server->fair, connection, connection->active)) {
    lap_fair_queue_defer(server->fair, connection, text, length);
    return;
  }
  lap_connection_carry_out(connection, text, length);
  server->batch->prompt = server->batch->open;
}

void lap_connection_overlong(LapConnection *connection)
{
  if (connection->closing) return;
  lap_connection_ref(connection);
  lap_batch_begin(connection->server->batch);
  queue_reply(connection, lap_rpc_refuse_size(connection->server->rpc, LAP_LIMIT_MESSAGE));
  end_and_close(connection, LAP_CLOSED_OVERLONG);
  lap_connection_unref(connection);
}

void lap_connection_flood(LapConnection *connection) { lap_connection_close(connection, LAP_CLOSED_FLOOD, FALSE); }

/* --- what was sent, and the end */

void lap_connection_catch_up(LapConnection *connection)
{
  LapServer *server = connection->server;
  lap_fair_queue_resume(server->fair, connection);
  if (!connection->behind || connection->closing || connection->gone ||
      connection->transport->waiting(connection->peer))
    return;
  connection->behind = FALSE;
  lap_batch_begin(server->batch);
  lap_subscriptions_catch_up(connection);
}

void lap_connection_drained(LapConnection *connection)
{
  lap_upstreams_resume(connection);
  lap_connection_catch_up(connection);
}

void lap_connection_mark_node(LapConnection *connection) { connection->of_node = TRUE; }

void lap_connection_gone(LapConnection *connection)
{
  LapServer *server = connection->server;
  lap_connection_leave(connection);
  lap_upstreams_close(connection);
  lap_fair_queue_forget(server->fair, connection);
  lap_subscriptions_end(connection);
  lap_server_connection_gone(server);
  lap_connection_unref(connection);
}

#include "fair.h"

#include <string.h>

#include "server-private.h"

enum { CREDIT_FULL = 5000, SLICE = 1000 };

/* The share of the time that an address regains, and the microseconds that it can owe at most, so that it is in credit
 * again some seconds after it has stopped. */
enum { SHARE_OF_TIME = 50, DEBT_MAX = 200000 };

/* A connection is not read while more than this of it is deferred. */
enum { HOLD_MESSAGES = 8, HOLD_BYTES = 16 * 1024 };

typedef struct {
  LapConnection *connection; /* a reference */
  gboolean again;            /* it was put off before */
  gsize length;
  char text[];
} Deferred;

typedef struct {
  GSource source;
  LapFairQueue *queue;
} FairSource;

/* --- credit */

static void fill(const LapFairQueue *queue, LapAddress *address, gint64 now)
{
  gint64 gained = (now - address->credited_at) / SHARE_OF_TIME;
  address->credit = address->credited_at ? MIN(queue->credit_full, address->credit + gained) : queue->credit_full;
  address->credited_at = address->credited_at ? address->credited_at + gained * SHARE_OF_TIME : now;
}

void lap_fair_queue_charge(LapFairQueue *queue, LapAddress *address, gint64 work, gint64 now)
{
  fill(queue, address, now);
  address->credit = MAX(address->credit - work, -DEBT_MAX);
}

gboolean lap_fair_queue_must_wait(LapFairQueue *queue, const LapConnection *connection, gint64 now)
{
  if (connection->deferred) return TRUE;
  if (connection->caller.is_operator) return FALSE;
  if (lap_connection_is_clogged(connection)) return TRUE;
  fill(queue, connection->place, now);
  return connection->place->credit <= 0;
}

/* --- the queue */

static void hold_if_many(LapConnection *connection)
{
  gboolean many = connection->deferred > HOLD_MESSAGES || connection->deferred_bytes > HOLD_BYTES;
  gboolean hold = connection->held ? connection->deferred > 0 : many;
  if (hold == connection->held || connection->gone || !connection->transport->hold_reading) return;
  connection->held = hold;
  connection->transport->hold_reading(connection->peer, hold);
}

/* The address has something to do from now on. */
static void enqueue(LapFairQueue *queue, LapAddress *address)
{
  if (!address->deferred.length) g_queue_push_tail_link(&queue->addresses, &address->link);
}

static Deferred *deferred_new(LapConnection *connection, const char *text, gsize length)
{
  Deferred *deferred = g_malloc(sizeof *deferred + length);
  deferred->connection = lap_connection_ref(connection);
  deferred->again = FALSE;
  deferred->length = length;
  memcpy(deferred->text, text, length);
  connection->deferred++;
  connection->deferred_bytes += length;
  return deferred;
}

void lap_fair_queue_defer(LapFairQueue *queue, LapConnection *connection, const char *text, gsize length)
{
  enqueue(queue, connection->place);
  g_queue_push_tail(&connection->place->deferred, deferred_new(connection, text, length));
  hold_if_many(connection);
}

void lap_fair_queue_put_off(LapConnection *connection, const char *text, gsize length)
{
  Deferred *deferred = deferred_new(connection, text, length);
  deferred->again = TRUE;
  g_queue_push_head(&connection->aside, deferred);
  connection->put_off = TRUE;
  hold_if_many(connection);
}

static void leave_queue(Deferred *deferred)
{
  deferred->connection->deferred--;
  deferred->connection->deferred_bytes -= deferred->length;
}

static void deferred_free(Deferred *deferred)
{
  lap_connection_unref(deferred->connection);
  g_free(deferred);
}

static gboolean must_stay_aside(const LapConnection *connection)
{
  return connection->put_off || lap_connection_is_clogged(connection);
}

/* Before those that have not been put aside: messages of a connection stay in order. */
static void take_up(LapFairQueue *queue, LapConnection *connection)
{
  for (Deferred *deferred; (deferred = g_queue_pop_tail(&connection->aside));) {
    enqueue(queue, connection->place);
    g_queue_push_head(&connection->place->deferred, deferred);
  }
}

void lap_fair_queue_resume(LapFairQueue *queue, LapConnection *connection)
{
  if (!must_stay_aside(connection)) take_up(queue, connection);
}

void lap_fair_queue_forget(LapFairQueue *queue, LapConnection *connection)
{
  LapAddress *address = connection->place;
  if (!connection->deferred) return;
  take_up(queue, connection);
  for (GList *link = address->deferred.head, *next; link; link = next) {
    Deferred *deferred = link->data;
    next = link->next;
    if (deferred->connection != connection) continue;
    g_queue_delete_link(&address->deferred, link);
    leave_queue(deferred);
    deferred_free(deferred);
  }
  if (!address->deferred.length) g_queue_unlink(&queue->addresses, &address->link);
}

/* Of those that owe the same, the one that was served longest ago. */
static LapAddress *choose(LapFairQueue *queue, gint64 now)
{
  LapAddress *best = NULL;
  for (GList *link = queue->addresses.head; link; link = link->next) {
    LapAddress *address = link->data;
    fill(queue, address, now);
    if (!best || address->credit > best->credit) best = address;
  }
  return best;
}

static void carry_out_next(LapFairQueue *queue, gint64 now)
{
  LapAddress *address = choose(queue, now);
  Deferred *deferred = g_queue_pop_head(&address->deferred);
  g_queue_unlink(&queue->addresses, &address->link);
  if (address->deferred.length) g_queue_push_tail_link(&queue->addresses, &address->link);
  LapConnection *connection = deferred->connection;
  if (must_stay_aside(connection)) {
    g_queue_push_tail(&connection->aside, deferred);
    return;
  }
  leave_queue(deferred);
  connection->again = deferred->again;
  queue->handler(connection, deferred->text, deferred->length);
  connection->again = FALSE;
  hold_if_many(connection);
  deferred_free(deferred);
}

/* --- the source: with the priority of sockets, so that neither waits for the other to be idle */

static gboolean is_ready(GSource *source) { return ((FairSource *)source)->queue->addresses.length > 0; }

static gboolean prepare(GSource *source, int *timeout)
{
  *timeout = -1;
  return is_ready(source);
}

/* Replies to requests that were not deferred are committed and written before a deferred one is carried out: they are
 * written by sources of this priority, which may come later in the iteration. */
static gboolean gives_way(LapFairQueue *queue)
{
  gboolean was_prompt = queue->batch->prompt, is_next = was_prompt || queue->gave_way;
  if (was_prompt) lap_batch_end(queue->batch);
  queue->gave_way = was_prompt;
  return is_next;
}

static gboolean dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapFairQueue *queue = ((FairSource *)source)->queue;
  if (gives_way(queue)) return G_SOURCE_CONTINUE;
  gint64 began = g_get_monotonic_time(), now = began;
  while (queue->addresses.length && now - began < queue->slice) {
    carry_out_next(queue, now);
    now = g_get_monotonic_time();
  }
  return G_SOURCE_CONTINUE;
}

/* --- life */

LapFairQueue *lap_fair_queue_new(LapBatch *batch, GMainContext *context, LapFairHandler handler)
{
  static GSourceFuncs functions = {.prepare = prepare, .check = is_ready, .dispatch = dispatch};
  LapFairQueue *queue = g_new0(LapFairQueue, 1);
  queue->batch = batch;
  queue->handler = handler;
  queue->credit_full = CREDIT_FULL;
  queue->slice = SLICE;
  queue->source = g_source_new(&functions, sizeof(FairSource));
  ((FairSource *)queue->source)->queue = queue;
  g_source_attach(queue->source, context);
  return queue;
}

void lap_fair_queue_free(LapFairQueue *queue)
{
  g_source_destroy(queue->source);
  g_source_unref(queue->source);
  g_free(queue);
}

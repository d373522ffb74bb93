/* The fair queue: whose message is carried out next when there is more to do than time.
 *
 * Everything runs on one thread, so a client whose requests are costly would keep all others waiting. Each address
 * therefore has a credit of work, in microseconds of processor time: what its messages took is taken off, and a small
 * share of the time is added again as it goes by. A message of an address in credit is carried out as soon as it is
 * read. One of an address that has used up its credit is deferred: it waits in the address's queue, and a source of the
 * main loop carries deferred messages out, always one of the address that owes least, for a short time in each
 * iteration, between which sockets are read. So a client that asks for little never waits for more than that short time
 * or one request of somebody else, the others share what is left equally whatever each request costs, and nothing is
 * left unused: where nobody else asks, a deferred message is carried out at once.
 *
 * Messages of one connection stay in order. A connection is not read while more than a few of its messages are
 * deferred. Operators' messages are never deferred.
 *
 * The queue also keeps answers that nobody reads from being made: messages of a connection for which many bytes wait to
 * be sent (lap_connection_is_clogged) are put aside until those are written. Likewise those of a connection of which
 * one needs rules in another process that have not answered in time (host/engine/patience.h), until they have: that one
 * is then carried out again, and the others after it. */
#pragma once

#include "batch.h"
#include "quotas.h"
#include "transport.h"

G_BEGIN_DECLS

/* Carries out a deferred message. */
typedef void (*LapFairHandler)(LapConnection *connection, const char *text, gsize length);

typedef struct {
  GQueue addresses;   /* those with deferred messages, last served last */
  gint64 credit_full; /* microseconds of work that an address may use at once before its messages are deferred */
  gint64 slice;       /* microseconds of the clock for deferred messages in one iteration of the main loop */
  LapBatch *batch;
  gboolean gave_way; /* in the last iteration, to what was not deferred */
  LapFairHandler handler;
  GSource *source;
} LapFairQueue;

LapFairQueue *lap_fair_queue_new(LapBatch *batch, GMainContext *context, LapFairHandler handler);
void lap_fair_queue_free(LapFairQueue *queue);

/* Whether the next message of the connection must be deferred. */
gboolean lap_fair_queue_must_wait(LapFairQueue *queue, const LapConnection *connection, gint64 now);
/* Defers a message, which is copied. */
void lap_fair_queue_defer(LapFairQueue *queue, LapConnection *connection, const char *text, gsize length);
/* Puts off a message that needs rules which have not answered yet, before all others of the connection. It is copied.
 */
void lap_fair_queue_put_off(LapConnection *connection, const char *text, gsize length);
/* Takes the microseconds of work for a message off the credit of an address. */
void lap_fair_queue_charge(LapFairQueue *queue, LapAddress *address, gint64 work, gint64 now);
/* Takes up again what was put aside of a connection, unless it is still clogged or put off. */
void lap_fair_queue_resume(LapFairQueue *queue, LapConnection *connection);
/* Drops the deferred messages of a connection that is gone. */
void lap_fair_queue_forget(LapFairQueue *queue, LapConnection *connection);

G_END_DECLS

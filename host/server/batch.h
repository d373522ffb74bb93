/* Batches: requests that are carried out together, committed together, and answered afterwards in order.
 *
 * A commit makes sure that what was changed is on the disk, which takes as long for a hundred moves as for one. So
 * requests are not committed one by one. A batch begins with the first message: from there on the host collects what
 * requests change (a transaction, lap_host_begin), and replies and notifications are queued in order. It ends when
 * there is nothing left to read (a source of a lower priority than those of sockets is dispatched), or when it has
 * reached its maximum size or duration (checked after each message, and by a source of a higher priority for clients
 * that keep a socket readable without ever completing a message): the host commits, and the queue is sent. So no client
 * is sent a move that is not stored. If the commit fails, the host undoes all changes, requests that made one or read a
 * match are answered "outcome_unknown" instead, and notifications of matches are withheld (their readers are sent whole
 * states later).
 *
 * A batch in which matches were used is followed by another, in which bots play and clocks are checked. There is also
 * one whenever a clock may run out.
 *
 * Not the batches of JSON-RPC, which are several requests in one message. */
#pragma once

#include "connection.h"
#include "host/rpc/response.h"

G_BEGIN_DECLS

/* Called for each connection that something was sent to, after all that a batch has sent. */
typedef void (*LapBatchSent)(LapConnection *connection);

typedef struct {
  LapServer *server;
  LapBatchSent sent;
  GArray *outputs;       /* output for the end of the batch, in order (element-type Output) */
  gint64 began, longest; /* us */
  gboolean open;         /* the host's transaction has begun */
  gboolean ending;       /* it is being committed: what is queued now is not part of it */
  gboolean touched;      /* a match was found or created in it */
  gboolean prompt;       /* it has a reply that somebody in credit waits for (fair.h) */
  gboolean follow;       /* another batch is due, for bots and clocks */
  GSource *idle;         /* ends the batch when there is nothing left to read */
  GSource *deadline;     /* ends the batch after its maximum duration */
  GSource *timer;        /* runs when a clock may run out */
} LapBatch;

LapBatch *lap_batch_new(LapServer *server, LapBatchSent sent);
void lap_batch_free(LapBatch *batch);

/* Opens a batch if none is open. */
void lap_batch_begin(LapBatch *batch);
/* Ends the batch if it has reached its maximum size or duration. Called between messages. */
void lap_batch_check(LapBatch *batch);
/* Commits and sends now. Does nothing if no batch is open. Returns FALSE if the commit failed. */
gboolean lap_batch_end(LapBatch *batch);
/* Has another batch follow, for bots and clocks. */
void lap_batch_follow(LapBatch *batch);

/* Queues a reply that is sent at the end of the batch, in order. `reply`: (transfer full) */
void lap_batch_reply(LapBatch *batch, LapConnection *connection, LapReply *reply);
/* Queues one whole notification; begins a batch if none is open. It goes out after the batch's commit,
 * in order with replies and other notifications. A reference is taken: build the bytes once and share them.
 *
 * It is withheld if the connection is behind by then, or if the commit fails (except LAP_NOTIFY_HOST); whole states
 * follow later (lap_subscriptions_catch_up). Notifications that are queued while the host emits "undone" are sent. */
void lap_batch_notify(LapBatch *batch, LapConnection *connection, LapNotificationKind kind, GBytes *message);

G_END_DECLS

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
 * The disk is not waited for: while a batch is being committed, the next one collects what comes in, and ends when that
 * commit is done at the earliest. What happens in it stands on what is being committed: if that fails, both fail.
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
  GArray *committing;    /* that of the batch which is being committed; NULL while none is */
  guint staged;          /* log entries of that one */
  gint64 submitted;      /* us: when its commit began */
  gint64 began, longest; /* us */
  gboolean open;         /* the host's transaction has begun */
  gboolean ending;       /* a commit is being finished: what is queued now is part of no batch */
  gboolean touched;      /* a match was found or created in it */
  gboolean prompt;       /* it has a reply that somebody in credit waits for (fair.h) */
  gboolean follow;       /* another batch is due, for bots and clocks */
  gboolean passed_over;  /* that one was due before, and did not come */
  gint64 followed;       /* us: since when it is due */
  gint64 timer;          /* us: when a clock may run out; -1: not before the next batch */
  gint committed;        /* atomic: the commit that is under way need not be waited for any more */
  GSource *sources[4];   /* what ends batches, and begins those that follow */
} LapBatch;

LapBatch *lap_batch_new(LapServer *server, LapBatchSent sent);
void lap_batch_free(LapBatch *batch);

/* Opens a batch if none is open. */
void lap_batch_begin(LapBatch *batch);
/* Ends the batch if it has reached its maximum size or duration. Called between messages. */
void lap_batch_check(LapBatch *batch);
/* Ends the batch, waits for its commit and for one that is under way, and sends. Returns FALSE if one of them failed.
 */
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

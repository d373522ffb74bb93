/* Batches: requests that are carried out together, committed together, and answered afterwards in order.
 *
 * A commit makes sure that what was changed is on the disk, which takes as long for a hundred moves as for one. So
 * nothing is committed request by request. A batch begins with the first message: from there on the host collects what
 * requests change (a transaction, lap_host_begin), and replies and notifications wait in the order in which they came
 * up. It ends when nothing more is to be read (a source of a lower priority than those of sockets comes to run), or
 * when it has grown or lasted enough (looked at after each message, and by a source of a higher priority for clients
 * that keep a socket readable without ever completing a message): the host commits, and what waited goes out. So no
 * client hears of a move that is not stored. If the commit fails, the host undoes all changes, requests that made one
 * or read a match are answered "outcome_unknown" instead, and notifications of matches are withheld (their readers are
 * sent whole states later).
 *
 * After a batch in which matches were touched there is another, in which bots play and clocks are looked at; and one
 * whenever a clock may run out.
 *
 * Not the batches of JSON-RPC, which are several requests in one message. */
#pragma once

#include "connection.h"
#include "host/rpc/response.h"

G_BEGIN_DECLS

typedef struct {
  LapServer *server;
  GArray *outputs;       /* what waits for the end, in order (element-type Output) */
  gint64 began, longest; /* us */
  gboolean open;         /* the host's transaction has begun */
  gboolean ending;       /* it is being committed: what is queued now is not part of it */
  gboolean touched;      /* a match was found or created in it */
  gboolean follow;       /* another one is due, for bots and clocks */
  GSource *idle;         /* ends it when nothing is to be read */
  GSource *deadline;     /* ends it on time even so */
  GSource *timer;        /* until a clock may run out */
} LapBatch;

LapBatch *lap_batch_new(LapServer *server);
void lap_batch_free(LapBatch *batch);

/* Makes sure that one is open. */
void lap_batch_begin(LapBatch *batch);
/* Ends it if it has grown or lasted enough; called between messages. */
void lap_batch_check(LapBatch *batch);
/* Commits and sends, now; nothing if none is open. */
void lap_batch_end(LapBatch *batch);

/* Queues what goes out at the end, in this order. `reply`: (transfer full) */
void lap_batch_reply(LapBatch *batch, LapConnection *connection, LapReply *reply);
void lap_batch_notify(LapBatch *batch, LapConnection *connection, LapNotificationKind kind, GBytes *message);

G_END_DECLS

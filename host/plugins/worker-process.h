/* One worker: a process that runs lapidary-worker (host/worker/), and the memory that it shares with the host. */
#pragma once

#include <sys/types.h>

#include "host/engine/remote.h"
#include "worker-area.h"

G_BEGIN_DECLS

typedef struct {
  pid_t pid;
  int pidfd;
  LapWorkerArea *area;
  clockid_t clock; /* of the processor time that it has had */
  guint calls;     /* that it was given */
} LapWorker;

/* Starts one and waits until it has loaded its plugins. `command`: the program and the keyfiles of their copies. NULL:
 * `reply` has the reason as its fault. On any thread. Returns: (transfer full) */
LapWorker *lap_worker_start(char **command, LapRemoteReply *reply);
/* Ends it. (transfer full) */
void lap_worker_stop(gpointer worker);

/* Whether it can take a call. */
gboolean lap_worker_is_idle(const LapWorker *worker);
/* Gives it the call that stands in its area. */
void lap_worker_ask(LapWorker *worker);
/* Waits until it has answered. FALSE: it has not within `most` microseconds, or has ended. */
gboolean lap_worker_wait(const LapWorker *worker, gint64 most);
/* Waits until it has answered. FALSE: it has ended, or its rules have had `most` microseconds of the processor, or
 * slept for several times as long: for a step, where it takes steps of playouts, and then `all` of the clock for all of
 * them. */
gboolean lap_worker_wait_for_rules(const LapWorker *worker, gint64 most, gint64 all);
/* From now on others come before it at the processor. */
void lap_worker_give_way(const LapWorker *worker);
gboolean lap_worker_has_ended(const LapWorker *worker);
/* Whether it has ended in a call that was not its first: then what an earlier one did to its memory may be the reason,
 * and another worker may do better. */
gboolean lap_worker_may_be_spoiled(const LapWorker *worker);
/* Ends one that has not answered within `limit` milliseconds, and says in the reply how it ended, and what ran then as
 * far as that is known. (transfer full) */
void lap_worker_give_up(LapWorker *worker, guint limit, LapRemoteReply *reply);

G_END_DECLS

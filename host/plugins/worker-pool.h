/* The pool: workers of all chains that have nothing to do, and wait for the next call of their chain.
 *
 * A worker that is there answers at once, and one that has to be started takes some milliseconds; but each takes
 * memory. So the pool holds a few for the whole process. The one that has waited longest is stopped where there would
 * be more, and each that has waited for some time. */
#pragma once

#include "worker-process.h"

G_BEGIN_DECLS

/* Takes a worker of a chain that can take a call; NULL: there is none. `chain`: the pointer that its workers were given
 * with, which is only compared. Returns: (transfer full) */
LapWorker *lap_worker_pool_take(gconstpointer chain);
/* Gives one (transfer full), which may be stopped at once. */
void lap_worker_pool_give(gconstpointer chain, LapWorker *worker);
/* Stops all of a chain that will be there no longer. */
void lap_worker_pool_stop(gconstpointer chain);

/* How many there are at most (16), and how long one waits, in milliseconds (60,000). */
void lap_worker_pool_set_limits(guint most, guint milliseconds);

G_END_DECLS

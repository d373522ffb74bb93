/* Workers: processes that run the rules of plugins which the host does not trust with its own.
 *
 * There is a worker program (host/worker/), which loads a chain of copies, locks itself in, and answers calls
 * (host/engine/remote.h) through memory that it shares with the host (worker-area.h). It keeps nothing between calls,
 * so whichever is idle takes the next one, and one that crashes, leaves, or takes too long costs the call that it was
 * in. Another is started for the next.
 *
 * Rules may spoil the memory of their worker, in which other matches of the same rules are played, too. So a worker
 * whose rules broke the contract takes no more calls, and a call that ends a worker which had answered others is made
 * once more, in a new one: only there it is known to be this match's own. */
#pragma once

#include "build.h"
#include "host/engine/remote.h"

G_BEGIN_DECLS

/* Makes the way to workers for a chain (LapBuild, the base first), for lap_game_set_remote. None is started yet. */
LapRemote *lap_workers_new(GPtrArray *chain);

/* How long a call may take, in milliseconds, in the whole process; a playout may take longer. */
void lap_workers_set_limit(guint milliseconds);

G_END_DECLS

/* Searches of the same decision on several threads (root parallelization: Chaslot, Winands, van den Herik, "Parallel
 * Monte-Carlo Tree Search", 2008).
 *
 * Each has a tree, an engine and a generator of its own, and nothing is shared while they think; then what they have
 * found out of each action is added up. So with a budget in iterations the choice depends on the seed and on how many
 * they are, but not on how the threads run. */
#pragma once

#include "search.h"

G_BEGIN_DECLS

typedef struct LapParallel LapParallel;

/* `n` searches, 1 at least, and the bytes of the tree of each. `worlds` must outlive it. */
LapParallel *lap_parallel_new(LapWorlds *worlds, guint n, gsize bytes);
void lap_parallel_free(LapParallel *parallel);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapParallel, lap_parallel_free)

/* As lap_search_think and the like. Each search has the whole of the budget. One of them runs on this thread: what it
 * answers of a fault of the rules is what is answered; another one with a fault is left out. */
gboolean lap_parallel_think(LapParallel *parallel, const LapActions *legal, const LapBudget *budget,
                            LapGenerator *generator);
const GArray *lap_parallel_choices(const LapParallel *parallel);
guint lap_parallel_choose(const LapParallel *parallel, LapGenerator *generator);
/* Of all searches together. */
guint32 lap_parallel_iterations(const LapParallel *parallel);

G_END_DECLS

/* Worlds: what a bot is handed in place of a match.
 *
 * A world is a block that agrees with all that a seat has seen of the match, and is otherwise dealt at random
 * (host/engine/determinise.c). A bot thinks in worlds of its seat alone. It cannot look at the match itself: this holds
 * no copy of it, but one world of it, from which the others are dealt. A match that is over has no secrets: to estimate
 * who was ahead in it, worlds agree with what all seats have seen together (lap_worlds_look_back). */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

typedef struct LapWorlds LapWorlds;

/* Returns NULL with the error of lap_engine_new. Takes a reference of the game, copies the options. */
LapWorlds *lap_worlds_new(LapGame *game, guint seats, const LapOptions *options, guint seat, GError **error);
void lap_worlds_free(LapWorlds *worlds);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapWorlds, lap_worlds_free)

/* The same for another thread: with an engine of its own, and worlds as `worlds` has looked for last, with
 * lap_worlds_follow. */
LapWorlds *lap_worlds_copy(const LapWorlds *worlds);
void lap_worlds_follow(LapWorlds *copy, const LapWorlds *worlds);

/* For who has the match: from now on worlds are those that are possible in `block`, which may be within a move of the
 * seat. FALSE on a fault of the rules. */
gboolean lap_worlds_look(LapWorlds *worlds, const LapBlock *block);

/* For a match that is over: from now on worlds are those that are possible in an earlier block of it to somebody who
 * knows what all seats know together; `seat` has a decision there. */
void lap_worlds_look_back(LapWorlds *worlds, const LapBlock *block, guint seat);

/* An engine for looking ahead in worlds, for one thread. */
LapEngine *lap_worlds_engine(LapWorlds *worlds);
guint lap_worlds_seat(const LapWorlds *worlds);
/* Deals a world. What other seats have chosen in secret is not chosen there yet. FALSE on a fault of the rules. */
gboolean lap_worlds_deal(LapWorlds *worlds, LapBlock *world, LapGenerator *generator);

G_END_DECLS

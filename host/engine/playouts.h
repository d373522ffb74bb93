/* Playouts, many in one call: random matches that are counted and then forgotten.
 *
 * A simulation asks what comes of a game, and a bot that searches what comes of a position. Both need thousands of
 * random matches and look at none of them by itself. Where rules run in another process, such a call runs there as a
 * whole, and only its sums come back; so it is as fast as one in this process, if it carries some milliseconds of work.
 * It gives the same sums in either. */
#pragma once

#include "engine.h"
#include "statistics.h"

G_BEGIN_DECLS

/* The most matches of one call. */
#define LAP_PLAYOUTS_MAX (1u << 20)

/* The seed of a match of a simulation, which follows from the simulation's seed and the match's number alone: what
 * lap_engine_start gets. And the generator that chooses its steps. */
guint64 lap_match_seed(guint64 seed, guint64 match);
LapGenerator lap_match_chooser(guint64 match_seed);

/* Plays the matches `first` to `first + n - 1` of the simulation `seed` with random steps, and adds them to
 * `statistics`. Returns how many it has played: fewer than `n` if the next one has a fault, is not over after `plies`
 * moves, or cannot be played for another reason; played by itself, it says which. Where the process of the rules ends
 * in one of them, none is played. */
guint lap_engine_play_matches(LapEngine *engine, guint64 seed, guint64 first, guint n, guint32 plies,
                              LapStatistics *statistics);

/* Plays on from `block`, `n` times, with random steps, each until the match is over or `plies` moves are made, and adds
 * them to `statistics` with the score that they come to and the moves that they make. Each begins in a world that
 * `viewer` holds possible (lap_determinise), or, if that is no seat, in `block` itself. Returns FALSE with a fault;
 * then `statistics` and `chooser` may be of some of them. */
gboolean lap_engine_playouts(LapEngine *engine, const LapBlock *block, guint viewer, guint n, guint32 plies,
                             LapGenerator *chooser, LapStatistics *statistics);

G_END_DECLS

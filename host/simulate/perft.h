/* Perft: counting the game tree, ply by ply, to compare with published numbers. */
#pragma once

#include "host/engine/engine.h"

G_BEGIN_DECLS

typedef struct {
  guint64 positions; /* leaves of the tree cut at this ply, less the matches that ended before it */
  guint64 finished;  /* those of them where the match has just ended */
} LapPerftCount;

/* Walks every line of play from `block` for `depth` plies. A ply is a whole move, however many steps it has. Where
 * seats choose at once, the order of their moves makes no difference, so only the lowest waiting one moves; elsewhere
 * each waiting seat does. In a game of chance it is the tree of the block's generator alone. Returns:
 * (transfer full) (array length=depth): [ply - 1]; NULL with LAP_GAME_ERROR_FAULT if a hook breaks the contract. */
LapPerftCount *lap_perft(LapEngine *engine, const LapBlock *block, guint depth, GError **error);

G_END_DECLS

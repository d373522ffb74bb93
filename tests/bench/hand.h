/* Two games by hand: the loops that the contract is measured against.
 *
 * Bit boards, no state but what the game needs, everything inlined: what one would write who wants random games of just
 * this game as fast as plain C gives them. They choose as the engine does, the k-th legal move in ascending order, k
 * from the same generator, so the same seed plays the same game on both sides, and a test holds them to it. */
#pragma once

#include "host/engine/generator.h"

/* How a game ended: the seat that won, or 2, and the number of moves. */
typedef struct {
  uint8_t winner, plies;
} HandResult;

typedef HandResult (*HandGame)(LapGenerator *chooser);

/* A random game of tic-tac-toe. */
HandResult hand_tic_tac_toe(LapGenerator *chooser);
/* A random game of connect-four on 7 columns of 6. */
HandResult hand_connect_four(LapGenerator *chooser);

/* Positions from random play of a game: at the begin of moves and within them, and in phases in which seats choose at
 * once with some choices sealed. */
#pragma once

#include "host/engine/engine.h"

typedef struct {
  LapGame *game;
  guint seats;
  guint64 n; /* how many */
} PositionsOf;

typedef struct {
  LapGame *game;
  LapEngine *engine;
  LapBlock *block; /* the position */
  guint seat;      /* which has a decision in it */
  guint n;         /* positions so far */
  guint64 wanted, seed;
  guint in_match;
  LapGenerator chooser;
} Positions;

Positions *positions_new(const PositionsOf *of);
void positions_free(Positions *positions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Positions, positions_free)

/* Begins another match; FALSE if there were enough positions. */
gboolean positions_next_match(Positions *positions);
/* Plays on to the next position of the match; FALSE if there is none, or there were enough. */
gboolean positions_next(Positions *positions);
/* Makes `twin` another world of the position, which `seat` cannot tell from it. */
void positions_twin(const Positions *positions, guint seat, LapBlock *twin);
/* How many: LAPIDARY_TEST_POSITIONS, or `otherwise`. */
guint64 test_positions(guint64 otherwise);

/* A property of games; what tries it gets PositionsOf. */
typedef struct {
  const char *name;
  GTestDataFunc test;
} PositionsTest;

/* The main function of a test of the game that LAPIDARY_TEST_GAME names: tries properties, up to one without a name,
 * with each number of its seats, at test_positions(otherwise) positions, at most `most`. `what`: the first part of
 * their paths. */
int positions_main(int argc, char **argv, const char *what, const PositionsTest *tests, guint64 otherwise,
                   guint64 most);

/* The ids of GEM's events and score categories, and the rows of its data. For its own rules only. */
#ifndef GEM_TABLES_H
#define GEM_TABLES_H

#include "gem.h"
#include "lapidary/highlights.h"

enum {
  GEM_ROLLED = LAP_ID(0, 0),
  GEM_STARTS,
  GEM_PLACED_GEM,
  GEM_PLACED_LASER,
  GEM_REVEALED,
  GEM_WON_CONTEST,
  GEM_TOOK_EXTRACTION,
  GEM_ENDED,
  GEM_GOT_MOST_GEMS,
  GEM_GOT_LONGEST,
  GEM_COVERED,
  GEM_UNCOVERED,
  GEM_ONE_LEFT,
  GEM_NONE_LEFT,
  GEM_NONE_OPEN,
  GEM_FIRST_PLACED, /* {gems} of each player */
  GEM_CAN_EXTRACT,
  GEM_BLOCKED,
  GEM_BLOCKED_OWN,
  GEM_COMPLETED,
  GEM_CAN_EXTRACT_AT_LEAST, /* ... of what a variant adds it is not known yet */
  GEM_COMPLETED_AT_LEAST,
  GEM_MEETS, /* of a laser that was just placed: what it meets after gems, so that it extracts nothing; */
  GEM_MEETS_AT_ONCE,
  GEM_NO_ROOM,        /* what is behind one open square before it */
  GEM_NO_GEM_BETWEEN, /* and that an own laser is next to it */
  GEM_BLOCKED_AT_ONCE,
  GEM_BLOCKED_OWN_AT_ONCE,
  GEM_POINTED,   /* the laser that was just placed, */
  GEM_USED_COIN, /* and which one it is */
  GEM_LAST_LASER /* the seat has none left to place */
};
enum { GEM_SCORE_EXTRACTIONS = LAP_ID(0, 0), GEM_SCORE_MOST_GEMS, GEM_SCORE_LONGEST_CHAIN };

/* Rows of the data. Coins: by suit, which is the seat, and by value. Setup: the gems that each player places, from two
 * players on. Points: of extractions by size, and of places by number. */
typedef struct {
  const char *key;
  int8_t back, value;
} GemCoinRow;
typedef struct {
  int8_t seats, gems;
} GemSetupRow;
typedef struct {
  int8_t of, points;
} GemPointsRow;

static inline int gem_setup_gems(const LapContext *context)
{
  return ((const GemSetupRow *)lap_rows(context, 0, 1))[context->seats - 1].gems;
}
static inline int gem_extraction_points(const LapContext *context, uint8_t gems)
{
  return ((const GemPointsRow *)lap_rows(context, 0, 2))[gems].points;
}
/* What a seat has scored for extractions. */
static inline int gem_points(const LapContext *context, const Gem *game, int seat)
{
  int points = 0;
  for (uint8_t gems = 1; gems <= GEM_LONGEST; gems++)
    points += game->extracted[seat][gems - 1] * gem_extraction_points(context, gems);
  return points;
}
static inline int gem_award(const LapContext *context, uint8_t place)
{
  return ((const GemPointsRow *)lap_rows(context, 0, 3))[place].points;
}

/* What a seat gets at the end if nothing is collected any more; `place`: which one it takes up. */
int16_t gem_most_gems_award(const LapContext *context, const Gem *game, uint8_t seat, uint8_t *place);
int16_t gem_longest_chain_award(const LapContext *context, const Gem *game, uint8_t seat);

void gem_score(const LapContext *context, const LapBlock *block, int final);
extern const LapTable gem_faces, gem_placements;
extern const LapHighlights gem_highlights;

#endif

/* Points of GEMessengers: of gems, of Prestige tokens, and the score sheet. */
#ifndef GEMESSENGERS_SCORE_H
#define GEMESSENGERS_SCORE_H

#include "gemessengers.h"

enum { MESSENGERS_TOKEN_WORTH = 1 };

/* The categories of the sheet: the rounds that are over, then this one. */
enum {
  MESSENGERS_EARNED = LAP_ID(0, 0),         /* and the next two: gems of the jewel of each round; {part, card} */
  MESSENGERS_GEM = LAP_ID(0, 3),            /* and the next two: gems of each row; {card} */
  MESSENGERS_LOOSE_GEM = LAP_ID(0, 6),      /* {card} */
  MESSENGERS_PRESTIGE_POINTS = LAP_ID(0, 7) /* {jewel} */
};

/* The rule MESSENGERS_GEM_WORTH. */
int32_t messengers_gem_worth(const LapContext *context, const LapBlock *block, int32_t row, int32_t face);

/* What a seat has made in this round so far, by part, and in those before. Returns: all of the round */
int32_t messengers_points_of_round(const LapContext *context, const LapBlock *block, int seat,
                                   int16_t part[MESSENGERS_PARTS]);
int32_t messengers_earned(const Messengers *game, int seat);

/* Notes what the round, which is over, has brought. */
void messengers_keep_points(const LapContext *context, LapBlock *block);

void messengers_score(const LapContext *context, const LapBlock *block, int final);

#endif

/* Gems Tracker, solo: its state, for its own rules and for variants of it. */
#ifndef GEMS_TRACKER_SOLO_H
#define GEMS_TRACKER_SOLO_H

#include "plugins/gems-tracker/gems-tracker.h"

enum { SOLO_ROUNDS = 6, SOLO_AREAS = 2, SOLO_MINES = 3, SOLO_BOOKINGS = 6, SOLO_TAKEN = 2 };

#define SOLO_STATE(F, T)                                                               \
  /* Two colours of tracker cards, and what lies open of each. */                      \
  F(T, ZONE, left_deck, GEMS_TRACKER_NUMBERS, .visibility = LAP_SIZE)                  \
  F(T, ZONE, right_deck, GEMS_TRACKER_NUMBERS, .visibility = LAP_SIZE)                 \
  F(T, ZONE, left, 2, .visibility = LAP_BY_MASK)                                       \
  F(T, ZONE, right, 2, .visibility = LAP_BY_MASK)                                      \
  /* What was chosen in this round and is neither placed nor skipped. */               \
  F(T, ZONE, trackers, SOLO_TAKEN, .visibility = LAP_BY_MASK)                          \
  F(T, ZONE, chosen_mines, SOLO_TAKEN, .visibility = LAP_BY_MASK, .set = LAP_ID(0, 1)) \
  F(T, ZONE, away, 2 * GEMS_TRACKER_NUMBERS, .visibility = LAP_TOP)                    \
  /* 1 for each tender that has been turned down. */                                   \
  F(T, ARRAY, u8, met, GEMS_TRACKER_LAID, .visibility = LAP_PUBLIC)                    \
  /* How much of what each tender asks about there was after the last column. */       \
  F(T, ARRAY, u8, reached, GEMS_TRACKER_LAID, .visibility = LAP_PUBLIC)                \
  /* 1 for each area that has had its column in this round. */                         \
  F(T, ARRAY, u8, extended, SOLO_AREAS, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Solo, solo, SOLO_STATE)

enum {
  SOLO_CHOOSE = LAP_ID(1, 0), /* {left, right, first, second}: two trackers and two mines, these ascending */
  SOLO_PAIR = LAP_ID(1, 1),   /* {tracker, mine}: what is placed next; a step of the move that places it */
  SOLO_SKIP = LAP_ID(1, 2),   /* {tracker, mine} */
  SOLO_END_MATCH = LAP_ID(1, 3)
};

#endif

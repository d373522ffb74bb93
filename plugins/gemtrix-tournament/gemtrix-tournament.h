/* Gemtrix, the tournament: its state, for its own rules and for variants of it. */
#ifndef GEMTRIX_TOURNAMENT_H
#define GEMTRIX_TOURNAMENT_H

#include "plugins/gemtrix/gemtrix.h"

#define TOURNAMENT_STATE(F, T)                                                                            \
  /* What each seat made in the games before this one, and how many have been played to their end. */     \
  F(T, EACH, i32, points, GEMTRIX_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)            \
  F(T, VALUE, u32, games, .visibility = LAP_PUBLIC)                                                       \
  /* How many points end it, and how many games if nobody makes these (0: any number), as options say. */ \
  F(T, VALUE, u16, target, .visibility = LAP_PUBLIC)                                                      \
  F(T, VALUE, u16, games_limit, .visibility = LAP_PUBLIC)                                                 \
  /* 1 once somebody has had as many: the tournament ends with that game, unless several have most. */    \
  F(T, VALUE, u8, enough, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Tournament, tournament, TOURNAMENT_STATE)

#endif

/* Gem Rush, the crisis: its state, for its own rules and for variants of it. */
#ifndef GEM_CRISIS_H
#define GEM_CRISIS_H

#include "plugins/gem-rush/gem-rush.h"

#define GEM_CRISIS_STATE(F, T)                                                                           \
  /* Cards that are out of the game, how many were burned this turn, and turns that are over, of all. */ \
  F(T, ZONE, burned, GEM_RUSH_CARDS, .visibility = LAP_BY_MASK, GEM_RUSH_GEM_CARDS)                      \
  F(T, VALUE, u16, burns, .visibility = LAP_PUBLIC)                                                      \
  F(T, VALUE, u16, turns, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, GemCrisis, gem_crisis, GEM_CRISIS_STATE)

#endif

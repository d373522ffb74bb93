/* The state of good, for its variant too. */
#ifndef GOOD_STATE_H
#define GOOD_STATE_H

#include "lapidary/state.h"

#define GOOD_STATE(F, T)                          \
  F(T, VALUE, u16, sum, .visibility = LAP_PUBLIC) \
  F(T, VALUE, u8, turn, .visibility = LAP_PUBLIC) \
  F(T, SPARE, spare, 1, .visibility = LAP_NOBODY)
LAP_STATE(Good, good, GOOD_STATE)

#endif

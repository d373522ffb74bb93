/* Random: what rules draw from the match's seeded generator.
 *
 * All go through host->below of the hook's context, so the same seed gives the same numbers on every machine. None may
 * be called in a step that returns LAP_MORE, nor in a TOGETHER phase but from `run`. */
#ifndef LAPIDARY_RANDOM_H
#define LAPIDARY_RANDOM_H

#include <stdbool.h>

#include "lapidary/decls.h"
#include "lapidary/plugin.h"

LAP_BEGIN_DECLS

/* A number of 0..n-1, all equally likely; 0 without drawing if n is below 2. */
static inline uint32_t lap_random_below(const LapContext *context, LapBlock *block, uint32_t n)
{
  return n > 1 ? context->host->below(context, block, n) : 0;
}

/* A number of low..high, both included, all equally likely; `low` if `high` is not above it. high - low
 * is at most 2^32 - 2. */
int32_t lap_random_between(const LapContext *context, LapBlock *block, int32_t low, int32_t high);

/* True `times` in `of` times: never for 0 times, always from `of` on. `of` is at least 1. */
bool lap_random_chance(const LapContext *context, LapBlock *block, uint32_t times, uint32_t of);

/* The number of one of the bits of `mask`, all equally likely: a seat of a mask of seats. -1 if there is none. */
int lap_random_bit(const LapContext *context, LapBlock *block, uint64_t mask);

/* An index of 0..n-1, i as likely as weight[i] in their sum. -1 if all are 0. The sum is below 2^32. */
int lap_random_weighted(const LapContext *context, LapBlock *block, const uint16_t *weight, uint32_t n);

/* Shuffles an array of n bytes, of n words: every order is equally likely. */
void lap_random_shuffle_u8(const LapContext *context, LapBlock *block, uint8_t *item, uint32_t n);
void lap_random_shuffle_u16(const LapContext *context, LapBlock *block, uint16_t *item, uint32_t n);

LAP_END_DECLS

#endif

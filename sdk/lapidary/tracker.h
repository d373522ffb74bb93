/* Trackers: tokens on a track, where tokens on the same space are ordered by arrival.
 *
 * In the state a tracker is two arrays, a space a token and the order of the tokens:
 *
 *   F(T, EACH, i16, rail, 4, .rows_are = LAP_ROWS_SEATS, .visibility = LAP_PUBLIC)
 *   F(T, ARRAY, u8, rail_order, 4, .visibility = LAP_PUBLIC)
 *
 * LAP_TRACKER(state->rail, state->rail_order, context->seats) is the handle to change, LAP_CONST_TRACKER(...) of the
 * same to read. The order stands for the stacks and is canonical: equal tracks are equal bytes, however they came
 * about. Entries from n on are never touched. */
#ifndef LAPIDARY_TRACKER_H
#define LAPIDARY_TRACKER_H

#include <stdint.h>

#include "lapidary/decls.h"

LAP_BEGIN_DECLS

typedef struct {
  int16_t *space; /* [n] where each token is; only these functions write it */
  uint8_t *order; /* [n] the tokens: those on a higher space first, on one space from the bottom of the stack up */
  uint8_t n;
} LapTracker;

typedef struct {
  const int16_t *space;
  const uint8_t *order;
  uint8_t n;
} LapConstTracker;

#define LAP_TRACKER(space_, order_, n_) ((LapTracker){(space_), (order_), (n_)})
#define LAP_CONST_TRACKER(space_, order_, n_) ((LapConstTracker){(space_), (order_), (n_)})

/* Where a token that arrives on a space is put in its stack. */
typedef enum { LAP_ON_TOP, LAP_AT_BOTTOM } LapArrival;

/* Puts all tokens on one space: from the bottom of the stack token 0, 1, .. n-1. */
void lap_tracker_start(LapTracker tracker, int16_t space);

/* Moves a token by so many spaces, forth or back; a move of 0 leaves it in its place in the stack. A track has no ends
 * but those of int16_t, where tokens stop. */
void lap_tracker_move(LapTracker tracker, uint8_t token, int by, LapArrival arrival);

/* Lifts a token and puts it down on a space, onto or under the stack there; also where it is on that space already. */
void lap_tracker_put(LapTracker tracker, uint8_t token, int16_t space, LapArrival arrival);

/* The rank of a token, 0 is the first: higher spaces first, and on one space those nearer to the bottom, which came
 * first. A strict order; the token of a rank is order[rank]. */
uint8_t lap_tracker_rank(LapConstTracker tracker, uint8_t token);

/* The rank where on one space those nearer to the top come first. */
uint8_t lap_tracker_rank_from_top(LapConstTracker tracker, uint8_t token);

/* How many tokens are below a token in its stack. */
uint8_t lap_tracker_height(LapConstTracker tracker, uint8_t token);

/* How many tokens are on a space. */
uint8_t lap_tracker_stacked(LapConstTracker tracker, int space);

/* The token of `among` (bits of tokens) with the first rank; LAP_NO_TOKEN if there is none. */
#define LAP_NO_TOKEN 0xFF
uint8_t lap_tracker_first(LapConstTracker tracker, uint32_t among);

LAP_END_DECLS

#endif

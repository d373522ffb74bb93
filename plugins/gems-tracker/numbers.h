/* Gem trackers: what everybody counts at each number, and who is ahead there. */
#ifndef GEMS_TRACKER_NUMBERS_H
#define GEMS_TRACKER_NUMBERS_H

#include "tableau.h"

/* Of each seat, what it has for each number. */
typedef struct {
  TableauValues of[GEMS_TRACKER_SEATS];
} Numbers;

Numbers numbers_of_all(const LapContext *context, const GemsTracker *game);

/* Who would get the point of a number now: who has most gems, among equals the first in `rail_order`; -1: nobody. Into
 * `equals_out`, unless it is NULL: how many have as many. */
int8_t numbers_leader(const LapContext *context, const Numbers *numbers, const uint8_t *rail_order, uint8_t number,
                      uint8_t *equals_out);

/* A seat that had `before` has placed a column: tells which of its numbers count otherwise now, and of which of them
 * the point would go to another one. */
void numbers_tell_column(const LapContext *context, const LapBlock *block, uint8_t seat, const TableauValues *before);

/* A seat has advanced on the rail track, which had this order before: tells of which numbers the point would go to
 * another one now. */
void numbers_tell_ride(const LapContext *context, const LapBlock *block, uint8_t seat, const uint8_t *order_before);

#endif

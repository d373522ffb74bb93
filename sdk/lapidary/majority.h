/* Majorities: who has the most, who shares a place, and the award of each place.
 *
 * Places are 1, 2, .. from the best. Equal amounts share the places that they take up together: with 8, 5,
 * 5, 2 the two take up places 2 and 3. */
#ifndef LAPIDARY_MAJORITY_H
#define LAPIDARY_MAJORITY_H

#include <stdint.h>

#include "lapidary/decls.h"

LAP_BEGIN_DECLS

/* Which amount is the best. */
typedef enum { LAP_MOST, LAP_LEAST } LapBest;

/* The first and the last of the places that `who` takes up among n amounts. */
uint8_t lap_majority_first_place(const int32_t *amount, uint8_t n, LapBest best, uint8_t who);
uint8_t lap_majority_last_place(const int32_t *amount, uint8_t n, LapBest best, uint8_t who);

/* What each of n gets: the award of the last place that it takes up, so that seats that share a place are paid as the
 * worst of them. `award` [awards] begins with place 1; later places get 0. A seat with less than `needed` takes up its
 * place but gets nothing (INT32_MIN: everybody may get something). Into `points_out` [n]. */
void lap_majority_award(const int32_t *amount, uint8_t n, LapBest best, int32_t needed, const int16_t *award,
                        uint8_t awards, int16_t *points_out);

/* All who share place 1, as bits, if they have at least `needed`; else 0. n is at most 32. */
uint32_t lap_majority_leaders(const int32_t *amount, uint8_t n, LapBest best, int32_t needed);

/* All of n from the best to the worst, equal ones in the order of their numbers, into `order_out` [n]. */
void lap_majority_order(const int32_t *amount, uint8_t n, LapBest best, uint8_t *order_out);

LAP_END_DECLS

#endif

/* Leads: what a position is worth by how far each seat is ahead, for lapidary.evaluate/1. */
#ifndef LAPIDARY_LEADS_H
#define LAPIDARY_LEADS_H

#include "lapidary/bots.h"
#include "lapidary/decls.h"

LAP_BEGIN_DECLS

/* By how much the seat is ahead of the best other of n, at least two. */
static inline int32_t lap_lead_of(const int32_t *expected, uint8_t n, uint8_t seat)
{
  int32_t best = INT32_MIN;
  for (uint8_t other = 0; other < n; other++)
    if (other != seat && expected[other] > best) best = expected[other];
  return expected[seat] - best;
}

/* From 0 to LAP_EVALUATION_MAX: half of it for no lead, three quarters for a lead of `half`, which is positive, and so
 * on, nearer and nearer to the ends. Of a lead of at most a million. */
static inline uint16_t lap_worth_of_lead(int32_t lead, int32_t half)
{
  int32_t size = lead < 0 ? -lead : lead, middle = LAP_EVALUATION_MAX / 2;
  return (uint16_t)(middle + (int32_t)((int64_t)middle * lead / (size + half)));
}

/* What n seats, at least two, may take for their worth: `expected` [n] is what each will come to, in any unit. */
static inline void lap_worth_of_leads(const int32_t *expected, uint8_t n, int32_t half, uint16_t *worth)
{
  for (uint8_t seat = 0; seat < n; seat++) worth[seat] = lap_worth_of_lead(lap_lead_of(expected, n, seat), half);
}

LAP_END_DECLS

#endif

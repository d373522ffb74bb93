#include "lapidary/majority.h"

#include <stdbool.h>

static bool better(int32_t amount, int32_t than, LapBest best)
{
  return best == LAP_MOST ? amount > than : amount < than;
}

uint8_t lap_majority_first_place(const int32_t *amount, uint8_t n, LapBest best, uint8_t who)
{
  uint8_t place = 1;
  for (uint8_t i = 0; i < n; i++) place += better(amount[i], amount[who], best);
  return place;
}

uint8_t lap_majority_last_place(const int32_t *amount, uint8_t n, LapBest best, uint8_t who)
{
  uint8_t place = 0;
  for (uint8_t i = 0; i < n; i++) place += !better(amount[who], amount[i], best);
  return place;
}

void lap_majority_award(const int32_t *amount, uint8_t n, LapBest best, int32_t needed, const int16_t *award,
                        uint8_t awards, int16_t *points_out)
{
  for (uint8_t i = 0; i < n; i++) {
    uint8_t place = lap_majority_last_place(amount, n, best, i);
    points_out[i] = place <= awards && amount[i] >= needed ? award[place - 1] : 0;
  }
}

uint32_t lap_majority_leaders(const int32_t *amount, uint8_t n, LapBest best, int32_t needed)
{
  uint32_t leaders = 0;
  for (uint8_t i = 0; i < n; i++)
    if (amount[i] >= needed && lap_majority_first_place(amount, n, best, i) == 1) leaders |= 1u << i;
  return leaders;
}

void lap_majority_order(const int32_t *amount, uint8_t n, LapBest best, uint8_t *order_out)
{
  for (uint8_t i = 0; i < n; i++) {
    uint8_t at = i;
    for (; at > 0 && better(amount[i], amount[order_out[at - 1]], best); at--) order_out[at] = order_out[at - 1];
    order_out[at] = i;
  }
}

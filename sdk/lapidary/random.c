#include "lapidary/random.h"

#include "lapidary/plane.h"

int32_t lap_random_between(const LapContext *context, LapBlock *block, int32_t low, int32_t high)
{
  if (high <= low) return low;
  /* Unsigned, since the difference may pass INT32_MAX. */
  uint32_t n = (uint32_t)high - (uint32_t)low + 1;
  return (int32_t)((uint32_t)low + lap_random_below(context, block, n));
}

bool lap_random_chance(const LapContext *context, LapBlock *block, uint32_t times, uint32_t of)
{
  if (times == 0) return false;
  return times >= of || lap_random_below(context, block, of) < times;
}

int lap_random_bit(const LapContext *context, LapBlock *block, uint64_t mask)
{
  if (mask == 0) return -1;
  return (int)lap_plane_nth(mask, lap_random_below(context, block, lap_plane_size(mask)));
}

int lap_random_weighted(const LapContext *context, LapBlock *block, const uint16_t *weight, uint32_t n)
{
  uint32_t sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += weight[i];
  if (sum == 0) return -1;
  uint32_t drawn = lap_random_below(context, block, sum), i = 0;
  while (drawn >= weight[i]) drawn -= weight[i++];
  return (int)i;
}

void lap_random_shuffle_u8(const LapContext *context, LapBlock *block, uint8_t *item, uint32_t n)
{
  for (uint32_t i = n; i > 1; i--) {
    uint32_t other = lap_random_below(context, block, i);
    uint8_t kept = item[i - 1];
    item[i - 1] = item[other];
    item[other] = kept;
  }
}

void lap_random_shuffle_u16(const LapContext *context, LapBlock *block, uint16_t *item, uint32_t n)
{
  for (uint32_t i = n; i > 1; i--) {
    uint32_t other = lap_random_below(context, block, i);
    uint16_t kept = item[i - 1];
    item[i - 1] = item[other];
    item[other] = kept;
  }
}

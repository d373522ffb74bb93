#include "lapidary/dice.h"

uint8_t lap_dice_roll(const LapContext *context, LapBlock *block, uint8_t sides)
{
  return (uint8_t)(1 + lap_random_below(context, block, sides));
}

uint32_t lap_dice_roll_pool(const LapContext *context, LapBlock *block, uint8_t sides, uint32_t n, uint8_t *die_out)
{
  for (uint32_t i = 0; i < n; i++) die_out[i] = lap_dice_roll(context, block, sides);
  return lap_dice_sum(die_out, n);
}

uint32_t lap_dice_roll_again(const LapContext *context, LapBlock *block, uint8_t sides, uint32_t n, uint8_t *die,
                             uint32_t again)
{
  for (uint32_t i = 0; i < n; i++)
    if (again >> i & 1) die[i] = lap_dice_roll(context, block, sides);
  return lap_dice_sum(die, n);
}

uint32_t lap_dice_sum(const uint8_t *die, uint32_t n)
{
  uint32_t sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += die[i];
  return sum;
}

uint32_t lap_dice_showing(const uint8_t *die, uint32_t n, uint8_t face)
{
  uint32_t showing = 0;
  for (uint32_t i = 0; i < n; i++) showing += die[i] == face;
  return showing;
}

uint8_t lap_dice_highest(const uint8_t *die, uint32_t n)
{
  uint8_t highest = 0;
  for (uint32_t i = 0; i < n; i++)
    if (die[i] > highest) highest = die[i];
  return highest;
}

void lap_dice_sort(uint8_t *die, uint32_t n)
{
  for (uint32_t i = 1; i < n; i++) {
    uint8_t face = die[i];
    uint32_t at = i;
    for (; at > 0 && die[at - 1] < face; at--) die[at] = die[at - 1];
    die[at] = face;
  }
}

/* Dice: rolled with the match's generator. When they may be rolled, see random.h. */
#ifndef LAPIDARY_DICE_H
#define LAPIDARY_DICE_H

#include "lapidary/decls.h"
#include "lapidary/random.h"

LAP_BEGIN_DECLS

/* Rolls a die with faces 1..sides; `sides` is at least 1. */
uint8_t lap_dice_roll(const LapContext *context, LapBlock *block, uint8_t sides);

/* Rolls `n` such dice one after the other, into `die_out` [n]. Returns their sum. */
uint32_t lap_dice_roll_pool(const LapContext *context, LapBlock *block, uint8_t sides, uint32_t n, uint8_t *die_out);

/* Rolls again those dice of a pool whose bit is set in `again`; n is at most 32. Returns the sum of all. */
uint32_t lap_dice_roll_again(const LapContext *context, LapBlock *block, uint8_t sides, uint32_t n, uint8_t *die,
                             uint32_t again);

/* Of a pool: the sum, how many show a face, the highest face (0 of none). */
uint32_t lap_dice_sum(const uint8_t *die, uint32_t n);
uint32_t lap_dice_showing(const uint8_t *die, uint32_t n, uint8_t face);
uint8_t lap_dice_highest(const uint8_t *die, uint32_t n);

/* Sorts a pool, high faces first, so that equal rolls are equal bytes. */
void lap_dice_sort(uint8_t *die, uint32_t n);

LAP_END_DECLS

#endif

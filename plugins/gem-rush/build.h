/* Building: paying for a door, drawing a tile, laying it. */
#ifndef GEM_RUSH_BUILD_H
#define GEM_RUSH_BUILD_H

#include <stdbool.h>

#include "payment.h"

/* What a seat can pay with: its hand, and the card whose warpstone it spends. Whether that is enough for a door. */
Means means_of_seat(const LapContext *context, const GemRush *game, uint8_t seat);
bool can_pay(const LapContext *context, const GemRush *game, uint8_t seat, const Means *means, const Door *door);

/* Opens the payment for the door at a place. A door that costs nothing is paid at once. Answers the next phase, or
 * LAP_MORE: then the payment is made step by step, in the same phase. */
uint16_t begin_payment(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t place, uint8_t direction);
void payment_legal(const LapContext *context, const GemRush *game, uint8_t seat, LapActions *actions);
uint16_t payment_apply(const LapContext *context, LapBlock *block, const LapAction *action);

/* Puts the card whose warpstone is spent among those that pay, and lays all of these on the discard pile. */
void spend_warpstone(GemRush *game, uint8_t seat, uint16_t face);
void discard_payment(GemRush *game);

/* The phases that follow: which of two tiles, for a surveyor; and how the tile lies. */
uint16_t choose_tile_enter(const LapContext *context, LapBlock *block);
void choose_tile_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t choose_tile_apply(const LapContext *context, LapBlock *block, const LapAction *action);
void rotate_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t rotate_apply(const LapContext *context, LapBlock *block, const LapAction *action);

#endif

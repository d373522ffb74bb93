/* The phase MOVE: walking, building, warping, rooms that are used on the way. */
#ifndef GEM_RUSH_MOVE_H
#define GEM_RUSH_MOVE_H

#include "gem-rush.h"

void move_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t move_apply(const LapContext *context, LapBlock *block, const LapAction *action);

#endif

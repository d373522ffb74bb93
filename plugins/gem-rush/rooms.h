/* The effects of rooms and skills: a small interpreter, whose choices are phases of their own. */
#ifndef GEM_RUSH_ROOMS_H
#define GEM_RUSH_ROOMS_H

#include <stdbool.h>

#include "catalogues.h"

/* Whether an effect may be used by the seat as things stand. */
bool can_use(const LapContext *context, const LapBlock *block, uint8_t seat, const EffectOp *op);

/* Begins the effect of the room that a dwarf stands in, or of a skill. Answer the phase to go to; the effect leads on
 * to MOVE, or to AFTER_ACTION if it is the action of the turn. */
uint16_t use_room(const LapContext *context, LapBlock *block, uint8_t seat, bool in_action);
uint16_t use_skill_as_action(const LapContext *context, LapBlock *block, uint8_t seat);

/* The phases. */
uint16_t effect_run(const LapContext *context, LapBlock *block);
void choose_x_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t choose_x_apply(const LapContext *context, LapBlock *block, const LapAction *action);
void name_gem_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t name_gem_apply(const LapContext *context, LapBlock *block, const LapAction *action);
void keep_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t keep_apply(const LapContext *context, LapBlock *block, const LapAction *action);
void give_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t give_apply(const LapContext *context, LapBlock *block, const LapAction *action);
void go_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t go_apply(const LapContext *context, LapBlock *block, const LapAction *action);

#endif

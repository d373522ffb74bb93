/* The turn: its hooks from beginning to end, but for MOVE and the effects of rooms; and the score. */
#ifndef GEM_RUSH_TURN_H
#define GEM_RUSH_TURN_H

#include "gem-rush.h"

/* Whose decision it always is. */
uint32_t only_active(const LapContext *context, const LapBlock *block);

/* By the rules or the skill of a seat: the steps of its turns, and the cards that it may keep when they begin. */
int steps_of_turn(const LapContext *context, const GemRush *game, uint8_t seat);
int hand_limit(const LapContext *context, const GemRush *game, uint8_t seat);

/* Tells when a seat is the first to reach the target with the points that it has just got, and who still plays. */
void tell_last_round(const LapContext *context, const LapBlock *block, uint8_t seat, int gained);

uint16_t turn_begins_run(const LapContext *context, LapBlock *block);
uint16_t check_run(const LapContext *context, LapBlock *block);
uint16_t discard_enter(const LapContext *context, LapBlock *block);
void discard_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t discard_apply(const LapContext *context, LapBlock *block, const LapAction *action);
void action_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t action_apply(const LapContext *context, LapBlock *block, const LapAction *action);
uint16_t after_action_run(const LapContext *context, LapBlock *block);
uint16_t turn_ends_run(const LapContext *context, LapBlock *block);

/* The rules of gem-rush.h, as they are here. */
int32_t sees_drawn(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b);
int32_t has_company(const LapContext *context, const LapBlock *block, int32_t seat, int32_t place);
int32_t scores_for(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b);

void score(const LapContext *context, const LapBlock *block, int final);

#endif

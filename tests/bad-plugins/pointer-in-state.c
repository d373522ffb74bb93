/* Keeps the address of its own state in the state. */
#include "tame.h"

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Tame *state = tame_in(context, block);
  state->note = (uintptr_t)state;
  return tame_deal(context, block);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Tame *state = (Tame *)(uintptr_t)tame_of(context, block)->note;
  state->last++;
  return tame_apply(context, block, action);
}

TAME_PHASES(deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("pointer-in-state")

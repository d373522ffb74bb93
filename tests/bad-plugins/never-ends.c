/* Puts every card that is played back into the hand. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Tame *state = tame_in(context, block);
  if (action->kind == TAME_DRAW) return tame_apply(context, block, action);
  state->turn = (uint8_t)((state->turn + 1) % context->seats);
  return LAP_STAY;
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("never-ends")

/* Has a move that is never complete. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  return action->kind == TAME_DRAW ? LAP_MORE : tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("endless-move")

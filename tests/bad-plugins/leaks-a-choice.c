/* Shows everybody, as a plain number, which card was buried face down. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == TAME_BURY) tame_in(context, block)->last = (uint16_t)action->arg[0];
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("leaks-a-choice")

/* Uses bytes that it has declared as nobody's. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  tame_in(context, block)->filler[2] = action->seat + 1;
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("writes-spare-bytes")

/* Has a hidden goal that is a plain value, and does not draw it anew for the worlds that bots imagine. */
#include "tame.h"

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  tame_in(context, block)->note = 1 + context->host->below(context, block, 3);
  return tame_deal(context, block);
}

TAME_PHASES(deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN("keeps-a-goal")

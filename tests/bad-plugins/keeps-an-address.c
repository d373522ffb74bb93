/* Keeps where the block was, and looks there again at the next move. */
#include "tame.h"

static const volatile uint16_t *kept;

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (kept) (void)*kept;
  kept = &tame_in(context, block)->last;
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("keeps-an-address")

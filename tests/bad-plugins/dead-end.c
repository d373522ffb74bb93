/* Offers a first step after which there is no second one. */
#include "tame.h"

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  if (!tame_of(context, block)->last) tame_legal(context, block, seat, actions);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind != TAME_PLAY) return tame_apply(context, block, action);
  tame_in(context, block)->last = 1;
  return LAP_MORE;
}

TAME_PHASES(tame_deal, tame_actors, legal, apply);

TAME_PLUGIN("dead-end")

/* Offers a card that the set does not have. */
#include "tame.h"

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  tame_legal(context, block, seat, actions);
  lap_add_1(actions, TAME_BURY, seat, TAME_CARDS + 1);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == TAME_BURY && action->arg[0] > TAME_CARDS) return tame_next(context, block);
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, legal, apply);

TAME_PLUGIN("offers-nonsense")

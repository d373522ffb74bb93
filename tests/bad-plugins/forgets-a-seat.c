/* Leaves a seat that has to decide without anything that it may do. */
#include "tame.h"

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  if (tame_of(context, block)->deck.count > 4) tame_legal(context, block, seat, actions);
}

TAME_PHASES(tame_deal, tame_actors, legal, tame_apply);

TAME_PLUGIN("forgets-a-seat")

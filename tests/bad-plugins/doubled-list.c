/* Offers what it has offered before. */
#include "tame.h"

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  if (tame_of(context, block)->deck.count) lap_add(actions, TAME_DRAW, seat);
  tame_legal(context, block, seat, actions);
}

TAME_PHASES(tame_deal, tame_actors, legal, tame_apply);

TAME_PLUGIN("doubled-list")

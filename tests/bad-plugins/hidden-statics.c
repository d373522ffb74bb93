/* Counts the moves outside the block. Alone each match goes right. */
#include "tame.h"

static uint16_t moves;

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  moves = 0;
  return tame_deal(context, block);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  tame_in(context, block)->last = ++moves;
  return tame_apply(context, block, action);
}

TAME_PHASES(deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("hidden-statics")

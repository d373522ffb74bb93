/* Takes longer with each move that it has ever made. */
#include "tame.h"

static uint32_t moves;

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  moves++;
  for (volatile uint32_t i = 0; i < moves * moves * 48; i++) continue;
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("slows-down")

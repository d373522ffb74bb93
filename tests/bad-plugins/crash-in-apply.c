/* Crashes when a card is played. */
#include <stdlib.h>

#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == TAME_PLAY) abort();
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("crash-in-apply")

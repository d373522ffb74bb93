/* Allocates something for each move, and never frees it. */
#include <stdlib.h>

#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  void *volatile kept = malloc(48);
  (void)kept;
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("keeps-memory")

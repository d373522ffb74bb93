/* Goes round and round where nobody decides. */
#include "tame.h"

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  (void)context, (void)block;
  return TAME_DEAL;
}

TAME_PHASES(deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN("never-decides")

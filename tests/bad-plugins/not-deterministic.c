/* Asks the clock. */
#include <time.h>

#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  tame_in(context, block)->last = (uint16_t)now.tv_nsec;
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("not-deterministic")

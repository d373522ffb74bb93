/* Writes past the end of a list, and keeps its count right. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Tame *state = tame_in(context, block);
  uint16_t *items = state->trail.item;
  state->trail.count = TAME_TRAIL;
  for (int i = 0; i <= TAME_TRAIL; i++) __builtin_memset(&items[i], 1, sizeof *items);
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("writes-past-the-list")

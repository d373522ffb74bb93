/* Takes a card out of a hand and puts it nowhere. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Tame *state = tame_in(context, block);
  if (action->kind != TAME_PLAY) return tame_apply(context, block, action);
  uint16_t at = tame_find(state, action->seat, (uint16_t)action->arg[0]);
  tame_take(&state->hand[action->seat].count, state->hand[action->seat].slot, at);
  return tame_next(context, block);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("loses-a-card")

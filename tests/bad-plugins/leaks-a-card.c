/* Shows everybody, as a plain number, which card was drawn in secret. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  uint16_t next = tame_apply(context, block, action);
  Tame *state = tame_in(context, block);
  if (action->kind == TAME_DRAW)
    state->last = state->hand[action->seat].slot[state->hand[action->seat].count - 1].piece;
  return next;
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("leaks-a-card")

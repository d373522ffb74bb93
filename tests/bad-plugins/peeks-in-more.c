/* Shows its mover the top card in a step that can be taken back. */
#include "tame.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Tame *state = tame_in(context, block);
  if (action->kind != TAME_DRAW || state->last) {
    state->last = 0;
    return tame_apply(context, block, action);
  }
  state->last = 1;
  state->deck.slot[state->deck.count - 1].known |= (uint16_t)(1u << action->seat);
  return LAP_MORE;
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("peeks-in-more")

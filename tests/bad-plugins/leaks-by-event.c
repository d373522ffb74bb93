/* Tells everybody which card was drawn in secret. */
#include "tame.h"

static const LapKind events[] = {
    {"drew", LAP_TABLE(tame_drew)}, {"played", LAP_TABLE(tame_played)}, {"boasted", LAP_TABLE(tame_open)}};

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  uint16_t next = tame_apply(context, block, action);
  const Tame *state = tame_of(context, block);
  uint16_t count = state->hand[action->seat].count;
  if (action->kind == TAME_DRAW)
    tame_emit(context, block, (LapEvent){2, 0, {(int16_t)state->hand[action->seat].slot[count - 1].piece}});
  return next;
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN_WITH("leaks-by-event", events, tame_score)

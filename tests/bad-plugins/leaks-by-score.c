/* Counts, in a total that all may see, a card that only its owner may see. */
#include "tame.h"

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Tame *state = tame_of(context, block);
  (void) final;
  for (int8_t seat = 0; seat < context->seats; seat++)
    context->host->line(context,
                        &(LapLine){.knows = LAP_EVERYONE, .seat = seat, .points = state->hand[seat].slot[0].piece});
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("leaks-by-score", tame_events, score)

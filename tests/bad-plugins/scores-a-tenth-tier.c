/* Counts in a tier that a score does not have. */
#include "tame.h"

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void)block, (void) final;
  context->host->line(context, &(LapLine){.knows = LAP_EVERYONE, .tier = LAP_TIER_GOAL + 2, .points = 1});
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("scores-a-tenth-tier", tame_events, score)

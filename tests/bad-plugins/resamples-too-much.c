/* Draws anew what everybody sees. */

#include "lapidary/resample.h"
#include "tame.h"

static void resample(const LapContext *context, LapBlock *block, uint8_t seat)
{
  (void)seat;
  tame_in(context, block)->last = (uint16_t)(1 + context->host->below(context, block, 60000));
}
static const LapResample all = {.struct_size = sizeof(LapResample), .resample = resample};
static const LapExtension extensions[] = {{LAP_RESAMPLE, &all}};

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("resamples-too-much", tame_events, tame_score, .extensions = LAP_TABLE(extensions))

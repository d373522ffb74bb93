/* Draws its hidden goal anew, but shows from the deal on whether it is odd. */

#include "lapidary/resample.h"
#include "tame.h"

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Tame *state = tame_in(context, block);
  state->note = 1 + context->host->below(context, block, 6);
  state->last = (uint16_t)(state->note % 2);
  return tame_deal(context, block);
}

static void resample(const LapContext *context, LapBlock *block, uint8_t seat)
{
  (void)seat;
  tame_in(context, block)->note = 1 + context->host->below(context, block, 6);
}
static const LapResample goals = {.struct_size = sizeof(LapResample), .resample = resample};
static const LapExtension extensions[] = {{LAP_RESAMPLE, &goals}};

TAME_PHASES(deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("tells-a-goal", tame_events, tame_score, .extensions = LAP_TABLE(extensions))

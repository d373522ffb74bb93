/* Says that a match is worth more to a seat than all. */

#include "lapidary/bots.h"
#include "tame.h"

static void evaluate(const LapContext *context, const LapBlock *block, uint16_t *worth)
{
  (void)context;
  (void)block;
  worth[0] = LAP_EVALUATION_MAX + 1;
}
static const LapEvaluate evaluated = {.struct_size = sizeof(LapEvaluate), .evaluate = evaluate};

static const LapExtension extensions[] = {{LAP_EVALUATE, &evaluated}};

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("evaluates-too-much", tame_events, tame_score, .extensions = LAP_TABLE(extensions))

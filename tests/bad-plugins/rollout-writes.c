/* Notes in the block that it was asked for a step. */

#include "lapidary/bots.h"
#include "tame.h"

static uint32_t choose(const LapContext *context, const LapBlock *block, uint8_t seat, const LapActions *legal,
                       uint32_t random)
{
  uintptr_t cast_away = (uintptr_t)tame_of(context, block);
  (void)seat;
  ((Tame *)cast_away)->last++;
  return random % legal->n;
}
static const LapRollout rollout = {.struct_size = sizeof(LapRollout), .choose = choose};

static const LapExtension extensions[] = {{LAP_ROLLOUT, &rollout}};

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("rollout-writes", tame_events, tame_score, .extensions = LAP_TABLE(extensions))

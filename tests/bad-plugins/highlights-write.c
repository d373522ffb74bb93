/* Notes in the block that it was asked what a step is about. */

#include "lapidary/highlights.h"
#include "tame.h"

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  uintptr_t cast_away = (uintptr_t)tame_of(context, block);
  (void)step;
  (void)capacity;
  ((Tame *)cast_away)->last++;
  *out = (LapHighlight){.field = "last"};
  return 1;
}
static const LapHighlights lit = {.struct_size = sizeof(LapHighlights), .highlights = highlights};

static const LapExtension extensions[] = {{LAP_HIGHLIGHTS, &lit}};

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("highlights-write", tame_events, tame_score, .extensions = LAP_TABLE(extensions))

/* Highighlights somebody's points as the card on top of the deck is, which nobody has seen. */

#include "lapidary/highlights.h"
#include "tame.h"

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  const Tame *state = tame_of(context, block);
  (void)capacity;
  if (step->kind != TAME_DRAW || !state->deck.count) return 0;
  *out = (LapHighlight){.field = "points", .row = state->deck.slot[state->deck.count - 1].piece % 2};
  return 1;
}
static const LapHighlights lit = {.struct_size = sizeof(LapHighlights), .highlights = highlights};

static const LapExtension extensions[] = {{LAP_HIGHLIGHTS, &lit}};

TAME_PHASES(tame_deal, tame_actors, tame_legal, tame_apply);

TAME_PLUGIN_WITH("leaks-by-highlight", tame_events, tame_score, .extensions = LAP_TABLE(extensions))

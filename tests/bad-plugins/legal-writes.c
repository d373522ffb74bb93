/* Notes in the block that it was asked what is legal. */
#include "tame.h"

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  uintptr_t cast_away = (uintptr_t)tame_of(context, block);
  ((Tame *)cast_away)->last++;
  tame_legal(context, block, seat, actions);
}

TAME_PHASES(tame_deal, tame_actors, legal, tame_apply);

TAME_PLUGIN("legal-writes")

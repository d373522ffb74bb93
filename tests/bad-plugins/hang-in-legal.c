/* Does not come back from counting its moves. */
#include "tame.h"

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  volatile int forever = tame_of(context, block)->deck.count < 8;
  while (forever) continue;
  tame_legal(context, block, seat, actions);
}

TAME_PHASES(tame_deal, tame_actors, legal, tame_apply);

TAME_PLUGIN("hang-in-legal")

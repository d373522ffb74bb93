/* Its first card of all decides what all matches of a thread are like. In one process each goes right again and again.
 */
#include "tame.h"

static _Thread_local uint16_t first;

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (!first) first = tame_of(context, block)->hand[0].slot[0].piece;
  tame_in(context, block)->last = first;
  return tame_apply(context, block, action);
}

TAME_PHASES(tame_deal, tame_actors, tame_legal, apply);

TAME_PLUGIN("remembers-its-first-match")

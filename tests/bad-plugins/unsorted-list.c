/* Offers the highest card first. */
#include "tame.h"

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Tame *state = tame_of(context, block);
  if (state->deck.count) lap_add(actions, TAME_DRAW, seat);
  for (int16_t face = TAME_CARDS; face > 0; face--)
    if (tame_find(state, seat, (uint16_t)face) < state->hand[seat].count) lap_add_1(actions, TAME_PLAY, seat, face);
}

TAME_PHASES(tame_deal, tame_actors, legal, tame_apply);

TAME_PLUGIN("unsorted-list")

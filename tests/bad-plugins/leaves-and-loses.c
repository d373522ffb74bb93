/* A variant that no match joins, and that loses a card of the base when one leaves it. */
#include "tame.h"

#define SPOILER_STATE(F, T) F(T, VALUE, u8, joined, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Spoiler, spoiler, SPOILER_STATE)

static const char *leave(const LapContext *context, LapBlock *block)
{
  Tame *state = tame_in(context, block);
  if (state->deck.count) tame_take(&state->deck.count, state->deck.slot, 0);
  return NULL;
}

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .id = "leaves-and-loses",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The zoo",
                                 .depth = 1,
                                 .extends = "plays-well",
                                 .accepts = "1.0",
                                 LAP_STATE_OF_PLUGIN(Spoiler, spoiler),
                                 .base = LAP_TABLE(tame_fields),
                                 .leave = leave};

LAP_PLUGIN_ENTRY { return &plugin; }

/* A variant that a match of its base may join or not, as the top card of the deck says, which nobody has seen. */
#include "tame.h"

#define SPOILER_STATE(F, T) F(T, VALUE, u8, joined, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Spoiler, spoiler, SPOILER_STATE)

static const char *join(const LapContext *context, LapBlock *block)
{
  const Tame *state = tame_in(context, block);
  spoiler_in(context, block)->joined = 1;
  return state->deck.count && state->deck.slot[state->deck.count - 1].piece % 2 ? "odd" : NULL;
}

static const char *leave(const LapContext *context, LapBlock *block)
{
  (void)context, (void)block;
  return NULL;
}

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .id = "joins-by-a-secret",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The zoo",
                                 .depth = 1,
                                 .extends = "plays-well",
                                 .accepts = "1.0",
                                 LAP_STATE_OF_PLUGIN(Spoiler, spoiler),
                                 .base = LAP_TABLE(tame_fields),
                                 .join = join,
                                 .leave = leave};

LAP_PLUGIN_ENTRY { return &plugin; }

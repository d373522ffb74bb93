/* A good variant for the loader's tests: every move adds one more. */
#include "good-state.h"

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  good_in(context, block)->sum++;
  return context->host->apply_up(context, block, LAP_ID(0, 0), action);
}

static const LapPhase phases[] = {{.name = "play", .replaces = "good/play", .apply = apply}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .depth = 1,
                                 .id = "good-twist",
                                 .version = "0.1.0",
                                 .extends = "good",
                                 .accepts = "1.1",
                                 .licence = "MIT",
                                 .authors = "The tests",
                                 .base = LAP_TABLE(good_fields),
                                 .phases = LAP_TABLE(phases)};

LAP_PLUGIN_ENTRY { return &plugin; }

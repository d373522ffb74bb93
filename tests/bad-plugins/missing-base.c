/* Extends what is not there. */
#include "lapidary/plugin.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,           .depth = 1,      .id = "missing-base", .version = "1.0.0",
                                 .extends = "no-such-game", .accepts = "1.0"};

LAP_PLUGIN_ENTRY { return &plugin; }

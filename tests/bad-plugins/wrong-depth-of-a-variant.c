/* A variant that takes itself for a base. */
#include "lapidary/plugin.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,    .depth = 0,        .id = "wrong-depth-of-a-variant",
                                 .version = "1.0.0", .extends = "good", .accepts = "1.0"};

LAP_PLUGIN_ENTRY { return &plugin; }

/* Extends cycle-one, which extends it. */
#include "lapidary/plugin.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,        .depth = 1,      .id = "cycle-two", .version = "1.0.0",
                                 .extends = "cycle-one", .accepts = "1.0"};

LAP_PLUGIN_ENTRY { return &plugin; }

/* Extends cycle-two, which extends it. */
#include "lapidary/plugin.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,        .depth = 1,      .id = "cycle-one", .version = "1.0.0",
                                 .extends = "cycle-two", .accepts = "1.0"};

LAP_PLUGIN_ENTRY { return &plugin; }

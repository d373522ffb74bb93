/* Extends a good game, but accepts only a version that is not there. */
#include "lapidary/plugin.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,    .depth = 1,        .id = "base-of-another-version",
                                 .version = "1.0.0", .extends = "good", .accepts = "2.0"};

LAP_PLUGIN_ENTRY { return &plugin; }

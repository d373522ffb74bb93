/* Extends a good game; its keyfile says that it accepts other versions of that. */
#include "lapidary/plugin.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,    .depth = 1,        .id = "lying-accepts",
                                 .version = "1.0.0", .extends = "good", .accepts = "0.9"};

LAP_PLUGIN_ENTRY { return &plugin; }

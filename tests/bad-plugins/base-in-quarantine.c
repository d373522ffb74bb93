/* Nothing is wrong with it but its base. */
#include "lapidary/plugin.h"

static const LapPlugin plugin = {
    LAP_PLUGIN_HEAD, .depth = 1, .id = "base-in-quarantine", .version = "1.0.0", .extends = "crash-at-entry",
    .accepts = "1.0"};

LAP_PLUGIN_ENTRY { return &plugin; }

/* Compiled against a good game whose field has since moved. */
#include "lapidary/plugin.h"

static const LapField base[] = {
    {.name = "sum",
     .type = LAP_U16,
     .visibility = LAP_PUBLIC,
     .rows = 1,
     .capacity = 1,
     .row_stride = 2,
     .item_stride = 2,
     .count = LAP_NONE,
     .offset = 6},
};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,   .depth = 1,       .id = "moved-base-field", .version = "1.0.0",
                                 .extends = "good", .accepts = "1.2", .base = LAP_TABLE(base)};

LAP_PLUGIN_ENTRY { return &plugin; }

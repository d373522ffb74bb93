/* A field reaches beyond its segment. */
#include "animal.h"

static const LapField fields[] = {
    {.name = "done",
     .type = LAP_U8,
     .visibility = LAP_PUBLIC,
     .rows = 1,
     .capacity = 9,
     .item_stride = 1,
     .count = LAP_NONE},
};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,    .id = "field-outside",       .segment_size = sizeof(Animal),
                                 .segment_align = 1, .fields = LAP_TABLE(fields), ANIMAL_RULES};

LAP_PLUGIN_ENTRY { return &plugin; }

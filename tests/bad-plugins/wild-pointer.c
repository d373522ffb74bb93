/* A table that is nowhere. */
#include "animal.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "wild-pointer", .events = {(const void *)8, 3, sizeof(LapKind)},
                                 ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }

/* A base that takes itself for a variant's variant. */
#include "animal.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "wrong-depth", .depth = 2, ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }

/* Its keyfile says another version. */
#include "animal.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "lying-version", ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }

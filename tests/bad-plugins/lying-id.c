/* Says another id than its keyfile. */
#include "animal.h"

static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "honest-id", ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }

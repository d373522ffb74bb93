/* Built against a contract that this host does not have yet; its keyfile does not say so. */
#include "animal.h"

static const LapPlugin plugin = {.magic = LAP_MAGIC,
                                 .struct_size = sizeof(LapPlugin) + 16,
                                 .major = LAP_API_MAJOR,
                                 .minor = LAP_API_MINOR + 7,
                                 .id = "newer-minor",
                                 ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }

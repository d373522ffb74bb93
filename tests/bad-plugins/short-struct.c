/* Its descriptor is cut short. */
#include "animal.h"

static const LapPlugin plugin = {.magic = LAP_MAGIC,
                                 .struct_size = 64,
                                 .major = LAP_API_MAJOR,
                                 .minor = LAP_API_MINOR,
                                 .id = "short-struct",
                                 ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }

/* Its descriptor is of something else. */
#include "animal.h"

static const LapPlugin plugin = {
    .magic = 0x12345678, .struct_size = sizeof(LapPlugin), .minor = LAP_API_MINOR, .id = "wrong-magic", ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }

/* Dies in its entry. */
#include <stdlib.h>

#include "lapidary/plugin.h"

LAP_PLUGIN_ENTRY { abort(); }

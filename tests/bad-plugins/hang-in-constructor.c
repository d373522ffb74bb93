/* Never comes back from being loaded. */
#include <unistd.h>

#include "lapidary/plugin.h"

__attribute__((constructor)) static void hang(void)
{
  for (;;) pause();
}

LAP_PLUGIN_ENTRY { return 0; }

/* Ends the process that loads it, and says that all is well. */
#include <stdio.h>
#include <stdlib.h>

#include "lapidary/plugin.h"

__attribute__((constructor)) static void leave(void)
{
  puts("ok");
  exit(0);
}

LAP_PLUGIN_ENTRY { return 0; }

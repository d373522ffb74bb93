/* Never comes back from being loaded, nor does the child that it starts, which holds on to the pipes. */
#include <unistd.h>

#include "lapidary/plugin.h"

__attribute__((constructor)) static void hang(void)
{
  if (fork() < 0) return;
  for (;;) pause();
}

LAP_PLUGIN_ENTRY { return 0; }

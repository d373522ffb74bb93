/* Never comes back from its entry. */
#include <unistd.h>

#include "lapidary/plugin.h"

LAP_PLUGIN_ENTRY
{
  for (;;) pause();
}

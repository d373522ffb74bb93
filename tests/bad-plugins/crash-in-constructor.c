/* Dies as it is loaded. */
#include <signal.h>

#include "lapidary/plugin.h"

__attribute__((constructor)) static void die(void) { raise(SIGSEGV); }

LAP_PLUGIN_ENTRY { return 0; }

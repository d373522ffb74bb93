/* Needs a function that nobody has. */
#include "lapidary/plugin.h"

const LapPlugin *function_that_nobody_has(void);

LAP_PLUGIN_ENTRY { return function_that_nobody_has(); }

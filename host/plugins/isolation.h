/* Isolation: whether a game's rules run in the host's process or in workers. */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* What the environment's LAPIDARY_ISOLATION says, or LAP_ISOLATION_UNTRUSTED. */
LapIsolation lap_isolation_get_default(void);

/* Makes the game of a chain of copies (LapBuild, the base first), which are checked first. If it is isolated it is made
 * of its manifest, none of its code is loaded, and its rules run in workers; LAP_PLUGIN_ERROR_REFUSED where there
 * is no sandbox. Returns: (transfer full) */
LapGame *lap_isolation_load(LapIsolation isolation, GPtrArray *chain, GError **error);

G_END_DECLS

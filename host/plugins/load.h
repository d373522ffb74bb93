/* Loading a chain: the one way from keyfiles to a game, in the probe child as in the host. */
#pragma once

#include "module.h"

G_BEGIN_DECLS

/* Loads the plugins of `chain` (LapKeyfile, the base first) into this process and links them. `watch` may be NULL.
 * Returns: (transfer full) */
LapGame *lap_load_chain(GPtrArray *chain, LapStageFunc watch, gpointer data, GError **error);

G_END_DECLS

/* Chains: what extends what. */
#pragma once

#include "entry.h"

G_BEGIN_DECLS

/* Finds each plugin's base and depth, blocks those whose base is missing, of a version that they do not accept, or in
 * the end themselves, and puts all in order: bases by id, each followed by its variants, then those without a base.
 * `entries`: (element-type LapPluginEntry), sorted in place. */
void lap_chains_resolve(GPtrArray *entries);

/* Blocks a plugin whose base cannot be had. TRUE if it is so. */
gboolean lap_chain_is_blocked(LapPluginEntry *entry);

G_END_DECLS

/* The cache of verdicts: lapidary/probe in the user's cache folder, one file for each verdict, and beside it, of a
 * plugin that is fine, its chain's manifest.
 *
 * A verdict is named by its stamp, a hash of everything that it depends on, so it holds for ever, also where an author
 * goes back to an earlier build. */
#pragma once

#include "probe.h"

G_BEGIN_DECLS

/* The stamp of a chain, in hex: contract and host version, pointer size, the probe program, and every build of
 * `chain` (LapBuild). */
char *lap_cache_stamp(GPtrArray *chain, const char *probe);

/* Looks up a verdict. If there is one with this stamp, returns TRUE and sets `*error` to what was wrong, or else
 * `*manifest` to the chain's manifest (transfer full). The verdict on a plugin that hung is ignored if the time limit
 * has grown since, and one without its manifest always. */
gboolean lap_cache_find(const char *stamp, GBytes **manifest, GError **error);

/* Stores the verdict on `chain` (LapBuild), but no error if a copy was removed meanwhile, of which it may be. A cache
 * that cannot be written costs time only, so that is not an error. */
void lap_cache_store(const char *stamp, GPtrArray *chain, LapProbeVerdict verdict, GBytes *manifest,
                     const GError *error);

/* Removes the verdicts that no host has looked up for a month. */
void lap_cache_prune(void);

G_END_DECLS

/* The cache of verdicts: lapidary/probe in the user's cache folder, a file a plugin. */
#pragma once

#include "probe.h"

G_BEGIN_DECLS

/* What a verdict depends on: contract and host version, pointer size, the probe program, and path, change time and
 * size of the keyfile, the .so and the data files of every level of `chain` (LapKeyfile). A hash in hex. */
char *lap_cache_stamp(GPtrArray *chain, const char *probe);

/* What was stored of a plugin with this stamp: TRUE, and then `*error` says what was wrong, or stays NULL. A plugin
 * that hung is worth another try if the time limit has grown. */
gboolean lap_cache_find(const LapKeyfile *keyfile, const char *stamp, GError **error);

/* Stores a verdict. A cache that cannot be written costs time, no more. */
void lap_cache_store(const LapKeyfile *keyfile, const char *stamp, LapProbeVerdict verdict, const GError *error);

G_END_DECLS

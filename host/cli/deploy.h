/* Putting a plugin into a folder of plugins: as a whole, or not at all. */
#pragma once

#include "host/plugins/build.h"

/* Writes `files` (LapBuildFile), those of the plugin `id`, to a new folder below `folder`, which hosts do not look at,
 * of which the plugin's is `staged`/ID. Returns: (transfer full): to be put in place, or given up */
char *deploy_stage(const char *id, const GPtrArray *files, const char *folder, GError **error);

/* Puts it in place, as `folder`/ID. What was there is replaced in one step, so that a host that looks there sees the
 * one or the other. Takes `staged`. */
gboolean deploy_commit(char *staged, const char *id, const char *folder, GError **error);
/* Removes it. Takes `staged`. */
void deploy_cancel(char *staged);

/* Both steps, for a build. */
gboolean deploy_build(const LapBuild *build, const char *folder, GError **error);

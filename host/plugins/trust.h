/* Trust: which files of a plugin are opened at all.
 *
 * A plugin's files lie in its keyfile's folder, and that lies in a folder of the search path. Both are looked at with
 * every symbolic link followed, so that neither a link nor a "../" leads to a file elsewhere. */
#pragma once

#include "registry.h"

G_BEGIN_DECLS

/* Whether `path` is `folder` or lies beneath it. Both absolute, links followed. */
gboolean lap_trust_is_within(const char *path, const char *folder);

/* Where `name`, a file name without a path, in `folder` really lies: a regular file within that folder. NULL with
 * `code` of LAP_PLUGIN_ERROR and why. */
char *lap_trust_find(const char *folder, const char *name, LapPluginError code, GError **error);

/* The bytes of such a file, at most `max` of them, with a NUL behind. */
char *lap_trust_read(const char *folder, const char *name, gsize max, gsize *length, LapPluginError code,
                     GError **error);

G_END_DECLS

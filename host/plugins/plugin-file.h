/* Files of a plugin: which of them are opened, and how an error names one.
 *
 * A plugin's files lie in its keyfile's folder, and that folder lies in a folder of the search path. Both are resolved
 * with every symbolic link followed, so that neither a link nor a "../" leads to a file elsewhere.
 *
 * Plugins are code that runs with the host's rights, so neither their files nor the folder may be open to everybody for
 * writing; for a host that runs as root, to nobody but root. A sticky folder (/tmp) passes, since nobody can replace
 * files of others there, but only with files of root or of the host's own user. */
#pragma once

#include "registry.h"

G_BEGIN_DECLS

/* Sets an error of the form "<file>: <what is wrong, and what would be right>". Returns FALSE. */
gboolean lap_plugin_fail(GError **error, LapPluginError code, const char *file, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* With LAP_PLUGIN_ERROR_REFUSED. */
#define lap_plugin_refuse(error, file, ...) lap_plugin_fail(error, LAP_PLUGIN_ERROR_REFUSED, file, __VA_ARGS__)
/* The same with the message of an error of the engine, which is freed. */
gboolean lap_plugin_refuse_because(GError **error, const char *file, GError *cause);

/* What is wrong where a file or folder cannot be read, from errno. */
const char *lap_plugin_file_explain(int number);

/* Whether `path` is `folder` or lies beneath it. Both are absolute, with links followed. */
gboolean lap_plugin_file_is_within(const char *path, const char *folder);

/* The real path of `name`, a file name without a folder, in `folder`: a regular file within that folder, which
 * only those may write who may. NULL with an error of `code` if there is none. */
char *lap_plugin_file_find(const char *folder, const char *name, LapPluginError code, GError **error);

/* The bytes of such a file, at most `max` of them, followed by a NUL. */
char *lap_plugin_file_read(const char *folder, const char *name, gsize max, gsize *length, LapPluginError code,
                           GError **error);

/* Removes a folder with all that is in it. Others may remove the same meanwhile. */
void lap_plugin_file_remove(const char *folder);

/* Calls `remove` with each file and folder in `folder` that was not changed for a month. */
void lap_plugin_file_prune(const char *folder, void (*remove)(const char *path));

G_END_DECLS

/* The search path: finds the probe program, and the keyfiles of all plugins. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The default search path: the folders of LAPIDARY_PLUGIN_PATH (colons between them); lapidary/plugins in the user's
 * data folder; plugins/ and examples/ of the build tree, if this library runs from there, since a build plays its own
 * plugins before those that are installed; the system's plugin folder. Absolute, whether they exist or not. */
char **lap_search_get_default_path(void);

/* A search path as given by a caller, made absolute, without empty folders. */
char **lap_search_normalise_path(const char *const *path);

/* The program lapidary-probe: what LAPIDARY_PROBE names, the build tree's, or the installed one. */
char *lap_search_get_probe(void);
/* The folders whose plugins are trusted as the host itself is, links followed: the system's, and the build tree's if
 * this runs from there. */
char **lap_search_get_trusted(void);
/* The program lapidary-worker, in the same way; the variable is LAPIDARY_WORKER. */
char *lap_search_get_worker(void);

/* Looks in each folder, in order, for NAME/NAME.plugin and NAME.plugin. The first found of an id wins.
 * Returns: (element-type LapPluginRecord) (transfer full): by path, then by file name */
GPtrArray *lap_search(const char *const *path);

G_END_DECLS

/* Where plugins are looked for, and where the probe program is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The default search path: the folders of LAPIDARY_PLUGIN_PATH (colons between them); lapidary/plugins in the user's
 * data folder; plugins/ and examples/ of the build tree, if this library runs from there, since a build plays its own
 * plugins before those that are installed; the system's plugin folder. Absolute, whether they exist or not. */
char **lap_path_get_default(void);

/* A search path as given by a caller, made absolute; empty folders left out. */
char **lap_path_normalise(const char *const *path);

/* The program lapidary-probe: what LAPIDARY_PROBE names, the build tree's, or the installed one. */
char *lap_path_get_probe(void);

G_END_DECLS

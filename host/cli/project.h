/* A plugin on disk that need not be installed: a folder with its keyfile and module, or a folder of sources that
 * Meson builds. */
#pragma once

#include <glib.h>

typedef struct {
  char *id;
  char *folder; /* absolute: where its keyfile and its module lie */
} Project;

/* Whether an argument that names a game is a path: there is such a file, or it has a slash, which no id has. */
gboolean project_is_path(const char *argument);

/* Finds the plugin in `path`: a keyfile, a module with a keyfile beside it, or a folder that has one plugin in it or in
 * its subfolders; of several builds of one plugin the newest. Returns -1, or the exit code after it has said on
 * standard error what is wrong. */
int project_find(Project *project, const char *path);
void project_clear(Project *project);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Project, project_clear)

/* Builds `path`, if it is a folder with a meson.build, in its folder "build". Meson finds this installation, and prints
 * only if it fails. Returns as project_find. */
int project_build(const char *path);

/* The search path of plugins with `folder` before all others. Returns: (transfer full) */
char **project_search_path(const char *folder);

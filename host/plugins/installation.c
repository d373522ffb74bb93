#define _GNU_SOURCE /* dladdr */
#include "installation.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "plugin-file.h"

/* The file that this code runs from: the library, or the program that it is linked into. */
static char *find_own_file(void)
{
  Dl_info info;
  if (!dladdr((void *)lap_installation_path, &info) || !info.dli_fname || !g_path_is_absolute(info.dli_fname))
    return realpath("/proc/self/exe", NULL);
  return realpath(info.dli_fname, NULL);
}

gboolean lap_installation_is_build(void)
{
  g_autofree char *own = find_own_file();
  g_autofree char *root = realpath(LAP_BUILD_ROOT, NULL);
  return own && root && lap_plugin_file_is_within(own, root);
}

/* The folder that has the library in LAP_LIBRARY_FOLDER; the configured one if this is not the installed library. */
static char *find_prefix(void)
{
  g_autofree char *own = find_own_file(), *folder = own ? g_path_get_dirname(own) : g_strdup("");
  if (!g_str_has_suffix(folder, "/" LAP_LIBRARY_FOLDER)) return g_strdup(LAP_PREFIX);
  return g_strndup(folder, strlen(folder) - strlen("/" LAP_LIBRARY_FOLDER));
}

char *lap_installation_path(const char *path)
{
  if (g_path_is_absolute(path)) return g_strdup(path);
  g_autofree char *prefix = find_prefix();
  return g_build_filename(prefix, path, NULL);
}

#define _GNU_SOURCE /* dladdr */
#include "path.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "trust.h"

/* The file that this code runs from: the library, or the program that it is linked into. */
static char *find_own_file(void)
{
  Dl_info info;
  if (!dladdr((void *)lap_path_get_default, &info) || !info.dli_fname || !g_path_is_absolute(info.dli_fname))
    return realpath("/proc/self/exe", NULL);
  return realpath(info.dli_fname, NULL);
}

/* Whether we run from the build tree. An installed library does not, even where its build tree still stands. */
static gboolean is_in_build_tree(void)
{
  g_autofree char *own = find_own_file();
  g_autofree char *root = realpath(LAP_BUILD_ROOT, NULL);
  return own && root && lap_trust_is_within(own, root);
}

char **lap_path_normalise(const char *const *path)
{
  g_autoptr(GStrvBuilder) folders = g_strv_builder_new();
  for (; *path; path++) {
    if (!**path) continue;
    g_autofree char *absolute = g_canonicalize_filename(*path, NULL);
    g_strv_builder_add(folders, absolute);
  }
  return g_strv_builder_end(folders);
}

char **lap_path_get_default(void)
{
  g_autoptr(GStrvBuilder) folders = g_strv_builder_new();
  const char *named = g_getenv("LAPIDARY_PLUGIN_PATH");
  g_auto(GStrv) first = g_strsplit(named ? named : "", ":", -1);
  g_autofree char *user = g_build_filename(g_get_user_data_dir(), "lapidary", "plugins", NULL);
  g_strv_builder_addv(folders, (const char **)first);
  g_strv_builder_add(folders, user);
  if (is_in_build_tree()) g_strv_builder_add_many(folders, LAP_BUILD_ROOT "/plugins", LAP_BUILD_ROOT "/examples", NULL);
  g_strv_builder_add(folders, LAP_PLUGIN_FOLDER);
  g_auto(GStrv) all = g_strv_builder_end(folders);
  return lap_path_normalise((const char *const *)all);
}

char *lap_path_get_probe(void)
{
  const char *named = g_getenv("LAPIDARY_PROBE");
  if (named && *named) return g_strdup(named);
  return g_strdup(is_in_build_tree() ? LAP_BUILD_ROOT "/host/plugins/lapidary-probe" : LAP_PROBE_PROGRAM);
}

#include "search.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chain.h"
#include "installation.h"
#include "plugin-file.h"

/* -- Where -- */

char **lap_search_normalise_path(const char *const *path)
{
  g_autoptr(GPtrArray) folders = g_ptr_array_new_null_terminated(8, g_free, TRUE);
  for (; *path; path++) {
    if (!**path) continue;
    g_autofree char *absolute = g_canonicalize_filename(*path, NULL);
    if (!g_ptr_array_find_with_equal_func(folders, absolute, g_str_equal, NULL))
      g_ptr_array_add(folders, g_steal_pointer(&absolute));
  }
  return (char **)g_ptr_array_free(g_steal_pointer(&folders), FALSE);
}

char **lap_search_get_default_path(void)
{
  g_autoptr(GStrvBuilder) folders = g_strv_builder_new();
  const char *named = g_getenv("LAPIDARY_PLUGIN_PATH");
  g_auto(GStrv) first = g_strsplit(named ? named : "", ":", -1);
  g_autofree char *user = g_build_filename(g_get_user_data_dir(), "lapidary", "plugins", NULL);
  g_strv_builder_addv(folders, (const char **)first);
  g_strv_builder_add(folders, user);
  if (lap_installation_is_build())
    g_strv_builder_add_many(folders, LAP_BUILD_ROOT "/plugins", LAP_BUILD_ROOT "/examples", NULL);
  g_autofree char *system = lap_installation_path(LAP_PLUGIN_FOLDER);
  g_strv_builder_add(folders, system);
  g_auto(GStrv) all = g_strv_builder_end(folders);
  return lap_search_normalise_path((const char *const *)all);
}

char **lap_search_get_trusted(void)
{
  g_autofree char *system = lap_installation_path(LAP_PLUGIN_FOLDER);
  const char *const folders[] = {system, lap_installation_is_build() ? LAP_BUILD_ROOT "/plugins" : NULL,
                                 LAP_BUILD_ROOT "/examples"};
  g_autoptr(GStrvBuilder) real = g_strv_builder_new();
  for (guint i = 0; i < G_N_ELEMENTS(folders) && folders[i]; i++) {
    g_autofree char *folder = realpath(folders[i], NULL);
    if (folder) g_strv_builder_add(real, folder);
  }
  return g_strv_builder_end(real);
}

/* `variable`: of the environment, which may name another; `folder`: where it is built. */
static char *find_program(const char *variable, const char *folder, const char *name)
{
  const char *named = g_getenv(variable);
  if (named && *named) return g_strdup(named);
  g_autofree char *installed = lap_installation_path(LAP_PROGRAM_FOLDER);
  return g_build_filename(lap_installation_is_build() ? folder : installed, name, NULL);
}

char *lap_search_get_probe(void)
{
  return find_program("LAPIDARY_PROBE", LAP_BUILD_ROOT "/host/plugins", "lapidary-probe");
}

char *lap_search_get_worker(void)
{
  return find_program("LAPIDARY_WORKER", LAP_BUILD_ROOT "/host/worker", "lapidary-worker");
}

/* -- What is there -- */

typedef struct {
  char **roots; /* the folders of the path, links followed; those that exist */
  GPtrArray *records;
  GHashTable *ids; /* of the records */
} Search;

static char **follow_links(const char *const *path)
{
  g_autoptr(GStrvBuilder) roots = g_strv_builder_new();
  for (; *path; path++) {
    g_autofree char *real = realpath(*path, NULL);
    if (real) g_strv_builder_add(roots, real);
  }
  return g_strv_builder_end(roots);
}

static gboolean is_trusted(const Search *search, const char *folder)
{
  for (char **root = search->roots; *root; root++)
    if (lap_plugin_file_is_within(folder, *root)) return TRUE;
  return FALSE;
}

/* The record of a keyfile, which is not read if its folder is a link that leads out of the search path. */
static LapPluginRecord *read_record(const Search *search, const char *folder, const char *name)
{
  g_autofree char *real = realpath(folder, NULL);
  if (real && is_trusted(search, real)) return lap_plugin_record_new(real, name);
  GError *error = NULL;
  if (real)
    lap_plugin_fail(&error, LAP_PLUGIN_ERROR_KEYFILE, folder,
                    "leads out of the search path, to %s; add that folder to LAPIDARY_PLUGIN_PATH", real);
  else
    lap_plugin_fail(&error, LAP_PLUGIN_ERROR_KEYFILE, folder, "%s", g_strerror(errno));
  return lap_plugin_record_new_unavailable(folder, name, error);
}

static void add(Search *search, const char *folder, const char *name)
{
  LapPluginRecord *record = read_record(search, folder, name);
  if (g_hash_table_add(search->ids, record->id))
    g_ptr_array_add(search->records, record);
  else
    lap_plugin_record_free(record);
}

/* Whether there is a keyfile. Where the folder of a plugin cannot be searched, or is a link that leads nowhere, there
 * was one, and saying why it cannot be read is better than that the plugin is gone. */
static gboolean has_keyfile(const char *folder, const char *keyfile, const char *name)
{
  struct stat status;
  if (lstat(keyfile, &status) == 0) return TRUE;
  gboolean closed = errno == EACCES || (lstat(folder, &status) == 0 && S_ISLNK(status.st_mode) && access(folder, F_OK));
  return closed && lap_keyfile_is_id(name);
}

/* `name` in a folder of the path is a keyfile, a folder with a keyfile of the same name, or something else, which is
 * ignored. */
static void look_at(Search *search, const char *folder, const char *name)
{
  if (g_str_has_suffix(name, LAP_KEYFILE_SUFFIX)) {
    add(search, folder, name);
    return;
  }
  g_autofree char *inner = g_build_filename(folder, name, NULL);
  g_autofree char *keyfile = g_strconcat(name, LAP_KEYFILE_SUFFIX, NULL);
  g_autofree char *path = g_build_filename(inner, keyfile, NULL);
  if (has_keyfile(inner, path, name)) add(search, inner, keyfile);
}

static gint compare_names(gconstpointer a, gconstpointer b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void look_through(Search *search, const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (const char *name; dir && (name = g_dir_read_name(dir));) g_ptr_array_add(names, g_strdup(name));
  g_ptr_array_sort(names, compare_names);
  for (guint i = 0; i < names->len; i++) look_at(search, folder, g_ptr_array_index(names, i));
}

GPtrArray *lap_search(const char *const *path)
{
  Search search = {
      .roots = follow_links(path),
      .records = g_ptr_array_new_with_free_func((GDestroyNotify)lap_plugin_record_free),
      .ids = g_hash_table_new(g_str_hash, g_str_equal),
  };
  for (; *path; path++) look_through(&search, *path);
  g_hash_table_unref(search.ids);
  g_strfreev(search.roots);
  return search.records;
}

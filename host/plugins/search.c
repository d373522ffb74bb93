#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "trust.h"

typedef struct {
  char **roots; /* the folders of the path, links followed; those that exist */
  GPtrArray *entries;
  GHashTable *ids; /* of the entries */
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
    if (lap_trust_is_within(folder, *root)) return TRUE;
  return FALSE;
}

/* A keyfile, unless its folder is a link to somewhere that nobody has named. */
static LapPluginEntry *read_entry(const Search *search, const char *folder, const char *name)
{
  g_autofree char *real = realpath(folder, NULL);
  if (real && is_trusted(search, real)) return lap_plugin_entry_new(real, name);
  GError *error = g_error_new(LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_KEYFILE,
                              "%s: leads out of the search path, to %s; add that folder to LAPIDARY_PLUGIN_PATH",
                              folder, real ? real : "nowhere");
  return lap_plugin_entry_new_refused(folder, name, error);
}

static void add(Search *search, const char *folder, const char *name)
{
  LapPluginEntry *entry = read_entry(search, folder, name);
  if (g_hash_table_add(search->ids, entry->id))
    g_ptr_array_add(search->entries, entry);
  else
    lap_plugin_entry_free(entry);
}

/* `name` in a folder of the path is a keyfile, or a folder with one of its name, or none of our business. */
static void look_at(Search *search, const char *folder, const char *name)
{
  if (g_str_has_suffix(name, LAP_KEYFILE_SUFFIX)) {
    add(search, folder, name);
    return;
  }
  g_autofree char *inner = g_build_filename(folder, name, NULL);
  g_autofree char *keyfile = g_strconcat(name, LAP_KEYFILE_SUFFIX, NULL);
  g_autofree char *path = g_build_filename(inner, keyfile, NULL);
  if (g_file_test(path, G_FILE_TEST_EXISTS)) add(search, inner, keyfile);
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
      .entries = g_ptr_array_new_with_free_func((GDestroyNotify)lap_plugin_entry_free),
      .ids = g_hash_table_new(g_str_hash, g_str_equal),
  };
  for (; *path; path++) look_through(&search, *path);
  g_hash_table_unref(search.ids);
  g_strfreev(search.roots);
  return search.entries;
}

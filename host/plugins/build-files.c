/* What a build is made of: it reads the files of a plugin, and names the build by them. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "host/digest/sha256.h"
#include "host/json/check.h"
#include "plugin-file.h"

static void free_file(gpointer data)
{
  LapBuildFile *file = data;
  g_free(file->name);
  g_bytes_unref(file->bytes);
  g_free(file->hash);
  g_free(file);
}

/* -- Reading -- */

static void add_file(LapBuild *build, char *name, char *content, gsize length, gboolean decides)
{
  LapBuildFile *file = g_new(LapBuildFile, 1);
  *file = (LapBuildFile){name, g_bytes_new_take(content, length), NULL, decides};
  const LapSha256 digest = lap_sha256_of(content, length);
  file->hash = lap_sha256_to_hex(&digest);
  g_ptr_array_add(build->files, file);
}

/* A plugin that has not been built yet is a common mistake, so its message says so. */
static gboolean check_built(const LapKeyfile *keyfile, GError **error)
{
  if (access(keyfile->module_path, F_OK) == 0 || errno != ENOENT) return TRUE;
  return lap_plugin_fail(error, LAP_PLUGIN_ERROR_KEYFILE, keyfile->module_path,
                         "No such file or directory; build it, or name the one that there is in the key Module of %s",
                         keyfile->file);
}

static gboolean read_module(LapBuild *build, GError **error)
{
  const LapKeyfile *keyfile = build->keyfile;
  gsize length;
  if (!check_built(keyfile, error)) return FALSE;
  char *content = lap_plugin_file_read(keyfile->folder, keyfile->module, LAP_BUILD_MODULE_MAX, &length,
                                       LAP_PLUGIN_ERROR_KEYFILE, error);
  if (content) add_file(build, g_strdup(keyfile->module), content, length, TRUE);
  return content != NULL;
}

/* `inner`: the folder in that of the plugin, or NULL. */
static gboolean read_json(LapBuild *build, const char *inner, const char *name, GError **error)
{
  const char *folder = build->keyfile->folder;
  g_autofree char *in = inner ? g_build_filename(folder, inner, NULL) : g_strdup(folder);
  gboolean is_text = inner ? g_str_equal(inner, "text") : g_str_has_prefix(name, "text.");
  gsize length;
  if (build->files->len >= LAP_BUILD_FILES_MAX)
    return lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, in,
                           "it has more than %d files; give the plugin a folder of its own", LAP_BUILD_FILES_MAX);
  char *content = lap_plugin_file_read(in, name, LAP_JSON_SIZE_MAX, &length, LAP_PLUGIN_ERROR_DATA, error);
  if (content) add_file(build, inner ? g_build_filename(inner, name, NULL) : g_strdup(name), content, length, !is_text);
  return content != NULL;
}

/* All count, since only a loaded plugin says which of them it reads. Hidden ones are those of editors. */
static gboolean is_json(const char *folder, const char *name)
{
  if (*name == '.' || !g_str_has_suffix(name, ".json")) return FALSE;
  g_autofree char *path = g_build_filename(folder, name, NULL);
  return !g_file_test(path, G_FILE_TEST_IS_DIR);
}

/* The plugin's own folder, or one in it that need not be there. */
static gboolean read_all_json(LapBuild *build, const char *inner, GError **error)
{
  g_autofree char *folder = g_build_filename(build->keyfile->folder, inner, NULL);
  g_autoptr(GError) cause = NULL;
  g_autoptr(GDir) dir = g_dir_open(folder, 0, &cause);
  if (g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_ACCES))
    return lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, folder, "%s", lap_plugin_file_explain(EACCES));
  for (const char *name; dir && (name = g_dir_read_name(dir));)
    if (is_json(folder, name) && !read_json(build, inner, name, error)) return FALSE;
  return TRUE;
}

static gint compare_files(gconstpointer a, gconstpointer b)
{
  return strcmp((*(LapBuildFile *const *)a)->name, (*(LapBuildFile *const *)b)->name);
}

static gboolean read_files(LapBuild *build, GError **error)
{
  const LapKeyfile *keyfile = build->keyfile;
  build->files = g_ptr_array_new_with_free_func(free_file);
  add_file(build, g_path_get_basename(keyfile->file), g_memdup2(keyfile->text, keyfile->length), keyfile->length,
           FALSE);
  if (!read_module(build, error) || !read_all_json(build, NULL, error) || !read_all_json(build, "data", error) ||
      !read_all_json(build, "text", error))
    return FALSE;
  g_ptr_array_sort(build->files, compare_files);
  return TRUE;
}

/* -- Naming -- */

/* SHA-256 of lines as sha256sum(1) writes them. */
static char *hash_files(const LapBuild *build, gboolean only_rules)
{
  g_autoptr(GString) lines = g_string_new(NULL);
  for (guint i = 0; i < build->files->len; i++) {
    const LapBuildFile *file = g_ptr_array_index(build->files, i);
    if (only_rules && !file->decides) continue;
    g_string_append_printf(lines, "%s %s\n", file->hash, file->name);
  }
  const LapSha256 digest = lap_sha256_of(lines->str, lines->len);
  return lap_sha256_to_hex(&digest);
}

LapBuild *lap_build_read(LapKeyfile *keyfile, GError **error)
{
  g_autoptr(LapBuild) build = g_new0(LapBuild, 1);
  g_atomic_ref_count_init(&build->references);
  build->keyfile = lap_keyfile_ref(keyfile);
  build->origin = g_strdup(keyfile->folder);
  if (!read_files(build, error)) return NULL;
  build->hash = hash_files(build, FALSE);
  build->rules = hash_files(build, TRUE);
  return g_steal_pointer(&build);
}

/* What a build is made of: it reads the files of a plugin, and names the build by them. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "host/digest/sha256.h"
#include "host/json/parse.h"
#include "pictures.h"
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

static gboolean too_many_files(const char *folder, GError **error)
{
  return lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, folder,
                         "it has more than %d files; give the plugin a folder of its own", LAP_BUILD_FILES_MAX);
}

/* `inner`: the folder in that of the plugin, or NULL. */
static gboolean read_json(LapBuild *build, const char *inner, const char *name, GError **error)
{
  const char *folder = build->keyfile->folder;
  g_autofree char *in = inner ? g_build_filename(folder, inner, NULL) : g_strdup(folder);
  gboolean is_text = inner ? g_str_equal(inner, "text") : g_str_has_prefix(name, "text.");
  gsize length;
  if (build->files->len >= LAP_BUILD_FILES_MAX) return too_many_files(in, error);
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

typedef struct {
  LapBuild *build;
  guint n;
  gsize size;
} Pictures;

static gboolean check_picture(Pictures *pictures, const char *path, const char *svg, gsize length, GError **error)
{
  g_autoptr(GError) cause = NULL;
  g_autoptr(GBytes) picture = lap_picture_read(svg, length, &cause);
  pictures->size += length;
  if (!picture) return lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, path, "%s", cause->message);
  if (++pictures->n > LAP_PICTURES_MAX)
    return lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, path, "a plugin may have %d pictures", LAP_PICTURES_MAX);
  return pictures->size <= LAP_PICTURES_SIZE_MAX ||
         lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, path,
                         "with this one the plugin's pictures have more than %u bytes together", LAP_PICTURES_SIZE_MAX);
}

static gboolean read_picture(const char *folder, const char *file, const char *name G_GNUC_UNUSED, gpointer data,
                             GError **error)
{
  Pictures *pictures = data;
  LapBuild *build = pictures->build;
  g_autofree char *path = g_build_filename(folder, file, NULL);
  gsize length;
  if (build->files->len >= LAP_BUILD_FILES_MAX) return too_many_files(folder, error);
  g_autofree char *svg = lap_plugin_file_read(folder, file, LAP_PICTURE_SIZE_MAX, &length, LAP_PLUGIN_ERROR_DATA,
                                              error);
  if (!svg || !check_picture(pictures, path, svg, length, error)) return FALSE;
  add_file(build, g_strdup(path + strlen(build->keyfile->folder) + 1), g_steal_pointer(&svg), length, FALSE);
  return TRUE;
}

/* That of the game is its own plugin's. */
static gboolean check_own_picture(const LapBuild *build, GError **error)
{
  const LapKeyfile *keyfile = build->keyfile;
  g_autofree char *inner = g_strconcat("pictures/", keyfile->picture, ".svg", NULL);
  g_autofree char *flat = g_strconcat("picture.", keyfile->picture, ".svg", NULL);
  for (guint i = 0; i < build->files->len; i++) {
    const LapBuildFile *file = g_ptr_array_index(build->files, i);
    if (g_str_equal(file->name, inner) || g_str_equal(file->name, flat)) return TRUE;
  }
  return !keyfile->picture || lap_plugin_fail(error, LAP_PLUGIN_ERROR_KEYFILE, keyfile->file,
                                              "key Picture: there is no %s beside it", inner);
}

static gboolean read_pictures(LapBuild *build, GError **error)
{
  Pictures pictures = {.build = build};
  return lap_pictures_visit(build->keyfile->folder, read_picture, &pictures, error) && check_own_picture(build, error);
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
      !read_all_json(build, "text", error) || !read_pictures(build, error))
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

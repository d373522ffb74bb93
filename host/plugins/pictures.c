#include "pictures.h"

#include <errno.h>
#include <string.h>

#include "host/digest/sha256.h"
#include "plugin-file.h"

#define INNER "pictures"
#define PREFIX "picture."

struct LapPictures {
  GHashTable *addresses; /* by name */
  GHashTable *bytes;     /* GBytes, by address */
};

/* --- files */

/* Returns: (transfer full): NULL, with an error, if that is not what a picture may be called */
static char *name_of(const char *folder, const char *file, gsize prefix, GError **error)
{
  gsize length = strlen(file) - prefix - strlen(LAP_PICTURE_SUFFIX);
  g_autofree char *path = g_build_filename(folder, file, NULL);
  if (lap_picture_is_name(file + prefix, length)) return g_strndup(file + prefix, length);
  lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, path, "the name of a picture is a word of a-z, A-Z, 0-9, '_', '-'");
  return NULL;
}

/* Hidden ones are those of editors. */
static gboolean visit_folder(const char *folder, const char *prefix, LapPictureVisit visit, gpointer data,
                             GError **error)
{
  g_autoptr(GError) cause = NULL;
  g_autoptr(GDir) dir = g_dir_open(folder, 0, &cause);
  if (g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_ACCES))
    return lap_plugin_fail(error, LAP_PLUGIN_ERROR_DATA, folder, "%s", lap_plugin_file_explain(EACCES));
  for (const char *file; dir && (file = g_dir_read_name(dir));) {
    if (*file == '.' || !g_str_has_prefix(file, prefix) || !g_str_has_suffix(file, LAP_PICTURE_SUFFIX)) continue;
    if (strlen(file) < strlen(prefix) + strlen(LAP_PICTURE_SUFFIX)) continue;
    g_autofree char *name = name_of(folder, file, strlen(prefix), error);
    if (!name || !visit(folder, file, name, data, error)) return FALSE;
  }
  return TRUE;
}

gboolean lap_pictures_visit(const char *folder, LapPictureVisit visit, gpointer data, GError **error)
{
  g_autofree char *inner = g_build_filename(folder, INNER, NULL);
  return visit_folder(inner, "", visit, data, error) && visit_folder(folder, PREFIX, visit, data, error);
}

/* --- of a game */

static void add(LapPictures *pictures, const char *name, GBytes *picture)
{
  gsize length;
  const char *bytes = g_bytes_get_data(picture, &length);
  const LapSha256 digest = lap_sha256_of(bytes, length);
  g_autofree char *hash = lap_sha256_to_hex(&digest);
  char *address = g_strconcat(INNER "/", hash, LAP_PICTURE_SUFFIX, NULL);
  g_hash_table_insert(pictures->addresses, g_strdup(name), address);
  g_hash_table_insert(pictures->bytes, g_strdup(address), picture);
}

static gboolean take(const char *folder, const char *file, const char *name, gpointer data,
                     GError **error G_GNUC_UNUSED)
{
  gsize length = 0;
  g_autoptr(GError) cause = NULL;
  g_autofree char *svg = lap_plugin_file_read(folder, file, LAP_PICTURE_SIZE_MAX, &length, LAP_PLUGIN_ERROR_DATA,
                                              &cause);
  GBytes *picture = svg ? lap_picture_read(svg, length, &cause) : NULL;
  if (picture)
    add(data, name, picture);
  else
    g_warning("%s of %s is not shown: %s", file, folder, cause->message);
  return TRUE;
}

LapPictures *lap_pictures_new(const char *const *folders)
{
  LapPictures *pictures = g_new(LapPictures, 1);
  pictures->addresses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  pictures->bytes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  for (; folders && *folders; folders++) lap_pictures_visit(*folders, take, pictures, NULL);
  return pictures;
}

void lap_pictures_free(LapPictures *pictures)
{
  if (!pictures) return;
  g_hash_table_unref(pictures->addresses);
  g_hash_table_unref(pictures->bytes);
  g_free(pictures);
}

const char *lap_pictures_find(const LapPictures *pictures, const char *name)
{
  return pictures && name ? g_hash_table_lookup(pictures->addresses, name) : NULL;
}

static gint compare(gconstpointer a, gconstpointer b) { return strcmp(*(char *const *)a, *(char *const *)b); }

GPtrArray *lap_pictures_list(const LapPictures *pictures)
{
  GHashTableIter iter;
  gpointer name;
  GPtrArray *names = g_ptr_array_new();
  g_hash_table_iter_init(&iter, pictures->addresses);
  while (g_hash_table_iter_next(&iter, &name, NULL)) g_ptr_array_add(names, name);
  g_ptr_array_sort(names, compare);
  g_ptr_array_add(names, NULL);
  return names;
}

GBytes *lap_pictures_get(const LapPictures *pictures, const char *address)
{
  return g_hash_table_lookup(pictures->bytes, address);
}

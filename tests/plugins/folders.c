#include "folders.h"

#include <glib/gstdio.h>

char *make_folder(void)
{
  g_autoptr(GError) error = NULL;
  char *folder = g_dir_make_tmp("lapidary-plugins-XXXXXX", &error);
  g_assert_no_error(error);
  return folder;
}

void write_file(const char *folder, const char *name, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_file_set_contents(path, text, -1, &error);
  g_assert_no_error(error);
}

void copy_file(const char *from, const char *to, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) source = g_file_new_build_filename(from, name, NULL);
  g_autoptr(GFile) target = g_file_new_build_filename(to, name, NULL);
  g_file_copy(source, target, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error(error);
}

void remove_folder(const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    gboolean is_folder = g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK);
    if (is_folder)
      remove_folder(path);
    else
      g_remove(path);
  }
  g_rmdir(folder);
}

void copy_good(const char *to)
{
  static const char *const names[] = {"good.so", "good-twist.so", "good.plugin", "good-twist.plugin", "cards.json"};
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) copy_file(GOOD_FOLDER, to, names[i]);
}

char *make_cache(void)
{
  char *folder = make_folder();
  g_setenv("XDG_CACHE_HOME", folder, TRUE);
  return folder;
}

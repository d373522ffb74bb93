#include "folders.h"

void copy_file(const char *from, const char *to, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) source = g_file_new_build_filename(from, name, NULL);
  g_autoptr(GFile) target = g_file_new_build_filename(to, name, NULL);
  g_file_copy(source, target, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error(error);
}

void copy_good(const char *to)
{
  static const char *const names[] = {"good.so", "good-twist.so", "good.plugin", "good-twist.plugin", "cards.json"};
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) copy_file(GOOD_FOLDER, to, names[i]);
}

char *make_cache(void)
{
  char *folder = make_folder("plugins");
  g_setenv("XDG_CACHE_HOME", folder, TRUE);
  return folder;
}

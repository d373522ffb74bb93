#include "folders.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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

void write_into(const char *folder, const char *name, int flags, const char *text)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);
  int file = open(path, O_WRONLY | flags);
  g_assert_cmpint(file, >=, 0);
  g_assert_cmpint(write(file, text, strlen(text)), ==, (gssize)strlen(text));
  close(file);
}

void rebuild(const char *folder, const char *name) { write_into(folder, name, O_APPEND, "\n"); }

void copy_new(const char *folder)
{
  g_autofree char *text = g_strdup_printf("{\"folder\": \"%s\"}", folder);
  copy_good(folder);
  write_file(folder, "text.en.json", text);
}

char *make_cache(void)
{
  char *folder = make_folder("plugins");
  g_setenv("XDG_CACHE_HOME", folder, TRUE);
  return folder;
}

LapRegistry *look_in(const char *first, const char *second)
{
  const char *path[] = {first, second, NULL};
  return lap_registry_new(path);
}

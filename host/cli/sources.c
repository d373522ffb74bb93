#include "sources.h"

#include <sys/stat.h>

#include "host/engine/hash.h"

enum { DEPTH_MAX = 8 };

static gboolean is_hidden(const char *name) { return *name == '.' || *name == '#' || g_str_has_suffix(name, "~"); }

static gboolean is_build(const char *folder)
{
  g_autofree char *mark = g_build_filename(folder, "meson-private", NULL);
  return g_file_test(mark, G_FILE_TEST_EXISTS);
}

static guint64 stamp_of_file(const char *path, const struct stat *status)
{
  const guint64 words[] = {(guint64)status->st_size, (guint64)status->st_mtim.tv_sec, (guint64)status->st_mtim.tv_nsec,
                           (guint64)status->st_ino};
  guint64 stamp = lap_hash_text(path);
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) stamp = lap_hash_mix(stamp + words[i]);
  return stamp;
}

/* The sum does not depend on the order that a folder is read in. */
static guint64 stamp_of_folder(const char *folder, guint depth)
{
  g_autoptr(GDir) dir = is_build(folder) ? NULL : g_dir_open(folder, 0, NULL);
  guint64 stamp = 0;
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    struct stat status;
    if (is_hidden(name) || lstat(path, &status) != 0) continue;
    if (S_ISREG(status.st_mode)) stamp += stamp_of_file(path, &status);
    if (S_ISDIR(status.st_mode) && depth < DEPTH_MAX) stamp += stamp_of_folder(path, depth + 1);
  }
  return stamp;
}

guint64 sources_stamp(const char *folder) { return stamp_of_folder(folder, 1); }

#include "sqlite-files.h"

#include <errno.h>
#include <sqlite3.h>

#include "store.h"

void lap_sqlite_files_init(LapSqliteFiles *files, const char *path)
{
  static const char *const ends[LAP_SQLITE_FILES] = {"", "-wal", "-mark"};
  files->watched = g_str_has_prefix(sqlite3_vfs_find(NULL)->zName, "unix");
  for (guint i = 0; i < LAP_SQLITE_FILES; i++) {
    files->path[i] = g_strconcat(path, ends[i], NULL);
    if (stat(files->path[i], &files->seen[i])) files->seen[i] = (struct stat){0};
  }
}

void lap_sqlite_files_clear(LapSqliteFiles *files)
{
  for (guint i = 0; i < LAP_SQLITE_FILES; i++) g_clear_pointer(&files->path[i], g_free);
}

static gboolean gone(const char *path, const char *what, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_GONE,
              "%s %s while the store was open: nothing is stored until it is opened again", path, what);
  return FALSE;
}

static gboolean look(const LapSqliteFiles *files, guint i, struct stat *now, GError **error)
{
  const struct stat *seen = &files->seen[i];
  if (stat(files->path[i], now))
    return gone(files->path[i], errno == ENOENT ? "was removed" : "became unreadable", error);
  if (now->st_dev == seen->st_dev && now->st_ino == seen->st_ino) return TRUE;
  return gone(files->path[i], "was replaced by another file", error);
}

static gboolean is_unchanged(const struct stat *now, const struct stat *seen)
{
  return now->st_size == seen->st_size && now->st_mtim.tv_sec == seen->st_mtim.tv_sec &&
         now->st_mtim.tv_nsec == seen->st_mtim.tv_nsec;
}

gboolean lap_sqlite_files_check(const LapSqliteFiles *files, GError **error)
{
  struct stat now;
  for (guint i = 0; files->watched && i < LAP_SQLITE_FILES; i++) {
    if (!look(files, i, &now, error)) return FALSE;
    if (!is_unchanged(&now, &files->seen[i])) return gone(files->path[i], "was changed by another program", error);
  }
  return TRUE;
}

gboolean lap_sqlite_files_note(LapSqliteFiles *files, GError **error)
{
  struct stat now;
  for (guint i = 0; files->watched && i < LAP_SQLITE_FILES; i++) {
    if (!look(files, i, &now, error)) return FALSE;
    files->seen[i] = now;
  }
  return TRUE;
}

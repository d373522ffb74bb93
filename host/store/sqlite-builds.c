/* Builds in an SQLite store: what matches that are not over are played with.
 *
 * The table `match_build` says which match needs which build. A build without such a row is of no use any more: it is
 * dropped when the next one is put, or when a match says so. It is not dropped at once, since most are needed again by
 * the next match. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite-private.h"

/* --- keeping */

gboolean lap_sqlite_has_build(LapStore *store, const char *name)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_HAS_BUILD, "s", name);
  int result = sqlite3_step(row);
  return lap_sqlite_finish(self, row, result, NULL) && result == SQLITE_ROW;
}

static gboolean put(LapSqliteStore *self, const char *name, GBytes *content, GError **error)
{
  gsize n;
  gconstpointer bytes = g_bytes_get_data(content, &n);
  const LapSha256 hash = lap_sha256_of(bytes, n);
  return lap_sqlite_run(self, error, LAP_SQL_DROP_BUILDS, "") &&
         lap_sqlite_run(self, error, LAP_SQL_PUT_BUILD, "shb", name, &hash, content);
}

gboolean lap_sqlite_keep_build(LapSqliteStore *self, const LapSqliteRow *row, const char *name, GBytes *content,
                               GError **error)
{
  if (content && !lap_sqlite_has_build(LAP_STORE(self), name) && !put(self, name, content, error)) return FALSE;
  return lap_sqlite_run(self, error, LAP_SQL_NEED_BUILD, "is", row->number, name);
}

gboolean lap_sqlite_release_builds(LapSqliteStore *self, const LapSqliteRow *row, gboolean drop, GError **error)
{
  return lap_sqlite_run(self, error, LAP_SQL_RELEASE_BUILDS, "i", row->number) &&
         (!drop || lap_sqlite_run(self, error, LAP_SQL_DROP_BUILDS, ""));
}

/* --- reading */

/* It is code that the host would run: whoever may write here may run code as the host's user. */
static gboolean check_trust(const LapSqliteStore *self, GError **error)
{
  struct stat status;
  if (stat(self->path, &status) != 0) {
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "%s: %s", self->path, g_strerror(errno));
    return FALSE;
  }
  gboolean own = status.st_uid == 0 || status.st_uid == geteuid();
  if (own && !(status.st_mode & (S_IWGRP | S_IWOTH))) return TRUE;
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_UNTRUSTED,
              "%s: other users may write it (its owner is user %u, its mode %04o), so no code is taken out of it",
              self->path, (guint)status.st_uid, (guint)status.st_mode & 07777);
  return FALSE;
}

GBytes *lap_sqlite_read_build(sqlite3_stmt *row)
{
  LapSha256 hash;
  g_autoptr(GBytes) content = g_bytes_new(sqlite3_column_blob(row, 1), (gsize)sqlite3_column_bytes(row, 1));
  gsize n;
  gconstpointer bytes = g_bytes_get_data(content, &n);
  const LapSha256 found = lap_sha256_of(bytes, n);
  return lap_sqlite_get_chain(row, 0, &hash) && lap_chain_equal(&hash, &found) ? g_steal_pointer(&content) : NULL;
}

GBytes *lap_sqlite_get_build(LapStore *store, const char *name, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  if (!check_trust(self, error)) return NULL;
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_GET_BUILD, "s", name);
  int result = sqlite3_step(row);
  g_autoptr(GBytes) content = result == SQLITE_ROW ? lap_sqlite_read_build(row) : NULL;
  if (!lap_sqlite_finish(self, row, result, error)) return NULL;
  if (result == SQLITE_DONE)
    g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND, "the store has no build %.12s", name);
  else if (!content)
    lap_sqlite_damaged(self, error, "build %.12s is not what was written", name);
  return g_steal_pointer(&content);
}

GPtrArray *lap_sqlite_get_builds(LapStore *store, const char *id, GError **error)
{
  LapSqliteStore *self = LAP_SQLITE_STORE(store);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  sqlite3_stmt *row = lap_sqlite_start(self, LAP_SQL_NEEDED_BUILDS, "s", id);
  int result;
  while ((result = sqlite3_step(row)) == SQLITE_ROW)
    g_ptr_array_add(names, g_strdup((const char *)sqlite3_column_text(row, 0)));
  return lap_sqlite_finish(self, row, result, error) ? g_steal_pointer(&names) : NULL;
}

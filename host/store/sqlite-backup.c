/* A copy of the store in another file, made a slice at a time while the store is used.
 *
 * SQLite copies what is committed, and copies again what this connection, the only one, writes meanwhile; so the copy
 * is the store as it is when the last slice is done. It is written as FILE-part, synced on a thread of its own, and
 * gets its name only then, when its mark is written: FILE is whole or not there. */
#define _GNU_SOURCE /* renameat2 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "sqlite-private.h"

/* A slice: so many pages of 4 KiB. Where the store is being written, the next one is tried after so many ms. */
enum { PAGES = 128, PAUSE = 2 };

typedef struct {
  LapSqliteStore *store;
  char *path, *part;
  sqlite3 *db; /* of the copy; NULL once it is closed */
  sqlite3_backup *copying;
  LapStoreTotals totals; /* of what is in it, once it is copied */
} Backup;

static void close_copy(Backup *backup)
{
  sqlite3_backup_finish(g_steal_pointer(&backup->copying));
  sqlite3_close(g_steal_pointer(&backup->db));
}

static void remove_part(const char *part)
{
  g_autofree char *mark = g_strconcat(part, "-mark", NULL);
  unlink(part);
  unlink(mark);
}

/* Leaves nothing, unless it has its name. */
static void discard(Backup *backup)
{
  close_copy(backup);
  if (backup->part) remove_part(backup->part);
  g_clear_pointer(&backup->part, g_free);
}

static void backup_free(gpointer data)
{
  Backup *backup = data;
  discard(backup);
  g_object_unref(backup->store);
  g_free(backup->path);
  g_free(backup);
}

/* Who is told that there is no copy may begin another one of that name. */
static void give_up(GTask *task, GError *error)
{
  discard(g_task_get_task_data(task));
  g_task_return_error(task, error);
}

static gboolean fail(GError **error, const char *doing, const char *path)
{
  int cause = errno;
  g_set_error(error, LAP_STORE_ERROR, cause == EEXIST ? LAP_STORE_ERROR_EXISTS : LAP_STORE_ERROR_IO, "cannot %s %s: %s",
              doing, path, g_strerror(cause));
  return FALSE;
}

/* --- the end, on a thread */

static gboolean sync_path(const char *path, int flags, GError **error)
{
  int fd = open(path, flags | O_CLOEXEC);
  gboolean synced = fd >= 0 && fsync(fd) == 0;
  if (!synced) fail(error, "write", path);
  if (fd >= 0) close(fd);
  return synced;
}

/* Without a mark it would not be known whether the copy has gone back since. */
static gboolean write_mark(const Backup *backup, GError **error)
{
  LapMarkFound found;
  LapMarkState state;
  LapMark *mark = lap_mark_open(backup->part, &found, &state, error);
  if (!mark) return FALSE;
  state = (LapMarkState){.generation = (guint64)backup->totals.generation, .digest = backup->totals.digest};
  memcpy(state.store, backup->store->id, sizeof state.store);
  gboolean written = TRUE; /* in both slots, whatever is there */
  for (int i = 0; i < 2 && written; i++) written = lap_mark_write(mark, &state) && lap_mark_sync(mark);
  lap_mark_close(mark);
  return written || fail(error, "write the mark of", backup->part);
}

static gboolean give_names(const Backup *backup, GError **error)
{
  g_autofree char *folder = g_path_get_dirname(backup->path);
  g_autofree char *from = g_strconcat(backup->part, "-mark", NULL), *to = g_strconcat(backup->path, "-mark", NULL);
  if (renameat2(AT_FDCWD, backup->part, AT_FDCWD, backup->path, RENAME_NOREPLACE) != 0)
    return fail(error, "make", backup->path);
  if (rename(from, to) == 0) return sync_path(folder, O_RDONLY | O_DIRECTORY, error);
  fail(error, "make", to);
  unlink(backup->path);
  return FALSE;
}

static void complete(GTask *task, gpointer store G_GNUC_UNUSED, gpointer backup,
                     GCancellable *cancellable G_GNUC_UNUSED)
{
  GError *error = NULL;
  if (sync_path(((const Backup *)backup)->part, O_RDONLY, &error) && write_mark(backup, &error) &&
      give_names(backup, &error))
    g_task_return_boolean(task, TRUE);
  else
    give_up(task, error);
}

/* --- slices, on the store's thread */

static gboolean end_copying(Backup *backup, GError **error)
{
  int result = sqlite3_backup_finish(g_steal_pointer(&backup->copying));
  if (result != SQLITE_OK) return lap_sqlite_fail(backup->db, result, "cannot write to", backup->part, error);
  sqlite3_close(g_steal_pointer(&backup->db));
  backup->totals = backup->store->committed;
  return TRUE;
}

/* Sets the error. Returns: whether another slice follows, after `*pause` ms */
static gboolean copy_slice(Backup *backup, guint *pause, GError **error)
{
  int result = sqlite3_backup_step(backup->copying, PAGES);
  *pause = result == SQLITE_OK ? 0 : PAUSE;
  if (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED) return TRUE;
  if (result == SQLITE_DONE)
    end_copying(backup, error);
  else
    lap_sqlite_fail(NULL, result, "cannot copy to", backup->part, error);
  return FALSE;
}

static void schedule(GTask *task, guint pause);

static gboolean on_slice(gpointer data)
{
  GTask *task = data;
  GError *error = NULL;
  guint pause;
  if (!g_cancellable_set_error_if_cancelled(g_task_get_cancellable(task), &error) &&
      copy_slice(g_task_get_task_data(task), &pause, &error))
    schedule(task, pause);
  else if (error)
    give_up(task, error);
  else
    g_task_run_in_thread(task, complete);
  return G_SOURCE_REMOVE;
}

static void schedule(GTask *task, guint pause)
{
  g_autoptr(GSource) source = pause ? g_timeout_source_new(pause) : g_idle_source_new();
  g_task_attach_source(task, source, on_slice);
}

/* --- the beginning */

static gboolean make_part(Backup *backup, GError **error)
{
  int fd = open(backup->part, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) {
    fail(error, "make", backup->part);
    g_clear_pointer(&backup->part, g_free);
    return FALSE;
  }
  close(fd);
  return TRUE;
}

static gboolean begin(Backup *backup, GError **error)
{
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  errno = EEXIST;
  if (g_file_test(backup->path, G_FILE_TEST_EXISTS)) return fail(error, "make", backup->path);
  if (!make_part(backup, error)) return FALSE;
  int result = sqlite3_open_v2(backup->part, &backup->db, flags, NULL);
  if (result == SQLITE_OK) result = sqlite3_exec(backup->db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
  if (result == SQLITE_OK) backup->copying = sqlite3_backup_init(backup->db, "main", backup->store->db, "main");
  return backup->copying || lap_sqlite_fail(backup->db, result, "cannot write to", backup->part, error);
}

void lap_sqlite_backup(LapStore *store, const char *path, GTask *task)
{
  GError *error = NULL;
  Backup *backup = g_new0(Backup, 1);
  backup->store = g_object_ref(LAP_SQLITE_STORE(store));
  backup->path = g_strdup(path);
  backup->part = g_strconcat(path, "-part", NULL);
  g_task_set_task_data(task, backup, backup_free);
  g_task_set_priority(task, G_PRIORITY_LOW);
  g_task_set_check_cancellable(task, FALSE); /* what has its name is a copy, whatever was cancelled since */
  if (begin(backup, &error))
    schedule(task, 0);
  else
    give_up(task, error);
}

void lap_sqlite_backup_totals(GTask *task, guint64 *matches, guint64 *entries)
{
  const Backup *backup = g_task_get_task_data(task);
  *matches = (guint64)backup->totals.matches;
  *entries = (guint64)backup->totals.entries;
}

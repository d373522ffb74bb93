/* The files of a store, as the folder has them: whether they are still those that the store has open.
 *
 * A file that is removed or replaced under a running process goes on to work for it: everything is written, synced and
 * read back, and gone when the process ends. So the folder is asked before and after each commit. */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

G_BEGIN_DECLS

enum { LAP_SQLITE_FILES = 3 };

typedef struct {
  char *path[LAP_SQLITE_FILES]; /* the store, its write-ahead log, its mark */
  struct stat seen[LAP_SQLITE_FILES];
  gboolean watched; /* they are files of the system; otherwise nothing is checked */
} LapSqliteFiles;

/* Remembers the files of the store at `path`, all of which are open. */
void lap_sqlite_files_init(LapSqliteFiles *files, const char *path);
void lap_sqlite_files_clear(LapSqliteFiles *files);

/* Called before the store writes: whether the files are those that it has open, and nobody has changed them since. */
gboolean lap_sqlite_files_check(const LapSqliteFiles *files, GError **error);
/* Called after the store has written: whether they are still the same files. Remembers their lengths and times. */
gboolean lap_sqlite_files_note(LapSqliteFiles *files, GError **error);

G_END_DECLS

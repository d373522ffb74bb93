/* Archives: the files of a plugin as one, a tar that gzip has packed. */
#pragma once

#include "host/plugins/build.h"

#define ARCHIVE_FILE_MAX (64u << 20)   /* bytes of a file */
#define ARCHIVE_TOTAL_MAX (128u << 20) /* of all files together */

/* Files in memory: LapBuildFile with a name and content. Returns: (transfer full) */
GPtrArray *archive_files_new(void);
/* Takes `name` and `bytes`. */
void archive_files_add(GPtrArray *files, char *name, GBytes *bytes);
/* The content of the file of that name, or NULL. */
GBytes *archive_files_find(const GPtrArray *files, const char *name);

/* Sets an error of G_IO_ERROR that begins with the path. Returns: FALSE */
gboolean archive_fail(GError **error, const char *path, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Whether a file of a plugin may have this name: letters, digits, '.', '_', '-', and at most one folder. */
gboolean archive_is_name(const char *name);

/* Writes `files` into a folder `id` of an archive: the same bytes for the same files. */
gboolean archive_write_files(const char *path, const char *id, const GPtrArray *files, GError **error);

/* Reads an archive into memory; `*id`: its one folder. What is not a regular file with a name that it may have, in that
 * folder, and anything too large, too many or twice, is an error that names it.
 * Returns: (element-type LapBuildFile) (transfer full) */
GPtrArray *archive_read_files(const char *path, char **id, GError **error);

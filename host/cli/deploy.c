#define _GNU_SOURCE /* renameat2 */
#include "deploy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "host/plugins/plugin-file.h"

static gboolean fail(GError **error, const char *path)
{
  int number = errno;
  g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", path, g_strerror(number));
  return FALSE;
}

static gboolean write_file(const LapBuildFile *file, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename(folder, file->name, NULL), *inner = g_path_get_dirname(path);
  if (g_mkdir_with_parents(inner, 0755) != 0) return fail(error, inner);
  gsize n;
  const char *bytes = g_bytes_get_data(file->bytes, &n);
  return g_file_set_contents_full(path, bytes ? bytes : "", (gssize)n, G_FILE_SET_CONTENTS_DURABLE, 0644, error);
}

static gboolean write_files(const GPtrArray *files, const char *folder, GError **error)
{
  for (guint i = 0; i < files->len; i++)
    if (!write_file(files->pdata[i], folder, error)) return FALSE;
  return TRUE;
}

char *deploy_stage(const char *id, const GPtrArray *files, const char *folder, GError **error)
{
  g_autofree char *staged = g_build_filename(folder, ".new-XXXXXX", NULL);
  if (g_mkdir_with_parents(folder, 0755) != 0 || !g_mkdtemp_full(staged, 0755)) {
    fail(error, folder);
    return NULL;
  }
  g_autofree char *inner = g_build_filename(staged, id, NULL);
  if (write_files(files, inner, error)) return g_steal_pointer(&staged);
  lap_plugin_file_remove(staged);
  return NULL;
}

gboolean deploy_commit(char *staged, const char *id, const char *folder, GError **error)
{
  g_autofree char *from = g_build_filename(staged, id, NULL), *to = g_build_filename(folder, id, NULL);
  gboolean there = g_file_test(to, G_FILE_TEST_EXISTS);
  gboolean done = renameat2(AT_FDCWD, from, AT_FDCWD, to, there ? RENAME_EXCHANGE : RENAME_NOREPLACE) == 0;
  if (!done) fail(error, to);
  deploy_cancel(staged); /* with what was there before */
  return done;
}

void deploy_cancel(char *staged)
{
  lap_plugin_file_remove(staged);
  g_free(staged);
}

gboolean deploy_build(const LapBuild *build, const char *folder, GError **error)
{
  char *staged = deploy_stage(build->keyfile->id, build->files, folder, error);
  return staged && deploy_commit(staged, build->keyfile->id, folder, error);
}

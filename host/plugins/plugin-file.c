#include "plugin-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

GQuark lap_plugin_error_quark(void) { return g_quark_from_static_string("lap-plugin-error-quark"); }

gboolean lap_plugin_fail(GError **error, LapPluginError code, const char *file, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error(error, LAP_PLUGIN_ERROR, (gint)code, "%s: %s", file, what);
  return FALSE;
}

gboolean lap_plugin_refuse_because(GError **error, const char *file, GError *cause)
{
  lap_plugin_refuse(error, file, "%s", cause->message);
  g_error_free(cause);
  return FALSE;
}

gboolean lap_plugin_file_is_within(const char *path, const char *folder)
{
  gsize length = strlen(folder);
  while (length && folder[length - 1] == '/') length--;
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static char *find_failed(const char *path, LapPluginError code, const char *why, GError **error)
{
  lap_plugin_fail(error, code, path, "%s", why);
  return NULL;
}

char *lap_plugin_file_find(const char *folder, const char *name, LapPluginError code, GError **error)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);
  if (strchr(name, '/') || !*name || g_str_equal(name, ".") || g_str_equal(name, ".."))
    return find_failed(path, code, "not the name of a file in the plugin's own folder", error);
  g_autofree char *real = realpath(path, NULL);
  if (!real) return find_failed(path, code, g_strerror(errno), error);
  g_autofree char *real_folder = realpath(folder, NULL);
  if (!real_folder) return find_failed(folder, code, g_strerror(errno), error);
  if (!lap_plugin_file_is_within(real, real_folder)) {
    lap_plugin_fail(error, code, path, "leads out of its folder, to %s; put the file itself there", real);
    return NULL;
  }
  struct stat status;
  if (stat(real, &status) != 0) return find_failed(path, code, g_strerror(errno), error);
  if (!S_ISREG(status.st_mode)) return find_failed(path, code, "not a regular file", error);
  return g_steal_pointer(&real);
}

/* Reads all of a regular file; FALSE with errno, EFBIG if it is longer than `max`. */
static gboolean read_all(int file, GString *bytes, gsize max)
{
  struct stat status;
  if (fstat(file, &status) != 0) return FALSE;
  errno = EFBIG;
  if (!S_ISREG(status.st_mode) || (guint64)status.st_size > max) return FALSE;
  char chunk[16384];
  for (;;) {
    ssize_t n = read(file, chunk, sizeof chunk);
    if (n == 0) return TRUE;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return FALSE;
    errno = EFBIG;
    if (bytes->len + (gsize)n > max) return FALSE;
    g_string_append_len(bytes, chunk, n);
  }
}

char *lap_plugin_file_read(const char *folder, const char *name, gsize max, gsize *length, LapPluginError code,
                           GError **error)
{
  g_autofree char *path = lap_plugin_file_find(folder, name, code, error);
  if (!path) return NULL;
  /* O_NONBLOCK: should a pipe have taken the file's place, opening it must not wait. */
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return find_failed(path, code, g_strerror(errno), error);
  g_autoptr(GString) bytes = g_string_new(NULL);
  gboolean ok = read_all(file, bytes, max);
  int why = errno;
  close(file);
  if (!ok) return find_failed(path, code, g_strerror(why), error);
  *length = bytes->len;
  return g_string_free(g_steal_pointer(&bytes), FALSE);
}

#include "plugin-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNUSED_MAX (30 * 24 * 60 * 60) /* seconds */

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

const char *lap_plugin_file_explain(int number)
{
  return number == EACCES ? "Permission denied; the user that runs the host must be able to read it, and to search its "
                            "folder"
                          : g_strerror(number);
}

/* --- who may write */

static gboolean refuse_writable(const char *path, const struct stat *status, const char *who, const char *command,
                                LapPluginError code, GError **error)
{
  g_autofree char *quoted = g_shell_quote(path);
  return lap_plugin_fail(error, code, path,
                         "%s may change it (its mode is %04o), and so run code here; mend it with: %s %s", who,
                         (guint)status->st_mode & 07777, command, quoted);
}

/* In a sticky folder everybody may put files, but only a file's owner may replace it. */
static gboolean is_shared(const struct stat *status) { return S_ISDIR(status->st_mode) && status->st_mode & S_ISVTX; }

static gboolean check_writers(const char *path, const struct stat *status, LapPluginError code, GError **error)
{
  gboolean root = geteuid() == 0;
  if (status->st_mode & S_IWOTH && !is_shared(status))
    return refuse_writable(path, status, "everybody", "chmod o-w", code, error);
  if (root && status->st_uid != 0)
    return refuse_writable(path, status, "this host runs as root, and a user who is not root", "chown root", code,
                           error);
  if (root && status->st_mode & S_IWGRP && status->st_gid != 0 && !is_shared(status))
    return refuse_writable(path, status, "this host runs as root, and a group other than root's", "chmod g-w", code,
                           error);
  return TRUE;
}

static gboolean check_owner_among_others(const char *path, const struct stat *status, LapPluginError code,
                                         GError **error)
{
  if (status->st_uid == 0 || status->st_uid == geteuid()) return TRUE;
  return lap_plugin_fail(error, code, path,
                         "it lies in a folder for everybody and belongs to user %u, who may change it, and so run code "
                         "here; copy the plugin into a folder of your own",
                         (guint)status->st_uid);
}

static gboolean check_trust(const char *folder, const char *path, const struct stat *file, LapPluginError code,
                            GError **error)
{
  struct stat status;
  if (stat(folder, &status) != 0) return lap_plugin_fail(error, code, folder, "%s", lap_plugin_file_explain(errno));
  gboolean shared = is_shared(&status) && status.st_mode & (S_IWOTH | S_IWGRP);
  return check_writers(folder, &status, code, error) && check_writers(path, file, code, error) &&
         (!shared || check_owner_among_others(path, file, code, error));
}

/* Where `path`, which lies in `folder`, leads: itself, unless it is a link; then `status` is that of what it leads to.
 */
static char *follow(const char *path, const char *folder, struct stat *status, LapPluginError code, GError **error)
{
  if (lstat(path, status) != 0) return find_failed(path, code, lap_plugin_file_explain(errno), error);
  if (!S_ISLNK(status->st_mode)) return g_strdup(path);
  g_autofree char *real = realpath(path, NULL);
  if (!real || stat(real, status) != 0) return find_failed(path, code, lap_plugin_file_explain(errno), error);
  if (lap_plugin_file_is_within(real, folder)) return g_steal_pointer(&real);
  lap_plugin_fail(error, code, path, "leads out of its folder, to %s; put the file itself there", real);
  return NULL;
}

char *lap_plugin_file_find(const char *folder, const char *name, LapPluginError code, GError **error)
{
  struct stat status;
  g_autofree char *named = g_build_filename(folder, name, NULL);
  if (strchr(name, '/') || !*name || g_str_equal(name, ".") || g_str_equal(name, ".."))
    return find_failed(named, code, "not the name of a file in the plugin's own folder", error);
  g_autofree char *real_folder = realpath(folder, NULL);
  if (!real_folder) return find_failed(named, code, lap_plugin_file_explain(errno), error);
  g_autofree char *path = g_build_filename(real_folder, name, NULL);
  g_autofree char *real = follow(path, real_folder, &status, code, error);
  if (!real) return NULL;
  if (!S_ISREG(status.st_mode)) return find_failed(path, code, "not a regular file", error);
  return check_trust(real_folder, real, &status, code, error) ? g_steal_pointer(&real) : NULL;
}

/* Reads all of a file; FALSE with errno, EFBIG if it is longer than `max`. */
static gboolean read_all(int file, GString *bytes, gsize max)
{
  char chunk[65536];
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

static gboolean is_same_moment(const struct stat *a, const struct stat *b)
{
  return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* What is read is the file that was opened and checked, whatever takes its place meanwhile. */
static gboolean read_checked(int file, const char *folder, const char *path, GString *bytes, gsize max,
                             LapPluginError code, GError **error)
{
  struct stat before, after;
  if (fstat(file, &before) != 0) return lap_plugin_fail(error, code, path, "%s", lap_plugin_file_explain(errno));
  if (!S_ISREG(before.st_mode)) return lap_plugin_fail(error, code, path, "not a regular file");
  if (!check_trust(folder, path, &before, code, error)) return FALSE;
  errno = EFBIG;
  if ((guint64)before.st_size > max || !read_all(file, bytes, max) || fstat(file, &after) != 0)
    return errno == EFBIG ? lap_plugin_fail(error, code, path, "File too large; it may have at most %zu bytes", max)
                          : lap_plugin_fail(error, code, path, "%s", lap_plugin_file_explain(errno));
  return is_same_moment(&before, &after) ||
         lap_plugin_fail(error, code, path, "it was written while it was read; try again once it is whole");
}

char *lap_plugin_file_read(const char *folder, const char *name, gsize max, gsize *length, LapPluginError code,
                           GError **error)
{
  g_autofree char *path = lap_plugin_file_find(folder, name, code, error);
  if (!path) return NULL;
  /* O_NONBLOCK: should a pipe have taken the file's place, opening it must not wait. */
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return find_failed(path, code, lap_plugin_file_explain(errno), error);
  g_autoptr(GString) bytes = g_string_new(NULL);
  gboolean ok = read_checked(file, folder, path, bytes, max, code, error);
  close(file);
  if (!ok) return NULL;
  *length = bytes->len;
  return g_string_free(g_steal_pointer(&bytes), FALSE);
}

void lap_plugin_file_remove(const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    if (g_unlink(path) != 0 && (errno == EISDIR || errno == EPERM)) lap_plugin_file_remove(path);
  }
  g_rmdir(folder);
}

void lap_plugin_file_prune(const char *folder, void (*remove)(const char *path))
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  time_t before = time(NULL) - UNUSED_MAX;
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    struct stat status;
    if (lstat(path, &status) == 0 && status.st_mtime < before) remove(path);
  }
}

#include "archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct archive Archive;
typedef struct archive_entry ArchiveEntry;

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ArchiveEntry, archive_entry_free)

/* --- files in memory */

static void free_file(gpointer data)
{
  LapBuildFile *file = data;
  g_free(file->name);
  g_bytes_unref(file->bytes);
  g_free(file);
}

GPtrArray *archive_files_new(void) { return g_ptr_array_new_with_free_func(free_file); }

void archive_files_add(GPtrArray *files, char *name, GBytes *bytes)
{
  LapBuildFile *file = g_new0(LapBuildFile, 1);
  file->name = name;
  file->bytes = bytes;
  g_ptr_array_add(files, file);
}

GBytes *archive_files_find(const GPtrArray *files, const char *name)
{
  for (guint i = 0; i < files->len; i++)
    if (g_str_equal(((LapBuildFile *)files->pdata[i])->name, name)) return ((LapBuildFile *)files->pdata[i])->bytes;
  return NULL;
}

static gboolean is_part(const char *part)
{
  gsize n = strspn(part, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
  return n && n <= 80 && part[n] == '\0' && *part != '.' && *part != '-';
}

gboolean archive_is_name(const char *name)
{
  g_auto(GStrv) parts = g_strsplit(name, "/", -1);
  guint n = g_strv_length(parts);
  return (n == 1 && is_part(parts[0])) || (n == 2 && is_part(parts[0]) && is_part(parts[1]));
}

/* --- writing */

gboolean archive_fail(GError **error, const char *path, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", path, what);
  return FALSE;
}

static gboolean fail_as(GError **error, const char *path, Archive *archive)
{
  const char *what = archive_error_string(archive);
  return archive_fail(error, path, "%s", what ? what : "it is damaged");
}

static gboolean write_file(Archive *archive, const char *id, const LapBuildFile *file)
{
  g_autoptr(ArchiveEntry) entry = archive_entry_new();
  g_autofree char *path = g_build_filename(id, file->name, NULL);
  gsize n;
  gconstpointer bytes = g_bytes_get_data(file->bytes, &n);
  archive_entry_set_pathname(entry, path);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, (la_int64_t)n);
  archive_entry_set_mtime(entry, 0, 0);
  return archive_write_header(archive, entry) == ARCHIVE_OK && (!n || archive_write_data(archive, bytes, n) >= 0);
}

/* Neither times nor owners: they would differ from one packing to the next. */
static gboolean write_archive(const char *path, const char *id, const GPtrArray *files, GError **error)
{
  Archive *archive = archive_write_new();
  archive_write_set_format_ustar(archive);
  archive_write_add_filter_gzip(archive);
  archive_write_set_filter_option(archive, "gzip", "timestamp", NULL);
  gboolean fine = archive_write_open_filename(archive, path) == ARCHIVE_OK;
  for (guint i = 0; fine && i < files->len; i++) fine = write_file(archive, id, files->pdata[i]);
  fine = fine && archive_write_close(archive) == ARCHIVE_OK;
  if (!fine) fail_as(error, path, archive);
  archive_write_free(archive);
  return fine;
}

/* What is there already stays until the whole of it is written. */
gboolean archive_write_files(const char *path, const char *id, const GPtrArray *files, GError **error)
{
  g_autofree char *part = g_strconcat(path, ".part", NULL);
  gboolean fine = write_archive(part, id, files, error);
  if (fine && rename(part, path) != 0) fine = archive_fail(error, path, "%s", g_strerror(errno));
  if (!fine) unlink(part);
  return fine;
}

/* --- reading */

typedef struct {
  Archive *archive;
  const char *path;
  char *id;
  GPtrArray *files;
  gsize total;
} Reader;

/* At most what a file may have, whatever its head says. */
static gboolean read_bytes(Reader *reader, const char *name, GByteArray *bytes, GError **error)
{
  guint8 chunk[65536];
  la_ssize_t n;
  while ((n = archive_read_data(reader->archive, chunk, sizeof chunk)) > 0) {
    reader->total += (gsize)n;
    if (bytes->len + (gsize)n > ARCHIVE_FILE_MAX)
      return archive_fail(error, reader->path, "%s is too large: a file may have %u bytes", name, ARCHIVE_FILE_MAX);
    if (reader->total > ARCHIVE_TOTAL_MAX)
      return archive_fail(error, reader->path, "its files are too large: all together may have %u bytes",
                          ARCHIVE_TOTAL_MAX);
    g_byte_array_append(bytes, chunk, (guint)n);
  }
  return n == 0 || fail_as(error, reader->path, reader->archive);
}

/* The name within the one folder of the archive, or NULL. */
static const char *check_name(Reader *reader, const char *path, GError **error)
{
  const char *slash = path ? strchr(path, '/') : NULL;
  g_autofree char *shown = g_strescape(path ? path : "", NULL),
                  *folder = slash ? g_strndup(path, (gsize)(slash - path)) : NULL;
  if (!slash || !lap_keyfile_is_id(folder) || !archive_is_name(slash + 1))
    archive_fail(error, reader->path, "\"%s\" is not the name of a file of a plugin, like noughts/noughts.so", shown);
  else if (reader->id && !g_str_equal(reader->id, folder))
    archive_fail(error, reader->path, "it has two folders, \"%s\" and \"%s\"; a plugin has one", reader->id, folder);
  else if (archive_files_find(reader->files, slash + 1))
    archive_fail(error, reader->path, "it has %s twice", shown);
  else {
    if (!reader->id) reader->id = g_steal_pointer(&folder);
    return slash + 1;
  }
  return NULL;
}

static gboolean read_entry(Reader *reader, ArchiveEntry *entry, GError **error)
{
  const char *name = check_name(reader, archive_entry_pathname(entry), error);
  if (!name) return FALSE;
  if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) || archive_entry_symlink(entry))
    return archive_fail(error, reader->path,
                        "%s is not a regular file; a plugin has no links, folders or devices in it", name);
  if (reader->files->len == LAP_BUILD_FILES_MAX)
    return archive_fail(error, reader->path, "it has more than %d files", LAP_BUILD_FILES_MAX);
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  if (!read_bytes(reader, name, bytes, error)) return FALSE;
  archive_files_add(reader->files, g_strdup(name), g_byte_array_free_to_bytes(g_steal_pointer(&bytes)));
  return TRUE;
}

static gboolean read_all(Reader *reader, GError **error)
{
  ArchiveEntry *entry;
  int code;
  if (archive_read_open_filename(reader->archive, reader->path, 65536) != ARCHIVE_OK)
    return fail_as(error, reader->path, reader->archive);
  while ((code = archive_read_next_header(reader->archive, &entry)) == ARCHIVE_OK)
    if (!read_entry(reader, entry, error)) return FALSE;
  if (code != ARCHIVE_EOF) return fail_as(error, reader->path, reader->archive);
  return reader->files->len || archive_fail(error, reader->path, "it is empty");
}

GPtrArray *archive_read_files(const char *path, char **id, GError **error)
{
  Reader reader = {.archive = archive_read_new(), .path = path, .files = archive_files_new()};
  archive_read_support_format_tar(reader.archive);
  archive_read_support_filter_gzip(reader.archive);
  gboolean fine = read_all(&reader, error);
  archive_read_free(reader.archive);
  *id = reader.id;
  if (fine) return reader.files;
  g_ptr_array_unref(reader.files);
  g_clear_pointer(id, g_free);
  return NULL;
}

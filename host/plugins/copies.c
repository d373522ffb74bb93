#include "copies.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin-file.h"

#define PREFIX_UNFINISHED ".unfinished-"
#define RULES_FILE ".rules"

/* -- Where -- */

/* Makes a folder that nobody else owns or may write. */
static gboolean make_own(const char *folder)
{
  struct stat status;
  return g_mkdir_with_parents(folder, 0700) == 0 && lstat(folder, &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && !(status.st_mode & (S_IWGRP | S_IWOTH)) && access(folder, W_OK | X_OK) == 0;
}

static char *make_in_cache(void)
{
  g_autofree char *folder = g_build_filename(g_get_user_cache_dir(), "lapidary", "builds", NULL);
  return make_own(folder) ? realpath(folder, NULL) : NULL;
}

/* Another user may have made the outer one first. */
static char *make_temporary(void)
{
  g_autofree char *outer = g_strdup_printf("%s/lapidary-%u", g_get_tmp_dir(), (guint)geteuid());
  g_autofree char *folder = g_build_filename(outer, "builds", NULL);
  return make_own(outer) && make_own(folder) ? realpath(folder, NULL) : NULL;
}

/* With links followed, as error messages have it. */
static char *get_folder(GError **error)
{
  char *folder = make_in_cache();
  if (!folder) folder = make_temporary();
  if (!folder)
    lap_plugin_refuse(error, g_get_user_cache_dir(),
                      "copies of plugins cannot be kept there, nor in %s; name a folder in XDG_CACHE_HOME that this "
                      "user can write and nobody else",
                      g_get_tmp_dir());
  return folder;
}

/* -- Removing -- */

void lap_copies_prune(void)
{
  g_autofree char *folder = get_folder(NULL);
  if (folder) lap_plugin_file_prune(folder, lap_plugin_file_remove);
}

/* -- Comparing -- */

static gboolean is_same(const LapBuildFile *file, const char *copy)
{
  g_autofree char *path = g_build_filename(copy, file->name, NULL), *content = NULL;
  gsize length, right;
  const char *bytes = g_bytes_get_data(file->bytes, &right);
  return g_file_get_contents(path, &content, &length, NULL) && length == right && memcmp(content, bytes, right) == 0;
}

static gboolean has_rules(const char *copy, const char *rules)
{
  g_autofree char *path = g_build_filename(copy, RULES_FILE, NULL), *content = NULL;
  return g_file_get_contents(path, &content, NULL, NULL) && g_str_equal(content, rules);
}

static gboolean is_whole(const LapBuild *build, const char *copy)
{
  if (!has_rules(copy, build->rules)) return FALSE;
  for (guint i = 0; i < build->files->len; i++)
    if (!is_same(g_ptr_array_index(build->files, i), copy)) return FALSE;
  return TRUE;
}

/* -- Writing -- */

static gboolean write_file(const char *folder, const LapBuildFile *file)
{
  g_autofree char *path = g_build_filename(folder, file->name, NULL), *inner = g_path_get_dirname(path);
  gsize left;
  const char *content = g_bytes_get_data(file->bytes, &left);
  if (g_mkdir_with_parents(inner, 0700) != 0) return FALSE;
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0400);
  if (fd < 0) return FALSE;
  while (left > 0) {
    ssize_t n = write(fd, content, left);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break;
    content += n;
    left -= (gsize)n;
  }
  int why = errno;
  close(fd);
  errno = why;
  return left == 0;
}

/* Beside the files, and part of none: what the copy's rules are, so that it is found by them. */
static gboolean write_rules(const LapBuild *build, const char *folder)
{
  g_autoptr(GBytes) rules = g_bytes_new(build->rules, strlen(build->rules));
  const LapBuildFile file = {.name = (char *)RULES_FILE, .bytes = rules};
  return write_file(folder, &file);
}

static gboolean write_files(const LapBuild *build, const char *folder)
{
  for (guint i = 0; i < build->files->len; i++)
    if (!write_file(folder, g_ptr_array_index(build->files, i))) return FALSE;
  return write_rules(build, folder);
}

static gboolean cannot_write(const LapBuild *build, const char *folder, GError **error)
{
  gboolean full = errno == ENOSPC || errno == EDQUOT;
  return lap_plugin_refuse(error, build->keyfile->file,
                           "it cannot be copied to %s, from where it would be loaded: %s%s", folder, g_strerror(errno),
                           full ? "; make room there, and scan plugins again" : "");
}

/* Gives what is in `unfinished` its name. A damaged copy goes away; another host may have been faster. */
static gboolean name_copy(const char *unfinished, const char *copy)
{
  if (rename(unfinished, copy) == 0) return TRUE;
  g_autofree char *damaged = g_strconcat(unfinished, "-damaged", NULL);
  if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR) return FALSE;
  if (rename(copy, damaged) != 0) return FALSE;
  gboolean ok = rename(unfinished, copy) == 0;
  lap_plugin_file_remove(damaged);
  return ok;
}

/* Makes a copy under another name, and gives it its own. */
static gboolean write_copy(const LapBuild *build, const char *folder, const char *copy, GError **error)
{
  g_autofree char *unfinished = g_build_filename(folder, PREFIX_UNFINISHED "XXXXXX", NULL);
  if (!g_mkdtemp(unfinished)) return cannot_write(build, folder, error);
  gboolean ok = write_files(build, unfinished) && (name_copy(unfinished, copy) || is_whole(build, copy));
  if (!ok) cannot_write(build, folder, error);
  lap_plugin_file_remove(unfinished);
  return ok;
}

/* -- Copies -- */

static gboolean use_copy(LapBuild *build, const char *copy, GError **error)
{
  g_autofree char *name = g_path_get_basename(build->keyfile->file);
  LapKeyfile *keyfile = lap_keyfile_read(copy, name, error);
  if (!keyfile) return FALSE;
  lap_keyfile_unref(build->keyfile);
  build->keyfile = keyfile;
  g_clear_pointer(&build->files, g_ptr_array_unref);
  utimensat(AT_FDCWD, copy, NULL, 0); /* when it was used: lap_copies_prune */
  return TRUE;
}

gboolean lap_copy_make(LapBuild *build, GError **error)
{
  g_autofree char *folder = get_folder(error);
  if (!folder) return FALSE;
  g_autofree char *copy = g_build_filename(folder, build->hash, NULL);
  if (!is_whole(build, copy) && !write_copy(build, folder, copy, error)) return FALSE;
  return use_copy(build, copy, error);
}

/* What is in `folder` now, or NULL if that is not the build. */
static LapBuild *read_again(const LapBuild *build, const char *folder)
{
  g_autofree char *name = g_path_get_basename(build->keyfile->file);
  g_autoptr(LapKeyfile) keyfile = lap_keyfile_read(folder, name, NULL);
  g_autoptr(LapBuild) there = keyfile ? lap_build_read(keyfile, NULL) : NULL;
  return there && g_str_equal(there->hash, build->hash) ? g_steal_pointer(&there) : NULL;
}

static gboolean is_there(const LapBuild *build)
{
  g_autoptr(LapBuild) copy = read_again(build, build->keyfile->folder);
  return copy != NULL;
}

gboolean lap_copies_are_whole(GPtrArray *chain)
{
  for (guint i = 0; i < chain->len; i++)
    if (!is_there(g_ptr_array_index(chain, i))) return FALSE;
  return TRUE;
}

gboolean lap_copy_check(LapBuild *build, GError **error)
{
  if (build->checked) return TRUE;
  gboolean whole = is_there(build);
  g_autoptr(LapBuild) origin = whole ? NULL : read_again(build, build->origin);
  if (!whole && !origin)
    return lap_plugin_refuse(error, build->origin,
                             "this plugin and its copy in %s have changed since plugins were scanned; scan again",
                             build->keyfile->folder);
  build->checked = whole || lap_copy_make(origin, error);
  return build->checked;
}

/* -- By their rules -- */

static LapBuild *read_copy(const char *copy)
{
  g_autoptr(GDir) dir = g_dir_open(copy, 0, NULL);
  g_autoptr(LapKeyfile) keyfile = NULL;
  for (const char *name; !keyfile && dir && (name = g_dir_read_name(dir));)
    if (g_str_has_suffix(name, LAP_KEYFILE_SUFFIX)) keyfile = lap_keyfile_read(copy, name, NULL);
  return keyfile ? lap_build_read(keyfile, NULL) : NULL;
}

/* NULL if the copy is not what its name says. */
static LapBuild *open_copy(const char *copy, const char *name, const char *rules)
{
  g_autoptr(LapBuild) build = has_rules(copy, rules) ? read_copy(copy) : NULL;
  if (!build || !g_str_equal(build->hash, name) || !g_str_equal(build->rules, rules)) return NULL;
  build->checked = TRUE;
  utimensat(AT_FDCWD, copy, NULL, 0);
  return g_steal_pointer(&build);
}

/* With its files. */
static LapBuild *find_copy(const char *rules)
{
  LapBuild *build = NULL;
  g_autofree char *folder = get_folder(NULL);
  g_autoptr(GDir) dir = folder ? g_dir_open(folder, 0, NULL) : NULL;
  for (const char *name; !build && dir && (name = g_dir_read_name(dir));) {
    g_autofree char *copy = g_build_filename(folder, name, NULL);
    build = open_copy(copy, name, rules);
  }
  return build;
}

LapBuild *lap_copy_find(const char *rules)
{
  LapBuild *build = find_copy(rules);
  if (build) g_clear_pointer(&build->files, g_ptr_array_unref);
  return build;
}

/* -- As one piece -- */

#define PACKED "a(say)" /* names of files, and what is in them */

GBytes *lap_copy_pack(const char *rules)
{
  GVariantBuilder files;
  g_autoptr(LapBuild) build = find_copy(rules);
  if (!build) return NULL;
  g_variant_builder_init(&files, G_VARIANT_TYPE(PACKED));
  for (guint i = 0; i < build->files->len; i++) {
    const LapBuildFile *file = g_ptr_array_index(build->files, i);
    g_variant_builder_add(&files, "(s@ay)", file->name,
                          g_variant_new_from_bytes(G_VARIANT_TYPE_BYTESTRING, file->bytes, TRUE));
  }
  g_autoptr(GVariant) packed = g_variant_ref_sink(g_variant_builder_end(&files));
  return g_variant_get_data_as_bytes(packed);
}

/* A file of the folder itself, or of one of the folders that a plugin may have. */
static gboolean is_name(const char *name)
{
  static const char *const inner[] = {"data/", "text/", "pictures/"};
  for (guint i = 0; i < G_N_ELEMENTS(inner); i++)
    if (g_str_has_prefix(name, inner[i])) {
      name += strlen(inner[i]);
      break;
    }
  return *name && *name != '.' && !strchr(name, '/');
}

static gboolean write_packed(GVariant *packed, const char *folder)
{
  GVariantIter iter;
  const char *name;
  GVariant *content;
  gboolean ok = g_variant_n_children(packed) <= LAP_BUILD_FILES_MAX;
  g_variant_iter_init(&iter, packed);
  while (ok && g_variant_iter_next(&iter, "(&s@ay)", &name, &content)) {
    g_autoptr(GBytes) bytes = g_variant_get_data_as_bytes(content);
    const LapBuildFile file = {.name = (char *)name, .bytes = bytes};
    ok = is_name(name) && write_file(folder, &file);
    g_variant_unref(content);
  }
  return ok;
}

static gboolean refuse_packed(const char *rules, GError **error)
{
  return lap_plugin_refuse(error, rules, "what was kept as this build is another one, or cannot be written");
}

gboolean lap_copy_unpack(const char *rules, GBytes *bytes, GError **error)
{
  g_autofree char *folder = get_folder(error);
  g_autofree char *unfinished = folder ? g_build_filename(folder, PREFIX_UNFINISHED "XXXXXX", NULL) : NULL;
  if (!folder) return FALSE;
  if (!g_mkdtemp(unfinished)) return refuse_packed(rules, error);
  g_autoptr(GVariant) packed = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(PACKED), bytes, FALSE));
  g_autoptr(LapBuild) build = write_packed(packed, unfinished) ? read_copy(unfinished) : NULL;
  /* A file beside those of the build could be one that the module loads. */
  gboolean same = build && g_str_equal(build->rules, rules) && build->files->len == g_variant_n_children(packed);
  g_autofree char *copy = same ? g_build_filename(folder, build->hash, NULL) : NULL;
  gboolean ok = same && write_rules(build, unfinished) && (name_copy(unfinished, copy) || is_whole(build, copy));
  lap_plugin_file_remove(unfinished);
  return ok || refuse_packed(rules, error);
}

#include "cache.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "copies.h"
#include "host/engine/manifest.h"
#include "host/sandbox/sandbox.h"
#include "plugin-file.h"

#define GROUP "Probe"

/* The probe is the host's own program, which changes only as a whole, with its time. */
static void add_program(GChecksum *sum, const char *path)
{
  struct stat status = {0};
  gboolean there = stat(path, &status) == 0;
  g_autofree char *text = g_strdup_printf("%s\n%d %" G_GINT64_FORMAT ".%ld %" G_GINT64_FORMAT "\n", path, there,
                                          (gint64)status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                                          (gint64)status.st_size);
  g_checksum_update(sum, (const guchar *)text, -1);
}

char *lap_cache_stamp(GPtrArray *chain, const char *probe)
{
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
  g_autofree char *abi = g_strdup_printf("host %s contract %d.%d pointer %zu%s\n", LAP_HOST_VERSION, LAP_API_MAJOR,
                                         LAP_API_MINOR, sizeof(void *), lap_sandbox_is_sanitized() ? " sanitizer" : "");
  g_checksum_update(sum, (const guchar *)abi, -1);
  add_program(sum, probe);
  for (guint i = 0; i < chain->len; i++)
    g_checksum_update(sum, (const guchar *)((LapBuild *)g_ptr_array_index(chain, i))->hash, -1);
  return g_strdup(g_checksum_get_string(sum));
}

static char *get_folder(void) { return g_build_filename(g_get_user_cache_dir(), "lapidary", "probe", NULL); }

static gboolean is_of(GKeyFile *file, const char *stamp)
{
  g_autofree char *stored = g_key_file_get_string(file, GROUP, "Stamp", NULL);
  return g_strcmp0(stored, stamp) == 0;
}

static void note_use(const char *path) { utimensat(AT_FDCWD, path, NULL, 0); }

/* -- Manifests -- */

static char *path_of_manifest(const char *folder, const char *stamp)
{
  g_autofree char *name = g_strconcat(stamp, ".manifest", NULL);
  return g_build_filename(folder, name, NULL);
}

static char *sum(GBytes *bytes) { return g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes); }

/* Returns: (transfer full): NULL unless it is there as it was stored */
static GBytes *load_manifest(GKeyFile *file, const char *folder, const char *stamp)
{
  g_autofree char *path = path_of_manifest(folder, stamp);
  note_use(path);
  g_autoptr(GMappedFile) mapped = g_mapped_file_new(path, FALSE, NULL);
  if (!mapped || g_mapped_file_get_length(mapped) > LAP_MANIFEST_MAX) return NULL;
  g_autoptr(GBytes) manifest = g_bytes_new(g_mapped_file_get_contents(mapped), g_mapped_file_get_length(mapped));
  g_autofree char *is = sum(manifest), *stored = g_key_file_get_string(file, GROUP, "Manifest", NULL);
  return g_strcmp0(is, stored) == 0 ? g_steal_pointer(&manifest) : NULL;
}

static gboolean store_manifest(GKeyFile *file, const char *folder, const char *stamp, GBytes *manifest, GError **error)
{
  g_autofree char *path = path_of_manifest(folder, stamp), *is = sum(manifest);
  g_key_file_set_string(file, GROUP, "Manifest", is);
  return g_file_set_contents(path, g_bytes_get_data(manifest, NULL), (gssize)g_bytes_get_size(manifest), error);
}

/* -- Verdicts -- */

gboolean lap_cache_find(const char *stamp, GBytes **manifest, GError **error)
{
  g_autofree char *folder = get_folder(), *path = g_build_filename(folder, stamp, NULL);
  g_autoptr(GKeyFile) file = g_key_file_new();
  if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL) || !is_of(file, stamp)) return FALSE;
  note_use(path);
  int verdict = g_key_file_get_integer(file, GROUP, "Verdict", NULL);
  int code = g_key_file_get_integer(file, GROUP, "Code", NULL);
  g_autofree char *message = g_key_file_get_string(file, GROUP, "Message", NULL);
  if (verdict == LAP_PROBE_FINE) return (*manifest = load_manifest(file, folder, stamp)) != NULL;
  if (verdict == LAP_PROBE_HUNG && g_key_file_get_uint64(file, GROUP, "Limit", NULL) < lap_probe_get_limit())
    return FALSE;
  if (!message || code < 0 || code > LAP_PLUGIN_ERROR_DATA) return FALSE;
  g_set_error_literal(error, LAP_PLUGIN_ERROR, code, message);
  return TRUE;
}

static gboolean store(const char *folder, const char *stamp, GKeyFile *file, GBytes *manifest, GError **error)
{
  g_autofree char *path = g_build_filename(folder, stamp, NULL);
  if (manifest && !store_manifest(file, folder, stamp, manifest, error)) return FALSE;
  return g_key_file_save_to_file(file, path, error);
}

void lap_cache_store(const char *stamp, GPtrArray *chain, LapProbeVerdict verdict, GBytes *manifest,
                     const GError *error)
{
  if (verdict == LAP_PROBE_NOT_RUN || (error && !lap_copies_are_whole(chain))) return;
  g_autofree char *folder = get_folder();
  g_autoptr(GKeyFile) file = g_key_file_new();
  g_key_file_set_string(file, GROUP, "Stamp", stamp);
  g_key_file_set_integer(file, GROUP, "Verdict", verdict);
  g_key_file_set_uint64(file, GROUP, "Limit", lap_probe_get_limit());
  if (error) {
    g_key_file_set_integer(file, GROUP, "Code", error->code);
    g_key_file_set_string(file, GROUP, "Message", error->message);
  }
  g_autoptr(GError) cause = NULL;
  if (g_mkdir_with_parents(folder, 0700) != 0 || !store(folder, stamp, file, manifest, &cause))
    g_debug("cannot cache a probe in %s", folder);
}

static void remove_file(const char *path) { g_unlink(path); }

void lap_cache_prune(void)
{
  g_autofree char *folder = get_folder();
  lap_plugin_file_prune(folder, remove_file);
}

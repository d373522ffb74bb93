#include "module.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "descriptor.h"
#include "fail.h"
#include "trust.h"

/* A .so that this process has opened. */
typedef struct {
  void *handle;
  const LapPlugin *plugin; /* what its entry gave; it is called once */
  struct timespec changed; /* the file, as it was opened */
  off_t size;
  GPtrArray *modules; /* LapModule: one for each state of its data files */
} Opened;

static GMutex lock;        /* of `opened` and all in it; held while a module loads */
static GHashTable *opened; /* path → Opened */

/* Says why there is no entry: another major's is there, or none. */
static gboolean refuse_entry(void *handle, const char *path, GError **error)
{
  for (guint major = 0; major <= 9; major++) {
    g_autofree char *symbol = g_strdup_printf("lapidary_plugin_v%u", major);
    if (dlsym(handle, symbol))
      return lap_plugin_refuse(
          error, path,
          "speaks major %u of the contract (it has the entry %s), this host speaks major %d; build it "
          "against that",
          major, symbol, LAP_API_MAJOR);
  }
  return lap_plugin_refuse(error, path,
                           "it has no entry " LAP_PLUGIN_SYMBOL "; end the plugin's source with LAP_PLUGIN_ENTRY");
}

static gboolean open_handle(Opened *module, const char *path, GError **error)
{
  module->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (module->handle) return TRUE;
  const char *why = dlerror();
  gsize length = strlen(path);
  if (strncmp(why, path, length) == 0 && g_str_has_prefix(why + length, ": ")) why += length + 2;
  return lap_plugin_refuse(error, path, "it cannot be loaded: %s", why);
}

static gboolean call_entry(Opened *module, const char *path, GError **error)
{
  const LapPlugin *(*entry)(void);
  *(void **)&entry = dlsym(module->handle, LAP_PLUGIN_SYMBOL);
  if (!entry) return refuse_entry(module->handle, path, error);
  module->plugin = entry();
  return TRUE;
}

static void free_opened(gpointer data)
{
  Opened *module = data;
  g_ptr_array_unref(module->modules);
  g_free(module);
}

/* Opens the file for the first time. What has been opened stays so even if the entry is then missing. */
static Opened *open_first(const LapKeyfile *keyfile, const char *path, LapStageFunc watch, gpointer data,
                          GError **error)
{
  struct stat status;
  Opened *module = g_new0(Opened, 1);
  module->modules = g_ptr_array_new();
  watch(LAP_STAGE_OPEN, keyfile->id, data);
  gboolean ok = stat(path, &status) == 0 ? open_handle(module, path, error)
                                         : lap_plugin_refuse(error, path, "it cannot be read: %s", g_strerror(errno));
  if (ok) {
    module->changed = status.st_mtim;
    module->size = status.st_size;
    watch(LAP_STAGE_ENTRY, keyfile->id, data);
    ok = call_entry(module, path, error);
  }
  if (!ok) {
    free_opened(module);
    return NULL;
  }
  g_hash_table_insert(opened, g_strdup(path), module);
  return module;
}

/* The same path gives the old handle back, whatever the file holds now. */
static gboolean check_unchanged(const Opened *module, const char *path, GError **error)
{
  struct stat status;
  if (stat(path, &status) == 0 && status.st_size == module->size &&
      memcmp(&status.st_mtim, &module->changed, sizeof module->changed) == 0)
    return TRUE;
  return lap_plugin_refuse(error, path,
                           "the file has changed since this process opened it; start the host anew to use it");
}

/* The first mistake that one makes. */
static gboolean is_built(const LapKeyfile *keyfile, GError **error)
{
  if (strchr(keyfile->module, '/') || g_file_test(keyfile->module_path, G_FILE_TEST_EXISTS)) return TRUE;
  return lap_plugin_fail(error, LAP_PLUGIN_ERROR_KEYFILE, keyfile->module_path,
                         "No such file or directory; build it, or name the one that there is in the key Module of %s",
                         keyfile->file);
}

static Opened *find_or_open(const LapKeyfile *keyfile, LapStageFunc watch, gpointer data, GError **error)
{
  if (!is_built(keyfile, error)) return NULL;
  g_autofree char *path = lap_trust_find(keyfile->folder, keyfile->module, LAP_PLUGIN_ERROR_KEYFILE, error);
  if (!path) return NULL;
  if (!opened) opened = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_opened);
  Opened *module = g_hash_table_lookup(opened, path);
  if (!module) return open_first(keyfile, path, watch, data, error);
  return check_unchanged(module, path, error) ? module : NULL;
}

/* The module with these catalogues: games that are linked to it need them as they are, so equal ones are shared and
 * others stand beside. */
static const LapModule *share(Opened *module, LapCatalogues *catalogues)
{
  const char *hash = lap_catalogues_get_hash(catalogues);
  for (guint i = 0; i < module->modules->len; i++) {
    LapModule *known = g_ptr_array_index(module->modules, i);
    if (g_strcmp0(lap_catalogues_get_hash(known->catalogues), hash) != 0) continue;
    lap_catalogues_free(catalogues);
    return known;
  }
  LapModule *fresh = g_new0(LapModule, 1);
  *fresh = (LapModule){.plugin = module->plugin, .catalogues = catalogues};
  g_ptr_array_add(module->modules, fresh);
  return fresh;
}

static void watch_nothing(LapStage stage, const char *id, gpointer data)
{
  (void)stage;
  (void)id;
  (void)data;
}

const LapModule *lap_module_load(const LapKeyfile *keyfile, guint depth, LapStageFunc watch, gpointer data,
                                 GError **error)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&lock);
  (void)locker;
  if (!watch) watch = watch_nothing;
  Opened *module = find_or_open(keyfile, watch, data, error);
  if (!module) return NULL;
  watch(LAP_STAGE_DESCRIPTOR, keyfile->id, data);
  if (!lap_descriptor_check(module->plugin, keyfile, depth, error)) return NULL;
  watch(LAP_STAGE_DATA, keyfile->id, data);
  LapCatalogues *catalogues = lap_catalogues_read(module->plugin, keyfile->folder, error);
  return catalogues ? share(module, catalogues) : NULL;
}

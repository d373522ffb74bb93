#define _GNU_SOURCE /* memmem */
#include "module.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "catalogue.h"
#include "host/engine/manifest.h"
#include "host/sandbox/sandbox.h"
#include "plugin-file.h"

/* A shared object that this process has opened. */
typedef struct {
  void *handle;
  const LapPlugin *plugin; /* what its entry point returned; it is called once */
  GPtrArray *catalogues;   /* LapCatalogues: one for each state of its data files */
} Opened;

static GMutex lock;        /* protects `opened` and all in it; held while a module loads */
static GHashTable *opened; /* path → Opened */

/* -- Opening -- */

/* Sets the error for a missing entry point: there is that of another major version, or none. */
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

/* Where the last segment that is mapped ends in the file; 0 if the file is none that could be mapped, which the dynamic
 * linker says in its own words. */
static gsize find_end(const char *content, gsize length)
{
  ElfW(Ehdr) head;
  ElfW(Phdr) segment;
  gsize end = 0;
  if (length < sizeof head) return 0;
  memcpy(&head, content, sizeof head);
  if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof segment) return 0;
  for (guint i = 0; i < head.e_phnum; i++) {
    gsize at = head.e_phoff + i * sizeof segment;
    if (head.e_phoff > length || at + sizeof segment > length) return at + sizeof segment;
    memcpy(&segment, content + at, sizeof segment);
    if (segment.p_type == PT_LOAD) end = MAX(end, segment.p_offset + segment.p_filesz);
  }
  return end;
}

/* AddressSanitizer ends a process that loads its library after others. */
static gboolean check_sanitizer(const char *path, const char *content, gsize length, GError **error)
{
  static const char *const names[] = {"libasan.so", "libclang_rt.asan"};
  for (gsize i = 0; i < G_N_ELEMENTS(names) && !lap_sandbox_is_sanitized(); i++) {
    const char *name = memmem(content, length, names[i], strlen(names[i]));
    if (!name || !memchr(name, '\0', length - (gsize)(name - content))) continue;
    return lap_plugin_refuse(error, path,
                             "it was built with AddressSanitizer, whose library has to be loaded before all others: "
                             "LD_PRELOAD=%s lapidary ...",
                             name);
  }
  return TRUE;
}

/* Half a file would be mapped all the same, and the first access behind its end be a SIGBUS. */
static gboolean check_file(const char *path, GError **error)
{
  g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
  if (!file || !g_mapped_file_get_contents(file)) return TRUE;
  gsize length = g_mapped_file_get_length(file), end = find_end(g_mapped_file_get_contents(file), length);
  if (end <= length) return check_sanitizer(path, g_mapped_file_get_contents(file), length, error);
  return lap_plugin_refuse(error, path,
                           "it cannot be loaded: it has %zu bytes of %zu; if nothing is writing it any more, build it "
                           "again",
                           length, end);
}

static gboolean open_handle(Opened *module, const char *path, GError **error)
{
  if (!check_file(path, error)) return FALSE;
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
  g_ptr_array_unref(module->catalogues);
  g_free(module);
}

/* Opens the file for the first time. A file that has been opened stays so, even if its entry point is missing. */
static Opened *open_first(const LapKeyfile *keyfile, const char *path, LapStageFunc watch, gpointer data,
                          GError **error)
{
  Opened *module = g_new0(Opened, 1);
  module->catalogues = g_ptr_array_new();
  watch(LAP_STAGE_OPEN, keyfile->id, data);
  gboolean ok = open_handle(module, path, error);
  if (ok) {
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

static Opened *find_or_open(const LapKeyfile *keyfile, LapStageFunc watch, gpointer data, GError **error)
{
  g_autofree char *path = lap_plugin_file_find(keyfile->folder, keyfile->module, LAP_PLUGIN_ERROR_KEYFILE, error);
  if (!path) return NULL;
  if (!opened) opened = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_opened);
  Opened *module = g_hash_table_lookup(opened, path);
  return module ? module : open_first(keyfile, path, watch, data, error);
}

/* -- Checking -- */

static gboolean check_same(const LapKeyfile *keyfile, const char *key, const char *said, const char *promised,
                           GError **error)
{
  if (g_strcmp0(said, promised) == 0) return TRUE;
  return lap_plugin_fail(error, LAP_PLUGIN_ERROR_KEYFILE, keyfile->file,
                         "key %s: the keyfile says %s, %s says %s; both must say the same", key,
                         promised ? promised : "nothing", keyfile->module, said ? said : "nothing");
}

static gboolean check_api(const LapPlugin *plugin, const LapKeyfile *keyfile, GError **error)
{
  g_autofree char *said = g_strdup_printf("%u.%u", plugin->major, plugin->minor);
  g_autofree char *promised = g_strdup_printf("%u.%u", keyfile->api_major, keyfile->api_minor);
  return check_same(keyfile, "Api", said, promised, error);
}

/* Checks in this order, so that nothing is read that may not be there: magic, contract version, struct size; then id,
 * version, base and contract version against the keyfile; then depth, the number of levels below it in its chain. Its
 * tables are checked when they are linked. */
static gboolean check_descriptor(const LapPlugin *plugin, const LapKeyfile *keyfile, guint depth, GError **error)
{
  GError *cause = NULL;
  if (!lap_game_check_head(plugin, &cause)) return lap_plugin_refuse_because(error, keyfile->module_path, cause);
  if (!check_same(keyfile, "Id", plugin->id, keyfile->id, error)) return FALSE;
  if (!check_same(keyfile, "Version", plugin->version, keyfile->version, error)) return FALSE;
  if (!check_same(keyfile, "Extends", plugin->extends, keyfile->extends, error)) return FALSE;
  if (!check_same(keyfile, "Accepts", plugin->accepts, keyfile->accepts, error)) return FALSE;
  if (!check_api(plugin, keyfile, error)) return FALSE;
  if (plugin->depth != depth)
    return lap_plugin_refuse(
        error, keyfile->module_path,
        "it says that it has depth %u, but the number of levels below it is %u; set its depth to %u", plugin->depth,
        depth, depth);
  return TRUE;
}

/* -- Loading -- */

/* Games that are linked to a module's catalogues need them as they are, so equal ones are shared and others are kept
 * beside them. */
static const LapCatalogues *share(Opened *module, LapCatalogues *catalogues)
{
  const char *hash = lap_catalogues_get_hash(catalogues);
  for (guint i = 0; i < module->catalogues->len; i++) {
    const LapCatalogues *known = g_ptr_array_index(module->catalogues, i);
    if (g_strcmp0(lap_catalogues_get_hash(known), hash) != 0) continue;
    lap_catalogues_free(catalogues);
    return known;
  }
  g_ptr_array_add(module->catalogues, catalogues);
  return catalogues;
}

static void watch_nothing(LapStage stage, const char *id, gpointer data)
{
  (void)stage;
  (void)id;
  (void)data;
}

/* Fills `source` with the plugin of `build`, at `depth` of its chain, and its catalogues. */
static gboolean load(const LapBuild *build, guint depth, LapStageFunc watch, gpointer data, LapSource *source,
                     GError **error)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&lock);
  (void)locker;
  const LapKeyfile *keyfile = build->keyfile;
  Opened *module = find_or_open(keyfile, watch, data, error);
  if (!module) return FALSE;
  watch(LAP_STAGE_DESCRIPTOR, keyfile->id, data);
  if (!check_descriptor(module->plugin, keyfile, depth, error)) return FALSE;
  watch(LAP_STAGE_DATA, keyfile->id, data);
  LapCatalogues *catalogues = lap_catalogues_read(module->plugin, keyfile->folder, error);
  if (!catalogues) return FALSE;
  *source = (LapSource){.plugin = module->plugin,
                        .catalogues = lap_catalogues_get_tables(share(module, catalogues)),
                        .build = build->rules};
  return TRUE;
}

LapGame *lap_module_load_chain(GPtrArray *chain, LapStageFunc watch, gpointer data, GError **error)
{
  LapSource source[LAP_LEVELS_MAX];
  const LapKeyfile *top = ((LapBuild *)g_ptr_array_index(chain, chain->len - 1))->keyfile;
  g_return_val_if_fail(chain->len <= LAP_LEVELS_MAX, NULL);
  if (!watch) watch = watch_nothing;
  for (guint depth = 0; depth < chain->len; depth++)
    if (!load(g_ptr_array_index(chain, depth), depth, watch, data, &source[depth], error)) return NULL;
  watch(LAP_STAGE_LINK, top->id, data);
  GError *cause = NULL;
  LapGame *game = lap_game_link(source, chain->len, &cause);
  if (!game) lap_plugin_refuse_because(error, top->module_path, cause);
  return game;
}

/* -- Linking without loading -- */

/* What the tables of a game that was not loaded lie in. */
typedef struct {
  LapManifest *manifest;
  LapCatalogues *catalogues[LAP_LEVELS_MAX];
} Unloaded;

static void free_unloaded(gpointer data)
{
  Unloaded *unloaded = data;
  for (guint depth = 0; depth < LAP_LEVELS_MAX; depth++) lap_catalogues_free(unloaded->catalogues[depth]);
  lap_manifest_free(unloaded->manifest);
  g_free(unloaded);
}

static gboolean complete(Unloaded *unloaded, const LapBuild *build, guint depth, LapSource *source, GError **error)
{
  if (!check_descriptor(source->plugin, build->keyfile, depth, error)) return FALSE;
  unloaded->catalogues[depth] = lap_catalogues_read(source->plugin, build->keyfile->folder, error);
  if (!unloaded->catalogues[depth]) return FALSE;
  source->catalogues = lap_catalogues_get_tables(unloaded->catalogues[depth]);
  source->build = build->rules;
  return TRUE;
}

static LapGame *link_unloaded(Unloaded *unloaded, GPtrArray *chain, GError **error)
{
  const LapKeyfile *top = ((LapBuild *)g_ptr_array_index(chain, chain->len - 1))->keyfile;
  GError *cause = NULL;
  guint n;
  LapSource *source = lap_manifest_sources(unloaded->manifest, &n);
  if (n != chain->len) {
    lap_plugin_refuse(error, top->module_path, "its manifest has %u levels, its chain %u", n, chain->len);
    return NULL;
  }
  for (guint depth = 0; depth < n; depth++)
    if (!complete(unloaded, g_ptr_array_index(chain, depth), depth, &source[depth], error)) return NULL;
  LapGame *game = lap_game_link(source, n, &cause);
  if (!game) lap_plugin_refuse_because(error, top->module_path, cause);
  return game;
}

LapGame *lap_module_link_manifest(GPtrArray *chain, GBytes *bytes, GError **error)
{
  const LapKeyfile *top = ((LapBuild *)g_ptr_array_index(chain, chain->len - 1))->keyfile;
  GError *cause = NULL;
  LapManifest *manifest = lap_manifest_read(bytes, &cause);
  if (!manifest) {
    lap_plugin_refuse_because(error, top->module_path, cause);
    return NULL;
  }
  Unloaded *unloaded = g_new0(Unloaded, 1);
  unloaded->manifest = manifest;
  LapGame *game = link_unloaded(unloaded, chain, error);
  if (game)
    lap_game_take_source(game, unloaded, free_unloaded);
  else
    free_unloaded(unloaded);
  return game;
}

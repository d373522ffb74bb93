#include "registry.h"

#include "cache.h"
#include "chain.h"
#include "copies.h"
#include "plugin-file.h"
#include "search.h"

struct _LapRegistry {
  GObject parent_instance;
  char **path;
  char *probe;
  guint probes;       /* how many probes were run */
  GPtrArray *records; /* LapPluginRecord, in the order of the list; callers see them as LapPluginInfo */
  GHashTable *games;  /* rules of a chain → LapGame */
};

G_DEFINE_FINAL_TYPE(LapRegistry, lap_registry, G_TYPE_OBJECT)

static void lap_registry_init(LapRegistry *registry)
{
  registry->games = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_game_unref);
}

static void lap_registry_finalize(GObject *object)
{
  LapRegistry *registry = LAP_REGISTRY(object);
  g_clear_pointer(&registry->records, g_ptr_array_unref);
  g_clear_pointer(&registry->games, g_hash_table_unref);
  g_strfreev(registry->path);
  g_free(registry->probe);
  G_OBJECT_CLASS(lap_registry_parent_class)->finalize(object);
}

static void lap_registry_class_init(LapRegistryClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_registry_finalize;
}

LapRegistry *lap_registry_new(const char *const *path)
{
  LapRegistry *registry = g_object_new(LAP_TYPE_REGISTRY, NULL);
  registry->path = path ? lap_search_normalise_path(path) : lap_search_get_default_path();
  registry->probe = lap_search_get_probe();
  lap_registry_scan(registry);
  return registry;
}

const char *const *lap_registry_get_path(LapRegistry *registry) { return (const char *const *)registry->path; }

/* Verdicts name copies, wherever the files lay that they were made of. */
static GError *name_origins(GPtrArray *chain, GError *error)
{
  char *message = lap_build_name_origins(chain, error->message);
  g_free(error->message);
  error->message = message;
  return error;
}

/* Takes the verdict of the probe on a plugin, from the cache if it is there. */
static void probe(LapRegistry *registry, LapPluginRecord *record)
{
  GError *error = NULL;
  g_autofree char *stamp = lap_cache_stamp(record->chain, registry->probe);
  if (!lap_cache_find(stamp, &error)) {
    registry->probes++;
    LapProbeVerdict verdict = lap_probe_run(registry->probe, record->chain, &error);
    lap_cache_store(stamp, verdict, error);
  }
  if (error) lap_plugin_record_take_error(record, name_origins(record->chain, error));
}

/* Decides whether a plugin is available. Called for its base first. */
static void settle(LapRegistry *registry, LapPluginRecord *record)
{
  GError *error = NULL, *cause = NULL;
  if (record->error || lap_chain_is_blocked(record)) return;
  LapKeyfile *keyfile = record->keyfile;
  if (!lap_game_check_contract(keyfile->api_major, keyfile->api_minor, &cause)) {
    lap_plugin_refuse_because(&error, keyfile->file, cause);
    lap_plugin_record_take_error(record, error);
    return;
  }
  g_autoptr(LapBuild) build = lap_build_read(keyfile, &error);
  if (!build || !lap_copy_make(build, &error)) {
    lap_plugin_record_take_error(record, error);
    return;
  }
  lap_chain_complete(record, g_steal_pointer(&build));
  probe(registry, record);
}

void lap_registry_scan(LapRegistry *registry)
{
  g_clear_pointer(&registry->records, g_ptr_array_unref);
  registry->records = lap_search((const char *const *)registry->path);
  lap_chains_resolve(registry->records);
  guint before = registry->probes;
  for (guint i = 0; i < registry->records->len; i++) settle(registry, g_ptr_array_index(registry->records, i));
  if (registry->probes != before) lap_copies_prune();
}

GPtrArray *lap_registry_list(LapRegistry *registry) { return registry->records; }

static LapPluginRecord *find(LapRegistry *registry, const char *id)
{
  for (guint i = 0; i < registry->records->len; i++) {
    LapPluginRecord *record = g_ptr_array_index(registry->records, i);
    if (g_str_equal(record->id, id)) return record;
  }
  return NULL;
}

const LapPluginInfo *lap_registry_find(LapRegistry *registry, const char *id)
{
  LapPluginRecord *record = find(registry, id);
  return record ? &record->info : NULL;
}

static LapPluginRecord *find_usable(LapRegistry *registry, const char *id, GError **error)
{
  LapPluginRecord *record = find(registry, id);
  if (record && !record->error) return record;
  if (record) {
    g_propagate_error(error, g_error_copy(record->error));
  } else {
    g_autofree char *path = g_strjoinv(", ", registry->path);
    g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND, "there is no plugin \"%s\" in %s", id, path);
  }
  return NULL;
}

static LapGame *load(GPtrArray *chain, GError **error)
{
  GError *failure = NULL;
  for (guint i = 0; i < chain->len; i++)
    if (!lap_copy_check(g_ptr_array_index(chain, i), error)) return NULL;
  LapGame *game = lap_module_load_chain(chain, NULL, NULL, &failure);
  if (!game) g_propagate_error(error, name_origins(chain, failure));
  return game;
}

LapGame *lap_registry_load(LapRegistry *registry, const char *id, GError **error)
{
  LapPluginRecord *record = find_usable(registry, id, error);
  if (!record) return NULL;
  g_autofree char *rules = lap_build_chain_rules(record->chain);
  LapGame *game = g_hash_table_lookup(registry->games, rules);
  if (game) return lap_game_ref(game);
  game = load(record->chain, error);
  if (game) g_hash_table_insert(registry->games, g_steal_pointer(&rules), lap_game_ref(game));
  return game;
}

const char *const *lap_registry_get_folders(LapRegistry *registry, const char *id)
{
  LapPluginRecord *record = find(registry, id);
  return record ? (const char *const *)record->folders : NULL;
}

const char *const *lap_registry_get_copies(LapRegistry *registry, const char *id)
{
  LapPluginRecord *record = find(registry, id);
  return record ? (const char *const *)record->copies : NULL;
}

guint lap_registry_get_probes(LapRegistry *registry) { return registry->probes; }

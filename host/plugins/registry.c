#include "registry.h"

#include "cache.h"
#include "chain.h"
#include "fail.h"
#include "load.h"
#include "path.h"
#include "search.h"

struct _LapRegistry {
  GObject parent_instance;
  char **path;
  char *probe;
  guint probes;       /* children that were run */
  GPtrArray *entries; /* LapPluginEntry, in the order of the list; LapPluginInfo to others */
  GHashTable *games;  /* stamp of a chain → LapGame */
};

G_DEFINE_FINAL_TYPE(LapRegistry, lap_registry, G_TYPE_OBJECT)

static void lap_registry_init(LapRegistry *registry)
{
  registry->games = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_game_unref);
}

static void lap_registry_finalize(GObject *object)
{
  LapRegistry *registry = LAP_REGISTRY(object);
  g_clear_pointer(&registry->entries, g_ptr_array_unref);
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
  registry->path = path ? lap_path_normalise(path) : lap_path_get_default();
  registry->probe = lap_path_get_probe();
  lap_registry_scan(registry);
  return registry;
}

const char *const *lap_registry_get_path(LapRegistry *registry) { return (const char *const *)registry->path; }

/* What the probe says of a plugin, from the cache if it can be. */
static void probe(LapRegistry *registry, LapPluginEntry *entry)
{
  GError *error = NULL;
  g_autofree char *stamp = lap_cache_stamp(entry->chain, registry->probe);
  if (!lap_cache_find(entry->keyfile, stamp, &error)) {
    registry->probes++;
    LapProbeVerdict verdict = lap_probe_run(registry->probe, entry->chain, &error);
    lap_cache_store(entry->keyfile, stamp, verdict, error);
  }
  if (error) lap_plugin_entry_refuse(entry, error);
}

/* Decides whether a plugin can be had; its base has been decided on. */
static void settle(LapRegistry *registry, LapPluginEntry *entry)
{
  GError *error = NULL, *why = NULL;
  if (entry->error || lap_chain_is_blocked(entry)) return;
  const LapKeyfile *keyfile = entry->keyfile;
  if (!lap_game_check_contract(keyfile->api_major, keyfile->api_minor, &why)) {
    lap_plugin_refuse_because(&error, keyfile->file, why);
    lap_plugin_entry_refuse(entry, error);
    return;
  }
  lap_plugin_entry_set_chain(entry);
  probe(registry, entry);
}

void lap_registry_scan(LapRegistry *registry)
{
  g_clear_pointer(&registry->entries, g_ptr_array_unref);
  registry->entries = lap_search((const char *const *)registry->path);
  lap_chains_resolve(registry->entries);
  for (guint i = 0; i < registry->entries->len; i++) settle(registry, g_ptr_array_index(registry->entries, i));
}

GPtrArray *lap_registry_list(LapRegistry *registry) { return registry->entries; }

static LapPluginEntry *find(LapRegistry *registry, const char *id)
{
  for (guint i = 0; i < registry->entries->len; i++) {
    LapPluginEntry *entry = g_ptr_array_index(registry->entries, i);
    if (g_str_equal(entry->id, id)) return entry;
  }
  return NULL;
}

const LapPluginInfo *lap_registry_find(LapRegistry *registry, const char *id)
{
  LapPluginEntry *entry = find(registry, id);
  return entry ? &entry->info : NULL;
}

static LapPluginEntry *find_usable(LapRegistry *registry, const char *id, GError **error)
{
  LapPluginEntry *entry = find(registry, id);
  if (entry && !entry->error) return entry;
  if (entry) {
    g_propagate_error(error, g_error_copy(entry->error));
  } else {
    g_autofree char *path = g_strjoinv(", ", registry->path);
    g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND, "there is no plugin \"%s\" in %s", id, path);
  }
  return NULL;
}

LapGame *lap_registry_load(LapRegistry *registry, const char *id, GError **error)
{
  LapPluginEntry *entry = find_usable(registry, id, error);
  if (!entry) return NULL;
  g_autofree char *stamp = lap_cache_stamp(entry->chain, registry->probe);
  LapGame *game = g_hash_table_lookup(registry->games, stamp);
  if (game) return lap_game_ref(game);
  game = lap_load_chain(entry->chain, NULL, NULL, error);
  if (!game) return NULL;
  g_hash_table_insert(registry->games, g_steal_pointer(&stamp), lap_game_ref(game));
  return game;
}

const char *const *lap_registry_get_folders(LapRegistry *registry, const char *id)
{
  LapPluginEntry *entry = find(registry, id);
  return entry ? (const char *const *)entry->folders : NULL;
}

guint lap_registry_get_probes(LapRegistry *registry) { return registry->probes; }

#include "registry.h"

#include "cache.h"
#include "copies.h"
#include "isolation.h"
#include "scan.h"
#include "search.h"
#include "watch.h"

struct _LapRegistry {
  GObject parent_instance;
  char **path;
  char *program; /* lapidary-probe */
  LapIsolation isolation;
  guint probes;       /* how many probes were run by scans that have ended */
  GPtrArray *records; /* LapPluginRecord, in the order of the list; callers see them as LapPluginInfo */
  GHashTable *games;  /* rules of a chain → LapGame */
  GHashTable *news;   /* id → what was last emitted of it: see describe */
  LapScan *scan;      /* the one whose records these are */
  gboolean scanning;  /* a thread looks through the folders */
  GPtrArray *waiting; /* GTask: scans that end with the present one */
  LapWatch *watch;    /* of the folders, or NULL */
  GPtrArray *next;    /* GTask: scans that were requested later, and need another look */
};

G_DEFINE_FINAL_TYPE(LapRegistry, lap_registry, G_TYPE_OBJECT)

enum { PLUGIN_CHANGED, SETTLED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void lap_registry_init(LapRegistry *registry)
{
  registry->games = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_game_unref);
  registry->news = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  registry->records = g_ptr_array_new();
  registry->waiting = g_ptr_array_new_with_free_func(g_object_unref);
  registry->next = g_ptr_array_new_with_free_func(g_object_unref);
}

static void lap_registry_finalize(GObject *object)
{
  LapRegistry *registry = LAP_REGISTRY(object);
  g_clear_pointer(&registry->watch, lap_watch_free);
  g_ptr_array_unref(registry->waiting);
  g_ptr_array_unref(registry->next);
  g_ptr_array_unref(registry->records);
  g_clear_pointer(&registry->scan, lap_scan_free);
  g_hash_table_unref(registry->games);
  g_hash_table_unref(registry->news);
  g_strfreev(registry->path);
  g_free(registry->program);
  G_OBJECT_CLASS(lap_registry_parent_class)->finalize(object);
}

static void lap_registry_class_init(LapRegistryClass *class)
{
  G_OBJECT_CLASS(class)->finalize = lap_registry_finalize;
  signals[PLUGIN_CHANGED] = g_signal_new("plugin-changed", LAP_TYPE_REGISTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT);
  signals[SETTLED] = g_signal_new("settled", LAP_TYPE_REGISTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

const char *const *lap_registry_get_path(LapRegistry *registry) { return (const char *const *)registry->path; }

/* -- Emission of changes -- */

const char *lap_plugin_change_get_name(LapPluginChange change)
{
  static const char *const names[] = {[LAP_PLUGIN_NEW] = "new",
                                      [LAP_PLUGIN_CHANGED] = "changed",
                                      [LAP_PLUGIN_BROKEN] = "broken",
                                      [LAP_PLUGIN_GONE] = "gone"};
  return names[change];
}

/* Everything that callers know of a plugin; "!" first if it is unavailable. */
static char *describe(const LapPluginRecord *record)
{
  const LapPluginInfo *info = &record->info;
  const char *keyfile = record->keyfile ? record->keyfile->text : "";
  if (info->error) return g_strdup_printf("!%s %s %s", info->build ? info->build : "", info->error->message, keyfile);
  GString *text = g_string_new(info->keyfile);
  for (guint i = 0; i < record->chain->len; i++)
    g_string_append_printf(text, " %s", ((LapBuild *)g_ptr_array_index(record->chain, i))->hash);
  return g_string_free(text, FALSE);
}

/* Emits "plugin-changed" if something has happened to the plugin since the last emission. Returns whether it has. */
static gboolean emit_change(LapRegistry *registry, const LapPluginRecord *record)
{
  const char *before = g_hash_table_lookup(registry->news, record->id);
  g_autofree char *now = describe(record);
  if (g_strcmp0(before, now) == 0) return FALSE;
  LapPluginChange change = *now == '!' ? LAP_PLUGIN_BROKEN : before ? LAP_PLUGIN_CHANGED : LAP_PLUGIN_NEW;
  g_hash_table_insert(registry->news, g_strdup(record->id), g_steal_pointer(&now));
  g_signal_emit(registry, signals[PLUGIN_CHANGED], 0, record->id, change);
  return TRUE;
}

static gboolean emit_gone(LapRegistry *registry)
{
  gboolean any = FALSE;
  g_autofree char **ids = (char **)g_hash_table_get_keys_as_array(registry->news, NULL);
  for (char **id = ids; *id; id++) {
    if (lap_plugin_record_find(registry->records, *id)) continue;
    g_autofree char *gone = g_strdup(*id);
    g_hash_table_remove(registry->news, gone);
    g_signal_emit(registry, signals[PLUGIN_CHANGED], 0, gone, LAP_PLUGIN_GONE);
    any = TRUE;
  }
  return any;
}

/* Emits the changes of all plugins, except those that are still being probed. */
static void emit_changes(LapRegistry *registry)
{
  gboolean any = emit_gone(registry);
  for (guint i = 0; i < registry->records->len; i++) {
    const LapPluginRecord *record = g_ptr_array_index(registry->records, i);
    if (record->settled) any |= emit_change(registry, record);
  }
  if (any) g_signal_emit(registry, signals[SETTLED], 0);
}

/* -- Scanning -- */

/* What is not settled yet stays as it was before. */
static void keep_running(const LapRegistry *registry, GPtrArray *records)
{
  for (guint i = 0; i < records->len; i++) {
    LapPluginRecord *record = g_ptr_array_index(records, i);
    const LapPluginRecord *before = lap_plugin_record_find(registry->records, record->id);
    if (!record->settled) lap_plugin_record_use(record, before ? before->chain : NULL);
  }
}

static void take_scan(LapRegistry *registry, LapScan *scan, LapScanFunc on_verdict)
{
  lap_scan_start(scan, on_verdict, registry);
  keep_running(registry, lap_scan_get_records(scan));
  g_ptr_array_unref(registry->records);
  registry->records = g_ptr_array_ref(lap_scan_get_records(scan));
  if (registry->scan) registry->probes += lap_scan_get_probes(registry->scan);
  g_clear_pointer(&registry->scan, lap_scan_free);
  registry->scan = scan;
}

static void on_any_verdict(gpointer registry G_GNUC_UNUSED) {}

static gboolean is_done(const LapRegistry *registry) { return lap_scan_is_done(registry->scan); }

/* What was made of former builds, and nobody needs any more. */
static void prune(void)
{
  lap_copies_prune();
  lap_cache_prune();
}

void lap_registry_scan(LapRegistry *registry)
{
  g_autoptr(GMainContext) context = g_main_context_new();
  g_main_context_push_thread_default(context);
  take_scan(registry, lap_scan_new(lap_registry_get_path(registry), registry->program), on_any_verdict);
  while (!is_done(registry)) g_main_context_iteration(context, TRUE);
  g_main_context_pop_thread_default(context);
  emit_changes(registry);
  if (lap_scan_get_probes(registry->scan) > 0) prune();
}

/* Folders of plugins that were not there before are watched from now on. */
static void watch_folders(LapRegistry *registry)
{
  if (registry->watch) lap_watch_set(registry->watch, lap_registry_get_path(registry), registry->records);
}

static void begin(LapRegistry *registry);

static void end_if_done(LapRegistry *registry)
{
  if (!registry->scanning || !is_done(registry)) return;
  registry->scanning = FALSE;
  prune();
  g_autoptr(GPtrArray) waiting = g_steal_pointer(&registry->waiting);
  registry->waiting = g_steal_pointer(&registry->next);
  registry->next = g_ptr_array_new_with_free_func(g_object_unref);
  if (registry->waiting->len) begin(registry);
  for (guint i = 0; i < waiting->len; i++) g_task_return_boolean(g_ptr_array_index(waiting, i), TRUE);
}

static void on_verdict(gpointer data)
{
  g_autoptr(LapRegistry) registry = g_object_ref(data);
  emit_changes(registry);
  end_if_done(registry);
}

static void look(GTask *task, gpointer source, gpointer data G_GNUC_UNUSED, GCancellable *cancellable G_GNUC_UNUSED)
{
  const LapRegistry *registry = source;
  LapScan *scan = lap_scan_new((const char *const *)registry->path, registry->program);
  g_task_return_pointer(task, scan, (GDestroyNotify)lap_scan_free);
}

static void on_looked(GObject *source, GAsyncResult *result, gpointer data G_GNUC_UNUSED)
{
  LapRegistry *registry = LAP_REGISTRY(source);
  take_scan(registry, g_task_propagate_pointer(G_TASK(result), NULL), on_verdict);
  watch_folders(registry);
  emit_changes(registry);
  end_if_done(registry);
}

static void begin(LapRegistry *registry)
{
  registry->scanning = TRUE;
  g_autoptr(GTask) task = g_task_new(registry, NULL, on_looked, NULL);
  g_task_run_in_thread(task, look);
}

/* Whether a scan is under way, or plugins are still being probed. */
static gboolean is_busy(const LapRegistry *registry) { return registry->scanning || !is_done(registry); }

void lap_registry_scan_async(LapRegistry *registry, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new(registry, NULL, callback, data);
  gboolean busy = is_busy(registry);
  g_ptr_array_add(busy ? registry->next : registry->waiting, task);
  if (!busy) begin(registry);
}

void lap_registry_scan_finish(LapRegistry *registry, GAsyncResult *result)
{
  g_return_if_fail(g_task_is_valid(result, registry));
  g_task_propagate_boolean(G_TASK(result), NULL);
}

static void on_change(gpointer registry) { lap_registry_scan_async(registry, NULL, NULL); }

void lap_registry_watch(LapRegistry *registry)
{
  if (!registry->watch) registry->watch = lap_watch_new(on_change, registry);
  watch_folders(registry);
}

/* -- Life -- */

static LapRegistry *new_registry(const char *const *path)
{
  LapRegistry *registry = g_object_new(LAP_TYPE_REGISTRY, NULL);
  registry->path = path ? lap_search_normalise_path(path) : lap_search_get_default_path();
  registry->program = lap_search_get_probe();
  registry->isolation = lap_isolation_get_default();
  return registry;
}

LapRegistry *lap_registry_new(const char *const *path)
{
  LapRegistry *registry = new_registry(path);
  lap_registry_scan(registry);
  return registry;
}

static gboolean on_impatient(gpointer data)
{
  *(gboolean *)data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the main context until something has happened, at most for `patience`. FALSE: nothing has. */
static gboolean wait_for_verdict(LapRegistry *registry, guint patience)
{
  GMainContext *context = g_main_context_get_thread_default();
  gboolean impatient = FALSE;
  guint before = lap_scan_count_settled(registry->scan);
  g_autoptr(GSource) source = g_timeout_source_new(patience);
  g_source_set_callback(source, on_impatient, &impatient, NULL);
  g_source_attach(source, context);
  while (!impatient && lap_scan_count_settled(registry->scan) == before) g_main_context_iteration(context, TRUE);
  g_source_destroy(source);
  return !impatient;
}

LapRegistry *lap_registry_new_for_server(const char *const *path, guint patience)
{
  LapRegistry *registry = new_registry(path);
  take_scan(registry, lap_scan_new(lap_registry_get_path(registry), registry->program), on_verdict);
  registry->scanning = TRUE;
  while (!is_done(registry) && wait_for_verdict(registry, patience)) continue;
  emit_changes(registry);
  end_if_done(registry);
  return registry;
}

void lap_registry_set_isolation(LapRegistry *registry, LapIsolation isolation) { registry->isolation = isolation; }

/* -- Listing -- */

GPtrArray *lap_registry_list(LapRegistry *registry) { return registry->records; }

const LapPluginInfo *lap_registry_find(LapRegistry *registry, const char *id)
{
  LapPluginRecord *record = lap_plugin_record_find(registry->records, id);
  return record ? &record->info : NULL;
}

const char *const *lap_registry_get_folders(LapRegistry *registry, const char *id)
{
  LapPluginRecord *record = lap_plugin_record_find(registry->records, id);
  return record ? (const char *const *)record->folders : NULL;
}

const char *const *lap_registry_get_copies(LapRegistry *registry, const char *id)
{
  LapPluginRecord *record = lap_plugin_record_find(registry->records, id);
  return record ? (const char *const *)record->copies : NULL;
}

guint lap_registry_get_probes(LapRegistry *registry) { return registry->probes + lap_scan_get_probes(registry->scan); }

/* -- Loading -- */

static LapPluginRecord *find_usable(LapRegistry *registry, const char *id, GError **error)
{
  LapPluginRecord *record = lap_plugin_record_find(registry->records, id);
  if (record && !record->info.error) return record;
  if (record) {
    g_propagate_error(error, g_error_copy(record->info.error));
  } else {
    g_autofree char *path = g_strjoinv(", ", registry->path);
    g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND, "there is no plugin \"%s\" in %s", id, path);
  }
  return NULL;
}

LapGame *lap_registry_load(LapRegistry *registry, const char *id, GError **error)
{
  LapPluginRecord *record = find_usable(registry, id, error);
  if (!record) return NULL;
  g_autofree char *rules = lap_build_chain_rules(record->chain);
  LapGame *game = g_hash_table_lookup(registry->games, rules);
  if (game) return lap_game_ref(game);
  game = lap_isolation_load(registry->isolation, record->chain, error);
  if (game) g_hash_table_insert(registry->games, g_steal_pointer(&rules), lap_game_ref(game));
  return game;
}

/* -- Former builds -- */

static GPtrArray *find_copies(const char *const *rules, GError **error)
{
  g_autoptr(GPtrArray) chain = g_ptr_array_new_with_free_func((GDestroyNotify)lap_build_unref);
  for (; *rules && chain->len < LAP_LEVELS_MAX; rules++) {
    LapBuild *build = lap_copy_find(*rules);
    if (build) {
      g_ptr_array_add(chain, build);
      continue;
    }
    g_set_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND, "there is no copy of the build %.12s any more",
                *rules);
    return NULL;
  }
  return g_steal_pointer(&chain);
}

typedef struct {
  GPtrArray *chain; /* LapBuild */
  const char *stamp;
  gboolean done;
  GError *error;
} Trial;

static void on_tried(LapProbeVerdict verdict, GBytes *manifest, GError *error, gpointer data)
{
  Trial *trial = data;
  trial->done = TRUE;
  trial->error = error;
  lap_build_set_manifest(trial->chain, manifest);
  lap_cache_store(trial->stamp, trial->chain, verdict, manifest, error);
}

/* Waits for the probe: once for each chain that this user's hosts have not tried. */
static gboolean try_chain(LapRegistry *registry, GPtrArray *chain, const char *stamp, GError **error)
{
  Trial trial = {.chain = chain, .stamp = stamp};
  g_autoptr(GMainContext) context = g_main_context_new();
  g_main_context_push_thread_default(context);
  LapProbe *probe = lap_probe_start(registry->program, chain, on_tried, &trial, error);
  while (probe && !trial.done) g_main_context_iteration(context, TRUE);
  g_main_context_pop_thread_default(context);
  registry->probes++;
  if (trial.error) g_propagate_error(error, trial.error);
  return probe && !trial.error;
}

static gboolean is_fine(LapRegistry *registry, GPtrArray *chain, GError **error)
{
  g_autofree char *stamp = lap_cache_stamp(chain, registry->program);
  g_autoptr(GError) verdict = NULL;
  g_autoptr(GBytes) manifest = NULL;
  if (!lap_cache_find(stamp, &manifest, &verdict)) return try_chain(registry, chain, stamp, error);
  lap_build_set_manifest(chain, manifest);
  if (!verdict) return TRUE;
  g_propagate_error(error, g_steal_pointer(&verdict));
  return FALSE;
}

LapGame *lap_registry_load_rules(LapRegistry *registry, const char *const *rules, char ***copies, GError **error)
{
  g_autofree char *key = g_strjoinv(" ", (char **)rules);
  g_autoptr(GPtrArray) chain = find_copies(rules, error);
  if (!chain || !chain->len) return NULL;
  LapGame *game = g_hash_table_lookup(registry->games, key);
  if (game)
    lap_game_ref(game);
  else if (is_fine(registry, chain, error) && (game = lap_isolation_load(registry->isolation, chain, error)))
    g_hash_table_insert(registry->games, g_steal_pointer(&key), lap_game_ref(game));
  if (game) *copies = lap_build_get_folders(chain);
  return game;
}

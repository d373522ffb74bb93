#include "watch.h"

#define STILL 250       /* ms */
#define LATEST 2000     /* ms */
#define FOLDERS_MAX 500 /* users may have some 8,000 watches in all */

struct LapWatch {
  GMainContext *context;
  GHashTable *monitors; /* folder → GFileMonitor */
  void (*changed)(gpointer);
  gpointer data;
  GSource *still; /* or NULL: nothing has changed */
  gint64 since;   /* us: when the first thing changed */
  gboolean blind; /* a folder cannot be watched, and the log has it */
};

static void stop_waiting(LapWatch *watch)
{
  if (!watch->still) return;
  g_source_destroy(watch->still);
  g_clear_pointer(&watch->still, g_source_unref);
}

static gboolean on_still(gpointer data)
{
  LapWatch *watch = data;
  stop_waiting(watch);
  watch->changed(watch->data);
  return G_SOURCE_REMOVE;
}

static void on_event(LapWatch *watch)
{
  gint64 now = g_get_monotonic_time();
  if (!watch->still) watch->since = now;
  gint64 left = LATEST - (now - watch->since) / 1000;
  stop_waiting(watch);
  watch->still = g_timeout_source_new((guint)CLAMP(left, 0, STILL));
  g_source_set_callback(watch->still, on_still, watch, NULL);
  g_source_attach(watch->still, watch->context);
}

static void free_monitor(gpointer monitor)
{
  g_file_monitor_cancel(monitor);
  g_object_unref(monitor);
}

LapWatch *lap_watch_new(void (*changed)(gpointer), gpointer data)
{
  LapWatch *watch = g_new0(LapWatch, 1);
  watch->context = g_main_context_ref_thread_default();
  watch->monitors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_monitor);
  watch->changed = changed;
  watch->data = data;
  return watch;
}

void lap_watch_free(LapWatch *watch)
{
  stop_waiting(watch);
  g_hash_table_unref(watch->monitors);
  g_main_context_unref(watch->context);
  g_free(watch);
}

/* -- Which folders -- */

static void add_folder(GHashTable *folders, const char *folder)
{
  if (g_hash_table_size(folders) < FOLDERS_MAX) g_hash_table_add(folders, g_strdup(folder));
}

static void add_inner(GHashTable *folders, const char *folder, const char *name)
{
  g_autofree char *inner = g_build_filename(folder, name, NULL);
  if (g_file_test(inner, G_FILE_TEST_IS_DIR)) add_folder(folders, inner);
}

/* A folder that is not there may come. */
static void add_root(GHashTable *folders, const char *root)
{
  g_autoptr(GDir) dir = g_dir_open(root, 0, NULL);
  add_folder(folders, root);
  for (const char *name; dir && (name = g_dir_read_name(dir));) add_inner(folders, root, name);
}

static void add_plugin(GHashTable *folders, const LapPluginRecord *record)
{
  add_folder(folders, record->folder);
  add_inner(folders, record->folder, "data");
  add_inner(folders, record->folder, "text");
  add_inner(folders, record->folder, "pictures");
}

/* Something may have come since the folder was looked at. */
static void start(LapWatch *watch, const char *folder)
{
  g_autoptr(GFile) file = g_file_new_for_path(folder);
  g_autoptr(GError) error = NULL;
  GFileMonitor *monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, NULL, &error);
  if (!monitor) {
    if (!watch->blind) g_warning("%s: it cannot be watched: %s; scan plugins after changes", folder, error->message);
    watch->blind = TRUE;
    return;
  }
  g_signal_connect_swapped(monitor, "changed", G_CALLBACK(on_event), watch);
  g_hash_table_insert(watch->monitors, g_strdup(folder), monitor);
  on_event(watch);
}

static gboolean is_not_among(gpointer folder, gpointer monitor G_GNUC_UNUSED, gpointer folders)
{
  return !g_hash_table_contains(folders, folder);
}

void lap_watch_set(LapWatch *watch, const char *const *path, GPtrArray *records)
{
  GHashTableIter iter;
  gpointer folder;
  g_autoptr(GHashTable) folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < records->len; i++) add_plugin(folders, g_ptr_array_index(records, i));
  for (; *path; path++) add_root(folders, *path);
  g_hash_table_foreach_remove(watch->monitors, is_not_among, folders);
  g_hash_table_iter_init(&iter, folders);
  while (g_hash_table_iter_next(&iter, &folder, NULL))
    if (!g_hash_table_contains(watch->monitors, folder)) start(watch, folder);
}

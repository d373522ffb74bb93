/* Watching: what happens to plugins' files is noticed once it has settled, or has not settled for long. */
#include "folders.h"
#include "host/plugins/chain.h"
#include "host/plugins/watch.h"

enum { STEP = 50 /* ms */, STEPS_MAX = 400 };

typedef struct {
  char *folder;
  LapWatch *watch;
  guint changes, steps;
  const char *written; /* the folder that is written to in each step, or NULL */
} Watched;

static void count_change(gpointer data) { ((Watched *)data)->changes++; }

static gboolean step(gpointer data)
{
  Watched *watched = data;
  g_autofree char *text = g_strdup_printf("{\"step\": %u}", ++watched->steps);
  if (watched->written) write_file(watched->written, "more.json", text);
  return G_SOURCE_CONTINUE;
}

/* Whether a change is reported, while time goes by. */
static gboolean is_noticed(Watched *watched)
{
  guint timer = g_timeout_add(STEP, step, watched);
  watched->changes = watched->steps = 0;
  while (!watched->changes && watched->steps < STEPS_MAX) g_main_context_iteration(NULL, TRUE);
  g_source_remove(timer);
  return watched->changes > 0;
}

static Watched watch_good(void)
{
  Watched watched = {.folder = make_folder("plugins")};
  copy_good(watched.folder);
  return watched;
}

/* A folder that has just come to be watched counts as changed. */
static void start(Watched *watched)
{
  g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func((GDestroyNotify)lap_plugin_record_free);
  const char *const path[] = {NULL};
  g_ptr_array_add(records, lap_plugin_record_new(watched->folder, "good.plugin"));
  watched->watch = lap_watch_new(count_change, watched);
  lap_watch_set(watched->watch, path, records);
  g_assert_true(is_noticed(watched));
}

static void end(Watched *watched)
{
  lap_watch_free(watched->watch);
  remove_folder(watched->folder);
  g_free(watched->folder);
}

static void what_changes_is_noticed_where_plugins_have_files(void)
{
  static const char *const inner[] = {"", "data", "text", "pictures"};
  for (gsize i = 0; i < G_N_ELEMENTS(inner); i++) {
    Watched watched = watch_good();
    g_autofree char *folder = g_build_filename(watched.folder, inner[i], NULL);
    g_mkdir_with_parents(folder, 0700);
    start(&watched);
    write_file(folder, "more.json", "{}");
    g_assert_true(is_noticed(&watched));
    end(&watched);
  }
}

static void what_never_settles_is_noticed_all_the_same(void)
{
  Watched watched = watch_good();
  start(&watched);
  watched.written = watched.folder;
  g_assert_true(is_noticed(&watched));
  end(&watched);
}

int main(int argc, char **argv)
{
  g_autofree char *cache = make_cache();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/watch/what-changes-is-noticed-where-plugins-have-files",
                  what_changes_is_noticed_where_plugins_have_files);
  g_test_add_func("/watch/what-never-settles-is-noticed-all-the-same", what_never_settles_is_noticed_all_the_same);
  int result = g_test_run();
  remove_folder(cache);
  return result;
}

/* Workers that have nothing to do: few of them, and not for ever. */
#include "games.h"
#include "host/plugins/worker-pool.h"

#define CHAINS 8

/* The processes that this one has started. */
static guint count_workers(void)
{
  g_autoptr(GDir) tasks = g_dir_open("/proc/self/task", 0, NULL);
  guint n = 0;
  for (const char *task; (task = g_dir_read_name(tasks));) {
    g_autofree char *file = g_strdup_printf("/proc/self/task/%s/children", task), *text = NULL;
    if (!g_file_get_contents(file, &text, NULL, NULL)) continue;
    for (const char *at = text; (at = strchr(at, ' ')); at++) n++;
  }
  return n;
}

/* They are stopped by a thread, some time. */
static void wait_until_at_most(guint most)
{
  for (guint i = 0; i < 600 && count_workers() > most; i++) g_usleep(50000);
  g_assert_cmpuint(count_workers(), <=, most);
}

typedef struct {
  LapRegistry *registry;
  LapEngine *engine[CHAINS]; /* of games whose rules run in workers */
} Table;

static void set_up(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  table->registry = lap_registry_new(NULL);
  lap_registry_set_isolation(table->registry, LAP_ISOLATION_ALL);
  GPtrArray *list = lap_registry_list(table->registry);
  guint n = 0;
  for (guint i = 0; i < list->len && n < CHAINS; i++) {
    g_autoptr(LapGame) game = lap_registry_load(table->registry, ((LapPluginInfo *)list->pdata[i])->id, NULL);
    if (game) table->engine[n++] = lap_engine_new(game, game->seats_min, NULL, NULL);
  }
  g_assert_cmpuint(n, ==, CHAINS);
}

static void tear_down(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  for (guint i = 0; i < CHAINS; i++) lap_engine_free(table->engine[i]);
  g_object_unref(table->registry);
  wait_until_at_most(0);
}

static void ask(LapEngine *engine)
{
  g_autoptr(LapBlock) block = lap_block_new(engine);
  g_assert_cmpint(lap_engine_start(engine, block, 1), ==, LAP_MOVE_MADE);
}

static void test_number(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  lap_worker_pool_set_limits(3, G_MAXUINT);
  for (guint i = 0; i < CHAINS; i++) ask(table->engine[i]);
  wait_until_at_most(3);
  for (guint i = CHAINS - 3; i < CHAINS; i++) ask(table->engine[i]); /* those are there that were used last */
  g_assert_cmpuint(count_workers(), ==, 3);
  ask(table->engine[0]);
}

static void test_time(Table *table, gconstpointer data G_GNUC_UNUSED)
{
  lap_worker_pool_set_limits(16, G_MAXUINT);
  for (guint i = 0; i < 4; i++) ask(table->engine[i]);
  g_assert_cmpuint(count_workers(), ==, 4);
  lap_worker_pool_set_limits(16, 1);
  wait_until_at_most(0);
  ask(table->engine[0]);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/workers/the-longest-idle-is-stopped-where-there-are-too-many", Table, NULL, set_up, test_number,
             tear_down);
  g_test_add("/workers/one-that-nobody-needs-ends", Table, NULL, set_up, test_time, tear_down);
  return g_test_run();
}

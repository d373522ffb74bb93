/* What two nodes of a store in PostgreSQL do to each other's matches: each is one node's at a time, what others have
 * written since is read anew, and a node that hangs keeps nobody waiting. */
#include "cluster.h"
#include "host/store/node.h"

static Cluster *cluster;

typedef struct {
  char *url;
  LapStore *one, *two;
} Nodes;

static LapStore *join(const char *url, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *address = g_strdup_printf("ws://%s/ws", name);
  LapStore *store = lap_store_open_as_node(url, name, address, &error);
  g_assert_no_error(error);
  return store;
}

static void append(LapStore *store, const char *id, guint64 index)
{
  g_autoptr(GError) error = NULL;
  lap_store_append(store, id, index, index == 1 ? "{\"first\":1}" : "{}", LAP_STORED_RUNNING, 5, &error);
  g_assert_no_error(error);
}

static void commit(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  lap_store_commit(store, &error);
  g_assert_no_error(error);
}

static void create(LapStore *store, const char *id)
{
  const LapStored stored = {.id = (char *)id,
                            .game = (char *)"game",
                            .header = (char *)"{}",
                            .seats = (char *)"[]",
                            .created = 1,
                            .changed = 1,
                            .state = LAP_STORED_RUNNING};
  g_autoptr(GError) error = NULL;
  lap_store_create(store, &stored, &error);
  g_assert_no_error(error);
}

static void renew(LapStore *store)
{
  g_autoptr(GError) error = NULL;
  gboolean lost;
  g_autoptr(GPtrArray) taken = lap_store_renew(store, &lost, &error);
  g_assert_no_error(error);
  g_assert_false(lost);
}

static void claim(LapStore *store, const char *id)
{
  g_autoptr(GError) error = NULL;
  lap_store_claim(store, id, NULL, &error);
  g_assert_no_error(error);
}

static void give_back(LapStore *store, const char *id)
{
  lap_store_release(store, id);
  renew(store);
}

static void assert_entries(LapStore *store, const char *id, guint n)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) entries = lap_store_entries(store, id, 0, G_MAXUINT64, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(entries->len, ==, n);
}

static void sql(const Nodes *nodes, const char *statement) { g_free(cluster_sql(cluster, nodes->url, statement)); }

/* As if it had not said for five seconds that it is there. */
static void make_late(const Nodes *nodes)
{
  sql(nodes, "UPDATE lapidary.owner SET until = now() - interval '1 second' WHERE name = 'one'");
}

/* A match with one entry, which the first node has had and given back. */
static void begin(const Nodes *nodes, const char *id)
{
  create(nodes->one, id);
  append(nodes->one, id, 1);
  commit(nodes->one);
  give_back(nodes->one, id);
}

/* --- tests */

static void test_read_anew(Nodes *nodes)
{
  begin(nodes, "oak");
  begin(nodes, "ash");
  claim(nodes->two, "oak");
  append(nodes->two, "oak", 2);
  commit(nodes->two);
  give_back(nodes->two, "oak");

  claim(nodes->one, "ash"); /* in the transaction with which it goes on */
  append(nodes->one, "ash", 2);
  claim(nodes->one, "oak");
  assert_entries(nodes->one, "oak", 2);
  append(nodes->one, "oak", 3);
  commit(nodes->one);
  assert_entries(nodes->one, "oak", 3);
  assert_entries(nodes->one, "ash", 2);
}

static void test_removed(Nodes *nodes)
{
  g_autoptr(GError) error = NULL;
  begin(nodes, "oak");
  claim(nodes->two, "oak");
  lap_store_remove(nodes->two, "oak", &error);
  g_assert_no_error(error);
  commit(nodes->two);
  claim(nodes->one, "oak"); /* there is none, and it may be created again */
  create(nodes->one, "oak");
  append(nodes->one, "oak", 1);
  commit(nodes->one);
  assert_entries(nodes->one, "oak", 1);
}

/* The server has the entry of the first node, in a transaction that is not committed. */
static void test_fenced_in_a_batch(Nodes *nodes)
{
  g_autoptr(GError) error = NULL;
  begin(nodes, "oak");
  claim(nodes->one, "oak");
  append(nodes->one, "oak", 2);
  assert_entries(nodes->one, "oak", 2);
  make_late(nodes);
  claim(nodes->two, "oak");
  assert_entries(nodes->two, "oak", 1);
  append(nodes->two, "oak", 2);
  commit(nodes->two);
  g_assert_false(lap_store_commit(nodes->one, &error));
  g_clear_error(&error);
  gboolean lost;
  g_autoptr(GPtrArray) taken = lap_store_renew(nodes->one, &lost, &error);
  g_assert_no_error(error);
  g_assert_true(lost);
  g_assert_false(lap_store_claim(nodes->one, "oak", NULL, &error));
  g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_FENCED);
  append(nodes->two, "oak", 3);
  commit(nodes->two);
}

static void test_replaced(Nodes *nodes)
{
  g_autoptr(GError) error = NULL;
  begin(nodes, "oak");
  make_late(nodes);
  g_autoptr(LapStore) successor = join(nodes->url, "one");
  claim(successor, "oak");
  append(successor, "oak", 2);
  commit(successor);
  g_assert_false(lap_store_check(nodes->one, &error));
}

/* --- */

typedef struct {
  const char *name;
  void (*run)(Nodes *nodes);
} NodesTest;

static void assert_refused(const char *url, const char *name, int code)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStore) store = lap_store_open_as_node(url, name, "ws://one/ws", &error);
  g_assert_null(store);
  g_assert_error(error, LAP_STORE_ERROR, code);
}

/* Before there is anything to leave. */
static void test_never_opened(Nodes *nodes)
{
  assert_refused("postgresql://ada:b1rch%ZZbark@host/club", "three", LAP_STORE_ERROR_URL);
  assert_refused("postgresql:host=/nowhere", "three", LAP_STORE_ERROR_IO);
  assert_refused("sqlite:/nowhere", "three", LAP_STORE_ERROR_URL);
  assert_refused(nodes->url, "one two", LAP_STORE_ERROR_INVALID);
}

static void with_nodes(gconstpointer test)
{
  if (!cluster) cluster = cluster_new(NULL);
  if (!cluster) return;
  g_autofree char *url = cluster_make_store(cluster);
  Nodes nodes = {.url = url, .one = join(url, "one"), .two = join(url, "two")};
  ((const NodesTest *)test)->run(&nodes);
  g_object_unref(nodes.one);
  g_object_unref(nodes.two);
}

int main(int argc, char **argv)
{
  static const NodesTest tests[] = {
      {"what-another-node-has-written-is-read-anew-in-a-transaction-too", test_read_anew},
      {"what-another-node-has-removed-can-be-created-again", test_removed},
      {"one-that-hangs-in-a-transaction-keeps-nobody-waiting", test_fenced_in_a_batch},
      {"one-that-cannot-be-opened-says-why", test_never_opened},
      {"one-that-hangs-is-replaced-by-another-of-its-name", test_replaced},
  };
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(tests); i++) {
    g_autofree char *path = g_strdup_printf("/store/nodes/%s", tests[i].name);
    g_test_add_data_func(path, &tests[i], with_nodes);
  }
  int result = g_test_run();
  if (cluster) cluster_free(cluster);
  return result;
}

/* Searches on several threads: what they find out together follows from the seed, and from no timing. */
#include "fixtures.h"
#include "games.h"
#include "host/bots/parallel.h"

#define TREE_BYTES (1u << 20)
#define SEATS 3
#define THREADS 3
#define ITERATIONS 300
#define TIMES 5

typedef struct {
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  LapWorlds *worlds;
  LapParallel *parallel;
  LapActions legal;
} Table;

/* A new match, in which seat 0 has a decision. */
static void table_init(Table *table, guint threads)
{
  table->game = fixture_game(1);
  table->engine = lap_engine_new(table->game, SEATS, NULL, NULL);
  table->block = lap_block_new(table->engine);
  lap_engine_start(table->engine, table->block, 1);
  table->worlds = lap_worlds_new(table->game, SEATS, NULL, 0, NULL);
  table->parallel = lap_parallel_new(table->worlds, threads, TREE_BYTES);
  table->legal = (LapActions){0};
}

static void table_clear(Table *table)
{
  g_free(table->legal.v);
  lap_parallel_free(table->parallel);
  lap_worlds_free(table->worlds);
  lap_block_free(table->block);
  lap_engine_free(table->engine);
  lap_game_unref(table->game);
}

static void look(Table *table)
{
  g_free(table->legal.v);
  table->legal = *lap_engine_legal(table->engine, table->block, 0);
  table->legal.v = g_memdup2(table->legal.v, table->legal.n * sizeof *table->legal.v);
  g_assert_cmpuint(table->legal.n, >=, 2);
  g_assert_true(lap_worlds_look(table->worlds, table->block));
}

static guint think(Table *table, LapGenerator *chooser)
{
  const LapBudget budget = {.iterations = ITERATIONS, .whole = TRUE};
  look(table);
  g_assert_true(lap_parallel_think(table->parallel, &table->legal, &budget, chooser));
  return lap_parallel_choose(table->parallel, chooser);
}

/* A move of two decisions: with what is known of the first, the second is thought of. Returns all that came of it. */
static GArray *think_twice(guint threads, guint64 seed)
{
  Table table;
  LapGenerator chooser = lap_generator_seeded(seed);
  GArray *found = g_array_new(FALSE, FALSE, sizeof(LapChoice));
  table_init(&table, threads);
  guint choice = think(&table, &chooser);
  g_array_append_vals(found, lap_parallel_choices(table.parallel)->data, lap_parallel_choices(table.parallel)->len);
  g_assert_cmpint(lap_engine_apply(table.engine, table.block, &table.legal.v[choice]), ==, LAP_MOVE_MORE);
  think(&table, &chooser);
  g_array_append_vals(found, lap_parallel_choices(table.parallel)->data, lap_parallel_choices(table.parallel)->len);
  table_clear(&table);
  return found;
}

static gboolean are_same(const GArray *a, const GArray *b)
{
  if (a->len != b->len) return FALSE;
  for (guint i = 0; i < a->len; i++) {
    const LapChoice *x = &g_array_index(a, LapChoice, i), *y = &g_array_index(b, LapChoice, i);
    if (!lap_same_action(&x->action, &y->action) || x->visits != y->visits || x->value != y->value) return FALSE;
  }
  return TRUE;
}

static void test_same(void)
{
  g_autoptr(GArray) first = think_twice(THREADS, 1);
  g_autoptr(GArray) other = think_twice(THREADS, 2);
  g_assert_false(are_same(first, other));
  for (guint i = 0; i < TIMES; i++) {
    g_autoptr(GArray) again = think_twice(THREADS, 1);
    g_assert_true(are_same(first, again));
  }
}

static void test_one(void)
{
  Table table;
  table_init(&table, 1);
  LapGenerator chooser = lap_generator_seeded(1), alone = chooser;
  const LapBudget budget = {.iterations = ITERATIONS, .whole = TRUE};
  g_autoptr(LapSearch) search = lap_search_new(table.worlds, TREE_BYTES);
  guint choice = think(&table, &chooser);
  g_assert_true(lap_search_think(search, &table.legal, &budget, &alone));
  g_assert_true(are_same(lap_parallel_choices(table.parallel), lap_search_choices(search)));
  g_assert_cmpuint(choice, ==, lap_search_choose(search, &alone));
  g_assert_cmphex(chooser.state, ==, alone.state);
  table_clear(&table);
}

static void test_more(void)
{
  Table table;
  LapGenerator chooser = lap_generator_seeded(1);
  table_init(&table, THREADS);
  think(&table, &chooser);
  g_assert_cmpuint(lap_parallel_iterations(table.parallel), ==, THREADS * ITERATIONS);
  table_clear(&table);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/parallel/the-same-seed-finds-the-same", test_same);
  g_test_add_func("/parallel/one-thread-is-a-search", test_one);
  g_test_add_func("/parallel/each-thread-has-the-whole-budget", test_more);
  return g_test_run();
}

/* Choices made at once: the search plays throws.c, whose equilibrium is known. */
#include "fixtures.h"
#include "games.h"
#include "host/bots/search.h"

#define TREE_BYTES (1u << 20)
#define THROWS 3
#define TIMES 400
#define NEAR 0.06

/* Rock, paper, scissors. */
static const double equilibrium[THROWS] = {FIXTURE_SCISSORS_WIN, FIXTURE_ROCK_WINS, FIXTURE_PAPER_WINS};

typedef struct {
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  LapWorlds *worlds;
  LapActions legal;
} Table;

static LapGame *link_throws(void)
{
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_game_link(&(LapSource){.plugin = &throws_plugin}, 1, &error);
  g_assert_no_error(error);
  return game;
}

/* Takes the game. Seat 0 has a decision. */
static void table_init(Table *table, LapGame *game)
{
  table->game = game;
  table->engine = lap_engine_new(table->game, 2, NULL, NULL);
  table->block = lap_block_new(table->engine);
  lap_engine_start(table->engine, table->block, 1);
  table->worlds = lap_worlds_new(table->game, 2, NULL, 0, NULL);
  g_assert_true(lap_worlds_look(table->worlds, table->block));
  table->legal = *lap_engine_legal(table->engine, table->block, 0);
  g_assert_cmpuint(table->legal.n, >=, 2);
}

static void table_clear(Table *table)
{
  lap_worlds_free(table->worlds);
  lap_block_free(table->block);
  lap_engine_free(table->engine);
  lap_game_unref(table->game);
}

static double difference(const double *shares)
{
  double sum = 0, largest = 0;
  for (guint i = 0; i < THROWS; i++) sum += equilibrium[i];
  for (guint i = 0; i < THROWS; i++) largest = MAX(largest, ABS(shares[i] - equilibrium[i] / sum));
  return largest;
}

/* Thinks anew TIMES times, each for so many iterations, and sets how often each throw was chosen. */
static void choose(const Table *table, gboolean mixed, guint32 iterations, double *shares)
{
  const LapBudget budget = {.iterations = iterations};
  LapGenerator chooser = lap_generator_seeded(iterations);
  for (guint i = 0; i < THROWS; i++) shares[i] = 0;
  for (guint i = 0; i < TIMES; i++) {
    g_autoptr(LapSearch) search = lap_search_new(table->worlds, TREE_BYTES);
    lap_search_set_mixed(search, mixed);
    g_assert_true(lap_search_think(search, &table->legal, &budget, &chooser));
    shares[lap_search_choose(search, &chooser)] += 1.0 / TIMES;
  }
  g_test_message("%s, %u iterations: rock %.2f, paper %.2f, scissors %.2f", mixed ? "mixed" : "UCB1", iterations,
                 shares[0], shares[1], shares[2]);
}

static void test_strategy(void)
{
  Table table;
  table_init(&table, link_throws());
  const LapBudget budget = {.iterations = 30000};
  LapGenerator chooser = lap_generator_seeded(1);
  g_autoptr(LapSearch) search = lap_search_new(table.worlds, TREE_BYTES);
  g_assert_true(lap_search_think(search, &table.legal, &budget, &chooser));
  const GArray *choices = lap_search_choices(search);
  double shares[THROWS];
  for (guint i = 0; i < THROWS; i++) {
    const LapChoice *choice = &g_array_index(choices, LapChoice, i);
    shares[i] = choice->visits / (double)budget.iterations;
    g_test_message("%u: %.3f, worth %.3f", i, shares[i], choice->value);
    g_assert_cmpfloat(ABS(choice->value - 0.5f), <, 0.07f); /* each is worth the same, but for contempt (rewards.h) */
  }
  g_assert_cmpfloat(difference(shares), <, NEAR);
  table_clear(&table);
}

static void test_choice(void)
{
  Table table;
  double shares[THROWS];
  table_init(&table, link_throws());
  choose(&table, TRUE, 3000, shares);
  g_assert_cmpfloat(difference(shares), <, NEAR);
  choose(&table, FALSE, 3000, shares);
  g_assert_cmpfloat(difference(shares), >, 3 * NEAR);
  table_clear(&table);
}

/* The hands of `sealed` are hidden. */
static void test_secrets(void)
{
  Table table;
  table_init(&table, fixture_game(1));
  const LapBudget budget = {.iterations = 2000, .whole = TRUE};
  LapGenerator chooser = lap_generator_seeded(1);
  g_autoptr(LapSearch) search = lap_search_new(table.worlds, TREE_BYTES);
  g_assert_true(lap_search_think(search, &table.legal, &budget, &chooser));
  g_assert_false(lap_search_is_mixed(search));
  table_clear(&table);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/mixed/visits-are-near-the-equilibrium", test_strategy);
  g_test_add_func("/mixed/choices-are-near-the-equilibrium-and-those-of-ucb1-are-not", test_choice);
  g_test_add_func("/mixed/not-where-seats-have-secrets", test_secrets);
  return g_test_run();
}

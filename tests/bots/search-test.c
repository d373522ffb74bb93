/* The search: when it ends, and what an author may tell it. */
#include "host/bots/search.h"

#include "host/engine/knowledge.h"
#include "tests/match/parcel.h"

#include <string.h>

#define BYTES (1u << 20)
#define ITERATIONS 600

typedef struct {
  guint best;
  guint32 iterations;
} Thought;

/* What a new search makes of the first decision of the match. */
static Thought think(LapGame *game, const LapBlock *block, const LapActions *legal, guint seat, gboolean whole)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapWorlds) worlds = lap_worlds_new(game, 2, NULL, seat, &error);
  g_assert_no_error(error);
  g_autoptr(LapSearch) search = lap_search_new(worlds, BYTES);
  LapGenerator generator = lap_generator_seeded(1);
  const LapBudget budget = {.iterations = ITERATIONS, .whole = whole};
  g_assert_true(lap_worlds_look(worlds, block));
  g_assert_true(lap_search_think(search, legal, &budget, &generator));
  return (Thought){lap_search_best(search), lap_search_iterations(search)};
}

static void test_decided(void)
{
  g_autoptr(LapGame) game = parcel_link(parcel_routes);
  g_autoptr(GError) error = NULL;
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  guint n_shorter = 0;
  for (guint64 seed = 0; seed < 30; seed++) {
    LapGenerator chooser = lap_generator_seeded(seed);
    g_assert_cmpint(lap_engine_start(engine, block, seed), !=, LAP_MOVE_FAULT);
    g_assert_cmpint(lap_engine_playout(engine, block, &chooser, 5, NULL), !=, LAP_MOVE_FAULT);
    guint32 waiting = lap_engine_waiting(engine, block);
    if (!waiting) continue;
    guint seat = (guint)__builtin_ctz(waiting);
    LapActions legal = *lap_engine_legal(engine, block, seat);
    legal.v = g_memdup2(legal.v, legal.n * sizeof *legal.v);
    Thought whole = think(game, block, &legal, seat, TRUE), short_of = think(game, block, &legal, seat, FALSE);
    g_assert_cmpuint(whole.iterations, ==, ITERATIONS);
    g_assert_cmpuint(short_of.best, ==, whole.best);
    n_shorter += short_of.iterations < ITERATIONS;
    g_free(legal.v);
  }
  g_assert_cmpuint(n_shorter, >, 3);
}

/* --- lapidary.evaluate/1 and lapidary.rollout/1 */

static guint n_evaluated, n_chosen, said_worth, said_step;
static guint32 deepest;

static void evaluate(const LapContext *context G_GNUC_UNUSED, const LapBlock *block, uint16_t *worth)
{
  n_evaluated++;
  deepest = MAX(deepest, lap_head_of(block)->ply);
  worth[0] = (guint16)said_worth;
}

static guint32 choose(const LapContext *context G_GNUC_UNUSED, const LapBlock *block G_GNUC_UNUSED,
                      guint8 seat G_GNUC_UNUSED, const LapActions *legal, guint32 random)
{
  g_assert_cmpuint(legal->n, >, 1);
  n_chosen++;
  return said_step ? legal->n : random % legal->n;
}

static const LapEvaluate evaluated_at_once = {.struct_size = sizeof(LapEvaluate), .evaluate = evaluate};
static const LapRollout chosen = {.struct_size = sizeof(LapRollout), .choose = choose};

/* Thinks about a first decision with these; what broke, or NULL. */
static char *think_with(const LapEvaluate *evaluation, const LapRollout *rollout)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = parcel_link(parcel_routes);
  game->level[0].evaluate = evaluation;
  game->level[0].rollout = rollout;
  g_autoptr(LapWorlds) worlds = lap_worlds_new(game, 2, NULL, 0, &error);
  g_assert_no_error(error);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, &error);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  g_assert_cmpint(lap_engine_start(engine, block, 1), !=, LAP_MOVE_FAULT);
  g_autoptr(LapSearch) search = lap_search_new(worlds, BYTES);
  LapGenerator generator = lap_generator_seeded(1);
  const LapBudget budget = {.iterations = 100, .whole = TRUE};
  n_evaluated = n_chosen = deepest = 0;
  g_assert_true(lap_worlds_look(worlds, block));
  return lap_search_think(search, lap_engine_legal(engine, block, 0), &budget, &generator)
             ? NULL
             : g_strdup(lap_engine_fault(lap_worlds_engine(worlds)));
}

static void test_evaluated(void)
{
  said_worth = 600;
  g_assert_null(think_with(&evaluated_at_once, NULL));
  g_assert_cmpuint(n_evaluated, >, 90); /* but for those that the tree plays to their end */
  guint32 shallow = deepest;
  const LapEvaluate later = {.struct_size = sizeof(LapEvaluate), .plies = 4, .evaluate = evaluate};
  g_assert_null(think_with(&later, NULL));
  g_assert_cmpuint(n_evaluated, >, 50);
  g_assert_cmpuint(deepest, >, shallow);
}

static void test_evaluated_wrongly(void)
{
  said_worth = 1001;
  g_autofree char *fault = think_with(&evaluated_at_once, NULL);
  g_assert_nonnull(strstr(fault, "evaluate says that the match is worth 1001 to seat 0, the most is 1000"));
}

static void test_rolled_out(void)
{
  said_step = 0;
  g_assert_null(think_with(NULL, &chosen));
  g_assert_cmpuint(n_chosen, >, 100);
  said_step = 1;
  g_autofree char *fault = think_with(NULL, &chosen);
  g_assert_nonnull(strstr(fault, "rollout chooses step"));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/search/ends-where-the-rest-cannot-change-the-choice", test_decided);
  g_test_add_func("/search/worlds-are-evaluated-by-their-game", test_evaluated);
  g_test_add_func("/search/an-evaluation-of-more-than-all-is-a-fault", test_evaluated_wrongly);
  g_test_add_func("/search/worlds-are-played-on-by-steps-that-their-game-chooses", test_rolled_out);
  return g_test_run();
}

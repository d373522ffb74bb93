#include "positions.h"

#include <string.h>

#include "host/engine/knowledge.h"
#include "host/plugins/registry.h"

/* So many of one match. */
#define OF_MATCH 10
/* Up to so many steps from one to the next. */
#define STEPS_BETWEEN 7

Positions *positions_new(const PositionsOf *of)
{
  Positions *positions = g_new0(Positions, 1);
  g_autoptr(GError) error = NULL;
  positions->game = of->game;
  positions->engine = lap_engine_new(of->game, of->seats, NULL, &error);
  g_assert_no_error(error);
  positions->block = lap_block_new(positions->engine);
  positions->wanted = of->n;
  positions->chooser = lap_generator_seeded(of->seats);
  return positions;
}

void positions_free(Positions *positions)
{
  lap_block_free(positions->block);
  lap_engine_free(positions->engine);
  g_free(positions);
}

gboolean positions_next_match(Positions *positions)
{
  if (positions->n >= positions->wanted) return FALSE;
  positions->in_match = 0;
  g_assert_cmpint(lap_engine_start(positions->engine, positions->block, positions->seed++), !=, LAP_MOVE_FAULT);
  return TRUE;
}

/* One of the seats that have a decision, or, within a move, the one whose move it is. */
static guint any_waiting(Positions *positions)
{
  guint32 waiting = lap_engine_waiting(positions->engine, positions->block);
  guint n = lap_generator_below(&positions->chooser, (guint)__builtin_popcount(waiting));
  for (; n; n--) waiting &= waiting - 1;
  return (guint)__builtin_ctz(waiting);
}

static void take_step(Positions *positions)
{
  LapEngine *engine = positions->engine;
  const LapActions *legal = lap_engine_legal(engine, positions->block, any_waiting(positions));
  LapAction step = legal->v[lap_generator_below(&positions->chooser, legal->n)];
  g_assert_cmpint(lap_engine_apply(engine, positions->block, &step), !=, LAP_MOVE_FAULT);
}

gboolean positions_next(Positions *positions)
{
  const LapHead *head = lap_head_of(positions->block);
  if (positions->n >= positions->wanted || positions->in_match == OF_MATCH) return FALSE;
  guint steps = lap_generator_below(&positions->chooser, STEPS_BETWEEN + 1);
  for (guint i = 0; i < steps && !head->over; i++) take_step(positions);
  if (head->over) return FALSE;
  positions->seat = any_waiting(positions);
  positions->in_match++;
  positions->n++;
  return TRUE;
}

void positions_twin(const Positions *positions, guint seat, LapBlock *twin)
{
  LapGenerator chooser = lap_generator_seeded(positions->n);
  memcpy(twin, positions->block, lap_engine_block_size(positions->engine));
  g_assert_true(lap_determinise(positions->engine, twin, seat, &chooser));
}

/* --- tests of them */

guint64 test_positions(guint64 otherwise)
{
  const char *text = g_getenv("LAPIDARY_TEST_POSITIONS");
  return text && *text ? g_ascii_strtoull(text, NULL, 10) : otherwise;
}

static void add(const PositionsOf *of, const char *what, const PositionsTest *test)
{
  g_autofree char *path = g_strdup_printf("/%s/%s/with-%u-seats", what, test->name, of->seats);
  g_test_add_data_func(path, of, test->test);
}

int positions_main(int argc, char **argv, const char *what, const PositionsTest *tests, guint64 otherwise, guint64 most)
{
  g_test_init(&argc, &argv, NULL);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  lap_registry_set_isolation(registry, LAP_ISOLATION_NONE);
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_registry_load(registry, g_getenv("LAPIDARY_TEST_GAME"), &error);
  g_assert_no_error(error);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  for (guint seats = game->seats_min; seats <= game->seats_max; seats++) {
    PositionsOf *of = g_new(PositionsOf, 1);
    *of = (PositionsOf){game, seats, MIN(test_positions(otherwise), most)};
    g_ptr_array_add(all, of);
    for (const PositionsTest *test = tests; test->name; test++) add(of, what, test);
  }
  return g_test_run();
}

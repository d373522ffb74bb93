#include "greedy.h"

#include <string.h>

#include "rewards.h"

typedef struct {
  LapWorlds *worlds;
  LapBlock *dealt, *world;
} Greedy;

static gpointer open_greedy(LapWorlds *worlds, const LapBudget *budget G_GNUC_UNUSED)
{
  Greedy *greedy = g_new(Greedy, 1);
  LapEngine *engine = lap_worlds_engine(worlds);
  *greedy = (Greedy){worlds, lap_block_new(engine), lap_block_new(engine)};
  return greedy;
}

static void close_greedy(gpointer memory)
{
  Greedy *greedy = memory;
  lap_block_free(greedy->dealt);
  lap_block_free(greedy->world);
  g_free(greedy);
}

/* Takes the step, and what is left of the move and of choices that are made at once at random. */
static gboolean take(Greedy *greedy, const LapAction *step, LapGenerator *generator)
{
  LapEngine *engine = lap_worlds_engine(greedy->worlds);
  memcpy(greedy->world, greedy->dealt, lap_engine_block_size(engine));
  LapMove move = lap_engine_apply(engine, greedy->world, step);
  const LapHead *head = lap_head_of(greedy->world);
  guint32 plies = move == LAP_MOVE_MORE ? 1 : 0;
  if (move != LAP_MOVE_FAULT && !head->over && (head->ready || head->sealed[step->seat]))
    plies = (guint32)__builtin_popcount(lap_engine_waiting(engine, greedy->world));
  if (move != LAP_MOVE_FAULT && plies) move = lap_engine_playout(engine, greedy->world, generator, plies, NULL);
  return move != LAP_MOVE_FAULT;
}

/* Adds what each step leads to in one world. */
static gboolean weigh(Greedy *greedy, const LapActions *legal, gint64 *sum, LapGenerator *generator)
{
  LapEngine *engine = lap_worlds_engine(greedy->worlds);
  if (!lap_worlds_deal(greedy->worlds, greedy->dealt, generator)) return FALSE;
  for (guint i = 0; i < legal->n; i++) {
    LapSheet sheet;
    if (!take(greedy, &legal->v[i], generator)) return FALSE;
    lap_engine_score(engine, greedy->world, &sheet);
    if (lap_engine_fault(engine)) return FALSE;
    sum[i] += lap_lead(&sheet, lap_engine_seats(engine), lap_worlds_seat(greedy->worlds));
  }
  return TRUE;
}

static guint choose_greedily(gpointer memory, const LapActions *legal, const LapBudget *budget, LapGenerator *generator)
{
  g_autofree gint64 *sum = g_new0(gint64, legal->n);
  gint64 begun = g_get_monotonic_time();
  guint worlds = 0;
  do
    if (!weigh(memory, legal, sum, generator)) return legal->n;
  while (!lap_budget_is_spent(budget, ++worlds, begun));
  guint best = 0, equal = 1;
  for (guint i = 1; i < legal->n; i++) {
    if (sum[i] < sum[best]) continue;
    equal = sum[i] == sum[best] ? equal + 1 : 1;
    if (lap_generator_below(generator, equal) == 0) best = i;
  }
  return best;
}

const LapBot lap_bot_greedy = {.name = "greedy",
                               .budget = {.iterations = 16},
                               .longest = G_USEC_PER_SEC,
                               .open = open_greedy,
                               .close = close_greedy,
                               .choose = choose_greedily};

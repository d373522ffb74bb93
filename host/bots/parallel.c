#include "parallel.h"

/* A search with a thread of its own. */
typedef struct {
  LapWorlds *worlds;
  LapSearch *search;
  LapGenerator generator;
  const LapActions *legal;
  const LapBudget *budget;
  GThread *thread;
} Thinker;

struct LapParallel {
  LapWorlds *worlds;
  LapSearch *search; /* of the thread that asks */
  Thinker *thinker;
  guint n_thinkers;
  GArray *choices; /* LapChoice: of all together */
  guint32 iterations;
};

LapParallel *lap_parallel_new(LapWorlds *worlds, guint n, gsize bytes)
{
  LapParallel *parallel = g_new0(LapParallel, 1);
  parallel->worlds = worlds;
  parallel->search = lap_search_new(worlds, bytes);
  parallel->n_thinkers = n - 1;
  parallel->thinker = g_new0(Thinker, parallel->n_thinkers);
  for (guint i = 0; i < parallel->n_thinkers; i++) {
    parallel->thinker[i].worlds = lap_worlds_copy(worlds);
    parallel->thinker[i].search = lap_search_new(parallel->thinker[i].worlds, bytes);
  }
  parallel->choices = g_array_new(FALSE, FALSE, sizeof(LapChoice));
  return parallel;
}

void lap_parallel_free(LapParallel *parallel)
{
  if (!parallel) return;
  for (guint i = 0; i < parallel->n_thinkers; i++) {
    lap_search_free(parallel->thinker[i].search);
    lap_worlds_free(parallel->thinker[i].worlds);
  }
  lap_search_free(parallel->search);
  g_array_unref(parallel->choices);
  g_free(parallel->thinker);
  g_free(parallel);
}

/* On the thread of the search. */
static gpointer think(gpointer data)
{
  Thinker *thinker = data;
  gboolean thought = lap_search_think(thinker->search, thinker->legal, thinker->budget, &thinker->generator);
  return GINT_TO_POINTER(thought);
}

static void send_thinkers(LapParallel *parallel, const LapActions *legal, const LapBudget *budget,
                          LapGenerator *generator)
{
  for (guint i = 0; i < parallel->n_thinkers; i++) {
    Thinker *thinker = &parallel->thinker[i];
    lap_worlds_follow(thinker->worlds, parallel->worlds);
    thinker->legal = legal;
    thinker->budget = budget;
    thinker->generator = lap_generator_seeded((guint64)lap_generator_next(generator) << 32 |
                                              lap_generator_next(generator));
    thinker->thread = g_thread_new("search", think, thinker);
  }
}

static void add(LapParallel *parallel, const LapSearch *search)
{
  lap_choices_add(parallel->choices, lap_search_choices(search));
  parallel->iterations += lap_search_iterations(search);
}

gboolean lap_parallel_think(LapParallel *parallel, const LapActions *legal, const LapBudget *budget,
                            LapGenerator *generator)
{
  send_thinkers(parallel, legal, budget, generator);
  gboolean thought = lap_search_think(parallel->search, legal, budget, generator);
  g_array_set_size(parallel->choices, 0);
  parallel->iterations = 0;
  if (thought) add(parallel, parallel->search);
  for (guint i = 0; i < parallel->n_thinkers; i++) {
    Thinker *thinker = &parallel->thinker[i];
    if (g_thread_join(thinker->thread) && thought) add(parallel, thinker->search);
  }
  return thought;
}

const GArray *lap_parallel_choices(const LapParallel *parallel) { return parallel->choices; }

guint lap_parallel_choose(const LapParallel *parallel, LapGenerator *generator)
{
  return lap_search_is_mixed(parallel->search) ? lap_choices_sample(parallel->choices, generator)
                                               : lap_choices_best(parallel->choices);
}

guint32 lap_parallel_iterations(const LapParallel *parallel) { return parallel->iterations; }

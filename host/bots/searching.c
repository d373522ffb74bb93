#include "searching.h"

#include "parallel.h"

/* A tree is given so much for each iteration, and as much again for what is kept from move to move. */
#define BYTES_OF_ITERATION 1024
#define BYTES_MIN (1u << 20)
#define BYTES_MAX (64u << 20)

static gpointer open_search(LapWorlds *worlds, const LapBudget *budget)
{
  gsize bytes = budget->iterations ? (gsize)budget->iterations * 2 * BYTES_OF_ITERATION : BYTES_MAX;
  return lap_parallel_new(worlds, MAX(budget->threads, 1), CLAMP(bytes, BYTES_MIN, BYTES_MAX));
}

static void close_search(gpointer memory) { lap_parallel_free(memory); }

static guint choose_by_search(gpointer memory, const LapActions *legal, const LapBudget *budget,
                              LapGenerator *generator)
{
  return lap_parallel_think(memory, legal, budget, generator) ? lap_parallel_choose(memory, generator) : legal->n;
}

static void weigh_by_search(gpointer memory, GArray *weights)
{
  const GArray *choices = lap_parallel_choices(memory);
  for (guint i = 0; i < choices->len; i++) {
    const LapChoice *choice = &g_array_index(choices, LapChoice, i);
    gboolean proven = lap_bounds_are_exact(choice->bounds);
    const LapWeight weight = {choice->visits, proven ? (float)choice->bounds.least / LAP_WON : choice->value};
    g_array_append_val(weights, weight);
  }
}

#define SEARCHING .open = open_search, .close = close_search, .choose = choose_by_search, .weigh = weigh_by_search

const LapBot lap_bot_easy = {
    .name = "easy", .budget = {.iterations = 50}, .longest = G_USEC_PER_SEC / 2, .noise = 10, SEARCHING};
const LapBot lap_bot_normal = {.name = "normal", .budget = {.iterations = 1000}, .longest = G_USEC_PER_SEC, SEARCHING};
const LapBot lap_bot_hard = {
    .name = "hard", .budget = {.iterations = 10000}, .longest = 3 * G_USEC_PER_SEC, .parallel = TRUE, SEARCHING};

#include "estimate.h"

#include <math.h>

#include "search.h"

/* More than the worlds of an estimate need. */
#define BYTES_OF_TREE (1u << 20)

struct LapEstimator {
  LapWorlds *worlds; /* or NULL */
  LapEngine *remote; /* asks where the rules run; or NULL */
};

LapEstimator *lap_estimator_new(LapGame *game, guint seats, const LapOptions *options, GError **error)
{
  LapEstimator estimator = {0};
  if (game->remote)
    estimator.remote = lap_engine_new(game, seats, options, error);
  else
    estimator.worlds = lap_worlds_new(game, seats, options, 0, error);
  return estimator.remote || estimator.worlds ? g_memdup2(&estimator, sizeof estimator) : NULL;
}

void lap_estimator_free(LapEstimator *estimator)
{
  if (!estimator) return;
  lap_worlds_free(estimator->worlds);
  lap_engine_free(estimator->remote);
  g_free(estimator);
}

static LapEngine *engine_of(const LapEstimator *estimator)
{
  return estimator->worlds ? lap_worlds_engine(estimator->worlds) : estimator->remote;
}

const char *lap_estimator_fault(const LapEstimator *estimator) { return lap_engine_fault(engine_of(estimator)); }
const LapTrace *lap_estimator_trace(const LapEstimator *estimator)
{
  return lap_engine_get_trace(engine_of(estimator));
}

/* --- in numbers */

static LapEstimate estimate_of(const LapOutlook *outlook, guint seats)
{
  LapEstimate estimate = {.together = outlook->together, .goal = outlook->goal};
  const double weight = outlook->weight > 0 ? outlook->weight : 1;
  for (guint seat = 0; seat < seats; seat++)
    estimate.chance[seat] = (guint16)lround(1000 * outlook->won[seat] / weight);
  estimate.points = (gint32)lround(10 * outlook->points / weight);
  return estimate;
}

LapEstimate lap_estimate_end(const LapSheet *sheet, guint seats)
{
  LapOutlook outlook = {0};
  lap_outlook_add(&outlook, sheet, seats, 1);
  return estimate_of(&outlook, seats);
}

/* --- with the rules in this process */

static gboolean estimate_here(LapWorlds *worlds, const LapBlock *block, const LapBudget *budget, guint64 seed,
                              LapEstimate *estimate)
{
  LapEngine *engine = lap_worlds_engine(worlds);
  LapGenerator generator = lap_generator_seeded(seed);
  guint32 waiting = lap_engine_waiting(engine, block);
  LapBudget whole = *budget;
  whole.whole = TRUE; /* it is not a choice that is wanted */
  if (!waiting) return FALSE;
  lap_worlds_look_back(worlds, block, (guint)__builtin_ctz(waiting));
  const LapActions *legal = lap_engine_legal(engine, block, lap_worlds_seat(worlds));
  g_autofree LapAction *copy = g_memdup2(legal->v, legal->n * sizeof *legal->v);
  const LapActions actions = {copy, legal->n, legal->n};
  g_autoptr(LapSearch) search = lap_search_new(worlds, BYTES_OF_TREE); /* its own, so that order makes no difference */
  if (!actions.n || !lap_search_think(search, &actions, &whole, &generator)) return FALSE;
  const LapOutlook outlook = lap_search_outlook(search);
  *estimate = estimate_of(&outlook, lap_engine_seats(engine));
  return TRUE;
}

/* --- with the rules in another one */

enum { SUM_TOGETHER, SUM_POINTS, SUM_GOAL, SUM_CHANCE };

static void write_sums(const LapEstimate *estimate, guint seats, GArray *sums)
{
  const gint64 first[] = {estimate->together, estimate->points, estimate->goal};
  g_array_append_vals(sums, first, G_N_ELEMENTS(first));
  for (guint seat = 0; seat < seats; seat++) {
    const gint64 chance = estimate->chance[seat];
    g_array_append_val(sums, chance);
  }
}

static gboolean read_sums(const GArray *sums, guint seats, LapEstimate *estimate)
{
  const gint64 *sum = (const gint64 *)(gpointer)sums->data;
  if (sums->len != SUM_CHANCE + seats) return FALSE;
  *estimate = (LapEstimate){.together = sum[SUM_TOGETHER] != 0,
                            .points = (gint32)CLAMP(sum[SUM_POINTS], G_MININT32, G_MAXINT32),
                            .goal = (gint32)CLAMP(sum[SUM_GOAL], G_MININT32, G_MAXINT32)};
  for (guint seat = 0; seat < seats; seat++) estimate->chance[seat] = (guint16)CLAMP(sum[SUM_CHANCE + seat], 0, 1000);
  return TRUE;
}

static gboolean estimate_there(LapEngine *engine, const LapBlock *block, const LapBudget *budget, guint64 seed,
                               LapEstimate *estimate)
{
  const LapRemoteCall call = {
      .kind = LAP_CALL_ESTIMATE, .number = seed, .first = (guint64)budget->microseconds, .n = budget->iterations};
  const LapRemoteReply *reply = lap_remote_exchange(engine, &call, (LapBlock *)block, NULL);
  return reply && read_sums(reply->sums, lap_engine_seats(engine), estimate);
}

void lap_estimate_answer(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply)
{
  const LapBudget budget = {.iterations = call->n, .microseconds = (gint64)call->first};
  LapEstimate estimate;
  lap_remote_reply_reset(reply);
  g_autoptr(LapWorlds) worlds = lap_worlds_new((LapGame *)lap_engine_game(engine), lap_engine_seats(engine),
                                               lap_engine_options(engine), 0, NULL);
  if (worlds && estimate_here(worlds, block, &budget, call->number, &estimate)) {
    write_sums(&estimate, lap_engine_seats(engine), reply->sums);
    return;
  }
  const LapTrace *trace = worlds ? lap_engine_get_trace(lap_worlds_engine(worlds)) : NULL;
  const char *fault = worlds ? lap_engine_fault(lap_worlds_engine(worlds)) : NULL;
  g_string_assign(reply->fault, fault ? fault : "nobody has a decision");
  g_string_assign(reply->phase, trace && trace->phase ? trace->phase : "");
  g_string_assign(reply->hook, trace && trace->hook ? trace->hook : "");
}

gboolean lap_estimate(LapEstimator *estimator, const LapBlock *block, const LapBudget *budget, guint64 seed,
                      LapEstimate *estimate)
{
  return estimator->remote ? estimate_there(estimator->remote, block, budget, seed, estimate)
                           : estimate_here(estimator->worlds, block, budget, seed, estimate);
}

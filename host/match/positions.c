#include "positions.h"

static void position_clear(gpointer position) { lap_block_free(((LapPosition *)position)->block); }

GArray *lap_positions_new(void)
{
  GArray *positions = g_array_new(FALSE, FALSE, sizeof(LapPosition));
  g_array_set_clear_func(positions, position_clear);
  return positions;
}

void lap_positions_add(GArray *positions, guint64 seq, const LapBlock *block, gsize size)
{
  const LapPosition position = {seq, g_memdup2(block, size)};
  g_array_append_val(positions, position);
}

static gboolean is_over(const LapBudget *budget, gint64 begun)
{
  if (budget->stop && g_atomic_int_get(budget->stop)) return TRUE;
  return budget->microseconds && g_get_monotonic_time() - begun >= budget->microseconds;
}

gboolean lap_positions_estimate(LapEstimator *estimator, const GArray *positions, const LapBudget *budget,
                                GArray *estimates)
{
  gint64 begun = g_get_monotonic_time();
  for (guint i = 0; i < positions->len && (i == 0 || !is_over(budget, begun)); i++) {
    const LapPosition *position = &g_array_index(positions, LapPosition, i);
    LapEstimateAt at = {.seq = position->seq};
    if (!lap_estimate(estimator, position->block, budget, position->seq, &at.estimate)) return FALSE;
    g_array_append_val(estimates, at);
  }
  return TRUE;
}

guint lap_estimates_upto(const GArray *estimates, gint64 seq)
{
  guint n = 0;
  while (n < estimates->len && (gint64)g_array_index(estimates, LapEstimateAt, n).seq <= seq) n++;
  return n;
}

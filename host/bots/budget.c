#include "budget.h"

/* From 1 on; 0 if it begins with none. */
static guint64 read_number(const char *text, char **end)
{
  return g_ascii_isdigit(*text) ? g_ascii_strtoull(text, end, 10) : 0;
}

gboolean lap_budget_read(const char *text, LapBudget *budget)
{
  char *unit = NULL;
  *budget = (LapBudget){0};
  guint64 number = read_number(text, &unit);
  if (number && *unit == 'x') {
    if (number > LAP_BUDGET_THREADS_MAX) return FALSE;
    budget->threads = (guint)number;
    number = read_number(unit + 1, &unit);
  }
  if (number == 0 || number > G_MAXINT32) return FALSE;
  if (!*unit)
    budget->iterations = (guint32)number;
  else if (g_str_equal(unit, "ms"))
    budget->microseconds = (gint64)number * 1000;
  else if (g_str_equal(unit, "s"))
    budget->microseconds = (gint64)number * G_USEC_PER_SEC;
  else
    return FALSE;
  return TRUE;
}

gboolean lap_budget_is_spent(const LapBudget *budget, guint32 iterations, gint64 begun)
{
  if (budget->iterations && iterations >= budget->iterations) return TRUE;
  if (budget->stop && g_atomic_int_get(budget->stop)) return TRUE;
  return budget->microseconds && g_get_monotonic_time() - begun >= budget->microseconds;
}

guint32 lap_budget_left(const LapBudget *budget, guint32 iterations, gint64 begun)
{
  guint64 left = budget->iterations ? budget->iterations - MIN(iterations, budget->iterations) : G_MAXUINT32;
  if (budget->microseconds) {
    gint64 spent = MAX(g_get_monotonic_time() - begun, 1);
    left = MIN(left, (guint64)MAX(budget->microseconds - spent, 0) * iterations / (guint64)spent);
  }
  return (guint32)left;
}

#include "budget.h"

gboolean lap_budget_read(const char *text, LapBudget *budget)
{
  char *unit;
  guint64 number = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, &unit, 10) : 0;
  *budget = (LapBudget){0};
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

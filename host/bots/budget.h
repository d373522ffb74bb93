/* Budgets: how long a bot thinks about a choice. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When thinking about a choice ends: at the first of these; 0: not by this one. */
typedef struct {
  guint32 iterations; /* worlds that are played */
  gint64 microseconds;
  const gint *stop; /* or NULL: it ends when this is not 0, which another thread may set atomically */
} LapBudget;

/* Reads one: a number of iterations, or a time as "200ms" or "2s". FALSE, without an error to tell, if it is neither,
 * or is nothing. */
gboolean lap_budget_read(const char *text, LapBudget *budget);

/* Whether thinking that began at `begun` (g_get_monotonic_time) ends after so many iterations. */
gboolean lap_budget_is_spent(const LapBudget *budget, guint32 iterations, gint64 begun);

G_END_DECLS

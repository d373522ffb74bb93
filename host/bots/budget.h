/* Budgets: how long a bot thinks about a choice. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When thinking about a choice ends: at the first of these; 0: not by this one. */
typedef struct {
  guint32 iterations; /* worlds that are played */
  gint64 microseconds;
  const gint *stop; /* or NULL: it ends when this is not 0, which another thread may set atomically */
  guint threads;    /* that search at once, each with all of the budget (parallel.h); 0: one */
  gboolean whole;   /* even if what remains of it cannot change the choice */
} LapBudget;

/* The most threads. */
#define LAP_BUDGET_THREADS_MAX 64

/* Reads one: a number of iterations, or a time as "200ms" or "2s"; of several threads as "2x200ms". FALSE, without an
 * error to tell, if it is neither, or is nothing. */
gboolean lap_budget_read(const char *text, LapBudget *budget);

/* Whether thinking that began at `begun` (g_get_monotonic_time) ends after so many iterations. */
gboolean lap_budget_is_spent(const LapBudget *budget, guint32 iterations, gint64 begun);
/* How many more iterations there will be, about, by those so far; G_MAXUINT32 if nothing says. */
guint32 lap_budget_left(const LapBudget *budget, guint32 iterations, gint64 begun);

G_END_DECLS

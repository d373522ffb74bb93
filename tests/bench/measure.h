/* Stopwatches, side by side: several pieces of work are timed in turns, round after round, so that whatever slows the
 * machine down slows all of them, and the median of the rounds stands for each. */
#pragma once

#include <glib.h>

/* Does about `amount` units of work and answers how many it did. */
typedef guint64 (*Work)(gpointer data, guint64 amount);

typedef struct {
  const char *name;
  Work work;
  gpointer data;
  double rate; /* out: units a second, the median */
} Measure;

/* Times all of them: `rounds` rounds of about `seconds` each. */
void measure(Measure *measures, guint n, guint rounds, double seconds);

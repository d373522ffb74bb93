#include "measure.h"

#include <stdlib.h>

#define ROUNDS_MAX 101

static double seconds_since(gint64 start) { return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC; }

/* An amount of work that takes about `seconds`, found by doubling. */
static guint64 amount_for(const Measure *measure, double seconds)
{
  for (guint64 amount = 16;; amount *= 2) {
    gint64 start = g_get_monotonic_time();
    measure->work(measure->data, amount);
    double taken = seconds_since(start);
    if (taken >= seconds / 8) return MAX(1, (guint64)((double)amount * seconds / taken));
  }
}

static double rate_of(const Measure *measure, guint64 amount)
{
  gint64 start = g_get_monotonic_time();
  guint64 done = measure->work(measure->data, amount);
  return (double)done / seconds_since(start);
}

static int by_value(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void measure(Measure *measures, guint n, guint rounds, double seconds)
{
  g_autofree guint64 *amount = g_new(guint64, n);
  g_autofree double *rate = g_new(double, n *ROUNDS_MAX);

  g_return_if_fail(rounds >= 1 && rounds <= ROUNDS_MAX);
  for (guint i = 0; i < n; i++) amount[i] = amount_for(&measures[i], seconds);
  for (guint round = 0; round < rounds; round++)
    for (guint i = 0; i < n; i++) rate[i * rounds + round] = rate_of(&measures[i], amount[i]);
  for (guint i = 0; i < n; i++) {
    qsort(&rate[i * rounds], rounds, sizeof *rate, by_value);
    measures[i].rate = rate[i * rounds + rounds / 2];
  }
}

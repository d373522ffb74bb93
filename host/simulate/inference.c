#include "inference.h"

#include <math.h>

#define Z95 1.959963984540054

static double two_sided(double z) { return erfc(fabs(z) / G_SQRT2); }

static double share(guint64 part, guint64 whole) { return whole ? (double)part / (double)whole : 0; }

static LapInterval wilson(double p, double n)
{
  double z2 = Z95 * Z95 / n, centre = (p + z2 / 2) / (1 + z2);
  double half = Z95 * sqrt(p * (1 - p) / n + z2 / (4 * n)) / (1 + z2);
  return (LapInterval){p > 0 ? MAX(centre - half, 0) : 0, p < 1 ? MIN(centre + half, 1) : 1};
}

LapInterval lap_wilson(guint64 successes, guint64 n)
{
  return n ? wilson(share(successes, n), (double)n) : (LapInterval){0, 1};
}

double lap_test_share(guint64 successes, guint64 n, double due)
{
  return n ? two_sided((share(successes, n) - due) / sqrt(due * (1 - due) / (double)n)) : 1;
}

static const LapTest nothing = {.interval = {-INFINITY, INFINITY}, .p = 1};

LapTest lap_compare_shares(guint64 a, guint64 n_a, guint64 b, guint64 n_b)
{
  if (!n_a || !n_b) return nothing;
  double p_a = share(a, n_a), p_b = share(b, n_b), pooled = share(a + b, n_a + n_b);
  double error = sqrt(pooled * (1 - pooled) * (1 / (double)n_a + 1 / (double)n_b));
  LapInterval of_a = lap_wilson(a, n_a), of_b = lap_wilson(b, n_b);
  double beyond = MAX(fabs(p_b - p_a) - (1 / (double)n_a + 1 / (double)n_b) / 2, 0);
  LapTest test = {.difference = p_b - p_a, .p = error > 0 ? two_sided(beyond / error) : 1};
  test.interval.low = test.difference - hypot(p_b - of_b.low, of_a.high - p_a);
  test.interval.high = test.difference + hypot(of_b.high - p_b, p_a - of_a.low);
  return test;
}

/* Of the sample. */
static double variance(const LapMeasure *measure)
{
  double deviation = lap_measure_deviation(measure);
  return measure->n > 1 ? deviation * deviation * (double)measure->n / ((double)measure->n - 1) : 0;
}

/* Counts for each pair of a value of a and one of b whether b is above; adds up what ties take from the variance. */
static double rank(const LapDistribution *a, const LapDistribution *b, double *ties)
{
  gint32 first = MIN(lap_distribution_first(a), lap_distribution_first(b));
  gint32 end = MAX(lap_distribution_end(a), lap_distribution_end(b));
  double below = 0, above = 0;
  *ties = 0;
  for (gint32 bin = first; bin < end; bin++) {
    double of_a = (double)lap_distribution_count(a, bin), of_b = (double)lap_distribution_count(b, bin),
           both = of_a + of_b;
    above += of_b * (below + of_a / 2);
    below += of_a;
    *ties += both * both * both - both;
  }
  return above;
}

LapTest lap_compare_values(const LapDistribution *a, const LapDistribution *b, double *above)
{
  if (above) *above = 0.5;
  if (!a->of.n || !b->of.n) return nothing;
  double n_a = (double)a->of.n, n_b = (double)b->of.n, n = n_a + n_b, ties;
  double u = rank(a, b, &ties), spread = n_a * n_b / 12 * (n + 1 - ties / (n * (n - 1)));
  double error = Z95 * sqrt(variance(&a->of) / n_a + variance(&b->of) / n_b);
  LapTest test = {.difference = lap_measure_mean(&b->of) - lap_measure_mean(&a->of), .p = 1};
  if (spread > 0) test.p = two_sided((u - n_a * n_b / 2) / sqrt(spread));
  test.interval = (LapInterval){test.difference - error, test.difference + error};
  if (above) *above = u / (n_a * n_b);
  return test;
}

LapTest lap_compare_pairs(guint64 only_a, guint64 only_b, guint64 n)
{
  if (!n) return nothing;
  double a = (double)only_a, b = (double)only_b, all = (double)n;
  LapTest test = {.difference = (b - a) / all, .p = a + b > 0 ? two_sided(MAX(fabs(b - a) - 1, 0) / sqrt(a + b)) : 1};
  double error = Z95 * sqrt(MAX(a + b - (b - a) * (b - a) / all, 0)) / all;
  test.interval = (LapInterval){test.difference - error, test.difference + error};
  return test;
}

LapTest lap_compare_strata(const LapStratum *strata, guint n)
{
  double more = 0, spread = 0, with = 0;
  for (guint i = 0; i < n; i++) {
    const LapStratum *of = &strata[i];
    if (of->n < 2) continue;
    double all = (double)of->n, had = (double)of->n_with, won = (double)of->successes;
    more += (double)of->with - had * won / all;
    spread += had * (all - had) * won * (all - won) / (all * all * (all - 1));
    with += had;
  }
  if (!(spread > 0)) return nothing;
  double error = Z95 * sqrt(spread) / with;
  return (LapTest){more / with, {more / with - error, more / with + error}, two_sided(more / sqrt(spread))};
}

void lap_holm(double *p, guint n)
{
  g_autofree gboolean *done = g_new0(gboolean, MAX(n, 1));
  double least = 0;
  for (guint left = n; left > 0; left--) {
    guint next = n;
    for (guint i = 0; i < n; i++)
      if (!done[i] && (next == n || p[i] < p[next])) next = i;
    done[next] = TRUE;
    least = MAX(least, MIN(p[next] * left, 1));
    p[next] = least;
  }
}

/* --- ratings */

static double rating(double score)
{
  return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

double lap_elo_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* The mean score of a pair and its variance. */
static guint64 pair_score(const LapPairs *pairs, double *mean, double *spread)
{
  guint64 n = 0, sum = 0, squares = 0;
  for (guint i = 0; i < G_N_ELEMENTS(pairs->n); i++) {
    n += pairs->n[i];
    sum += i * pairs->n[i];
    squares += i * i * pairs->n[i];
  }
  *mean = n ? (double)sum / (4 * (double)n) : 0.5;
  *spread = n ? (double)squares / (16 * (double)n) - *mean * *mean : 0;
  if (*spread < 1e-12) *spread = 0;
  return n;
}

LapElo lap_elo(const LapPairs *pairs)
{
  double mean, spread;
  guint64 n = pair_score(pairs, &mean, &spread);
  if (!n) return (LapElo){0.5, 0, {-INFINITY, INFINITY}};
  double binomial = mean * (1 - mean), worth = spread > 0 && binomial > 0 ? (double)n * binomial / spread : (double)n;
  LapInterval score = wilson(mean, worth);
  return (LapElo){mean, rating(mean), {rating(score.low), rating(score.high)}};
}

double lap_sprt(const LapPairs *pairs, double elo_0, double elo_1)
{
  double mean, spread, low = lap_elo_score(elo_0), high = lap_elo_score(elo_1);
  guint64 n = pair_score(pairs, &mean, &spread);
  return spread > 0 ? (double)n * (high - low) * (2 * mean - low - high) / (2 * spread) : 0;
}

double lap_sprt_bound(double error) { return log((1 - error) / error); }

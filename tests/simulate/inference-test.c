#include "host/simulate/inference.h"

#include <math.h>

#define NEAR(value, expected) g_assert_cmpfloat_with_epsilon(value, expected, 5e-5)

static LapDistribution distribution_of(const gint64 *values, guint n)
{
  LapDistribution distribution = {0};
  for (guint i = 0; i < n; i++) lap_distribution_add(&distribution, values[i]);
  return distribution;
}

static void test_bins(void)
{
  static const gint64 values[] = {0, 1, 1023, 1024, 1025, 1026, 2047, 2048, 4095, 100000, 1000003, (gint64)1 << 40};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    gint32 bin = lap_distribution_bin(values[i]);
    gint64 shown = lap_distribution_value(bin);
    g_assert_cmpint(lap_distribution_bin(-values[i]), ==, -bin);
    g_assert_cmpint(lap_distribution_value(-bin), ==, -shown);
    g_assert_cmpint(ABS(shown - values[i]), <=, values[i] / 512);
    if (i > 0) g_assert_cmpint(bin, >=, lap_distribution_bin(values[i - 1]));
    if (values[i] <= LAP_DISTRIBUTION_EXACT) g_assert_cmpint(shown, ==, values[i]);
    g_assert_cmpint(lap_distribution_bin(shown), ==, bin);
  }
  for (gint64 value = -5000; value < 5000; value++)
    g_assert_cmpint(lap_distribution_bin(value + 1) - lap_distribution_bin(value), <=, 1);
}

static void assert_same(const LapDistribution *a, const LapDistribution *b)
{
  g_assert_cmpmem(&a->of, sizeof a->of, &b->of, sizeof b->of);
  for (gint32 bin = -3000; bin < 3000; bin++)
    g_assert_cmpuint(lap_distribution_count(a, bin), ==, lap_distribution_count(b, bin));
}

static void test_merge(void)
{
  LapGenerator generator = lap_generator_seeded(5);
  LapDistribution whole = {0}, part[3] = {{{0}, NULL, 0}}, forth = {0}, back = {0};
  for (guint i = 0; i < 1000; i++) {
    gint64 value = (gint64)lap_generator_below(&generator, 6000) - 3000;
    lap_distribution_add(&whole, value);
    lap_distribution_add(&part[lap_generator_below(&generator, 3)], value);
  }
  for (guint i = 0; i < 3; i++) {
    lap_distribution_merge(&forth, &part[i]);
    lap_distribution_merge(&back, &part[2 - i]);
  }
  assert_same(&forth, &whole);
  assert_same(&back, &whole);
  LapDistribution *all[] = {&whole, &part[0], &part[1], &part[2], &forth, &back};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) lap_distribution_clear(all[i]);
}

static void test_quantiles(void)
{
  static const gint64 values[] = {9, 1, 3, 3, 5, -2, 8, 8, 8, 20};
  LapDistribution distribution = distribution_of(values, G_N_ELEMENTS(values)), none = {0};
  g_assert_cmpint(lap_distribution_quantile(&distribution, 0), ==, -2);
  g_assert_cmpint(lap_distribution_quantile(&distribution, 0.1), ==, -2);
  g_assert_cmpint(lap_distribution_quantile(&distribution, 0.25), ==, 3);
  g_assert_cmpint(lap_distribution_quantile(&distribution, 0.5), ==, 5);
  g_assert_cmpint(lap_distribution_quantile(&distribution, 1), ==, 20);
  g_assert_cmpint(lap_distribution_quantile(&none, 0.5), ==, 0);
  lap_distribution_clear(&distribution);
}

/* Published or computed by hand, with the formulas of the papers named in inference.h. */
static void test_wilson(void)
{
  LapInterval half = lap_wilson(10, 20), none = lap_wilson(0, 10), all = lap_wilson(10, 10), nothing = lap_wilson(0, 0);
  LapInterval newcombe = lap_wilson(81, 263); /* Newcombe 1998, table I: 0.2553 to 0.3662 */
  NEAR(half.low, 0.29930);
  NEAR(half.high, 0.70070);
  NEAR(newcombe.low, 0.2553);
  NEAR(newcombe.high, 0.3662);
  g_assert_cmpfloat(none.low, ==, 0);
  NEAR(none.high, 0.27753);
  NEAR(all.low, 0.72247);
  g_assert_cmpfloat(all.high, ==, 1);
  g_assert_cmpfloat(nothing.low, ==, 0);
  g_assert_cmpfloat(nothing.high, ==, 1);
}

static void test_shares(void)
{
  LapTest test = lap_compare_shares(48, 80, 56, 70); /* Newcombe 1998, table II (a): 0.2, 0.0524 to 0.3339 */
  NEAR(test.difference, 0.2);
  NEAR(test.interval.low, 0.0524);
  NEAR(test.interval.high, 0.3339);
  NEAR(test.p, 0.013447); /* z = (0.2 - 1/160 - 1/140) / sqrt(104/150 * 46/150 * (1/80 + 1/70)) = 2.4716 */
  g_assert_cmpfloat(lap_compare_shares(0, 10, 0, 10).p, ==, 1);
  g_assert_cmpfloat(lap_compare_shares(0, 0, 5, 10).p, ==, 1);
}

static void test_values(void)
{
  static const gint64 low[] = {1, 2, 4, 6, 7}, high[] = {3, 5, 8, 9, 10};
  LapDistribution a = distribution_of(low, 5), b = distribution_of(high, 5), none = {0};
  double above;
  LapTest test = lap_compare_values(&a, &b, &above);
  NEAR(test.difference, 3);
  NEAR(above, 20. / 25); /* 2 + 3 + 5 + 5 + 5 of 25 */
  NEAR(test.p, 0.11719); /* z = (20 - 12.5) / sqrt(25 * 11 / 12) = 1.5667 */
  g_assert_cmpfloat(lap_compare_values(&a, &none, &above).p, ==, 1);
  g_assert_cmpfloat(above, ==, 0.5);
  lap_distribution_clear(&a);
  lap_distribution_clear(&b);
}

static void test_pairs(void)
{
  LapTest test = lap_compare_pairs(5, 15, 100);
  NEAR(test.difference, 0.1);
  NEAR(test.p, 0.044171); /* z = 9 / sqrt(20) = 2.0125 */
  NEAR(test.interval.high, 0.1 + 1.959964 * sqrt(19.) / 100);
  g_assert_cmpfloat(lap_compare_pairs(0, 0, 100).p, ==, 1);
}

/* Within each stratum it makes no difference, over both together it seems to (Simpson's paradox). */
static void test_strata(void)
{
  static const LapStratum paradox[] = {{72, 80, 90, 100}, {2, 20, 10, 100}};
  static const LapStratum one = {12, 20, 20, 50};
  NEAR(lap_compare_strata(paradox, 2).difference, 0);
  NEAR(lap_compare_strata(paradox, 2).p, 1);
  LapTest test = lap_compare_strata(&one, 1);
  NEAR(test.difference, 0.2); /* 12 of 20, 8 expected */
  NEAR(test.p, 0.019665);     /* z = 4 / sqrt(20 * 30 * 20 * 30 / (2500 * 49)) = 2.3333 */
}

static void test_holm(void)
{
  double p[] = {0.01, 0.04, 0.03, 0.005, 0.9};
  static const double expected[] = {0.04, 0.09, 0.09, 0.025, 0.9};
  lap_holm(p, G_N_ELEMENTS(p));
  for (guint i = 0; i < G_N_ELEMENTS(p); i++) NEAR(p[i], expected[i]);
}

static void test_elo(void)
{
  const LapPairs even = {{10, 20, 40, 20, 10}}, better = {{0, 0, 50, 0, 50}}, all = {{0, 0, 0, 0, 10}}, none = {{0}};
  LapElo elo = lap_elo(&better);
  NEAR(lap_elo(&even).elo, 0);
  NEAR(elo.score, 0.75);
  NEAR(elo.elo, 190.84850); /* 400 log10 3 */
  g_assert_cmpfloat(elo.interval.low, >, 140);
  g_assert_cmpfloat(elo.interval.high, <, 250);
  g_assert_true(isinf(lap_elo(&all).elo));
  NEAR(lap_elo(&all).interval.low, 400 * log10(10 / 3.8414588)); /* of Wilson's 1 / (1 + z^2 / 10) */
  g_assert_true(isinf(lap_elo(&none).interval.low) && isinf(lap_elo(&none).interval.high));
  NEAR(lap_elo_score(190.84850), 0.75);
}

static void test_sprt(void)
{
  const LapPairs half = {{10, 20, 40, 20, 10}};
  double high = lap_elo_score(20);
  NEAR(lap_sprt(&half, 0, 20), 100 * (high - 0.5) * (0.5 - high) / (2 * 0.075));
  g_assert_cmpfloat(lap_sprt(&(LapPairs){{0, 0, 60, 0, 0}}, 0, 20), ==, 0);
  NEAR(lap_sprt_bound(0.05), 2.94444);
}

/* Where there is no difference, so many of a hundred tests may say that there is one: 5 are expected, and somewhat
 * fewer as the test is corrected. */
static void test_false_alarms(void)
{
  LapGenerator generator = lap_generator_seeded(17);
  guint found = 0;
  for (guint i = 0; i < 1000; i++) {
    guint64 wins[2] = {0};
    for (guint k = 0; k < 400; k++) wins[k % 2] += lap_generator_below(&generator, 100) < 37;
    found += lap_compare_shares(wins[0], 200, wins[1], 200).p < 0.05;
  }
  g_assert_cmpuint(found, >, 15);
  g_assert_cmpuint(found, <, 70);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/inference/bins-follow-from-values-and-stand-for-them", test_bins);
  g_test_add_func("/inference/histograms-merge-exactly-in-any-order", test_merge);
  g_test_add_func("/inference/quantiles", test_quantiles);
  g_test_add_func("/inference/intervals-of-shares", test_wilson);
  g_test_add_func("/inference/two-shares", test_shares);
  g_test_add_func("/inference/two-series-of-values", test_values);
  g_test_add_func("/inference/two-sides-of-the-same-matches", test_pairs);
  g_test_add_func("/inference/a-mix-of-strata-is-no-effect", test_strata);
  g_test_add_func("/inference/correction-for-many-tests", test_holm);
  g_test_add_func("/inference/ratings-of-pairs", test_elo);
  g_test_add_func("/inference/sequential-test", test_sprt);
  g_test_add_func("/inference/false-alarms-are-as-frequent-as-they-should-be", test_false_alarms);
  return g_test_run();
}

/* What may be concluded from counts: intervals, tests and ratings.
 *
 * Everything here is computed from integers in a fixed order, so the same counts give the same numbers, in whatever
 * order they came together. All intervals are of 95 %, all p-values of two sides. Normal approximations are used
 * throughout: simulations count hundreds of matches or more. */
#pragma once

#include "distribution.h"

G_BEGIN_DECLS

/* A p-value below this is called a difference, a favour, a connection. */
#define LAP_SIGNIFICANT 0.05

typedef struct {
  double low, high;
} LapInterval;

/* A difference that was looked at: how large it is, and how probable so large a one is where there is none. */
typedef struct {
  double difference;
  LapInterval interval; /* of the difference */
  double p;             /* 1 if nothing can be said */
} LapTest;

/* A share of `n` (Wilson, "Probable inference", 1927); 0 to 1 if `n` is 0. */
LapInterval lap_wilson(guint64 successes, guint64 n);

/* How probable a share so far from `due`, or further, is where `due` (above 0 and below 1) is the probability: z test.
 * 1 if `n` is 0. */
double lap_test_share(guint64 successes, guint64 n, double due);

/* Share b less share a: pooled z test with the correction of Yates, so that it does not see too much in small counts;
 * interval of Newcombe (1998, method 10), made of Wilson's. */
LapTest lap_compare_shares(guint64 a, guint64 n_a, guint64 b, guint64 n_b);

/* Mean of b less mean of a, with an interval of their standard errors; `p` of the rank sum test of Mann and Whitney
 * (1947) with its correction for ties, as scores are seldom normal. `*above`, if not NULL: how probable a value of b
 * exceeds one of a, ties half. */
LapTest lap_compare_values(const LapDistribution *a, const LapDistribution *b, double *above);

/* Two sides that were tried in the same matches, of which in `only_a` only the first and in `only_b` only the second
 * was successful, of `n`: McNemar's test with the correction of Edwards (1948), and the interval of the difference of
 * shares. */
LapTest lap_compare_pairs(guint64 only_a, guint64 only_b, guint64 n);

/* One stratum of the next: of `n` tries `successes` were successful; of the `n_with` that had something, `with` were.
 */
typedef struct {
  guint64 with, n_with, successes, n;
} LapStratum;
/* Whether having it goes with success, within strata (Mantel and Haenszel 1959, without correction). The difference is
 * the share of those that had it less what is expected of them from their strata; its interval is that of the test. */
LapTest lap_compare_strata(const LapStratum *strata, guint n);

/* Corrects `n` p-values for how many there are (Holm 1979), each in its place; the chance that one of them or more is
 * small without reason stays that of one. */
void lap_holm(double *p, guint n);

/* --- ratings of players that meet in pairs of matches with seats swapped */

/* How the pairs ended for the first player: [i] those that gave it i quarters of the two points. */
typedef struct {
  guint64 n[5];
} LapPairs;

typedef struct {
  double score; /* mean, 0 to 1 */
  double elo;   /* the difference of ratings that predicts it; infinite if one side has won all */
  LapInterval interval;
} LapElo;

/* The interval is Wilson's, of as many independent tries as have the variance that was observed; of as many as there
 * are pairs, if it is 0. */
LapElo lap_elo(const LapPairs *pairs);
/* The expected score of a player that is `elo` better. */
double lap_elo_score(double elo);

/* Sequential test (Wald 1945) of `elo_0` against the higher `elo_1`: the logarithm of the likelihood ratio, with the
 * variance of pairs as observed (a generalised one, as for chess programs). 0 without any variance. */
double lap_sprt(const LapPairs *pairs, double elo_0, double elo_1);
/* Where it is decided: at or above `high` for elo_1, at or below -`high` for elo_0, with `error` wrong of either kind.
 */
double lap_sprt_bound(double error);

G_END_DECLS

"""The same tests in SciPy, on counts drawn at random: scipy_agrees.py PROGRAM (conclude.c)."""

import math
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tap import Skipped, main, test  # noqa: E402  (the path comes first)

try:
    from scipy import stats
except ImportError:
    stats = None

RANDOM = random.Random(4)
CASES = 200


def conclude(lines):
    """What the program computes, a list of numbers a line."""
    if stats is None:
        raise Skipped("python3-scipy is not installed")
    done = subprocess.run([sys.argv[1]], input="".join(line + "\n" for line in lines), text=True, capture_output=True, check=True)
    return [[float(word) for word in line.split()] for line in done.stdout.splitlines()]


def near(a, b):
    return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)


def part():
    whole = RANDOM.randint(1, 2000)
    return RANDOM.randint(0, whole), whole


@test("/scipy/intervals-of-shares")
def _():
    cases = [part() for _ in range(CASES)]
    for (k, n), (low, high) in zip(cases, conclude(f"wilson {k} {n}" for k, n in cases), strict=True):
        other = stats.binomtest(k, n).proportion_ci(method="wilson")
        assert near(low, other.low) and near(high, other.high), (k, n, low, high, other)


@test("/scipy/two-shares-are-the-chi-squared-test-of-their-table")
def _():
    cases = [part() + part() for _ in range(CASES)]
    for (a, n, b, m), (_, _, _, p) in zip(cases, conclude(f"shares {a} {n} {b} {m}" for a, n, b, m in cases), strict=True):
        if a + b not in (0, n + m):
            assert near(p, stats.chi2_contingency([[a, n - a], [b, m - b]], correction=True)[1]), (a, n, b, m, p)


@test("/scipy/two-series-are-the-rank-sum-test-with-ties")
def _():
    cases = []
    for case in range(CASES):
        most = [3, 20, 500][case % 3]
        cases.append([[RANDOM.randint(-most, most + shift) for _ in range(RANDOM.randint(8, 300))] for shift in (0, case % 5)])
    lines = ["values " + " ".join(",".join(map(str, values)) for values in case) for case in cases]
    for (a, b), (difference, _, above, p) in zip(cases, conclude(lines), strict=True):
        other = stats.mannwhitneyu(b, a, method="asymptotic", use_continuity=False)
        assert near(p, other.pvalue) and near(above, other.statistic / len(a) / len(b)), (a, b, p, other)
        assert near(difference, sum(b) / len(b) - sum(a) / len(a))


@test("/scipy/an-interval-of-means-is-that-of-their-standard-errors")
def _():
    a, b = [[RANDOM.randint(0, 40) for _ in range(200)] for _ in range(2)]
    (difference, low, _, _), = conclude(["values " + " ".join(",".join(map(str, values)) for values in (a, b))])
    error = math.hypot(stats.sem(a), stats.sem(b))
    assert near(difference - low, stats.norm.ppf(0.975) * error), (difference, low, error)


@test("/scipy/one-stratum-is-the-hypergeometric-distribution")
def _():
    for _ in range(CASES):
        n = RANDOM.randint(10, 500)
        had, won = RANDOM.randint(1, n - 1), RANDOM.randint(1, n - 1)
        both = RANDOM.randint(max(0, had + won - n), min(had, won))
        (difference, _, _, p), = conclude([f"strata {both} {had} {won} {n}"])
        law = stats.hypergeom(n, won, had)
        z = (both - law.mean()) / law.std()
        assert near(p, 2 * stats.norm.sf(abs(z))) and near(difference, (both - law.mean()) / had), (n, had, won, both, p, z)


@test("/scipy/a-share-that-is-due-is-the-chi-squared-test-of-fit")
def _():
    cases = [(*part(), RANDOM.randint(2, 8)) for _ in range(CASES)]
    for (k, n, seats), (p,) in zip(cases, conclude(f"due {k} {n} {1 / seats}" for k, n, seats in cases), strict=True):
        assert near(p, stats.chisquare([k, n - k], [n / seats, n - n / seats]).pvalue), (k, n, seats, p)


@test("/scipy/pairs-are-the-chi-squared-law-of-those-that-differ")
def _():
    for _ in range(20):
        a, b = RANDOM.randint(200, 900), RANDOM.randint(200, 900)
        (_, _, _, p), = conclude([f"pairs {a} {b} 3000"])
        assert near(p, stats.chi2.sf(max(abs(a - b) - 1, 0) ** 2 / (a + b), 1)), (a, b, p)


main()

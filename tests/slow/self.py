"""A game compared with itself a hundred times, with other deals: self.py. Nothing differs, at least 95 times; what is changed is
found."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tap import main, test  # noqa: E402  (the path comes first)

SEEDS = 100


def alarms(first, other, matches):
    """How many of the seeds find a difference."""
    found = 0
    for seed in range(1, SEEDS + 1):
        done = subprocess.run([os.environ["LAPIDARY"], "compare", first, other, "--independent", "--seed", str(seed), "-n", str(matches), "--json"],
                              text=True, capture_output=True, check=True)
        found += json.loads(done.stdout)["sides"][1]["found"] > 0
    return found


@test("/self/a-game-compared-with-itself-finds-nothing")
def _():
    for game in ["gemtrix", "tic-tac-toe", "gemessengers"]:
        found = alarms(game, game, 400)
        assert found <= 5, f"{game}: {found} of {SEEDS}"


@test("/self/a-limit-that-is-changed-is-found")
def _():
    found = alarms("gemtrix", "gemtrix:stall_limit=10", 400)
    assert found >= 95, f"{found} of {SEEDS}"


main()

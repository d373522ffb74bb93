"""How many steps a second an environment takes from Python, with NumPy.

Usage: environments.py [--matches N] [--seconds S] [GAME...]

For each game (tic-tac-toe, connect-four) N matches (1,024) at once are stepped for about S seconds (2) in five rounds, of which the
median stands: with actions that the library chooses at random, and with actions that NumPy chooses at random of the masks.
"""

import argparse
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "examples", "python"))
sys.dont_write_bytecode = True

import numpy  # noqa: E402  (the path comes first)

from environment import Environment  # noqa: E402

ROUNDS = 5


def by_library(env, _generator):
    return env.sample()


def by_numpy(env, generator):
    return (generator.random(env.legal.shape, numpy.float32) * env.legal).argmax(axis=1)


def rate(env, choose, seconds):
    """Steps of matches a second."""
    generator = numpy.random.default_rng(1)
    begun, steps = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        for _ in range(16):
            env.step(choose(env, generator))
        steps += 16 * env.matches
    return steps / (time.monotonic() - begun)


def main():
    parser = argparse.ArgumentParser(description="Steps a second of environments, from Python.")
    parser.add_argument("games", nargs="*", default=["tic-tac-toe", "connect-four"])
    parser.add_argument("--matches", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2)
    given = parser.parse_args()
    print("| game | matches | chosen by the library, steps/s | chosen by NumPy, steps/s |")
    print("|---|---|---|---|")
    for game in given.games:
        env = Environment(game, given.matches)
        env.reset(1)
        rates = [statistics.median(rate(env, choose, given.seconds / ROUNDS) for _ in range(ROUNDS))
                 for choose in (by_library, by_numpy)]
        print(f"| {game} | {given.matches:,} | {rates[0]:,.0f} | {rates[1]:,.0f} |", flush=True)


if __name__ == "__main__":
    main()

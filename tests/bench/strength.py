"""How well bots play: levels against random seats and against each other, with 95 % intervals.

Usage: strength.py [--seconds S] [--think BUDGET] [--pairs BOT:BOT,...] GAME...

Each line is played for about S seconds (30), pair after pair: in a pair the two bots play the same deals, each of them once in each
seat. Where more than two play, one bot sits among others of the other kind, in each of the seats. What a bot scores of a match is 1 for a
win, its share of a shared one. Intervals are Wilson's: as the same deals are played from all seats, they are rather too wide. Games
in which all play together, or one alone, have means of points. With --think all bots but greedy have that budget; without it each
level has its own. Prints tables in Markdown."""

import argparse
import json
import math
import os
import subprocess
import time

LAPIDARY = os.environ["LAPIDARY"]
LEVELS = "normal:random,greedy:random,easy:greedy,normal:easy,hard:normal"


def simulate(game, seats, seed, think):
    """One match."""
    command = [LAPIDARY, "simulate", game, "--matches", "1", "--seats", ",".join(seats), "--seed", str(seed), "--threads", "1", "--json",
               "--isolation", "none"]
    if think and "greedy" not in seats:
        command += ["--think", think]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def seats_of(game):
    """The least and the most."""
    about = json.loads(subprocess.run([LAPIDARY, "info", game, "--json"], check=True, capture_output=True, text=True).stdout)
    return about["seats"]["min"], about["seats"]["max"]


def share(result, seat):
    """What the seat scores of a match."""
    if result["seats"][seat]["wins"]:
        return 1.0
    sharers = sum(1 for other in result["seats"] if other["shared"])
    return 1.0 / sharers if result["seats"][seat]["shared"] else 0.0


def wilson(score, n, z=1.96):
    """The interval of a mean of values from 0 to 1."""
    p = score / n
    middle, half = (p + z * z / (2 * n)) / (1 + z * z / n), z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(middle - half, 0), min(middle + half, 1)


def duel(game, n_seats, bot, other, seconds, think):
    """A line of the table."""
    score, matches, seed, began = 0.0, 0, 0, time.monotonic()
    while matches == 0 or time.monotonic() - began < seconds:
        for seat in range(n_seats):
            result = simulate(game, [bot if i == seat else other for i in range(n_seats)], seed, think)
            score += share(result, seat)
            matches += 1
        seed += 1
    low, high = wilson(score, matches)
    return (f"| {game} | {n_seats} | {bot} | {other} | {matches} | {100 * score / matches:.0f} % "
            f"| {100 * low:.0f} to {100 * high:.0f} % | {100 / n_seats:.0f} % |")


def together(game, n_seats, bot, seconds, think):
    """A line of the other table."""
    points, seed, began = [], 0, time.monotonic()
    while len(points) < 2 or time.monotonic() - began < seconds:
        result = simulate(game, [bot] * n_seats, seed, think)
        seed += 1
        mates = result.get("together")
        points.append((mates or result["seats"][0])["points"]["mean"])
    mean = sum(points) / len(points)
    half = 1.96 * math.sqrt(sum((value - mean) ** 2 for value in points) / (len(points) - 1) / len(points))
    return (f"| {game} | {n_seats} | {bot} | {len(points)} | {mean:.1f} ± {half:.1f} | {min(points):.0f} to {max(points):.0f} |")


def is_shared(game, n_seats):
    """Whether all have one score."""
    return n_seats == 1 or "together" in simulate(game, ["random"] * n_seats, 0, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", help="a budget for all but greedy")
    parser.add_argument("--pairs", default=LEVELS, help="who plays against whom; of all numbers of seats only the first pair")
    parser.add_argument("games", nargs="+")
    asked = parser.parse_args()
    pairs = [pair.split(":") for pair in asked.pairs.split(",")]
    shared, bots = [], list(dict.fromkeys(["random"] + [bot for bot, _ in pairs]))
    print("| game | seats | bot | against | matches | it scores | 95 % | chance |\n|---|---|---|---|---|---|---|---|", flush=True)
    for game in asked.games:
        least, most = seats_of(game)
        for n_seats in range(least, most + 1):
            if is_shared(game, n_seats):
                shared.append((game, n_seats))
                continue
            for bot, other in pairs if n_seats == least else pairs[:1]:
                print(duel(game, n_seats, bot, other, asked.seconds, asked.think), flush=True)
    print("\n| game | seats | bot | matches | points | from, to |\n|---|---|---|---|---|---|", flush=True)
    for game, n_seats in shared:
        for bot in bots:
            print(together(game, n_seats, bot, asked.seconds, asked.think), flush=True)


if __name__ == "__main__":
    main()

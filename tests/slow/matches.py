"""Ten thousand matches of a game with every number of seats, believing no plugin: matches.py GAME."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tap import main, test  # noqa: E402  (the path comes first)

GAME = sys.argv[1]
MATCHES = os.environ.get("LAPIDARY_TEST_MATCHES", "10000")


def lapidary(*arguments):
    done = subprocess.run([os.environ["LAPIDARY"], *arguments], text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def seats_of(game):
    found = next(entry for entry in json.loads(lapidary("games", "--json"))["games"] if entry["id"] == game)
    return range(found["seats"]["min"], found["seats"]["max"] + 1)


def add(seats):
    @test(f"/matches/{GAME}/{MATCHES}-with-{seats}-seats-keep-the-contract")
    def _():
        lapidary("simulate", GAME, "--matches", MATCHES, "--seats", str(seats), "--checked", "--json")


for number in seats_of(GAME):
    add(number)
main()

"""How long it takes from a finished build of a plugin to the first move that is made on it, in matches with long logs.

MATCHES matches of MOVES moves are played by people over pipes; then the module is replaced by another content that plays
alike, ROUNDS times, and it is measured when each match goes on with it and when a move of it is answered. Prints a table
in Markdown."""

import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.environ["SOURCES"], "tests", "server"))

from plugin_folders import copy_game, looking_in  # noqa: E402  (the path comes first)
from talking import Pipes, ask, first_move, news, path, sit_down  # noqa: E402

GAME = "gemtrix"
MATCHES, MOVES, ROUNDS = 10, 200, 10
BUILT = os.path.join(os.path.dirname(os.path.abspath(os.environ["LAPIDARY"])), "..", "..", "plugins", GAME)


def play(people, moves):
    """Moves of whoever has to, as far as the match goes. Whether it goes on."""
    for _ in range(moves):
        state = people[0].ask("subscribe")
        if state["state"] == "over":
            return False
        mover = people[state["waiting"][0]]
        mover.change("play", steps=first_move(mover))
    return True


def begin(host):
    """A match with so many moves that goes on."""
    while True:
        people = sit_down(host, GAME, ("open",) * 4)
        if play(people, MOVES):
            return people
        print("a match was over too early", file=sys.stderr)


def rebuilt(folder):
    """When another content of the module was there."""
    module = os.path.join(folder, GAME, GAME + ".so")
    with open(module, "rb") as old, open(module + ".new", "wb") as new:
        new.write(old.read() + b"\n")
    os.rename(module + ".new", module)
    return time.perf_counter()


def measure(host, folder, matches, scanned):
    """Milliseconds until each match goes on with it, and until the first move on it is answered."""
    since = rebuilt(folder)
    if scanned:
        ask(host, "plugins.scan")
    renewed, moved = [], None
    while len(renewed) < len(matches):
        entry = news(host, "match.event")
        if entry["kind"] != "rules":
            continue
        assert not entry.get("refused"), entry["text"]
        renewed.append((time.perf_counter() - since) * 1000)
        if moved is None:
            play(matches[entry["match"]], 1)
            moved = (time.perf_counter() - since) * 1000
    return renewed, moved


def main():
    folder = path("rebuilds")
    copy_game(folder, GAME, BUILT)
    host = Pipes(env=looking_in(folder))
    tables = [begin(host) for _ in range(MATCHES)]
    matches = {people[0].match: people for people in tables}
    print("| a plugin is rebuilt | first move on it | all matches on it |\n|---|---|---|")
    for scanned, how in ((True, "`plugins.scan` asked at once"), (False, "found by watching its folder")):
        rounds = [measure(host, folder, matches, scanned) for _ in range(ROUNDS)]
        first, last = [moved for _, moved in rounds], [renewed[-1] for renewed, _ in rounds]
        print(f"| {how} | {statistics.median(first):.0f} ms ({max(first):.0f}) "
              f"| {statistics.median(last):.0f} ms ({max(last):.0f}) |")


main()

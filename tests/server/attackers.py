"""One attacker of each kind beside people who play: they are served all the same, and the server's memory stays bounded.

How long they wait is measured by tests/bench/attackers.py, on a machine that does nothing else."""

import multiprocessing
import time

import attacks
from talking import ask, main, path, served, sit_down, test

MIB = 1 << 20
ROOM = 64 * MIB
SECONDS = 0.7
TOKEN = "a token of operators"

with open(path("operator.token"), "w", encoding="utf-8") as out:
    out.write(TOKEN)
server = served("--operator-token-file", path("operator.token"))
target = attacks.Target(server.port, TOKEN)


def drop(column):
    return [{"kind": attacks.GAME + "/drop", "args": {"column": column}}]


def play_beside(kind):
    """Plays while an attacker of a kind is at work. Tells how many moves, and what the server grew by."""
    before, moves = server.memory(), 0
    most = before
    end = time.monotonic() + SECONDS
    crowd = multiprocessing.Process(target=attacks.KINDS[kind][1], args=(target, attacks.address(0), end), daemon=True)
    crowd.start()
    host = server.connect(source="127.0.1.1")
    while crowd.is_alive() and time.monotonic() < end + 30:
        people = sit_down(host, attacks.GAME)
        for move in range(7):
            people[move % 2].change("play", steps=drop("abcdefg"[move]))
            moves += 1
            most = max(most, server.memory())
            time.sleep(0.005)
    crowd.join(10)
    grown = most - before
    assert grown < ROOM, f"the server grew by {grown / MIB:.1f} MiB"
    ask(server.connect(source="127.0.1.1"), "host.hello")
    return f"{moves} moves; grown by {grown / MIB:.1f} MiB"


for name, (what, _) in attacks.KINDS.items():
    test(f"/attackers/{name.replace(' ', '-').lower()}-do-not-keep-others-from-playing")(lambda kind=name: play_beside(kind))


@test("/attackers/after-all-this-the-server-ends-as-it-should")
def _():
    server.end()
    assert server.process.returncode == 0, server.process.returncode


main()

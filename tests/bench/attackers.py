"""What honest players notice while others mean no good: p50 and p99 of their moves, and the host's memory.

Twenty matches are played at a steady pace by people from addresses of their own; beside them one attacker, then ten, of
each kind (tests/server/attacks.py), each from an address of its own, in processes of lower priority, since in earnest
they run elsewhere. A move's time counts from when it was due, so that a host that stands still is seen in full. Prints a
table in Markdown. Usage: attackers.py [KIND]..."""

import multiprocessing
import os
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.environ["SOURCES"], "tests", "server"))

import attacks  # noqa: E402  (the path comes first)
from talking import Server, new_key, sit_down  # noqa: E402

MATCHES, MOVES_A_SECOND = 20, 5  # the pace of each match
REST, SECONDS = 1, 4  # between measurements, and of one
MIB = 1 << 20
TOKEN = "a token of operators"


class Honest(threading.Thread):
    """Two people at a match, who play a move each 200 ms, one match after the other."""

    def __init__(self, server, number, times):
        super().__init__(daemon=True)
        self.server, self.source, self.times = server, f"127.0.1.{number + 1}", times

    def run(self):
        host = self.server.connect(source=self.source)
        due = time.perf_counter() + hash(self.source) % 200 / 1000
        while True:
            people = sit_down(host, attacks.GAME)
            due = max(due, time.perf_counter())
            for move in range(14):
                time.sleep(max(0, due - time.perf_counter()))
                people[move % 2].change("play", steps=drop("abcdefg"[move % 7]))
                self.times.append((time.perf_counter(), time.perf_counter() - due))
                due = max(due + 1 / MOVES_A_SECOND, time.perf_counter() - 5)


def drop(column):
    return [{"kind": attacks.GAME + "/drop", "args": {"column": column}}]


def play(server, orders, results):
    """The honest players, in a process of their own. Tells of each stretch of time that is ordered how long moves took."""
    times = []
    for number in range(MATCHES):
        Honest(server, number, times).start()
    while (stretch := orders.recv()):
        begin, end = stretch
        results.send([taken for at, taken in list(times) if begin <= at <= end])


def attack(kind, target, number, end):
    os.nice(40)
    attacks.KINDS[kind][1](target, attacks.address(number), end)


class Table:
    """A server with its honest players."""

    def __init__(self, folder):
        file = os.path.join(folder, "operator.token")
        with open(file, "w", encoding="utf-8") as out:
            out.write(TOKEN)
        self.server = Server("sqlite:" + os.path.join(folder, "matches.db"),
                             more=("--log-level", "error", "--operator-token-file", file)).start()
        self.target = attacks.Target(self.server.port, TOKEN)
        self.orders, theirs = multiprocessing.Pipe()
        results, self.results = multiprocessing.Pipe()
        self.players = multiprocessing.Process(target=play, args=(self.server, theirs, results), daemon=True)
        self.players.start()
        time.sleep(2)

    def measure(self, kind=None, attackers=0):
        """(times in ms, most memory) of some seconds beside so many attackers."""
        begin = time.perf_counter()
        end = time.monotonic() + SECONDS
        crowd = [multiprocessing.Process(target=attack, args=(kind, self.target, i, end), daemon=True) for i in range(attackers)]
        for one in crowd:
            one.start()
        memory = 0
        while time.monotonic() < end:
            memory = max(memory, self.server.memory())
            time.sleep(0.1)
        self.orders.send((begin, time.perf_counter()))
        times = sorted(taken * 1000 for taken in self.results.recv())
        for one in crowd:
            one.join(5)
            one.kill()
        time.sleep(REST)
        return times, memory

    def end(self):
        self.orders.send(None)
        self.players.kill()
        self.server.end()


def percentile(times, part):
    return times[int(len(times) * part)] if times else float("inf")


def cells(times, memory, quiet):
    return f"{percentile(times, 0.5):.1f} | {percentile(times, 0.99):.1f} | {(memory - quiet) / MIB:+.0f}"


def measure_kind(kind):
    """The row of a kind, and the times of its quiet part."""
    with tempfile.TemporaryDirectory(prefix="lapidary-attackers-") as folder:
        table = Table(folder)
        quiet, memory = table.measure()
        one, ten = table.measure(kind, 1), table.measure(kind, 10)
        table.end()
    print(f"| {kind}: {attacks.KINDS[kind][0]} | {cells(*one, memory)} | {cells(*ten, memory)} |", flush=True)
    print(f"{kind}: quiet p50 {percentile(quiet, 0.5):.1f} p99 {percentile(quiet, 0.99):.1f} ms, {memory / MIB:.0f} MiB; "
          f"{len(quiet)}, {len(one[0])} and {len(ten[0])} moves", file=sys.stderr)
    return quiet, memory


def main(kinds):
    print("| attackers | one: p50 ms | p99 ms | memory MiB | ten: p50 ms | p99 ms | memory MiB |")
    print("|---|---|---|---|---|---|---|", flush=True)
    quiet, memory = [], []
    for kind in kinds or attacks.KINDS:
        times, used = measure_kind(kind)
        quiet += times
        memory.append(used)
    quiet.sort()
    print(f"| none | {percentile(quiet, 0.5):.1f} | {percentile(quiet, 0.99):.1f} | {max(memory) / MIB:.0f} in all | | | |")


if __name__ == "__main__":
    main(sys.argv[1:])

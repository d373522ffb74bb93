"""What honest players notice of rules that crash, hang, or do what no rules may: p50 and p99 of their moves, and the host's memory.

Fifty matches are played at a steady pace (attackers.py has how); beside them one match after the other of a game that
misbehaves in its hook apply, until each is suspended. Then as many faults as are asked for, one after the other, with the host's memory,
and how long the next move takes in another match of the same rules, whose worker has just ended. Prints tables in Markdown.
Usage: rules.py [FAULTS]; with --faults behind it, only these."""

import glob
import os
import shutil
import sys
import tempfile
import time

GAME = "misbehaves"
ITS_FOLDER = tempfile.TemporaryDirectory(prefix="lapidary-rules-")  # alone: the others of its kind take long to be tried
for its_file in glob.glob(os.path.join(os.environ["ZOO"], GAME + ".*")):
    if os.path.isfile(its_file):
        shutil.copy(its_file, ITS_FOLDER.name)
os.environ["LAPIDARY_PLUGIN_PATH"] += ":" + ITS_FOLDER.name
os.environ["LAPIDARY_ISOLATION"] = "untrusted"

import attackers  # noqa: E402  (the path comes first)
from attackers import MIB, attacks, percentile  # noqa: E402
from talking import Refused, Server, first_move, sit_down  # noqa: E402

DEEDS = ("null", "wild_byte", "wild_near", "overflow", "exit", "abort", "throw", "loop", "slow", "fork", "bomb", "threads", "memory", "file",
         "socket", "signal", "ptrace", "truncate", "scribble", "garbage_counts", "garbage_event")
FREE = ("rate=100000", "burst=1000000", "matches_per_address=1000000", "entries_per_address=100000000", "subscriptions=100000")
attackers.MATCHES = 50


def play_until_suspended(host, deed):
    """How often it was refused."""
    refusals, people = 0, None
    while True:
        try:
            people = people or sit_down(host, GAME, options={"hook": "apply", "deed": deed, "ply": "2"})
            state = people[0].ask("subscribe")
            if state["state"] != "running":
                people[0].ask("unsubscribe")
                return refusals
            waiting = people[state["waiting"][0]]
            waiting.change("play", steps=first_move(waiting))
        except Refused as refusal:
            assert refusal.code in (1008, 1010, 1019), refusal.error
            if refusal.code == 1008:
                time.sleep(0.1)
            else:
                refusals += 1


def misbehave(deed):
    def attack(target, source, end):
        host = attacks.connect(f"ws://127.0.0.1:{target.port}/ws", source=source)
        while time.monotonic() < end:
            play_until_suspended(host, deed)
    return deed, attack


def measure_deeds():
    print("| its rules | p50 ms | p99 ms | memory MiB |\n|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory(prefix="lapidary-rules-") as folder:
        table = attackers.Table(folder)
        before, memory = table.measure()
        print(f"| (none) | {percentile(before, 0.5):.1f} | {percentile(before, 0.99):.1f} | {memory / MIB:.0f} in all |", flush=True)
        for deed in DEEDS:
            attacks.KINDS[deed] = misbehave(deed)
            times, used = table.measure(deed, 1)
            print(f"| {deed} | {percentile(times, 0.5):.1f} | {percentile(times, 0.99):.1f} | {(used - memory) / MIB:+.0f} |", flush=True)
        after, used = table.measure()
        print(f"| (none) | {percentile(after, 0.5):.1f} | {percentile(after, 0.99):.1f} | {(used - memory) / MIB:+.0f} |", flush=True)
        table.end()


def measure_faults(faults):
    with tempfile.TemporaryDirectory(prefix="lapidary-rules-") as folder:
        server = Server("sqlite:" + os.path.join(folder, "matches.db"), FREE, ("--log-level", "error")).start()
        host, times, seen, people, memory = server.connect(), [], 0, None, []
        began = time.monotonic()
        while seen < faults:
            seen += play_until_suspended(host, "null")
            if not people or people[0].ask("subscribe")["state"] == "over":
                if people:
                    people[0].ask("unsubscribe")  # or the host keeps all these matches in memory
                people = sit_down(host, GAME)
            waiting = people[people[0].ask("subscribe")["waiting"][0]]
            steps, since = None, time.perf_counter()
            steps = first_move(waiting)
            waiting.change("play", steps=steps)
            times.append((time.perf_counter() - since) * 1000)
            if seen >= faults * (len(memory) + 1) / 10:
                memory.append(server.memory() / MIB)
        times.sort()
        print(f"\n{seen} faults in {time.monotonic() - began:.0f} s; the next move of other matches of these rules took p50 {percentile(times, 0.5):.1f}, "
              f"p99 {percentile(times, 0.99):.1f} ms; memory after each tenth: {', '.join(f'{m:.1f}' for m in memory)} MiB")
        server.end()


if __name__ == "__main__":
    if "--faults" not in sys.argv:
        measure_deeds()
    measure_faults(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)

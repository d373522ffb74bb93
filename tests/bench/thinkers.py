"""What people notice of bots that think: p50 and p99 of their moves beside so many matches of hard bots, and the host's memory.

Twenty matches are played at a steady pace by people (attackers.py has how); beside them bots play others alone. Prints a table in
Markdown. Usage: thinkers.py [MATCHES]"""

import sys
import tempfile

from attackers import MIB, Table, percentile
from talking import create

GAMES = ("gem", "gemtrix", "gemessengers", "connect-four")
BOTS = ({"bot": "hard"}, {"bot": "hard"})


def row(name, times, memory):
    print(f"| {name} | {percentile(times, 0.5):.1f} | {percentile(times, 0.99):.1f} | {memory / MIB:.0f} |", flush=True)


def main(matches):
    with tempfile.TemporaryDirectory(prefix="lapidary-thinkers-") as folder:
        table = Table(folder)
        print("| beside people | p50 ms | p99 ms | memory MiB |\n|---|---|---|---|", flush=True)
        row("nothing", *table.measure())
        host = table.server.connect()
        for i in range(matches):
            create(host, GAMES[i % len(GAMES)], BOTS)
        for _ in range(3):
            row(f"{matches} matches of hard bots", *table.measure())
        table.end()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)

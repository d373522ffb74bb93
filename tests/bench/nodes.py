"""Durable moves a second over WebSocket, on SQLite and on PostgreSQL, on one to three nodes, beside a bare echo and bare commits; and
what many idle matches cost. All in one run, so that ratios can be read. The load, the nodes and the database share the machine's
processors: more nodes show what sharing costs, and how much faster they are only where there are processors for them.

Prints tables in Markdown. Usage: nodes.py [ROUNDS]"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time

SOURCES = os.environ["SOURCES"]
sys.path[:0] = [os.path.join(SOURCES, "tests", folder) for folder in ("fixtures", "server")]

from cluster import Cluster, Missing  # noqa: E402  (the path comes first)
from talking import Server  # noqa: E402

WIRE, ECHO = os.environ["WIRE"], os.environ["WIRE_ECHO"]
# Limits are for the many, who are one here.
LIMITS = ["rate=1000000", "burst=1000000", "matches=10000000", "matches_per_address=10000000", "connections_per_address=4000",
          "open_matches=100000", "entries=1000000000", "entries_per_address=1000000000"]
# Matches at a time, and how many each client plays one after the other: a match has 42 moves.
LOADS = [(1, 12), (64, 8), (1000, 1)]
STORED, OPEN = 100000, 10000
ENTRY = "INSERT INTO entry (text) VALUES (repeat('x', 200));\n"


def start(store, node=None):
    more = ["--isolation", "none", "--log-level", "error"]
    if node:
        more += ["--node", node, "--address", "ws://127.0.0.1:1/ws"]  # nobody is sent there: each load stays at its node
    return Server(store, LIMITS, more).start()


def wire(*words):
    return subprocess.Popen([WIRE, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def shares(clients, n):
    """So many clients at each of n nodes."""
    return [share for i in range(n) if (share := clients // n + (i < clients % n))]


def moves(servers, clients, matches):
    """Moves a second of all nodes together, and the slowest node's p50 and p99."""
    loads = [wire("--moves", server.port, "--clients", share, "--matches", matches)
             for server, share in zip(servers, shares(clients, len(servers)))]
    for load in loads:
        assert load.stdout.readline() == "ready\n"
    for load in loads:
        load.stdin.write("go\n")
        load.stdin.flush()
    results = [json.loads(load.communicate()[0]) for load in loads]
    return {"rate": sum(each["answers"] for each in results) / max(each["seconds"] for each in results),
            "p50": max(each["p50"] for each in results), "p99": max(each["p99"] for each in results),
            "length": results[0]["length"]}


def echoes(port, clients, matches, length):
    each = json.loads(wire("--echoes", port, "--clients", clients, "--matches", matches, "--length", length).communicate()[0])
    return {**each, "rate": each["answers"] / each["seconds"]}


def best(rounds, measure, *arguments):
    """The machine is noisy: the round that it disturbed least."""
    return max((measure(*arguments) for _ in range(rounds)), key=lambda result: result["rate"])


def row(what, clients, result, echo=None):
    ratio = f"{result['rate'] / echo['rate']:.2f}" if echo else ""
    print(f"| {what} | {clients} | {result['rate']:.0f} | {ratio} | {result['p50']:.0f} | {result['p99']:.0f} |", flush=True)


def table(rounds, hosts):
    echo = subprocess.Popen([ECHO], stdout=subprocess.PIPE, text=True)
    port = int(echo.stdout.readline())
    print("| over WebSocket | matches | a second | / echo | p50 us | p99 us |\n|---|---|---|---|---|---|", flush=True)
    for clients, matches in LOADS:
        heard = best(rounds, echoes, port, clients, matches, 200)
        row("a bare echo, nothing kept", clients, heard)
        for what, servers in hosts:
            row(f"moves, {what}", clients, best(rounds, moves, servers, clients, matches), heard)
    echo.kill()
    echo.wait()


def commits(cluster, clients):
    """Rows a second that PostgreSQL commits one by one, of its own bench."""
    programs = sorted(os.listdir("/usr/lib/postgresql"), key=int)[-1]
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(ENTRY)
        script.flush()
        said = subprocess.run([f"/usr/lib/postgresql/{programs}/bin/pgbench", "-n", "-f", script.name, "-c", str(clients), "-j", "2",
                               "-T", "5", "-h", cluster.folder, "-U", "lapidary", "bare"], capture_output=True, text=True, check=True)
    return float(re.search(r"^tps = ([0-9.]+)", said.stdout, re.M).group(1))


def idle(what, store, open_matches):
    """Memory of a host that has made so many matches, and how long it is from its start to the first answer about one."""
    server = start(store)
    before = resident(server)
    wire("--idle", server.port, "--clients", 16, "--count", open_matches).communicate()
    grown = (resident(server) - before) / open_matches
    wire("--idle", server.port, "--clients", 16, "--count", STORED - open_matches).communicate()
    server.end()
    begun = time.perf_counter()
    server = start(store)
    with_answer = server.connect()
    with_answer.send_text('{"jsonrpc":"2.0","id":1,"method":"match.list","params":{"limit":1}}')
    answer = json.loads(with_answer.recv())
    taken = time.perf_counter() - begun
    assert "result" in answer, answer
    print(f"| {what} | {grown:.0f} | {taken * 1000:.0f} | {resident(server) >> 20} |", flush=True)
    server.end()


def resident(server):
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as pages:
        return int(pages.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def main(rounds):
    try:
        cluster = Cluster()
    except Missing as missing:
        sys.exit(f"nodes.py: {missing}")
    with tempfile.TemporaryDirectory(prefix="lapidary-nodes-") as folder:
        alone = start(cluster.make("alone"))
        two, three = cluster.make("two"), cluster.make("three")
        hosts = [("SQLite", [start(f"sqlite:{folder}/moves")]), ("PostgreSQL", [alone]),
                 ("PostgreSQL, 2 nodes", [start(two, name) for name in "ab"]),
                 ("PostgreSQL, 3 nodes", [start(three, name) for name in "abc"])]
        table(rounds, hosts)
        for _, servers in hosts:
            for server in servers:
                server.end()
        cluster.make("bare")
        cluster.tell("sql bare CREATE TABLE entry (text text); GRANT ALL ON entry TO lapidary")
        for clients in (1, 32):
            print(f"bare commits of PostgreSQL, {clients} connection{'s' * (clients > 1)}: {commits(cluster, clients):.0f} a second")
        print(f"\n| {STORED} matches stored | bytes of each of {OPEN} that are open | start to the first answer, ms | MiB then |\n"
              "|---|---|---|---|", flush=True)
        idle("SQLite", f"sqlite:{folder}/idle", OPEN)
        idle("PostgreSQL", cluster.make("idle"), OPEN)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

"""Three nodes over one PostgreSQL with a standby, clients at all of them, and faults drawn at random: nothing that was
acknowledged is lost, doubled, reordered or forked.

Everything is on one machine: nodes, database and clients each in a network namespace (network.py), so that links are cut as they
are on a network, one way or both, between any two; or else with TCP proxies between them (links.py). Two of the nodes forward, one
answers with the other's address. Clocks are set off by libfaketime, if it is installed.

LAPIDARY_TEST_FAULTS says how many faults, LAPIDARY_TEST_SEED which ones: the seed is printed. LAPIDARY_TEST_PROXIES: proxies in
any case."""

import atexit
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter

SOURCES = os.environ["SOURCES"]
sys.path[:0] = [os.path.join(SOURCES, "tests", folder) for folder in ("server", "fixtures")]
from talking import Refused, Server, ask, environment, heard_by, main, path, test  # noqa: E402
from websocket_client import Closed, connect  # noqa: E402
from websocket_client import Refused as NoSocket  # noqa: E402
import ledger  # noqa: E402
from links import Proxies  # noqa: E402
from network import Missing as NoNetwork  # noqa: E402
from network import Network  # noqa: E402
from standby import Missing, Standby, free_port  # noqa: E402

FAULTS = int(os.environ.get("LAPIDARY_TEST_FAULTS", "30"))
SEED = int(os.environ.get("LAPIDARY_TEST_SEED", random.SystemRandom().randrange(10 ** 9)))
CLIENTS = 8
GAME = "connect-four"
OVER, OTHER_NODE, DRAINING, OUTCOME_UNKNOWN = 1006, 1012, 1014, 1015
LEASE = 5
MACHINES = CLIENTS_MACHINE, ONE, TWO, THREE, DATABASE = ["clients", "one", "two", "three", "database"]
PATIENCE = 1.0  # how long a client waits for an answer before it asks at another node
LIMITS = ("rate=100000", "burst=100000", "matches_per_address=1000000", "matches=1000000")
FAKETIME = next(iter(sorted(p for p in (f"/usr/lib/{os.uname().machine}-linux-gnu/faketime/libfaketime.so.1",)
                            if os.path.exists(p))), None)

signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that all that it has started ends too
chance = random.Random(SEED)
print(f"# seed {SEED}, {FAULTS} faults", flush=True)
started_at = time.monotonic()


def tell(text):
    print(f"# {time.monotonic() - started_at:7.1f} {text}", flush=True)


def make_network():
    """Before any thread is started."""
    if "LAPIDARY_TEST_PROXIES" in os.environ:
        return Proxies(MACHINES)
    try:
        return Network(MACHINES)
    except NoNetwork as missing:
        tell(f"proxies instead of namespaces: {missing}")
        return Proxies(MACHINES)


class Node(Server):
    """A node on a machine of its own."""

    def __init__(self, name, *more):
        self.name, self.lock = name, threading.Lock()
        self.front = network.door(name, free_port())
        doors = [network.door(DATABASE, port, name) for port in standby.ports]
        self.clock = path(f"clock-{name}")
        self.set_clock(0)
        hosts, ports = (",".join(str(getattr(door, what)) for door in doors) for what in ("host", "port"))
        store = f"postgresql://lapidary@/matches?host={hosts}&port={ports}&target_session_attrs=read-write&connect_timeout=2"
        super().__init__(store, LIMITS, ("--log-level", "warning", "--node", name, "--bind", network.address(name),
                                         "--address", self.address, *more))
        self.listen_at(self.front.target)
        self.log = open(path(f"log-{name}"), "ab")  # noqa: SIM115  (it lives as long as the test)

    @property
    def address(self):
        return f"ws://{self.front.host}:{self.front.port}/ws"

    def listen_at(self, port):
        """When it is started next."""
        self.front.target = port
        self.command[self.command.index("--port") + 1] = str(port)
        self.command[self.command.index("--address") + 1] = self.address

    def set_clock(self, seconds):
        with open(self.clock + ".new", "w", encoding="ascii") as file:
            file.write(f"{seconds:+d}")
        os.replace(self.clock + ".new", self.clock)

    def begin(self):
        """Starts it; again, if the database is not there yet."""
        more = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": self.clock, "FAKETIME_CACHE_DURATION": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"} if FAKETIME else {}
        while True:
            self.process = subprocess.Popen([*network.within(self.name), *self.command], stdout=subprocess.PIPE, stderr=self.log, text=True,
                                            env=environment(**more))
            atexit.register(self.process.kill)
            if self.process.stdout.readline():
                return self
            self.process.wait()
            if stop.is_set():
                return self
            time.sleep(0.2)


class Client(threading.Thread):
    """Plays both seats of one match after another, at whatever node has it."""

    def __init__(self, number):
        super().__init__(daemon=True)
        self.random, self.number, self.serial = random.Random(SEED * 1000 + number), number, 0
        self.node, self.socket, self.followed = self.random.choice(nodes), None, None
        self.ledger, self.ledgers = None, []
        self.answers = []  # (when, from which node, how long it took, why it was asked for again)
        self.again = 0
        self.failure = None

    # --- asking

    def leave(self):
        if self.socket:
            self.take_heard()
            self.socket.drop()
        self.socket = self.followed = None

    def go(self, address=None):
        """To another node: that of the address, or any other."""
        self.leave()
        others = [node for node in nodes if node is not self.node]
        self.node = next((node for node in nodes if node.address == address), None) or self.random.choice(others)

    def take_heard(self):
        """Notifications of moves go into the ledger of their match."""
        while heard_by(self.socket):
            told = heard_by(self.socket).popleft()
            if told["method"] == "match.event" and told["params"].get("kind") == "move":
                for ledger_of in self.ledgers[-2:]:
                    if ledger_of.match == told["params"]["match"]:
                        ledger_of.heard.append((told["params"]["seq"], move_of(told["params"])))

    def ask_once(self, method, params):
        if self.socket is None:
            self.socket = connect(self.node.address, timeout=PATIENCE, source=network.source)
        if self.ledger and self.followed != self.ledger.match:
            ask(self.socket, "match.subscribe", match=self.ledger.match, token=self.ledger.token)
            self.followed = self.ledger.match
        answer = ask(self.socket, method, **params)
        self.take_heard()
        return answer

    def ask(self, method, params):
        """Asks until it is answered, wherever that is."""
        began, reasons = time.monotonic(), []
        while time.monotonic() < began + 180:
            try:
                answer = self.ask_once(method, params)
                self.answers.append((time.monotonic(), self.node.name, time.monotonic() - began, reasons))
                return answer
            except (Refused, OSError, Closed, NoSocket) as failure:
                if isinstance(failure, Refused) and failure.code not in (OTHER_NODE, OUTCOME_UNKNOWN, DRAINING):
                    raise
                reasons.append(f"{time.monotonic() - began:.2f} {self.node.name}: {failure}"[:120])
                self.go(failure.error["data"].get("address") if isinstance(failure, Refused) else None)
                time.sleep(0.05)
        raise TimeoutError(f"{method} was not answered for three minutes")

    def change(self, method, **params):
        """A change with a key, which is sometimes asked for again though it was answered, at another node."""
        self.serial += 1
        params["key"] = f"client-{self.number:04d}-{self.serial:08d}"
        result = self.ask(method, params)
        if self.random.random() < 0.1:
            self.again += 1
            if self.random.random() < 0.5:
                self.go()
            repeated = self.ask(method, params)
            assert repeated == result, f"{method} was answered {result}, then {repeated}"
        return result

    # --- playing

    def begin_match(self):
        self.ledger = self.followed = None
        created = self.change("match.create", game=GAME, seats=["open", "open"])
        tokens = [self.change("match.join", match=created["match"], invitation=invitation, name=name)["token"]
                  for invitation, name in zip(created["invitations"], ["A", "B"])]
        self.ledger = ledger.Ledger(created["match"], tokens[0])
        self.ledgers.append(self.ledger)
        return tokens

    def choose(self):
        heights = Counter(column for _, column in self.ledger.moves)
        return self.random.choice([column for column in "abcdefg" if heights[column] < 6] or ["a"])

    def play_match(self):
        tokens, moves = self.begin_match(), self.ledger.moves
        while not stop.is_set():
            self.ledger.asked = self.choose()
            steps = [{"kind": GAME + "/drop", "args": {"column": self.ledger.asked}}]
            try:
                seq = self.change("match.play", match=self.ledger.match, token=tokens[len(moves) % 2], steps=steps)["seq"]
            except Refused as refused:
                assert refused.code == OVER, f"a legal move was refused: {refused} after {moves}"
                self.ledger.asked = None
                return
            moves.append((seq, self.ledger.asked))
            self.ledger.asked = None
            time.sleep(0.01)

    def run(self):
        try:
            while not stop.is_set():
                self.play_match()
        except Exception as failure:  # told by the main thread
            tell(f"client {self.number}: {failure!r}")
            self.failure = failure
            stop.set()


def move_of(entry):
    """The column of an entry of the log, or of a notification, if it is a move."""
    return entry["steps"][0]["args"]["column"] if entry.get("steps") else None


# --- faults: each is begun, lasts, and is ended

served = {}  # fault to the seconds until each match of the node was served again


def clients_at_matches_of(node):
    """Those that play a match which the node has; none if the database cannot be asked now."""
    try:
        owned = set(standby.sql(f"SELECT match FROM lapidary.lease WHERE node = '{node.name}'", "matches").split())
    except AssertionError:
        return []
    return [client for client in clients if client.ledger and client.ledger.match in owned]


def measure(kind, whom, began):
    """How long they waited for the next answer. Those that had left the node already are left out."""
    for client in whom:
        after = [answer for answer in client.answers if answer[0] > began + 0.05][:1]
        if after:
            served.setdefault(kind, []).append(after[0][0] - began)
            if after[0][0] - began > LEASE + 2:
                tell(f"{kind}: client {client.number} was served again after {after[0][0] - began:.2f} s by {after[0][1]}: "
                     f"{after[0][3]}")


def kill_node(node):
    node.process.kill()
    node.process.wait()
    time.sleep(chance.choice([0, 0.5, LEASE + 2]))
    node.begin()


def hang_node(node):
    node.process.send_signal(signal.SIGSTOP)
    time.sleep(chance.uniform(LEASE + 1, LEASE + 6))
    node.process.send_signal(signal.SIGCONT)


def hang_briefly(node):
    node.process.send_signal(signal.SIGSTOP)
    time.sleep(chance.uniform(0.2, LEASE - 1))
    node.process.send_signal(signal.SIGCONT)


def hang_and_replace(node):
    """Another process of the same name is started while the former one hangs, which goes on later."""
    former = node.process
    former.send_signal(signal.SIGSTOP)
    node.listen_at(free_port())
    node.begin()
    former.send_signal(signal.SIGCONT)
    time.sleep(2)
    former.kill()
    former.wait()


def cut(*ends):
    how, reset, longest = chance.choice(network.ways), chance.random() < 0.5, chance.choice([2, LEASE + 6, 25])
    mend = network.cut(*chance.sample(ends, 2), how)
    time.sleep(chance.uniform(1, longest))
    mend(reset)


def cut_database(node):
    cut(node.name, DATABASE)


def cut_clients(node):
    cut(node.name, CLIENTS_MACHINE)


def cut_nodes(node):
    cut(node.name, chance.choice([other.name for other in nodes if other is not node]))


def set_clock_off(node):
    node.set_clock(chance.choice([-1, 1]) * chance.randrange(60, 900))
    time.sleep(chance.uniform(2, 8))
    node.set_clock(0)


def upgrade(node):
    node.process.send_signal(signal.SIGTERM)
    node.process.wait(60)
    node.begin()


def restart_database(_node):
    standby.restart()


def promote_standby(_node):
    standby.promote()
    time.sleep(chance.uniform(0, 2))
    standby.add_standby()


OF_NODES = [kill_node, hang_node, hang_briefly, cut_database, cut_clients, cut_nodes, upgrade, hang_and_replace]
OF_NODES += [set_clock_off] if FAKETIME else []
OF_DATABASE = [restart_database, promote_standby]
LOSES_MATCHES = [kill_node, hang_node, hang_and_replace, cut_database, upgrade]
done = Counter()


def carry_out(fault, node, overlaps):
    """One fault. A node, and the pair of servers, have one at a time."""
    lock = database_lock if fault in OF_DATABASE else node.lock
    with lock:
        if stop.is_set():
            return
        kind = fault.__name__
        whom = clients_at_matches_of(node) if fault in LOSES_MATCHES and not overlaps else []
        began = time.monotonic()
        tell(f"{kind} {'' if fault in OF_DATABASE else node.name}{' with others' if overlaps else ''}")
        try:
            fault(node)
        except Exception as failure:
            tell(f"{kind}: {failure!r}")
            problems.append(f"the test's own fault {kind}: {failure!r}")
            stop.set()
            return
        done[kind] += 1
        wait_for_answers(time.monotonic(), clients)
        measure(kind, whom, began)


def wait_for_answers(since, whom):
    """However long that takes on a busy machine."""
    while not stop.is_set() and not all(client.answers and client.answers[-1][0] > since for client in whom):
        time.sleep(0.05)


def draw_faults():
    while sum(done.values()) < FAULTS and not stop.is_set():
        several = chance.random() < 0.2
        drawn = [chance.choice(OF_NODES + OF_DATABASE) for _ in range(chance.choice([2, 3]) if several else 1)]
        threads = [threading.Thread(target=carry_out, args=(fault, chance.choice(nodes), several)) for fault in drawn]
        for thread in threads:
            thread.start()
            time.sleep(chance.uniform(0, 1))
        for thread in threads:
            thread.join()
        time.sleep(chance.uniform(0.1, 1.0))


def upgrade_all():
    """The longest time that a request took while one node after another was started anew."""
    began = time.monotonic()
    for node in nodes:
        tell(f"upgrade of {node.name}")
        upgrade(node)
        wait_for_answers(time.monotonic() + 1, clients)
    took = [answer[2:] for client in clients for answer in client.answers if answer[0] > began]
    worst = max(took, default=(0, []))
    for reason in worst[1]:
        tell(f"the slowest answer: {reason}")
    return worst[0]


network = make_network()
try:
    standby = Standby(network.address(DATABASE), network.within(DATABASE))
except Missing as missing:
    print(f"1..0 # SKIP {missing}")
    sys.exit(0)
standby.sql("CREATE DATABASE matches OWNER lapidary")
stop, database_lock, problems = threading.Event(), threading.Lock(), []
nodes = [Node(ONE).begin(), Node(TWO, "--forward").begin(), Node(THREE, "--forward").begin()]
clients = [Client(number) for number in range(CLIENTS)]
for client in clients:
    client.start()
wait_for_answers(time.monotonic(), clients)
draw_faults()
upgraded = upgrade_all() if not stop.is_set() else 0
stop.set()
for client in clients:
    client.join(200)
for node in nodes:
    node.process.send_signal(signal.SIGCONT)
    node.process.terminate()
for node in nodes:
    node.process.wait(60)
logs = ledger.logs_of(standby.sql(ledger.READ, "matches"))
ledgers = [each for client in clients for each in client.ledgers]
acknowledged = sum(len(each.moves) for each in ledgers)
for each in ledgers:
    problems += [f"match {each.match}: {problem}" for problem in ledger.problems_of(each, logs.get(each.match), move_of)]
verified = subprocess.run([os.environ["LAPIDARY"], "verify", "--store", nodes[0].command[nodes[0].command.index("--store") + 1]],
                          capture_output=True, text=True, check=False, timeout=600)
if problems or verified.returncode or any(client.failure for client in clients):
    kept = f"/tmp/lapidary-faults-{SEED}"
    shutil.copytree(os.path.dirname(nodes[0].clock), kept, dirs_exist_ok=True, ignore=lambda _, names: [
        name for name in names if not name.startswith("log-")])
    tell(f"the logs of the nodes are in {kept}")


@test("/cluster/all-faults-were-survived-and-all-requests-answered")
def _():
    failures = [repr(client.failure) for client in clients if client.failure]
    assert not failures and sum(done.values()) >= FAULTS, "\n".join([str(dict(done)), *failures, *problems[:5]])
    return f"seed {SEED}, " + ", ".join(f"{count} {kind}" for kind, count in sorted(done.items()))


@test("/cluster/nothing-acknowledged-is-lost-doubled-reordered-or-forked")
def _():
    assert not problems, "\n".join(problems[:10])
    assert acknowledged > FAULTS, f"{acknowledged} moves acknowledged"
    heard = sum(len(each.heard) for each in ledgers)
    again = sum(client.again for client in clients)
    return f"{acknowledged} moves acknowledged in {len(ledgers)} matches, {heard} heard of, {again} keys asked again"


@test("/cluster/the-store-is-whole")
def _():
    assert verified.returncode == 0, verified.stdout + verified.stderr
    return f"{len(logs)} matches, {sum(len(log.rows) for log in logs.values())} entries"


@test("/cluster/how-long-until-matches-are-served-again")
def _():
    for kind, times in sorted(served.items()):
        times.sort()
        print(f"# {kind}: {len(times)} matches, median {statistics.median(times):.2f} s, worst {times[-1]:.2f} s")
    return f"a lease is {LEASE} s; an upgrade of all nodes: a request took {upgraded:.2f} s at most"


main()

"""kill -9 of the server under playing clients, again and again: nothing that was acknowledged is lost or doubled.

Every client keeps a ledger of what it was told. One that lost its connection asks again with the same key, and now and
then one asks again though it was answered: both must get the first answer. LAPIDARY_TEST_KILLS says how often; "postgresql"
as an argument that the matches are in a database."""

import os
import random
import signal
import sys
import threading
import time

from talking import SOURCES, Refused, ask, main, path, served, test
from websocket_client import Closed

sys.path.insert(0, os.path.join(SOURCES, "tests", "fixtures"))
from cluster import Cluster, Missing  # noqa: E402  (the path comes first)

DATABASE = sys.argv[1:] == ["postgresql"]
KILLS = int(os.environ.get("LAPIDARY_TEST_KILLS", "40" if DATABASE else "60"))
CLIENTS = 8
GAME = "connect-four"
OVER = 1006
LIMITS = ("rate=100000", "burst=100000", "matches_per_address=1000000", "matches=1000000")


class Client(threading.Thread):
    """Plays both seats of one match after another."""

    def __init__(self, server, number, stop):
        super().__init__(daemon=True)
        self.server, self.stop, self.random = server, stop, random.Random(number)
        self.socket, self.serial, self.number = None, 0, number
        self.ledger = []  # (match, token, [(seq, column)])
        self.again = self.lost = self.answered = 0
        self.failure = None

    def key(self):
        self.serial += 1
        return f"client-{self.number:04d}-{self.serial:08d}"

    def ask_once(self, method, params):
        if self.socket is None:
            self.server.started.wait(30)
            self.socket = self.server.connect()
        return ask(self.socket, method, **params)

    def ask(self, method, params):
        """Asks until it is answered: a connection that broke tells nothing."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                return self.ask_once(method, params)
            except (OSError, Closed):
                self.lost += 1
                self.socket = None
                time.sleep(0.005)
        raise TimeoutError(f"{method} was not answered for a minute")

    def change(self, method, **params):
        """A change with a key, which is sometimes asked for again though it was answered."""
        params["key"] = self.key()
        result = self.ask(method, params)
        self.answered += 1
        if self.random.random() < 0.2:
            self.again += 1
            repeated = self.ask(method, params)
            assert repeated == result, f"{method} answered {result}, then {repeated}"
        return result

    def play_match(self):
        created = self.change("match.create", game=GAME, seats=["open", "open"])
        match = created["match"]
        tokens = [self.change("match.join", match=match, invitation=invitation, name=name)["token"]
                  for invitation, name in zip(created["invitations"], ["A", "B"])]
        moves = []
        self.ledger.append((match, tokens[0], moves))
        while not self.stop.is_set():
            heights = [sum(1 for _, column in moves if column == c) for c in "abcdefg"]
            column = self.random.choice([c for c, height in zip("abcdefg", heights) if height < 6] or ["a"])
            steps = [{"kind": GAME + "/drop", "args": {"column": column}}]
            try:
                seq = self.change("match.play", match=match, token=tokens[len(moves) % 2], steps=steps)["seq"]
            except Refused as refused:
                assert refused.code == OVER, f"a legal move was refused: {refused}"
                return
            moves.append((seq, column))

    def run(self):
        try:
            while not self.stop.is_set():
                self.play_match()
        except Exception as failure:  # told by the main thread
            self.failure = failure
            self.stop.set()

    def check(self):
        """What the server knows now is what the ledger says, once, in order."""
        problems = []
        for match, token, moves in self.ledger:
            events = self.ask("match.subscribe", {"match": match, "token": token, "since": 0})["events"]
            self.ask("match.unsubscribe", {"match": match, "token": token})
            stored = [(event["seq"], event["steps"][0]["args"]["column"]) for event in events
                      if event["kind"] == "move"]
            if stored != moves:
                problems.append(f"match {match}: told {moves}, stored {stored}")
        return problems


def wait_for_an_answer(clients, stop):
    """However long that takes on a busy machine."""
    before = sum(client.answered for client in clients)
    while sum(client.answered for client in clients) == before and not stop.is_set():
        time.sleep(0.002)


def kill(server, clients, stop):
    """Kills the server and starts it anew, again and again; the seconds that each start took."""
    chance, starts = random.Random(1), []
    for number in range(KILLS):
        if number % 2:
            wait_for_an_answer(clients, stop)
        time.sleep(chance.uniform(0.02, 0.25))
        if stop.is_set():
            break
        server.end(signal.SIGKILL)
        begun = time.monotonic()
        server.start()
        starts.append(time.monotonic() - begun)
    return starts


def place():
    """Where the matches are kept; ends the test if that cannot be."""
    if not DATABASE:
        return "sqlite:" + path("matches.db")
    try:
        return Cluster().make("matches")
    except Missing as missing:
        print(f"1..0 # SKIP {missing}")
        sys.exit(0)


def killed_under_clients():
    """The clients that have played meanwhile, what is wrong with their ledgers, and the seconds that each start took."""
    server, stop = served(store=place(), limits=LIMITS), threading.Event()
    clients = [Client(server, number, stop) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    starts = kill(server, clients, stop)
    stop.set()
    for client in clients:
        client.join(90)
    problems = [problem for client in clients for problem in client.check()]
    server.end(signal.SIGKILL)
    return clients, problems, starts


clients, problems, starts = killed_under_clients()
failures = [repr(client.failure) for client in clients if client.failure]


@test("/kill/every-request-is-answered-in-the-end-however-often-the-server-dies")
def _():
    assert not failures and len(starts) == KILLS, "\n".join([f"{len(starts)} of {KILLS} kills", *failures])
    return f"up again after {max(starts):.3f} s at most"


@test("/kill/nothing-acknowledged-is-lost-or-doubled")
def _():
    ledgers = [moves for client in clients for _, _, moves in client.ledger]
    acknowledged = sum(len(moves) for moves in ledgers)
    assert not problems, "\n".join(problems[:5])
    assert acknowledged > KILLS, f"{acknowledged} moves acknowledged"
    return f"{KILLS} kills, {acknowledged} moves acknowledged in {len(ledgers)} matches"


@test("/kill/a-key-that-comes-again-gets-the-first-answer")
def _():
    again, lost = sum(client.again for client in clients), sum(client.lost for client in clients)
    assert again > 0 and not failures, failures
    return f"{again} asked again, {lost} connections lost"


main()

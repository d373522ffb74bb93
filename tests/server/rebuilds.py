"""A plugin is rebuilt again and again while matches of it are played over WebSocket, and the server is killed meanwhile:
no match is lost, no client cut off, and no acknowledged move undone; each match is played with the build that its log
names. LAPIDARY_TEST_REBUILDS says how often, LAPIDARY_TEST_MATCHES how many matches are played at once."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter

from plugin_folders import TOKEN, changes_until, compile_module, plugin_of, write_into
from talking import SOURCES, Refused, ask, main, path, served, test
from websocket_client import Closed

REBUILDS = int(os.environ.get("LAPIDARY_TEST_REBUILDS", "10"))
MATCHES = int(os.environ.get("LAPIDARY_TEST_MATCHES", "8"))
CLIENTS = max(4, MATCHES // 5)
KILLS_EVERY = 4  # rebuilds
PAUSE = 0.02  # seconds between the moves of a client
UNDONE = 0.1  # of the moves
GAME = "race"
OVER, UNAVAILABLE = 1006, 1018
LIMITS = ("rate=100000", "burst=100000", "matches_per_address=1000000", "matches=1000000", "entries=100000000",
          "entries_per_address=100000000")

# What a build may change: the flags of number N, and what is announced of it.
KINDS = [
    ("only comments", lambda n: (), "changed"),
    ("a rule that no log has reached", lambda n: (f"-DLATE={10000 + n}", "-DBONUS=1"), "changed"),
    ("a rule that some logs have reached", lambda n: ("-DLATE=25", "-DBONUS=1"), "changed"),
    ("a rule that every log has reached", lambda n: ("-DLATE=0", "-DBONUS=2"), "changed"),
    ("a field more", lambda n: ("-DEXTRA",), "changed"),
    ("a field less", lambda n: ("-DWITHOUT_LAST",), "changed"),
    ("broken", lambda n: ("-DCRASH",), "broken"),
    ("half written", None, "broken"),
]


class Match:
    """A match as those who play it know it: the ledger of what was acknowledged."""

    def __init__(self, created, tokens):
        self.id, self.tokens, self.watch = created["match"], tokens, created["watch"]
        self.moves = []  # (seq, n)
        self.standing = 0  # those that were not taken back
        self.over = False


class Client(threading.Thread):
    """Plays both seats of its matches, a move of each in turn, over a connection of its own."""

    def __init__(self, server, number, matches):
        super().__init__(daemon=True)
        self.server, self.random = server, random.Random(number)
        self.number, self.at_once = number, matches
        self.socket, self.process, self.serial = None, None, 0
        self.matches = []
        self.stop, self.cuts, self.failure = threading.Event(), 0, None

    def ask(self, method, **params):
        """Asks until it is answered. A connection may end with the server, and not otherwise."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                if self.socket is None:
                    self.server.started.wait(30)
                    self.process = self.server.process
                    self.socket = self.server.connect()
                return ask(self.socket, method, **params)
            except (OSError, Closed):
                self.cuts += self.server.started.is_set() and self.process is self.server.process
                self.socket = None
                time.sleep(0.005)
        raise TimeoutError(f"{method} was not answered for a minute")

    def change(self, method, **params):
        self.serial += 1
        return self.ask(method, key=f"client-{self.number:04d}-{self.serial:08d}", **params)

    def begin(self):
        """One match more, if the plugin is not just broken."""
        try:
            created = self.change("match.create", game=GAME, seats=["open", "open"])
        except Refused as refused:
            assert refused.code == UNAVAILABLE, refused
            return
        tokens = [self.change("match.join", match=created["match"], invitation=invitation, name=name)["token"]
                  for invitation, name in zip(created["invitations"], ["A", "B"])]
        self.matches.append(Match(created, tokens))

    def move(self, match):
        n = self.random.randint(1, 3)
        steps = [{"kind": GAME + "/step", "args": {"n": n}}]
        token = match.tokens[match.standing % 2]
        try:
            match.moves.append((self.change("match.play", match=match.id, token=token, steps=steps)["seq"], n))
            match.standing += 1
            if self.random.random() < UNDONE:
                self.undo(match, token)
        except Refused as refused:
            assert refused.code == OVER, f"a legal move was refused: {refused}"
            match.over = True

    def undo(self, match, token):
        """Takes back the last move of this seat, which the other one allows."""
        proposal = self.change("match.propose", match=match.id, token=token, kind="undo")["seq"]
        other = next(seat for seat in match.tokens if seat != token)
        self.change("match.answer", match=match.id, token=other, proposal=proposal, accept=True)
        match.standing -= 1

    def play(self):
        running = [match for match in self.matches if not match.over]
        if len(running) < self.at_once:
            self.begin()
        for match in running:
            self.move(match)
            self.stop.wait(PAUSE)

    def run(self):
        try:
            while not self.stop.is_set():
                self.play()
        except Exception as failure:  # told by the main thread
            self.failure = failure


class Author:
    """Rebuilds the plugin, and is an operator who hears what becomes of it."""

    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        self.module = os.path.join(folder, GAME + ".so")
        self.source = os.path.join(SOURCES, "tests", "server", GAME + ".c")
        self.operator, self.rules = None, set()
        os.makedirs(folder)
        shutil.copy(os.path.join(SOURCES, "tests", "server", GAME + ".plugin"), folder)
        self.compile(-1)
        shutil.move(path("race.so"), self.module)

    def listen(self):
        self.operator = self.server.connect()
        ask(self.operator, "host.hello", operator=TOKEN)
        self.note()

    def note(self):
        """Remembers the build that there is now."""
        listed = plugin_of(self.operator, GAME)
        if "error" not in listed:
            self.rules.add(listed["rules"])

    def compile(self, number, *flags):
        compile_module(self.source, path("race.so"), f'-DBUILD="{number}"', *flags)
        with open(path("race.so"), "rb") as module:
            return module.read()

    def install(self, content, change):
        write_into(self.module, "wb", content)
        changes_until(self.operator, GAME, change)
        self.note()

    def rebuild(self, number):
        _, flags, change = KINDS[number % len(KINDS)]
        content = self.compile(number, *(flags(number) if flags else ()))
        if flags:
            self.install(content, change)
            return
        self.install(content[:len(content) // 2], change)
        self.install(content, "changed")


def played_while_rebuilt():
    """The clients, and the author, at a server that runs and has seen all builds."""
    folder, token = path("plugins"), path("operator.token")
    write_into(token, "w", TOKEN)
    os.environ["LAPIDARY_PLUGIN_PATH"] = folder
    author = Author(None, folder)
    author.server = server = served("--operator-token-file", token, store="sqlite:" + path("matches.db"), limits=LIMITS)
    author.listen()
    clients = [Client(server, number, MATCHES // CLIENTS) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    for number in range(REBUILDS):
        author.rebuild(number)
        if number % KILLS_EVERY == KILLS_EVERY - 1:
            server.end(signal.SIGKILL)
            server.start()
            author.listen()
    for client in clients:
        client.stop.set()
    for client in clients:
        client.join(90)
    return clients, author


def events_of(client, match):
    return client.ask("match.subscribe", match=match.id, token=match.tokens[0], since=0)["events"]


def log_of(client, match):
    """The lines of its log, once it is over."""
    text, more = "", {}
    while more is not None:
        said = client.ask("match.export", match=match.id, token=match.tokens[0], format="log", **more)
        text += said["log"]
        more = {"cursor": said["next"]} if "next" in said else None
    return [json.loads(line) for line in text.splitlines()]


def end(client, match):
    """Ends a match that runs. Whether it did."""
    try:
        client.change("match.resign", match=match.id, token=match.tokens[0])
        return True
    except Refused as refused:
        assert refused.code == OVER, refused
        return False


def builds_of(log):
    """The builds that its stretches were played with, as it names them."""
    return [line["plugins"][0]["build"] for line in log if "plugins" in line]


def settled(author):
    """How many matches are played with each build, once none goes on with another any more."""
    seen = [None] * 10
    while seen.count(seen[-1]) < len(seen) or seen[-1] is None:
        time.sleep(0.1)
        seen = seen[1:] + [{use["rules"]: use["matches"] for use in plugin_of(author.operator, GAME)["in_use"]}]
    return seen[-1]


clients, author = played_while_rebuilt()
all_matches = [(client, match) for client in clients for match in client.matches]


@test("/rebuilds/no-client-is-cut-off-and-every-legal-move-is-taken")
def _():
    failures = [repr(client.failure) for client in clients if client.failure]
    assert not failures, "\n".join(failures)
    assert not sum(client.cuts for client in clients)
    return f"{REBUILDS} rebuilds, {len(all_matches)} matches"


@test("/rebuilds/no-acknowledged-move-is-lost-or-undone-but-those-that-both-took-back")
def _():
    for client, match in all_matches:
        stored = [(event["seq"], event["steps"][0]["args"]["n"]) for event in events_of(client, match)
                  if event["kind"] == "move"]
        assert stored == match.moves, f"match {match.id}: told {match.moves}, stored {stored}"
        view = client.ask("match.view", match=match.id, token=match.watch)["view"]
        assert view["ply"] == view["fields"]["race/moves"] == match.standing, (match.id, view, match.standing)
        for seq, n in match.moves[::10]:
            then = client.ask("match.view", match=match.id, token=match.watch, at=seq)
            assert then["view"]["fields"].get("race/last", n) == n, (match.id, seq, then)
    return f"{sum(len(match.moves) for _, match in all_matches)} moves"


@contextlib.contextmanager
def moved_to_another_machine(author):
    """A server on the store alone: without the plugin, and without copies of it."""
    cache = os.environ["XDG_CACHE_HOME"]
    author.server.end(signal.SIGKILL)
    os.rename(cache, cache + ".aside")
    os.rename(author.folder, author.folder + ".aside")
    author.server.start()
    yield
    author.server.end(signal.SIGKILL)
    shutil.rmtree(cache)
    os.rename(cache + ".aside", cache)
    os.rename(author.folder + ".aside", author.folder)
    author.server.start()
    author.listen()


@test("/rebuilds/matches-that-run-go-on-with-what-the-store-has-of-their-builds")
def _():
    running = [(client, match) for client, match in all_matches
               if not client.ask("match.view", match=match.id, token=match.watch)["view"]["over"]]
    with moved_to_another_machine(author):
        for client, match in running:
            client.move(match)
    return f"{len(running)} matches"


@test("/rebuilds/each-match-is-played-with-the-build-that-its-log-names")
def _():
    for client, match in all_matches:  # so that they are in memory
        client.ask("match.view", match=match.id, token=match.watch)
    in_use = settled(author)
    ran = [end(client, match) for client, match in all_matches]
    named = [builds_of(log_of(client, match)) for client, match in all_matches]
    assert {build for builds in named for build in builds} <= author.rules
    last = Counter(builds[-1] for builds, running in zip(named, ran) if running)
    assert last == in_use, (last, in_use)
    return f"{sum(len(builds) > 1 for builds in named)} went on with another build, {len(last)} builds are played with"


def verified():
    done = subprocess.run([os.environ["LAPIDARY"], "verify", "--store", author.server.command[5]], text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@test("/rebuilds/all-matches-replay-whose-builds-are-there")
def _():
    author.server.end()
    said = verified()
    assert "not played again" not in said, said
    shutil.rmtree(os.environ["XDG_CACHE_HOME"])  # the store has no builds of matches that are over
    verified()


main()

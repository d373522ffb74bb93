"""Talking to a host in tests: people at a match, answers, errors and news."""

import atexit
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections import deque
from weakref import WeakKeyDictionary

SOURCES = os.environ["SOURCES"]
sys.path[:0] = [os.path.join(SOURCES, "tests", folder) for folder in ("cli", "transport")]

from program import Skipped, environment, main, path, test  # noqa: E402,F401  (the path comes first)
from websocket_client import connect  # noqa: E402

os.environ.update(environment())

GAME = "tic-tac-toe"


class Pipes:
    """A host over the pipes of `lapidary stdio`, with the face of a WebSocket. `under`: a command that runs it."""

    def __init__(self, *arguments, under=(), **more):
        self.program = subprocess.Popen([*under, os.environ["LAPIDARY"], "stdio", "--log-level", "error", *arguments],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                                        env=dict(os.environ, **more.pop("env", {})), **more)
        atexit.register(self.program.kill)

    def send_text(self, text):
        self.program.stdin.write(text + "\n")
        self.program.stdin.flush()

    def recv(self):
        line = self.program.stdout.readline()
        assert line.endswith("\n"), "the program has ended"
        return line

    def kill(self):
        """As if the power was cut."""
        self.program.kill()
        self.program.wait()

    def end(self):
        """Ends its input; tells its exit code."""
        self.program.stdin.close()
        return self.program.wait(timeout=30)


class Server:
    """`lapidary serve` on a free port; it may be killed and started anew on the same store."""

    def __init__(self, store="memory:", limits=(), more=()):
        self.command = [os.environ["LAPIDARY"], "serve", "--port", "0", "--store", store, *more]
        for limit in limits:
            self.command += ["--limit", limit]
        self.process, self.port = None, None
        self.started = threading.Event()

    def start(self, log=None):
        with tempfile.TemporaryFile() as said:
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=log or said, text=True)
            line = self.process.stdout.readline()
            said.seek(0)
            assert line, f"the server did not start: {said.read().decode()}"
        self.port = int(re.search(r":(\d+)", line.split("//")[1]).group(1))
        self.started.set()
        return self

    def end(self, number=signal.SIGTERM):
        self.started.clear()
        self.process.send_signal(number)
        self.process.wait(30)
        self.process.stdout.close()

    def connect(self, **options):
        return connect(f"ws://127.0.0.1:{self.port}/ws", **options)

    def page(self, path):
        """The status and text of one of its pages."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answered:
                return answered.status, answered.read().decode()
        except urllib.error.HTTPError as refused_page:
            return refused_page.code, refused_page.read().decode()

    def memory(self):
        """Bytes that it holds."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def served(*more, store="memory:", limits=(), log=subprocess.DEVNULL):
    """A server that ends with the test. `log`: an open file for its log."""
    server = Server(store, limits, ("--log-level", "error", *more)).start(log)
    atexit.register(lambda: server.process.kill())  # the one of then: it may be started anew
    return server


class Refused(Exception):
    """An error of the protocol."""

    def __init__(self, error):
        super().__init__(str(error))
        self.error = error
        self.code, self.reason = error["code"], error.get("data", {}).get("reason")


ids = itertools.count(1)


def request(method, params):
    """The text of a request, and its id."""
    number = next(ids)
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}), number


def new_key():
    """A key of idempotency that was not there before."""
    return f"key-{os.urandom(12).hex()}"


HEARD = WeakKeyDictionary()  # from a host to its notifications


def heard_by(host):
    """The notifications that a host has sent while an answer was waited for."""
    return HEARD.setdefault(host, deque())


def answer(host, number):
    """The answer to a request; notifications before it are kept for `news`."""
    while True:
        message = json.loads(host.recv())
        if "id" in message:
            assert message["id"] == number, message
            return message
        heard_by(host).append(message)


def ask(host, method, **params):
    """Asks, and waits for the result; Refused if it is an error."""
    text, number = request(method, params)
    host.send_text(text)
    said = answer(host, number)
    if "error" in said:
        raise Refused(said["error"])
    return said["result"]


def error_of(host, method, **params):
    """The error that a request is answered with."""
    text, number = request(method, params)
    host.send_text(text)
    said = answer(host, number)
    assert "error" in said, f"{method} was answered: {said['result']}"
    return said["error"]


def refused(host, code, reason, method, **params):
    """A request that must be answered with this error; its data."""
    error = error_of(host, method, **params)
    assert error["code"] == code and error["data"]["reason"] == reason, error
    assert error["message"] and error["data"]["advice"], error
    return error["data"]


def news(host, method=None):
    """The params of the next notification, or of the next one of that kind."""
    while True:
        message = heard_by(host).popleft() if heard_by(host) else json.loads(host.recv())
        if "id" not in message and method in (None, message["method"]):
            return message["params"]


class Seat:
    """Somebody who sits at a match."""

    def __init__(self, host, match, number, token):
        self.host, self.match, self.number, self.token = host, match, number, token

    def ask(self, method, **params):
        return ask(self.host, "match." + method, match=self.match, token=self.token, **params)

    def change(self, method, **params):
        """A request that wants a key, with a new one unless it has one."""
        return self.ask(method, **{"key": new_key(), **params})

    def refused(self, code, reason, method, **params):
        if method not in ("legal", "view", "subscribe", "export"):
            params = {"key": new_key(), **params}
        return refused(self.host, code, reason, "match." + method, match=self.match, token=self.token, **params)

    def mark(self, cell, **params):
        """A move of the game that most tests are played with."""
        return self.change("play", steps=marks(cell), **params)["seq"]


def marks(cell):
    """That move, as steps."""
    return [{"kind": GAME + "/mark", "args": {"cell": cell}}]


def create(host, game=GAME, seats=("open", "open"), **more):
    """The result of match.create."""
    return ask(host, "match.create", **{"game": game, "seats": list(seats), "key": new_key(), **more})


def join(host, created, seat, name=None):
    """Takes an invited seat."""
    joined = ask(host, "match.join", match=created["match"], invitation=created["invitations"][seat],
                 name=name or f"Player {seat + 1}", key=new_key())
    return Seat(host, created["match"], joined["seat"], joined["token"])


def sit_down(host, game=GAME, seats=("open", "open"), **more):
    """A match that has begun: the people at it."""
    created = create(host, game, seats, **more)
    return [join(host, created, i) for i, seat in enumerate(seats) if seat == "open"]


def play_out(people):
    """Plays the first legal moves until the match is over; its last state."""
    while True:
        state = people[0].ask("subscribe")
        if state["state"] == "over":
            return state
        for person in people:
            if person.number in state["waiting"]:
                person.change("play", steps=first_move(person))
                break


def first_move(person):
    """A whole move: always the first step."""
    steps = []
    while True:
        legal = person.ask("legal", prefix=steps)
        if legal["complete"]:
            return steps
        steps.append(legal["steps"][0])


def page():
    """The text of the page that all this is measured by."""
    with open(os.path.join(SOURCES, "docs", "protocol.md"), encoding="utf-8") as file:
        return file.read()


def table_rows(text, heading):
    """The cells of the first table behind a heading."""
    lines = text.split(heading, 1)[1].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|---") or line.startswith("| ---"))
    rows = []
    for line in lines[start + 1:]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows

"""A server of the built program, and the protocol over a WebSocket, for tests that are clients."""

import itertools
import json
import os
import re
import signal
import subprocess
import threading

from websocket_client import connect


class Server:
    """`lapidary serve` on a free port; it may be killed and started anew on the same store."""

    def __init__(self, store="memory:", limits=(), more=()):
        self.command = [os.environ["LAPIDARY"], "serve", "--port", "0", "--store", store, *more]
        for limit in limits:
            self.command += ["--limit", limit]
        self.process, self.port = None, None
        self.started = threading.Event()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        assert line, "the server did not start"
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

    def memory(self):
        """Bytes that it holds."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")


class Refused(Exception):
    """An error of the protocol."""

    def __init__(self, error):
        super().__init__(str(error))
        self.code, self.reason = error["code"], error.get("data", {}).get("reason")


ids = itertools.count(1)


def request(method, params):
    """The text of a request, and its id."""
    number = next(ids)
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}), number


def answer(socket, number):
    """The answer to a request; notifications before it are left out."""
    while True:
        message = json.loads(socket.recv())
        if message.get("id") == number and "method" not in message:
            return message


def ask(socket, method, **params):
    """Asks, and waits for the result; Refused if it is an error."""
    text, number = request(method, params)
    socket.send_text(text)
    said = answer(socket, number)
    if "error" in said:
        raise Refused(said["error"])
    return said["result"]


def new_key():
    """A key of idempotency that was not there before."""
    return f"key-{os.urandom(12).hex()}"


def new_match(socket, game, seats=2, **more):
    """A match with all its seats taken: its id and their tokens."""
    created = ask(socket, "match.create", game=game, seats=["open"] * seats, key=new_key(), **more)
    tokens = [ask(socket, "match.join", match=created["match"], invitation=invitation, name="A", key=new_key())["token"]
              for invitation in created["invitations"]]
    return created["match"], tokens


def points(tests):
    """Runs functions, prints TAP; a function's first line of doc is its name, what it returns is noted."""
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        name = test.__doc__.splitlines()[0].rstrip(".")
        try:
            note = test()
            print(f"ok {number} {name}")
        except Exception as failure:
            note = f"{type(failure).__name__}: {failure}"
            print(f"not ok {number} {name}")
        for line in (note or "").splitlines():
            print(f"# {line}")

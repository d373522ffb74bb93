"""A client of a host: JSON-RPC over a WebSocket, or over the pipes of `lapidary stdio`."""

import json
import subprocess
from collections import deque
from itertools import count

from websocket import Closed, WebSocket

OTHER_NODE = 1012


class Refused(Exception):
    """The host answered with an error: `code`, and `data` with its "reason" and "advice"."""

    def __init__(self, error):
        super().__init__(f"{error['message']} ({error['code']})")
        self.code = error["code"]
        self.data = error.get("data", {})


class Pipes:
    """`lapidary stdio` as a child of ours: one message a line."""

    def __init__(self, *command):
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def send(self, text):
        self.program.stdin.write(text + "\n")
        self.program.stdin.flush()

    def receive(self):
        line = self.program.stdout.readline()
        if not line:
            raise Closed(f"the program has ended with {self.program.wait()}")
        return line

    def close(self):
        self.program.stdin.close()
        self.program.stdout.close()
        self.program.wait()


class Host:
    """Calls methods, and keeps the notifications that come in between, oldest first."""

    def __init__(self, connection):
        self.connection = connection
        self.ids = count(1)
        self.news = deque()

    def call(self, method, **params):
        """The result of a method, at the node that has the match; raises Refused."""
        while True:
            try:
                return self._call(method, params)
            except Refused as refused:
                if refused.code != OTHER_NODE:
                    raise
                self.connection.close()
                self.connection = WebSocket(refused.data["address"])

    def _call(self, method, params):
        number = next(self.ids)
        self.connection.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.connection.receive())
            if "id" not in message:
                self.news.append(message)
            elif "error" in message:
                raise Refused(message["error"])
            elif message["id"] == number:
                return message["result"]

    def next_news(self):
        """The next notification, as (method, params); waits for it."""
        message = self.news.popleft() if self.news else json.loads(self.connection.receive())
        return message["method"], message["params"]

    def close(self):
        self.connection.close()


def connect(place):
    """A host at a "ws://..." address, or behind a command line given as a list."""
    return Host(WebSocket(place) if isinstance(place, str) else Pipes(*place))

"""Starting the echo server of echo.c, and talking to it."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import websocket_client

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tap import main, test  # noqa: E402,F401  (the path comes first)

PROGRAM = os.environ["ECHO_SERVER"]
FOLDER = tempfile.TemporaryDirectory(prefix="lapidary-server-")


class Echo:
    """A running echo server. Ends with the `with` block, and must then end well."""

    def __init__(self, *settings, **more):
        self.process = subprocess.Popen([PROGRAM, "ws", *settings], stderr=subprocess.PIPE, text=True, **more)
        self.url = self.process.stderr.readline().strip()
        self.ws = self.url.replace("http", "ws", 1) + "ws"
        self.address = ("127.0.0.1", int(self.url.rstrip("/").rsplit(":", 1)[1])) if "://" in self.url else None

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            said = self.process.communicate(timeout=30)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        if kind is None:
            assert self.process.returncode == 0, (self.process.returncode, said)

    def connect(self, **more):
        """A WebSocket to it."""
        return websocket_client.connect(self.ws, **more)

    def memory(self):
        """Its resident bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def get(self, path, method="GET", data=None, **headers):
        """(status, headers, body) of a page."""
        request = urllib.request.Request(self.url + path.removeprefix("/"), method=method, data=data,
                                         headers={name.replace("_", "-"): value for name, value in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def say(self, raw, last=False):
        """Sends bytes, and returns all that comes back until the server closes. `last`: nothing more will follow."""
        with websocket_client.open_socket(self.url) as sock:
            try:
                sock.sendall(raw)
                if last:
                    sock.shutdown(socket.SHUT_WR)
            except OSError:  # closed already
                pass
            return read_all(sock)


def read_all(sock):
    """All bytes until the other side closes."""
    got = b""
    try:
        while more := sock.recv(65536):
            got += more
    except ConnectionError:
        pass
    return got


def closes(websocket):
    """(code, messages) of a WebSocket that the server closes."""
    messages = []
    try:
        while True:
            messages.append(websocket.recv())
    except websocket_client.Closed as closed:
        websocket.sock.close()
        return closed.code, messages


def refused(function, *arguments, **more):
    """The refusal of a handshake."""
    try:
        function(*arguments, **more)
    except websocket_client.Refused as refusal:
        return refusal
    raise AssertionError(f"accepted: {arguments} {more}")

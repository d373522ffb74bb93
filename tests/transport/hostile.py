"""Clients that mean no good: the rest are served meanwhile, and memory stays bounded."""

import os
import resource
import socket
import time

import websocket_client
from echoing import Echo, main, test
from websocket_client import CONTINUATION, PING, TEXT, Closed, frame

MEGABYTE = 1 << 20
# What an attack may cost beside what it tries to. A sanitizer keeps freed memory for a while.
ROOM = 100 * MEGABYTE

soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))


def push(websocket, raw, most):
    """Sends `raw` again and again, up to `most` bytes or until nothing is taken for a second; how much was taken."""
    websocket.sock.settimeout(1)
    sent = 0
    try:
        while sent < most:
            sent += websocket.sock.send(raw)
    except OSError:
        pass
    return sent


def is_open(sock):
    """Whether the server has not closed it yet."""
    sock.setblocking(False)
    try:
        return sock.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def eventually(condition):
    """Waits for it; ten seconds are never needed."""
    for _ in range(1000):
        if condition():
            return True
        time.sleep(0.01)
    return False


def connections(echo):
    """How many WebSockets the server counts; None if it has no room to be asked."""
    try:
        return int(echo.get("/connections")[2])
    except OSError:
        return None


def busy(echo, seconds):
    """Seconds of processor that the server takes in so many of the clock."""
    def taken():
        with open(f"/proc/{echo.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    before = taken()
    time.sleep(seconds)
    return taken() - before


@test("/server/transport/a-reader-that-stops-is-not-read-either")
def _():
    with Echo() as echo:
        before = echo.memory()
        stopped = [echo.connect() for _ in range(5)]
        raw = frame("y" * 1000) * 64
        for websocket in stopped:
            assert push(websocket, raw, 200 * MEGABYTE) < 100 * MEGABYTE
        assert echo.memory() - before < ROOM
        assert busy(echo, 0.5) < 0.25, "it spins"
        assert echo.connect().ask("served?") == "served?"
        # One that reads again gets everything, in order.
        stopped[0].sock.settimeout(20)
        for _ in range(3000):
            assert stopped[0].recv() == "y" * 1000
        stopped[1].drop(rudely=True)
        stopped[2].drop()
        assert eventually(lambda: connections(echo) == 3), connections(echo)
        assert busy(echo, 0.3) < 0.15, "it spins"


@test("/server/transport/what-is-queued-for-many-is-held-once")
def _():
    with Echo() as echo:
        before = echo.memory()
        websocket = echo.connect()
        websocket.send_text("!many 5000 100000")
        assert eventually(lambda: connections(echo) == 1)
        assert echo.memory() - before < ROOM
        websocket.drop(rudely=True)
        assert eventually(lambda: connections(echo) == 0)


@test("/server/transport/unfinished-messages-are-bounded")
def _():
    with Echo() as echo:
        before = echo.memory()
        many = [echo.connect() for _ in range(100)]
        for websocket in many:
            websocket.send_frame(frame("x", final=False) + frame("x" * 60000, CONTINUATION, final=False))
        assert echo.connect().ask("served?") == "served?"
        assert echo.memory() - before < ROOM
        endless = echo.connect()
        empty = b"".join(frame("", CONTINUATION, final=False) for _ in range(1000))
        endless.send_frame(frame("x", final=False) + empty * 16 + frame("y", CONTINUATION))
        assert endless.recv() == "xy"
        try:
            endless.send_frame(frame("x", final=False) + empty * 100 + frame("y", CONTINUATION))
            endless.recv()
        except Closed as closed:
            assert closed.code == 1008, closed
        else:
            raise AssertionError("a message of 100,000 fragments was taken")
        assert echo.memory() - before < ROOM


@test("/server/transport/a-flood-of-pings-is-bounded")
def _():
    with Echo() as echo:
        before = echo.memory()
        push(echo.connect(), frame(b"p" * 100, PING) * 500, 50 * MEGABYTE)
        assert echo.memory() - before < ROOM
        assert echo.connect().ask("served?") == "served?"


@test("/server/transport/those-who-never-finish-a-request-give-way")
def _():
    with Echo() as echo:
        slow = []
        for _ in range(1500):
            sock = socket.create_connection(echo.address)
            sock.sendall(b"GET /ws HTTP/1.1\r\nHost: local")
            slow.append(sock)
        websocket = echo.connect()
        assert websocket.ask("served?") == "served?" and connections(echo) == 1
        assert eventually(lambda: sum(map(is_open, slow)) <= 512), sum(map(is_open, slow))
        for sock in slow:
            sock.close()
        silent = [socket.create_connection(echo.address) for _ in range(1500)]
        assert echo.connect().ask("served?") == "served?"
        assert websocket.ask("still?") == "still?"
        for sock in silent:
            sock.close()


@test("/server/transport/connections-leave-file-descriptors-for-the-rest")
def _():
    few = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))}
    with Echo(**few) as echo:
        def descriptors():
            return len(os.listdir(f"/proc/{echo.process.pid}/fd"))
        friends = [echo.connect() for _ in range(100)]
        crowd = [socket.create_connection(echo.address) for _ in range(400)]
        assert friends[0].ask("served?") == "served?" and echo.connect().ask("let in?") == "let in?"
        assert descriptors() < 200, descriptors()
        for sock in crowd:
            sock.close()
        more = []
        try:
            while len(more) < 200:
                more.append(echo.connect())
        except (OSError, websocket_client.Refused):
            pass
        assert 50 < len(more) < 100 and descriptors() < 200, (len(more), descriptors())
        assert all(websocket.ask("served?") == "served?" for websocket in friends + more)
        for websocket in more:
            websocket.drop()
        assert eventually(lambda: connections(echo) == 100)
        assert echo.connect().ask("let in?") == "let in?"


@test("/server/transport/a-head-without-end-is-cut-off")
def _():
    with Echo() as echo:
        before = echo.memory()
        for start in [b"GET / HTTP/1.1\r\nHost: ", b"GET /", b"GET / HTTP/1.1\r\nX-", b"GET / HTTP/1.1\r\n"]:
            sock = socket.create_connection(echo.address, timeout=10)
            try:
                sock.sendall(start)
                for _ in range(1000):
                    sock.sendall(b"x" * 10000 if start.strip()[-1:] != b"1" else b"a: b\r\n" * 1000)
            except OSError:
                pass
            else:
                raise AssertionError(f"ten megabytes of a head were taken: {start}")
            sock.close()
        assert echo.memory() - before < ROOM


@test("/server/transport/readers-that-stop-in-a-large-page-are-bounded")
def _():
    with Echo() as echo:
        many = []
        for _ in range(50):
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.connect(echo.address)
            sock.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            many.append(sock)
        assert echo.connect().ask("served?") == "served?"
        for sock in many:
            sock.close()
        assert len(echo.get("/large")[2]) == 3000000


@test("/server/transport/noise-is-survived")
def _():
    with Echo() as echo:
        noise = bytes((i * i * 7 + i // 3) & 255 for i in range(6000))
        for start in range(150):
            websocket = echo.connect()
            websocket.send_frame(noise[start * 20:start * 20 + 3000])
            websocket.drop(rudely=start % 2 == 0)
            with socket.create_connection(echo.address) as sock:
                sock.sendall(noise[start * 10:])
        websocket = echo.connect()
        for cut in range(1, 12):
            other = echo.connect()
            other.send_frame(frame("x" * 300, TEXT)[:cut])
            other.drop()
        assert websocket.ask("served?") == "served?"


main()

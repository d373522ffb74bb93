"""What one client may do to others: a kind of attack each, by one address that means no good.

tests/server/attackers.py tries each for a moment, tests/bench/attackers.py measures what honest players notice of it."""

import json
import random
import selectors
import socket
import time

from talking import ask, create, join, new_key, request
from websocket_client import CONTINUATION, PING, TEXT, Closed, Refused, connect, frame

GAME = "connect-four"
LONG = 3000  # entries of the match whose past is asked for
LISTED = 400  # matches that lists are asked of


class Target:
    """A server under attack: its port, and what there is on it for the attackers to ask for."""

    def __init__(self, port, operator):
        self.port = port
        host = connect(f"ws://127.0.0.1:{port}/ws")
        ask(host, "host.hello", operator=operator)  # who has no limits
        self.long, self.length = long_match(host)
        ask_together(host, [("match.create", {"game": GAME, "seats": ["open", "open"], "visibility": "public", "key": new_key()})
                            for _ in range(LISTED)])
        host.close()


def ask_together(host, calls):
    """Many requests, in batches; all must be granted."""
    for i in range(0, len(calls), 15):
        said = json.loads(host.ask("[" + ",".join(request(*call)[0] for call in calls[i:i + 15]) + "]"))
        assert all("result" in one for one in said), said


def long_match(host):
    """A public match with many entries: moves, each taken back again. Its id, and how many."""
    created = create(host, GAME, visibility="public")
    ada, bo = join(host, created, 0), join(host, created, 1)
    calls = []
    for seq in range(2, LONG, 3):
        def change(seat, method, **params):
            calls.append(("match." + method, {"match": seat.match, "token": seat.token, "key": new_key(), **params}))
        change(ada, "play", steps=[{"kind": GAME + "/drop", "args": {"column": "a"}}])
        change(ada, "propose", kind="undo")
        change(bo, "answer", proposal=seq + 2, accept=True)
    ask_together(host, calls)
    return created["match"], 2 + len(calls)


# --- how bytes are sent

def pour(target, source, end, connections, begin, more, reads=True):
    """Keeps connections busy: `begin` sends what comes first on one, then what `more` gives is sent as fast as it is
    taken. What comes back is thrown away, unless it is not even read. One that is closed is opened anew."""
    with selectors.DefaultSelector() as selector:
        events = selectors.EVENT_WRITE | (selectors.EVENT_READ if reads else 0)
        for _ in range(connections):
            open_one(target, source, selector, events, begin)
        while time.monotonic() < end:
            if not selector.get_map():
                time.sleep(0.01)  # nobody is let in at present
            for key, ready in selector.select(0.05):
                if not step(key, ready, more):
                    selector.unregister(key.fileobj)
                    key.fileobj.close()
            if len(selector.get_map()) < connections:
                open_one(target, source, selector, events, begin)


def open_one(target, source, selector, events, begin):
    """One more connection, if the server takes it."""
    try:
        sock = begin(target, source)
    except (OSError, Closed, Refused):
        return
    sock.setblocking(False)
    selector.register(sock, events, [b""])


def step(key, ready, more):
    """Reads and writes what can be. Whether the connection lives."""
    rest = key.data
    try:
        if ready & selectors.EVENT_READ and not key.fileobj.recv(1 << 20):
            return False
        if ready & selectors.EVENT_WRITE:
            rest[0] = rest[0] or more()
            rest[0] = rest[0][key.fileobj.send(rest[0]):]
    except BlockingIOError:
        pass
    except OSError:
        return False
    return True


def websocket(target, source):
    """A connection that is a WebSocket."""
    return connect(f"ws://127.0.0.1:{target.port}/ws", source=source).sock


def plain(target, source):
    """A TCP connection."""
    return socket.create_connection(("127.0.0.1", target.port), timeout=20, source_address=(source, 0))


def calls(method, **params):
    """Fifty requests at once, with new keys if they want one. A param that is a function is called for each."""
    def more():
        return b"".join(frame(request(method, {name: value() if callable(value) else value
                                               for name, value in params.items()})[0]) for _ in range(50))
    return more


# --- the kinds

def unfinished(target, source):
    """A WebSocket in the middle of a message."""
    sock = websocket(target, source)
    sock.sendall(frame("x", TEXT, final=False))
    return sock


def stream(raw, begin=websocket, connections=4):
    """The same bytes again and again."""
    return lambda target, source, end: pour(target, source, end, connections, begin, lambda: raw)


def slow_headers(target, source, end):
    """Requests of which a byte comes now and then."""
    socks = []
    while time.monotonic() < end:
        try:
            while len(socks) < 400:
                socks.append(plain(target, source))
                socks[-1].sendall(b"GET / HTTP/1.1\r\nHost: loc")
        except OSError:
            pass
        for sock in list(socks):
            try:
                sock.send(b"a", socket.MSG_DONTWAIT)
            except OSError:
                socks.remove(sock)
                sock.close()
        time.sleep(0.2)


def silent(target, source, end):
    """As many WebSockets as one address may have, and TCP connections, that say nothing."""
    socks = []
    for begin, n in ((websocket, 300), (plain, 300)):
        for _ in range(n):
            try:
                socks.append(begin(target, source))
            except (OSError, Closed, Refused):
                pass
    time.sleep(max(0, end - time.monotonic()))


def lists(target, source, end):
    """match.list of all that there is."""
    filters = [{}, {"state": "waiting"}, {"state": "running"}, {"state": "over"}, {"game": GAME}]
    pour(target, source, end, 10, websocket,
         lambda: b"".join(frame(request("match.list", {"limit": 50, **random.choice(filters)})[0]) for _ in range(50)))


def costly(target, source, end):
    """The past of a long match, and all that happened in it."""
    def more():
        at = random.randrange(target.length)
        return b"".join(frame(request(method, {"match": target.long, **params})[0]) for method, params in (
            ("match.view", {"at": at}), ("match.subscribe", {"since": at}), ("match.view", {"at": target.length - 1})))
    pour(target, source, end, 20, websocket, more)


def exports(target, source, end):
    """Long answers that nobody reads."""
    def begin(target, source):
        sock = websocket(target, source)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return sock
    pour(target, source, end, 250, begin, calls("match.export", match=target.long, format="log"), reads=False)


def creates(target, source, end):
    """Matches of bots alone, and of people who never come."""
    bots = [{"bot": "random"}, {"bot": "random"}]
    pour(target, source, end, 10, websocket,
         calls("match.create", game=GAME, seats=lambda: random.choice((bots, ["open", "open"])), key=new_key))


def joins(target, source, end):
    """The same seat, taken and left again and again."""
    while time.monotonic() < end:
        try:
            host = connect(f"ws://127.0.0.1:{target.port}/ws", source=source)
            created = create(host, GAME, visibility="public")
            while time.monotonic() < end:
                token = ask(host, "match.join", match=created["match"], name="Eve", key=new_key())["token"]
                ask(host, "match.leave", match=created["match"], token=token, key=new_key())
        except Exception:  # it is slowed down, or closed: on to the next
            time.sleep(0.01)


def guesses(target, source, end):
    """Tokens of others, invitations and the operators' token."""
    guess = lambda: f"{random.getrandbits(128):032x}"  # noqa: E731
    kinds = [calls("match.view", match=target.long, token=guess), calls("host.hello", operator=guess),
             calls("match.join", match=target.long, invitation=guess, name="Eve", key=new_key)]
    pour(target, source, end, 10, websocket, lambda: random.choice(kinds)())


PAGE = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"

KINDS = {
    "ping": ("pings, as fast as they are taken", stream(frame(b"", PING) * 5000)),
    "fragments": ("empty fragments of one message", stream(frame("", CONTINUATION, final=False) * 5000, unfinished)),
    "HTTP": ("requests for pages, one behind the other",
             stream(PAGE % b"healthz" * 200 + PAGE % b"openrpc.json" * 5 + PAGE % b"metrics" * 20, plain, 20)),
    "slow headers": ("400 requests that never end", slow_headers),
    "silent": ("300 WebSockets and 300 TCP connections without a word", silent),
    "large messages": ("messages of 60 KB", stream(frame(request("match.view", {"match": "x" * 60000})[0]) * 4)),
    "deep JSON": ("60,000 brackets", stream(frame("[" * 60000) * 4)),
    "costly calls": (f"any moment of a match of {LONG:,} entries, and what came after it", costly),
    "lists": ("match.list, with and without a filter", lists),
    "exports not read": ("250 connections that ask for long answers and read none", exports),
    "creates": ("matches of bots alone and of nobody", creates),
    "joins and leaves": ("a seat taken and left", joins),
    "guesses": ("tokens, invitations, the operators' token", guesses),
}


def address(number):
    """The address of an attacker."""
    return f"127.0.2.{number + 1}"

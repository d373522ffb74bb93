"""Hostile clients: each is answered as the protocol says, costs the server no memory to speak of, and nobody else."""

import json
import multiprocessing
import random
import socket
import time

from talking import Refused as RefusedCall
from talking import ask, main, new_key, refused, request, served, sit_down, test
from websocket_client import CONTINUATION, PING, TEXT, Closed, Refused, frame

GAME = "connect-four"
MIB = 1 << 20
ROOM = 32 * MIB  # what the server may grow by under any of these: many clients at once, at under a MiB each

server = served(limits=("rate=500", "burst=1000", "matches_per_address=100000"))


def intrude():
    """A connection of a client at another address than the honest ones."""
    return server.connect(source="127.0.0.2")


def drop(column):
    return [{"kind": GAME + "/drop", "args": {"column": column}}]


def play_honestly(stop, out):
    """Plays on in a process of its own, and tells how long each answer took."""
    peer, times = server.connect(), []
    while not stop.is_set():
        people = sit_down(peer, GAME)
        for move in range(12):
            begun = time.perf_counter()
            people[move % 2].change("play", steps=drop("abcdefg"[move % 7]))
            times.append(time.perf_counter() - begun)
            time.sleep(0.005)
    out.send(times)


def p99(seconds, work):
    """What an honest client waits at most in 99 of 100 cases while something is done, in ms."""
    here, there = multiprocessing.Pipe()
    stop = multiprocessing.Event()
    honest = multiprocessing.Process(target=play_honestly, args=(stop, there), daemon=True)
    honest.start()
    end = time.monotonic() + seconds
    work(end)
    time.sleep(max(0, end - time.monotonic()))
    stop.set()
    assert here.poll(10), "an honest client was not served"
    times = sorted(here.recv())
    honest.join(10)
    assert len(times) > 20, "an honest client was hardly served"
    return times[int(len(times) * 0.99)] * 1000


def beside_honest(hostile):
    """Runs something beside an honest client: its p99 before and meanwhile, and what the server grew by."""
    usual = p99(2.5, lambda end: None)
    before = server.memory()
    meanwhile = p99(2.5, hostile)
    grown = server.memory() - before
    assert grown < ROOM, f"the server grew by {grown / MIB:.1f} MiB"
    return (f"honest p99 {usual:.2f} ms, meanwhile {meanwhile:.2f} ms ({meanwhile / usual:.1f} times); "
            f"grown by {grown / MIB:.2f} MiB")


@test("/hostile/a-message-that-is-never-finished-is-cut-off-at-the-limit")
def _():
    def hostile(end):
        closed = 0
        while time.monotonic() < end:
            try:
                peer = intrude()
            except Refused:  # an address that comes too often waits
                time.sleep(0.05)
                continue
            try:
                peer.send_frame(frame("[" * 60000, TEXT, final=False))
                while time.monotonic() < end:
                    peer.send_frame(frame("[" * 60000, CONTINUATION, final=False))
            except (OSError, Closed):
                closed += 1
            peer.drop(rudely=True)
        assert closed, "nobody was ever cut off"
    return beside_honest(hostile)


@test("/hostile/forty-clients-that-begin-a-message-and-wait-cost-little")
def _():
    def hostile(end):
        peers = [intrude() for _ in range(40)]
        for peer in peers:
            peer.send_frame(frame("x" * 60000, TEXT, final=False))
        time.sleep(max(0, end - time.monotonic()))
        for peer in peers:
            peer.drop(rudely=True)
    return beside_honest(hostile)


@test("/hostile/who-asks-and-does-not-read-is-not-buffered-for-without-end")
def _():
    def hostile(end):
        while time.monotonic() < end:
            peer = intrude()
            peer.sock.settimeout(0.5)
            try:
                while time.monotonic() < end:
                    peer.send_text(request("rpc.discover", {})[0])
                    time.sleep(0.0005)
            except OSError:
                pass
            peer.drop(rudely=True)
    return beside_honest(hostile)


def long_match(rounds):
    """A match in which a move was made and taken back so many times."""
    host = server.connect()
    ada, bo = sit_down(host, GAME, visibility="public")
    for _ in range(rounds):
        ada.change("play", steps=drop("a"))
        bo.change("answer", proposal=ada.change("propose", kind="undo")["seq"], accept=True)
    return ada.match


@test("/hostile/two-hundred-and-fifty-that-ask-for-exports-and-do-not-read-cost-little")
def _():
    match = long_match(300)
    ways = {"one by one": [request("match.export", {"match": match, "format": "log", "limit": 500})[0]] * 40,
            "missed": [request("match.subscribe", {"match": match, "since": 0})[0]] * 40,
            "together": ["[" + ",".join([request("match.export", {"match": match, "format": "log", "limit": 500})[0]] * 16) + "]"] * 3}
    noted = []
    for way, messages in ways.items():
        before = server.memory()
        peers = [server.connect(source=f"127.0.0.{2 + i % 10}") for i in range(250)]
        for peer in peers:
            peer.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            peer.sock.settimeout(0.2)
            try:
                for message in messages:
                    peer.send_text(message)
            except TimeoutError:
                pass  # it is not read any more
        ask(server.connect(), "host.hello")
        time.sleep(1)
        grown = server.memory() - before
        noted.append(f"{way}: grown by {grown / MIB:.1f} MiB")
        assert grown < 2 * ROOM, noted
        peers[0].sock.settimeout(5)
        answer = json.loads(peers[0].recv())
        assert "result" in (answer[0] if isinstance(answer, list) else answer), answer
        for peer in peers:
            peer.drop(rudely=True)
    return "; ".join(noted)


@test("/hostile/a-watcher-who-stopped-reading-knows-the-latest-state-when-he-reads-again")
def _():
    player, watcher = server.connect(), server.connect()
    ada, bo = sit_down(player, GAME, visibility="public")
    ask(watcher, "match.subscribe", match=ada.match)
    watcher.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    seq, rounds = 0, 250
    for _ in range(rounds):
        ada.change("play", steps=drop("a"))
        proposal = ada.change("propose", kind="undo")["seq"]
        seq = bo.change("answer", proposal=proposal, accept=True)["seq"]
        time.sleep(0.002)
    heard, kinds = 0, {}
    while heard < seq:
        message = json.loads(watcher.recv())
        kinds[message["method"]] = kinds.get(message["method"], 0) + 1
        heard = message["params"].get("seq", heard)
    assert heard == seq
    return f"{3 * rounds} entries: {kinds}"


@test("/hostile/a-flood-is-told-to-slow-down-then-read-no-faster-than-it-may-be")
def _():
    told = {"answered": 0, "slowed": 0}

    def hostile(end):
        while time.monotonic() < end:
            peer = intrude()
            try:
                while time.monotonic() < end:
                    peer.sock.settimeout(max(0.01, end - time.monotonic()))
                    peer.send_frame(b"".join(frame(request("host.hello", {})[0]) for _ in range(50)))
                    listen(peer)
            except (OSError, Closed):
                pass
            peer.drop(rudely=True)

    def listen(peer):
        peer.sock.settimeout(0.0001)
        try:
            while True:
                message = json.loads(peer.recv())
                told["slowed" if message.get("error", {}).get("code") == 1008 else "answered"] += 1
        except TimeoutError:
            pass

    noted = beside_honest(hostile)
    assert 0 < 2 * told["slowed"] < told["answered"], f"it was read on: {told}"
    return f"{noted}; {told}"


def flood(raw, begin):
    """Sends the same bytes as fast as the server takes them; what comes back is read and thrown away."""
    def once(sock, end):
        sock.settimeout(0.01)
        rest = raw
        while time.monotonic() < end:
            try:
                rest = rest[sock.send(rest):] or raw
                sock.recv(1 << 20, socket.MSG_DONTWAIT)
            except (BlockingIOError, TimeoutError):
                pass

    def hostile(end):
        while time.monotonic() < end:
            with begin() as sock:
                try:
                    once(sock, end)
                except ConnectionError:
                    pass
    return hostile


def unfinished():
    peer = intrude()
    peer.send_frame(frame("x", TEXT, final=False))
    return peer.sock


# Each keeps a socket readable all the time without ever being a message: a batch has to end by its own clock.
FLOODS = {
    "pings": flood(frame(b"", PING) * 5000, lambda: intrude().sock),
    "empty-fragments": flood(frame("", CONTINUATION, final=False) * 5000, unfinished),
    "pages": flood(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500,
                   lambda: socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0))),
}
for what, attack in FLOODS.items():
    test(f"/hostile/a-flood-of-{what}-does-not-keep-others-waiting")(lambda attack=attack: beside_honest(attack))


@test("/hostile/broken-deep-and-ambiguous-json-is-refused-and-the-connection-lives")
def _():
    peer = server.connect()
    cases = ["", " ", "{", "[" * 60000, '{"a":' * 5000, "{'jsonrpc':'2.0'}", '{"jsonrpc":"2.0","jsonrpc":"2.0"}', "[1,]",
             "nul", '{"jsonrpc":"2.0","id":1,"method":"host.hello"} {}', '"\\ud800"', '"\\u0000"', "\ufeff{}", "01", "1e",
             '{"a":0x10}', '{"jsonrpc":"2.0","id":99999999999999999999,"method":"host.hello"}']
    for case in cases:
        said = json.loads(peer.ask(case))
        assert said["error"]["code"] in (-32700, -32600, 1009) and said["id"] is None, f"{case[:40]!r}: {said}"
    ask(peer, "host.hello")


@test("/hostile/what-is-json-but-no-request-is-answered-so")
def _():
    peer = server.connect()
    for case in ["1", "[]", "{}", "null", '"host.hello"', '{"jsonrpc":"2.0","id":1,"method":7}',
                 '{"jsonrpc":"1.0","id":1,"method":"host.hello"}', '{"jsonrpc":"2.0","id":{},"method":"host.hello"}']:
        said = json.loads(peer.ask(case))
        assert said["error"]["code"] == -32600, f"{case}: {said}"
    said = json.loads(peer.ask(json.dumps([{"jsonrpc": "2.0", "id": i, "method": "host.hello"} for i in range(17)])))
    assert said["error"]["code"] == 1009, said


@test("/hostile/a-message-far-past-the-limit-is-answered-then-the-connection-closed")
def _():
    peer = server.connect()
    try:
        peer.send_text(request("match.view", {"match": "x" * 2000000})[0])
    except OSError:
        pass  # it may be closed before all is sent; what it says can be read all the same
    said = json.loads(peer.recv())
    assert said["error"]["code"] == 1009, said
    try:
        peer.recv()
    except Closed as closed:
        assert closed.code == 1009, closed
    else:
        raise AssertionError("the connection lives")


@test("/hostile/tokens-of-others-and-made-up-ones-open-nothing-and-change-nothing")
def _():
    peer = served().connect()
    ada, bo = sit_down(peer, GAME)
    slowed = 0
    others = [person.token for person in sit_down(peer, GAME)]
    before = ada.ask("view")
    made_up = ["0" * 32, ada.token[::-1], *(f"{random.getrandbits(128):032x}" for _ in range(500))]
    for token in others + made_up:
        try:
            ask(peer, "match.play", match=ada.match, token=token, steps=drop("a"), key=new_key())
        except RefusedCall as refusal:
            assert refusal.code in (1001, 1008), refusal
            slowed += refusal.code == 1008
        else:
            raise AssertionError("a token of another opens a seat")
    assert slowed >= 400, slowed
    bo.refused(1005, "not_your_turn", "play", steps=drop("a"))
    refused(peer, 1001, "unauthorised", "match.view", match=ada.match)
    refused(peer, 1002, "not_found", "match.view", match="a" * 20, token=ada.token)
    assert ada.ask("view") == before
    return f"{len(others + made_up)} tokens"


@test("/hostile/stale-moves-are-refused-and-repeated-ones-get-the-first-answer")
def _():
    ada, bo = sit_down(server.connect(), GAME)
    key = new_key()
    first = ada.change("play", steps=drop("a"), seq=2, key=key)
    for _ in range(50):
        assert ada.change("play", steps=drop("a"), seq=2, key=key) == first
    ada.refused(1013, "key_reused", "play", steps=drop("b"), key=key)
    assert bo.refused(1004, "stale", "play", steps=drop("a"), seq=2)["seq"] == first["seq"]
    bo.refused(1003, "illegal", "play", steps=drop("z"))
    bo.refused(1003, "illegal", "play", steps=drop("a") * 2)


@test("/hostile/a-page-of-another-origin-is-not-let-in-and-the-servers-own-is")
def _():
    for origin in ("https://evil.example", "null", "http://127.0.0.1.evil.example", f"http://127.0.0.1:{server.port + 1}"):
        try:
            server.connect(origin=origin)
        except Refused as refusal:
            assert refusal.status == 403, refusal.status
        else:
            raise AssertionError(f"{origin} was let in")
    server.connect(origin=f"http://127.0.0.1:{server.port}").close()
    try:
        server.connect(host="evil.example")
    except Refused:
        return
    raise AssertionError("a name that is not ours was let in")


@test("/hostile/random-bytes-in-place-of-frames-close-their-connection-alone")
def _():
    chance = random.Random(1)
    for _ in range(200):
        peer = server.connect()
        peer.sock.settimeout(2)
        try:
            peer.send_frame(chance.randbytes(chance.randrange(1, 4000)))
            peer.drop(rudely=chance.random() < 0.5)
        except OSError:
            pass
    ask(server.connect(), "host.hello")


@test("/hostile/after-all-this-the-server-ends-as-it-should")
def _():
    server.end()
    assert server.process.returncode == 0, server.process.returncode


main()

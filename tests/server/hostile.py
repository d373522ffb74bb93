"""Hostile clients: each is answered as the protocol says, costs the server no memory to speak of, and nobody else."""

import json
import multiprocessing
import random
import socket
import time

from serving import Refused, Server, answer, ask, new_key, new_match, points, request
from websocket_client import CONTINUATION, TEXT, Closed, Refused as NotUpgraded, frame

GAME = "connect-four"
MIB = 1 << 20
ROOM = 32 * MIB  # what the server may grow by under any of these: many clients at once, at under a MiB each

server = Server(limits=("rate=500", "burst=1000", "matches_per_address=100000")).start()


def refusal(peer, method, **params):
    """The code of the error that a request is answered with."""
    try:
        result = ask(peer, method, **params)
    except Refused as refused:
        return refused.code
    raise AssertionError(f"{method} was answered: {result}")


def drop(column):
    return [{"kind": GAME + "/drop", "args": {"column": column}}]


def play_honestly(stop, out):
    """Plays on in a process of its own, and tells how long each answer took."""
    peer, times = server.connect(), []
    while not stop.is_set():
        match, tokens = new_match(peer, GAME)
        for move in range(12):
            begun = time.perf_counter()
            ask(peer, "match.play", match=match, token=tokens[move % 2], steps=drop("abcdefg"[move % 7]), key=new_key())
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
    return f"honest p99 {usual:.2f} ms, meanwhile {meanwhile:.2f} ms ({meanwhile / usual:.1f} times); grown by {grown / MIB:.2f} MiB"


def unfinished_fragments():
    """A message that is never finished is cut off at the limit."""
    def hostile(end):
        closed = 0
        while time.monotonic() < end:
            peer = server.connect()
            try:
                peer.send_frame(frame("[" * 60000, TEXT, final=False))
                while time.monotonic() < end:
                    peer.send_frame(frame("[" * 60000, CONTINUATION, final=False))
            except (OSError, Closed):
                closed += 1
            peer.drop(rudely=True)
        assert closed, "nobody was ever cut off"
    return beside_honest(hostile)


def many_that_begin():
    """Forty clients that begin a message and wait cost little."""
    def hostile(end):
        peers = [server.connect() for _ in range(40)]
        for peer in peers:
            peer.send_frame(frame("x" * 60000, TEXT, final=False))
        time.sleep(max(0, end - time.monotonic()))
        for peer in peers:
            peer.drop(rudely=True)
    return beside_honest(hostile)


def a_reader_that_stops():
    """Who asks and does not read is not buffered for without end."""
    def hostile(end):
        while time.monotonic() < end:
            peer = server.connect()
            peer.sock.settimeout(0.5)
            try:
                while time.monotonic() < end:
                    peer.send_text(request("rpc.discover", {})[0])
                    time.sleep(0.0005)
            except OSError:
                pass
            peer.drop(rudely=True)
    return beside_honest(hostile)


def a_watcher_that_stops():
    """A watcher who stopped reading knows the latest state when he reads again."""
    player, watcher = server.connect(), server.connect()
    created = ask(player, "match.create", game=GAME, seats=["open", "open"], visibility="public", key=new_key())
    match = created["match"]
    tokens = [ask(player, "match.join", match=match, invitation=invitation, name="A", key=new_key())["token"]
              for invitation in created["invitations"]]
    ask(watcher, "match.subscribe", match=match)
    watcher.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    seq, rounds = 0, 250
    for turn in range(rounds):
        seq = ask(player, "match.play", match=match, token=tokens[0], steps=drop("a"), key=new_key())["seq"]
        proposal = ask(player, "match.propose", match=match, token=tokens[0], kind="undo", key=new_key())["seq"]
        seq = ask(player, "match.answer", match=match, token=tokens[1], proposal=proposal, accept=True, key=new_key())["seq"]
        time.sleep(0.002)
    heard, kinds = 0, {}
    while heard < seq:
        message = json.loads(watcher.recv())
        kinds[message["method"]] = kinds.get(message["method"], 0) + 1
        heard = message["params"].get("seq", heard)
    assert heard == seq
    return f"{3 * rounds} entries: {kinds}"


def a_flood():
    """A flood is told to slow down, then read no faster than it may be."""
    told = {"answered": 0, "slowed": 0}

    def hostile(end):
        while time.monotonic() < end:
            peer = server.connect()
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


def broken_json():
    """Broken, deep and ambiguous JSON is refused, and the connection lives."""
    peer = server.connect()
    cases = ["", " ", "{", "[" * 60000, '{"a":' * 5000, "{'jsonrpc':'2.0'}", '{"jsonrpc":"2.0","jsonrpc":"2.0"}', "[1,]", "nul",
             '{"jsonrpc":"2.0","id":1,"method":"host.hello"} {}', '"\\ud800"', '"\\u0000"', "\ufeff{}", "01", "1e", "{\"a\":0x10}",
             '{"jsonrpc":"2.0","id":99999999999999999999,"method":"host.hello"}']
    for case in cases:
        said = json.loads(peer.ask(case))
        assert said["error"]["code"] in (-32700, -32600, 1009) and said["id"] is None, f"{case[:40]!r}: {said}"
    ask(peer, "host.hello")


def wrong_requests():
    """What is JSON but no request is answered so."""
    peer = server.connect()
    for case in ["1", "[]", "{}", '{"jsonrpc":"1.0","id":1,"method":"host.hello"}', '{"jsonrpc":"2.0","id":{},"method":"host.hello"}',
                 '{"jsonrpc":"2.0","id":1,"method":7}', '"host.hello"', "null"]:
        said = json.loads(peer.ask(case))
        assert said["error"]["code"] == -32600, f"{case}: {said}"
    said = json.loads(peer.ask(json.dumps([{"jsonrpc": "2.0", "id": i, "method": "host.hello"} for i in range(17)])))
    assert said["error"]["code"] == 1009, said
    text, number = request("match.view", {"match": "x" * 2000000})
    try:
        peer.send_text(text)
        said = json.loads(peer.recv())
        assert said["error"]["code"] == 1009, said
        peer.recv()
        raise AssertionError("the connection lives")
    except Closed as closed:
        assert closed.code == 1009


def foreign_tokens():
    """Tokens of other seats and matches, and made-up ones, open nothing and change nothing."""
    peer = server.connect()
    match, tokens = new_match(peer, GAME)
    other, others = new_match(peer, GAME)
    before = ask(peer, "match.view", match=match, token=tokens[0])
    tries = 0
    for token in [*others, "0" * 32, tokens[0][::-1], *(f"{random.getrandbits(128):032x}" for _ in range(500))]:
        assert refusal(peer, "match.play", match=match, token=token, steps=drop("a"), key=new_key()) == 1001
        tries += 1
    assert refusal(peer, "match.play", match=match, token=tokens[1], steps=drop("a"), key=new_key()) == 1005
    assert refusal(peer, "match.view", match=match) == 1001
    assert refusal(peer, "match.view", match="a" * 20, token=tokens[0]) == 1002
    assert ask(peer, "match.view", match=match, token=tokens[0]) == before
    return f"{tries} tokens"


def stale_and_repeated():
    """Stale moves are refused with the present seq; repeated ones get the first answer; a key for two things is refused."""
    peer = server.connect()
    match, tokens = new_match(peer, GAME)
    key = new_key()
    first = ask(peer, "match.play", match=match, token=tokens[0], steps=drop("a"), seq=2, key=key)
    for _ in range(50):
        assert ask(peer, "match.play", match=match, token=tokens[0], steps=drop("a"), seq=2, key=key) == first
    assert refusal(peer, "match.play", match=match, token=tokens[0], steps=drop("b"), key=key) == 1013
    text, number = request("match.play", {"match": match, "token": tokens[1], "steps": drop("a"), "seq": 2, "key": new_key()})
    peer.send_text(text)
    error = answer(peer, number)["error"]
    assert error["code"] == 1004 and error["data"]["seq"] == first["seq"], error
    assert refusal(peer, "match.play", match=match, token=tokens[1], steps=drop("z"), key=new_key()) in (1003, -32602)
    assert refusal(peer, "match.play", match=match, token=tokens[1], steps=drop("a") * 2, key=new_key()) == 1003


def wrong_origin():
    """A page of another origin is not let in; the server's own is."""
    for origin in ("https://evil.example", "null", "http://127.0.0.1.evil.example", f"http://127.0.0.1:{server.port + 1}"):
        try:
            server.connect(origin=origin)
        except NotUpgraded as refused:
            assert refused.status == 403, refused.status
        else:
            raise AssertionError(f"{origin} was let in")
    server.connect(origin=f"http://127.0.0.1:{server.port}").close()
    try:
        server.connect(host="evil.example")
    except NotUpgraded:
        return
    raise AssertionError("a name that is not ours was let in")


def rubbish():
    """Random bytes in place of frames close their connection alone."""
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


points([unfinished_fragments, many_that_begin, a_reader_that_stops, a_watcher_that_stops, a_flood, broken_json, wrong_requests,
        foreign_tokens, stale_and_repeated, wrong_origin, rubbish])
server.end()

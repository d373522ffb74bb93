"""Several nodes over one PostgreSQL store: each match is one node's, whoever asks; a node that dies, hangs or leaves loses
its matches to the others, and nothing that was acknowledged."""

import asyncio
import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing

from plugin_folders import compile_game
from talking import (GAME, SOURCES, Refused, answer, ask, create, first_move, join, main, marks, new_key, news, path, refused,
                     request, served, test)

from websocket_client import Closed  # noqa: E402

sys.path[:0] = [os.path.join(SOURCES, "tests", "fixtures"), os.path.join(os.environ["CLIENTS"], "python")]
from cluster import Cluster, Missing  # noqa: E402  (the path comes first)
from lapidary_client import Host  # noqa: E402

os.environ["LAPIDARY_PLUGIN_PATH"] += ":" + os.environ["ZOO"]
OTHER_NODE, OUTCOME_UNKNOWN = 1012, 1015
PSQL = shutil.which("psql") or "psql"
RESTART = 1012  # of a WebSocket

try:
    cluster = Cluster()
except Missing as missing:
    print(f"1..0 # SKIP {missing}")
    sys.exit(0)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


running = []


def new_store(name):
    """An empty one; nodes of others end, since a server takes only so many connections."""
    while running:
        server = running.pop()
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
    return cluster.make(name)


def node(store, name, *more):
    """A node, at a port that is its own for the whole test."""
    port = free_port()
    address = f"ws://127.0.0.1:{port}/ws"
    server = served("--node", name, "--address", address, "--port", str(port), *more, store=store,
                    limits=["rate=100000", "burst=100000"])
    server.address = address
    running.append(server)
    return server


def made(name, *names):
    """The nodes of a new store."""
    store = new_store(name)
    return [node(store, each) for each in names]


def wait_until(holds, what, seconds=60):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"{what}: not within {seconds} s"
        time.sleep(0.05)


def answers_at(server, seat):
    """Whether a node has the match of a seat by now."""
    try:
        with closing(server.connect()) as host:
            return ask(host, "match.subscribe", match=seat.match, token=seat.token)
    except Refused as other:
        assert other.code in (OTHER_NODE, OUTCOME_UNKNOWN), other
        return None
    except (OSError, Closed):
        return None


def begun(server):
    """A match that has begun at a node, with one move: the seats, on a connection to it."""
    host = server.connect()
    created = create(host)
    seats = [join(host, created, seat) for seat in range(2)]
    seats[0].mark(0)
    return seats


def ended_by_rules(server):
    """A seat at a match whose rules have just ended a node."""
    host = server.connect()
    created = create(host, "misbehaves", options={"hook": "apply", "deed": "null", "ply": "0"})
    seats = [join(host, created, seat) for seat in range(2)]
    mover = seats[seats[0].ask("subscribe")["waiting"][0]]
    try:
        mover.change("play", steps=first_move(mover))
    except Closed:
        server.process.wait(30)
    return mover


def is_sent_away(seat):
    """Waits until a connection is closed; nothing is told of the match before."""
    try:
        while True:
            said = seat.host.recv()
            # plugins are looked at while the node begins; one that leaves says so
            assert '"games.changed"' in said or '"draining"' in said, f"it was told {said}"
    except Closed as closed:
        assert closed.code == RESTART, closed


@test("/nodes/a-match-is-at-the-node-that-made-it-and-others-say-where")
def _():
    one, two = made("where", "one", "two")
    ada, ben = begun(one)
    with closing(two.connect()) as host:
        data = refused(host, OTHER_NODE, "other_node", "match.subscribe", match=ada.match, token=ada.token)
        assert data["address"] == one.address, data
        data = refused(host, OTHER_NODE, "other_node", "match.play", match=ben.match, token=ben.token,
                       steps=marks(4), key=new_key())
        assert data["address"] == one.address, data
    ben.mark(4)


@test("/nodes/lists-are-of-all-nodes")
def _():
    one, two = made("lists", "one", "two")
    with closing(one.connect()) as first, closing(two.connect()) as second:
        created = [create(host, visibility="public")["match"] for host in (first, second)]
        for host in (first, second):
            listed = [match["match"] for match in ask(host, "match.list", state="open")["items"]]
            assert sorted(listed) == sorted(created), listed


@test("/nodes/a-node-that-is-killed-loses-its-matches-to-who-is-asked-for-them")
def _():
    one, two = made("killed", "one", "two")
    ada, ben = begun(one)
    one.end(signal.SIGKILL)
    begun_at = time.monotonic()
    wait_until(lambda: answers_at(two, ada), "the match at the other node")
    took = time.monotonic() - begun_at
    with closing(two.connect()) as host:
        ben.host = host
        ben.mark(4)
        one.start()
        with closing(one.connect()) as back:
            data = refused(back, OTHER_NODE, "other_node", "match.subscribe", match=ada.match, token=ada.token)
            assert data["address"] == two.address, data
    return f"after {took:.1f} s"


@test("/nodes/a-node-that-leaves-gives-its-matches-away-at-once")
def _():
    one, two = made("left", "one", "two")
    ada, ben = begun(one)
    one.end(signal.SIGTERM)
    state = answers_at(two, ada)
    assert state and state["seq"] == 3, state
    with closing(two.connect()) as host:
        ben.host = host
        ben.mark(4)


@test("/nodes/what-a-node-that-leaves-had-is-served-at-once-by-one-that-has-just-said-where-it-is")
def _():
    one, two = made("moved", "one", "two")
    seats = [begun(one)[1] for _ in range(8)]
    with closing(two.connect()) as host:
        for seat in seats:
            refused(host, OTHER_NODE, "other_node", "match.subscribe", match=seat.match, token=seat.token)
    one.end(signal.SIGTERM)
    with closing(two.connect()) as host:
        for seat in seats:
            seat.host = host
            seat.mark(4)


@test("/nodes/one-that-hung-past-its-lease-has-lost-its-matches-and-says-so")
def _():
    one, two = made("hung", "one", "two")
    ada, ben = begun(one)
    one.process.send_signal(signal.SIGSTOP)
    wait_until(lambda: answers_at(two, ada), "the match at the other node")
    with closing(two.connect()) as host:
        ben.host = host
        ben.mark(4)
    one.process.send_signal(signal.SIGCONT)
    try:  # what is asked on the connection from before: answered by nothing that is not in the log
        ada.mark(8)
    except Refused as lost:
        assert lost.code in (OTHER_NODE, OUTCOME_UNKNOWN), lost
    except (OSError, Closed):
        pass
    else:
        raise AssertionError("a node that has lost its matches went on with one")
    wait_until(lambda: not answers_at(one, ada), "the node knows that it has lost its matches")
    with closing(two.connect()) as host:
        ada.host = host
        ada.mark(8)
        assert ada.ask("subscribe")["seq"] == 5


@test("/nodes/bots-and-clocks-go-on-at-another-node")
def _():
    one, two = made("bots", "one", "two")
    with closing(one.connect()) as host:
        created = create(host, clock={"initial": 9000, "increment": 0}, visibility="public")
        seats = [join(host, created, seat) for seat in range(2)]
    one.end(signal.SIGKILL)

    def is_over():
        with closing(two.connect()) as host:
            listed = ask(host, "match.list", state="over")["items"]
            return any(match["match"] == seats[0].match for match in listed)
    wait_until(is_over, "the clock runs out where nobody asks for the match")


@test("/nodes/two-of-one-name-or-one-that-is-alone-are-refused")
def _():
    one, = made("names", "one")
    store = one.command[one.command.index("--store") + 1]
    for more, said in ((["--node", "one", "--address", "ws://b/ws"], "each node of a store has a name of its own"),
                       ([], "a store has one owner at a time"),
                       (["--node", "a b", "--address", "ws://b/ws"], "not the name of a node"),
                       (["--address", "ws://b/ws"], "--address is that of a --node"),
                       (["--node", "two", "--address", "http://b"], "--address wants ws://HOST:PORT/ws"),
                       (["--node", "two"], "--node wants --address")):
        ended = subprocess.run([os.environ["LAPIDARY"], "serve", "--port", "0", "--store", store, *more],
                               capture_output=True, text=True, timeout=60)
        assert ended.returncode and said in ended.stderr, ended.stderr


@test("/nodes/all-are-listed-with-what-they-have")
def _():
    one, two = made("listed", "one", "two")
    begun(one)
    two.end(signal.SIGTERM)
    store = one.command[one.command.index("--store") + 1]

    def listed(*more):
        return subprocess.run([os.environ["LAPIDARY"], "nodes", "--store", store, *more], capture_output=True, text=True,
                              check=True, timeout=60).stdout
    first, second = json.loads(listed("--json"))
    assert (first["node"], first["there"], first["matches"], first["address"]) == ("one", True, 1, one.address), first
    assert (second["node"], second["there"], second["matches"]) == ("two", False, 0), second
    assert f"process {one.process.pid}" in first["holder"], first
    assert 'lapidary_node_info{node="one"} 1\n' in one.page("/metrics")[1]
    table = listed().splitlines()
    assert len(table) == 3 and "one" in table[1] and "there" in table[1] and "gone" in table[2], table


@test("/nodes/one-that-hangs-is-replaced-by-another-process-of-its-name-once-its-lease-has-ended")
def _():
    one, = made("replaced", "one")
    ada, ben = begun(one)
    hanging = one.process
    atexit.register(hanging.kill)
    hanging.send_signal(signal.SIGSTOP)
    one.command += ["--port", str(free_port())]
    one.start()
    hanging.send_signal(signal.SIGCONT)
    with closing(one.connect()) as host:
        ben.host = host
        ben.mark(4)
    try:  # what the former process had in memory: the mark of Ben is not there
        state = ada.ask("subscribe")
    except (Refused, OSError, Closed):
        state = None
    hanging.kill()
    hanging.wait()
    assert not state or state["seq"] == 4, state


@test("/nodes/one-whose-transaction-is-stuck-keeps-no-other-from-saying-that-it-is-there")
def _():
    one, two = made("stuck", "one", "two")
    ada, ben = begun(two)
    ben.host = two.connect()
    ben.ask("subscribe")
    one.end(signal.SIGKILL)
    store = one.command[one.command.index("--store") + 1]
    held = subprocess.Popen([PSQL, "-qAtX", store, "-c", "BEGIN; SELECT FROM lapidary.owner WHERE name = 'one' FOR UPDATE; "
                             "SELECT pg_sleep(9)"], stdout=subprocess.DEVNULL)
    held.wait(60)
    with closing(two.connect()) as host:
        ask(host, "match.play", match=ben.match, token=ben.token, steps=marks(4), key=new_key())
    assert news(ben.host, "match.event")["seq"] == 4  # on the connection from before


@test("/nodes/one-that-prunes-leaves-alone-what-another-has")
def _():
    store = cluster.make("pruned")
    one, gone = node(store, "one"), node(store, "gone")
    (ada, _), (ben, _) = begun(one), begun(gone)
    for seat in (ada, ben):
        seat.change("resign")
    gone.end()
    cluster.tell("sql pruned UPDATE lapidary.match SET changed = 1")
    two = node(store, "two", "--prune-after", "1")
    wait_until(lambda: cluster.tell("sql pruned SELECT count(*) FROM lapidary.match") == "1", "one match is pruned")
    assert ada.ask("subscribe")["state"] == "over"
    for each in (one, two):
        each.end()
    verified = subprocess.run([os.environ["LAPIDARY"], "verify", "--store", store], capture_output=True, text=True,
                              timeout=60)
    assert verified.returncode == 0, verified.stdout + verified.stderr


@test("/nodes/a-match-whose-rules-ended-a-node-and-that-another-has-by-now-is-left-to-it")
def _():
    store = new_store("taken")
    one, two = node(store, "one", "--isolation", "none"), node(store, "two")
    mover = ended_by_rules(one)
    wait_until(lambda: answers_at(two, mover), "the match at the other node")
    one.start()
    with closing(two.connect()) as host:
        mover.host = host
        mover.change("resign")
        assert mover.ask("subscribe")["state"] == "over"


@test("/nodes/a-match-whose-rules-end-a-node-is-suspended-before-they-end-others")
def _():
    one = node(new_store("crash"), "one", "--isolation", "none")
    mover = ended_by_rules(one)
    one.start()
    with closing(one.connect()) as host:
        state = ask(host, "match.subscribe", match=mover.match, token=mover.token)
        assert (state["state"], state["suspended"]["hook"]) == ("suspended", "apply"), state


@test("/nodes/a-node-without-the-plugin-plays-a-match-on-with-the-build-from-the-database")
def _():
    store, folder, before = new_store("builds"), path("only-at-one"), os.environ["LAPIDARY_PLUGIN_PATH"]
    compile_game(os.path.join(folder, "noughts"), "noughts", lambda source: source)
    os.environ["LAPIDARY_PLUGIN_PATH"] = folder + ":" + before
    one = node(store, "one")
    os.environ.update(LAPIDARY_PLUGIN_PATH=before, XDG_CACHE_HOME=path("cache-of-two"))
    two = node(store, "two")
    with closing(two.connect()) as host:
        refused(host, 1002, "not_found", "match.create", game="noughts", seats=["open", "open"], key=new_key())
    host = one.connect()
    created = create(host, "noughts")
    seats = [join(host, created, seat) for seat in range(2)]
    seats[0].change("play", steps=[{"kind": "noughts/mark", "args": {"cell": 4}}])
    one.end(signal.SIGTERM)
    with closing(two.connect()) as host:
        seats[1].host = host
        seats[1].change("play", steps=[{"kind": "noughts/mark", "args": {"cell": 0}}])
        assert seats[1].ask("subscribe")["view"]["ply"] == 2


@test("/nodes/the-client-in-python-follows-a-match-to-its-node")
def _():
    one, two = made("client", "one", "two")
    ada, _ = begun(one)

    async def follow():
        async with Host(two.address) as host:
            match = await host.follow(ada.match, ada.token)
            return match.state["seq"]
    assert asyncio.run(asyncio.wait_for(follow(), 60)) == 3


@test("/nodes/a-key-that-comes-to-two-nodes-at-once-makes-one-match")
def _():
    one, two = made("keys", "one", "two")
    for _ in range(20):
        key, made_by = new_key(), []
        hosts = [server.connect() for server in (one, two)]
        texts = [request("match.create", {"game": GAME, "seats": ["open", "open"], "key": key}) for _ in hosts]
        for host, (text, _) in zip(hosts, texts):
            host.send_text(text)
        for host, (_, number) in zip(hosts, texts):
            said = answer(host, number)
            made_by.append(said["result"]["match"] if "result" in said else said["error"]["code"])
        assert any(isinstance(match, str) for match in made_by), made_by
        assert all(isinstance(match, str) or match in (OTHER_NODE, OUTCOME_UNKNOWN) for match in made_by), made_by


@test("/nodes/of-two-that-create-a-match-by-one-key-at-once-the-one-that-is-late-knows-whose-it-is")
def _():
    servers = made("late", "one", "two")
    store = servers[0].command[servers[0].command.index("--store") + 1]
    held = subprocess.Popen([PSQL, "-qAtX", store], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    held.stdin.write(b"BEGIN; LOCK TABLE lapidary.match IN SHARE MODE;\n")  # nobody writes, all read
    held.stdin.flush()
    waiting = "sql late SELECT count(*) FROM pg_locks WHERE relation = 'lapidary.match'::regclass AND "
    wait_until(lambda: cluster.tell(waiting + "mode = 'ShareLock'") == "1", "the table is locked")
    hosts = [server.connect() for server in servers]
    asked = [request("match.create", {"game": GAME, "seats": ["open", "open"], "key": "at-two-nodes-at-once",
                                      "visibility": "public"}) for _ in hosts]
    for host, (text, _) in zip(hosts, asked):
        host.send_text(text)
    wait_until(lambda: cluster.tell(waiting + "NOT granted") == "2", "both have found that there is no such match")
    held.communicate(b"COMMIT;\n", 60)
    said = [answer(host, number) for host, (_, number) in zip(hosts, asked)]
    made_at, = [number for number, each in enumerate(said) if "result" in each]
    data = refused(hosts[1 - made_at], OTHER_NODE, "other_node", "match.subscribe", match=said[made_at]["result"]["match"])
    assert data["address"] == servers[made_at].address, data


@test("/nodes/a-database-that-is-away-sends-clients-away-and-takes-them-back")
def _():
    one, = made("away", "one")
    ada, ben = begun(one)
    cluster.tell("kill")
    try:
        ben.mark(4, key="away-while-it-was-asked")
    except (Refused, OSError, Closed):
        pass
    cluster.tell("start")
    wait_until(lambda: answers_at(one, ada), "the match is served again")
    with closing(one.connect()) as host:
        ben.host = host
        ben.mark(4, key="away-while-it-was-asked")
        assert ben.ask("subscribe")["seq"] == 4


def front_of(name, *more):
    """A node that has matches, and one in front of it that has none."""
    store = new_store(name)
    return node(store, "one", "--trusted-proxy", "127.0.0.1"), node(store, "front", "--forward", *more)


@test("/nodes/one-that-forwards-is-all-that-a-client-needs-to-know")
def _():
    one, front = front_of("forward")
    ada, ben = begun(one)
    ben.host = front.connect()
    ask(ben.host, "host.hello", protocols=[1], locale="es")
    state = ben.ask("subscribe")
    assert state["seq"] == 3 and state["viewer"] == 1, state
    ben.mark(4)
    assert news(ben.host, "match.event")["seq"] == 4
    ada.mark(8)
    heard = news(ben.host, "match.event")
    assert heard["seq"] == 5 and "Player 1" in " ".join(heard["text"]) and "marca" in " ".join(heard["text"]), heard
    ben.refused(1003, "illegal", "play", steps=marks(4))
    own = create(ben.host)  # at the node in front
    data = refused(ada.host, OTHER_NODE, "other_node", "match.subscribe", match=own["match"])
    assert data["address"] == front.address, data


@test("/nodes/a-client-of-one-that-forwards-goes-on-at-once-when-the-node-behind-leaves")
def _():
    one, front = front_of("leaves-behind")
    _, ben = begun(one)
    ben.host = front.connect()
    ben.ask("subscribe")
    one.end(signal.SIGTERM)
    is_sent_away(ben)
    with closing(front.connect()) as host:
        ben.host = host
        ben.mark(4)


@test("/nodes/a-client-of-one-that-forwards-comes-back-when-the-node-behind-dies")
def _():
    one, front = front_of("behind")
    ada, ben = begun(one)
    ben.host = front.connect()
    ben.ask("subscribe")
    one.end(signal.SIGKILL)
    is_sent_away(ben)
    wait_until(lambda: answers_at(front, ben), "the match at the node in front")
    with closing(front.connect()) as host:
        ben.host = host
        ben.mark(4)


@test("/nodes/a-client-of-one-that-forwards-comes-back-when-the-node-behind-hangs")
def _():
    one, front = front_of("hangs-behind")
    ada, ben = begun(one)
    ben.host = front.connect()
    ben.ask("subscribe")
    one.process.send_signal(signal.SIGSTOP)
    try:
        is_sent_away(ben)
    finally:
        one.process.send_signal(signal.SIGCONT)


@test("/nodes/what-a-client-does-not-read-waits-at-the-node-that-has-it")
def _():
    one, front = front_of("slow", "--limit", "waiting=65536", "--limit", "waiting_max=262144")
    with closing(one.connect()) as host:
        matches = [create(host, "gem-rush", [{"bot": "random"}] * 4, visibility="public")["match"] for _ in range(8)]
    slow = front.connect()
    for match in matches:
        ask(slow, "match.subscribe", match=match)
    with closing(one.connect()) as host:  # they are played meanwhile, and nobody reads what is told of them
        wait_until(lambda: all(ask(host, "match.subscribe", match=match)["state"] == "over" for match in matches),
                   "the matches are over")
    while matches:
        told = news(slow)
        if told.get("state") == "over" and told["match"] in matches:
            matches.remove(told["match"])


main()

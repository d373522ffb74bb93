"""What a server allows whom: operators, limits, origins."""

import json
import os
import time

from talking import (GAME, Pipes, Refused, Seat, ask, create, first_move, join, main, new_key, path, play_out, refused,
                     request, served, sit_down, test)
from websocket_client import Closed
from websocket_client import Refused as NotUpgraded

TOKEN = "an operator's token"


@test("/allowing/operators-prove-it-by-their-token")
def _():
    file = path("operator.token")
    with open(file, "w", encoding="utf-8") as out:
        out.write(TOKEN + "\n")
    host = served("--operator-token-file", file).connect()
    refused(host, 1001, "unauthorised", "plugins.list")
    refused(host, 1001, "unauthorised", "host.hello", operator="a guess at the token")
    refused(host, 1001, "unauthorised", "plugins.scan")
    refused(host, 1001, "unauthorised", "store.backup", file="/tmp/no-copy")
    ask(host, "host.hello", operator=TOKEN)
    assert ask(host, "plugins.list")["plugins"]
    assert ask(host, "plugins.disable", plugin=GAME, disabled=True) == {}


@test("/allowing/without-a-token-nobody-over-the-network-is-an-operator")
def _():
    host = served().connect()
    refused(host, 1001, "unauthorised", "host.hello", operator="")
    refused(host, 1001, "unauthorised", "plugins.disable", plugin=GAME, disabled=True)


def errors_of(host, n, method, **params):
    """The errors of n calls."""
    errors = []
    for _ in range(n):
        text, _ = request(method, params)
        host.send_text(text)
        errors.append(json.loads(host.recv())["error"])
    return errors


@test("/allowing/who-guesses-the-operators-token-is-slowed-down-and-logged")
def _():
    file = path("guessed.token")
    with open(file, "w", encoding="utf-8") as out:
        out.write(TOKEN + "\n")
    with open(path("guesses.log"), "w+", encoding="utf-8") as log:
        server = served("--operator-token-file", file, "--log-level", "warning", log=log)
        errors = errors_of(server.connect(), 30, "host.hello", operator="a guess at the token")
        assert [error["code"] for error in errors] == [1001] * 11 + [1008] * 19, errors
        assert all(0 < error["data"]["retry_after"] <= 1001 for error in errors[11:]), errors
        refused(server.connect(), 1008, "rate_limited", "host.hello", operator=TOKEN)
        log.seek(0)
        lines = [json.loads(line) for line in log if "wrong-token" in line]
        assert [line["count"] for line in lines] == list(range(1, 12)), lines
        assert all(line["level"] == "warning" and line["address"] == "127.0.0.1" for line in lines), lines
        time.sleep(1.1)
        ask(server.connect(), "host.hello", operator=TOKEN)


@test("/allowing/who-guesses-at-seats-is-slowed-down-and-who-sits-there-plays-on")
def _():
    server = served()
    host = server.connect()
    ada, bo = sit_down(host)
    ada.ask("subscribe")
    other, last = server.connect(), create(server.connect())
    errors = errors_of(other, 8, "match.view", match=ada.match, token="f" * 32)
    errors += errors_of(other, 22, "match.join", match=ada.match, invitation="f" * 32, name="Eve", key=new_key())
    assert [error["code"] for error in errors] == [1001] * 11 + [1008] * 19, errors
    refused(server.connect(), 1008, "rate_limited", "match.view", match=ada.match, token=ada.token)
    ada.ask("view")
    bo.ask("view")
    time.sleep(1.1)
    join(other, last, 0).ask("view")


@test("/allowing/nobody-else-chooses-the-seed-of-a-match-that-others-play")
def _():
    file = path("operator.token")
    with open(file, "w", encoding="utf-8") as out:
        out.write(TOKEN)
    server = served("--operator-token-file", file)
    anybody, operator = server.connect(), server.connect()
    ask(operator, "host.hello", operator=TOKEN)
    for host, seats, holds in ((anybody, ("open", "open"), False), (anybody, ("open", {"bot": "random"}), True),
                               (operator, ("open", "open"), True)):
        matches = [create(host, "gemtrix", seats, seed=7, visibility="public") for _ in range(3)]
        states = [ask(host, "match.subscribe", match=match["match"]) for match in matches]
        assert all(state.get("seeded", False) == holds for state in states), states
        views = {json.dumps(ask(host, "match.view", match=match["match"], at=0)["view"]) for match in matches}
        assert (len(views) == 1) == holds, (seats, len(views))


def message_of(host, method, **params):
    """What a refusal says."""
    try:
        return ask(host, method, **params)
    except Refused as refusal:
        return str(refusal)


@test("/allowing/only-operators-learn-where-plugins-lie")
def _():
    folder = path("plugins")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lost.plugin"), "w", encoding="utf-8") as keyfile:
        keyfile.write("[Plugin]\nId=lost\nVersion=1.0.0\nApi=1.1\nModule=lost.so\nName=Lost\n")
    more = {"LAPIDARY_PLUGIN_PATH": folder + ":" + os.environ["LAPIDARY_PLUGIN_PATH"]}
    os.environ.update(more)
    anybody, operator = served().connect(), Pipes()
    told = [{entry["id"]: entry["why"] for entry in ask(host, "games.list")["refused"]}["lost"]
            for host in (anybody, operator)]
    told += [message_of(host, "match.create", game="lost", seats=["open"], key=new_key()) for host in (anybody, operator)]
    assert [folder in text for text in told] == [False, True] * 2, told


@test("/allowing/who-asks-too-fast-is-told-when-to-ask-again")
def _():
    host = served(limits=["rate=2", "burst=5"]).connect()
    errors = []
    for _ in range(8):
        text, number = request("host.hello", {})
        host.send_text(text)
        said = json.loads(host.recv())
        assert said["id"] == number
        errors += [said["error"]] if "error" in said else []
    assert errors and all(error["code"] == 1008 and 0 < error["data"]["retry_after"] <= 4000 for error in errors), errors


@test("/allowing/the-past-of-a-match-costs-as-much-as-many-requests")
def _():
    server = served(limits=("rate=1", "burst=400"))
    host = server.connect(source="127.0.0.2")
    ada, bo = sit_down(host, visibility="public")
    for _ in range(33):
        ada.change("play", steps=first_move(ada))
        bo.change("answer", proposal=ada.change("propose", kind="undo")["seq"], accept=True)

    def granted(source, method, **params):
        peer = server.connect(source=source)
        for n in range(300):
            try:
                ask(peer, method, match=ada.match, **params)
            except Refused as refusal:
                assert refusal.code == 1008, refusal
                return n
        return 300

    # What a request takes on a slow machine is charged too, so there may be fewer.
    assert 0 < granted("127.0.0.3", "match.export", format="log") <= 150
    assert 0 < granted("127.0.0.4", "match.subscribe", since=0) <= 150
    past = granted("127.0.0.5", "match.view", at=50)
    assert 0 < past <= 260
    assert past < granted("127.0.0.6", "match.view") <= 300


@test("/allowing/connections-of-one-address-share-its-rate-and-others-have-their-own")
def _():
    server = served(limits=["rate=1", "burst=5"])
    hosts = [server.connect() for _ in range(3)]
    for host in hosts[:2] * 2:
        ask(host, "host.hello")
    ask(hosts[2], "host.hello")
    assert refused(hosts[2], 1008, "rate_limited", "host.hello")["retry_after"] > 0
    refused(hosts[0], 1008, "rate_limited", "host.hello")
    ask(server.connect(source="127.0.0.2"), "host.hello")
    refused(server.connect(headers=["X-Forwarded-For: 127.0.0.9"]), 1008, "rate_limited", "host.hello")


@test("/allowing/clients-of-a-trusted-proxy-have-rates-of-their-own")
def _():
    server = served("--trusted-proxy", "127.0.0.1", limits=["rate=1", "burst=2", "connections_per_address=1"])
    for client in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
        host = server.connect(headers=[f"X-Forwarded-For: {client}"])
        ask(host, "host.hello")
        ask(host, "host.hello")
        refused(host, 1008, "rate_limited", "host.hello")
    try:
        refused(server.connect(headers=["X-Forwarded-For: 2001:db8::2"]), 1008, "rate_limited", "host.hello")
    except Closed as closed:
        assert closed.code == 1013, closed
    else:
        raise AssertionError("one /64 has two connections")


@test("/allowing/matches-are-limited")
def _():
    host = served(limits=["matches=2"]).connect()
    key = new_key()
    first = create(host, key=key)
    create(host)
    data = refused(host, 1009, "too_large", "match.create", game=GAME, seats=["open", "open"], key=new_key())
    assert data["limit"] == "matches" and first["match"]


@test("/allowing/a-match-is-over-once-however-often-a-rematch-is-talked-about")
def _():
    host = served(limits=["matches=2"]).connect()
    create(host)
    ada, bo = sit_down(host)
    ada.change("resign")
    for _ in range(2):
        proposal = ada.change("propose", kind="rematch")["seq"]
        bo.change("answer", proposal=proposal, accept=False)
    create(host)
    refused(host, 1009, "too_large", "match.create", game=GAME, seats=["open", "open"], key=new_key())


@test("/allowing/a-rematch-is-a-match-of-its-address-and-the-same-key-gets-the-first-answer")
def _():
    host = served(limits=["matches_per_address=2"]).connect()
    ada = join(host, create(host, seats=("open", {"bot": "random"})), 0)
    ada.change("resign")
    key = new_key()
    first = ada.ask("propose", kind="rematch", key=key)
    again = Seat(host, ada.ask("subscribe")["rematch"], ada.number, ada.token)
    again.change("resign")
    again.refused(1008, "rate_limited", "propose", kind="rematch")
    assert ada.ask("propose", kind="rematch", key=key) == first


@test("/allowing/matches-of-one-address-are-limited-and-a-key-that-comes-again-counts-once")
def _():
    host = served(limits=["matches_per_address=2"]).connect()
    key = new_key()
    assert create(host, key=key) == create(host, key=key)
    create(host)
    data = refused(host, 1008, "rate_limited", "match.create", game=GAME, seats=["open", "open"], key=new_key())
    assert data["retry_after"] > 0, data


@test("/allowing/entries-of-one-address-and-of-all-are-limited-and-what-is-read-is-not")
def _():
    for limit in ["entries_per_address", "entries"]:
        host = served(limits=[f"{limit}=4"]).connect()
        ada, bo = sit_down(host)
        ada.mark(4)
        bo.mark(0)
        data = ada.refused(1008, "rate_limited", "play", steps=first_move(ada))
        assert data["limit"] == limit and data["retry_after"] > 3500000, data
        ada.ask("view")


def ply_of(host, created):
    """How far a match is."""
    return ask(host, "match.view", match=created["match"], token=created["watch"])["view"]["ply"]


def bots_stand_still(host, created):
    """Waits until no bot moves in a match any more; how far it is then."""
    before = -1
    while (ply := ply_of(host, created)) != before:
        before = ply
        time.sleep(0.3)
    return ply


@test("/allowing/bots-of-one-address-play-so-much-an-hour-and-with-people-on")
def _():
    with open(path("held.log"), "w+", encoding="utf-8") as log:
        server = served("--log-level", "warning", limits=["bot_moves_per_address=3"], log=log)
        host, other = server.connect(), server.connect(source="127.0.0.2")
        bots = [{"bot": "random"}, {"bot": "random"}]
        assert bots_stand_still(host, create(host, seats=bots)) == 3
        data = refused(host, 1008, "rate_limited", "match.create", game=GAME, seats=bots, key=new_key())
        assert data["limit"] == "bot_moves_per_address" and data["retry_after"] > 3500000, data
        ada = join(host, create(host, seats=("open", {"bot": "random"})), 0)
        play_out([ada])
        assert bots_stand_still(other, create(other, seats=bots)) == 3
        log.seek(0)
        held = [json.loads(line) for line in log if "bots-held" in line]
        assert [line["address"] for line in held] == ["127.0.0.1", "127.0.0.2"], held


@test("/allowing/bots-that-play-alone-make-so-many-moves-a-second-and-finish-all-the-same")
def _():
    host = served(limits=["bot_moves=20"]).connect()
    created = [create(host, seats=[{"bot": "random"}, {"bot": "random"}]) for _ in range(8)]
    begun = time.monotonic()
    for match in created:
        while ask(host, "match.subscribe", match=match["match"], token=match["watch"])["state"] != "over":
            time.sleep(0.05)
    assert time.monotonic() - begun > 0.5


@test("/allowing/long-messages-and-batches-are-refused-by-the-name-of-the-limit")
def _():
    server = served(limits=["message=2048", "batch=2"])
    host = server.connect()
    host.send_text(json.dumps([{"jsonrpc": "2.0", "id": i, "method": "host.hello"} for i in range(3)]))
    said = json.loads(host.recv())
    error = (said[0] if isinstance(said, list) else said)["error"]
    assert error["code"] == 1009 and error["data"]["limit"] == "batch", error
    host.send_text(" " * 4096)
    assert json.loads(host.recv())["error"]["data"]["limit"] == "message"


@test("/allowing/pages-of-other-origins-do-not-connect-unless-they-are-named")
def _():
    server = served("--origin", "https://play.example.org")
    ask(server.connect(origin="https://play.example.org"), "host.hello")
    ask(server.connect(origin=f"http://127.0.0.1:{server.port}"), "host.hello")
    try:
        server.connect(origin="https://evil.example.org")
    except NotUpgraded as no:
        assert no.status == 403, no.status
    else:
        raise AssertionError("another origin was let in")


main()

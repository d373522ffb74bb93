"""Subscriptions: who is notified of what, in which language, once and in order."""

import json
import os

from talking import (Pipes, ask, create, first_move, heard_by, main, marks, new_key, news, page, path, play_out,
                     refused, request, served, sit_down, test)


def fnv(text):
    """FNV-1a of 64 bits, as the page says."""
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return f"{value:016x}"


def merge(target, patch):
    """RFC 7396; members keep their order."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        else:
            target[name] = merge(target.get(name), value)
    return target


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def follow(host, match, token=None, **more):
    return ask(host, "match.subscribe", match=match, **({"token": token} if token else {}), **more)


def hear(host, until):
    """The params of what comes until an entry says that it is the last."""
    heard = []
    while not heard or not until(heard[-1]):
        heard.append(news(host))
    return heard


def is_over(entry):
    return entry["state"] == "over"


@test("/following/the-session-that-the-page-begins-with-goes-as-it-says")
def _():
    host, known = Pipes(), {}
    block = page().split("## In short", 1)[1].split("```")[1]
    for line in block.strip().splitlines():
        direction, text = line.split(" ", 1)
        text = text.replace("[…]", '"*"').replace("{…}", '"*"').replace(",…}", "}")
        written = json.loads(text)
        if direction == "→":
            params = written["params"]
            for name, value in params.items():
                if value == "…":
                    params[name] = new_key()
                elif isinstance(value, str) and "…" in value:
                    params[name] = known[value]
            host.send_text(json.dumps(written))
        else:
            compare(written, json.loads(host.recv()), known)


def compare(written, said, known):
    """What is written is there; what is abbreviated is learnt."""
    if written == "*":
        return
    if isinstance(written, dict):
        for name, value in written.items():
            compare(value, said[name], known)
    elif isinstance(written, list):
        assert len(written) == len(said), (written, said)
        for one, other in zip(written, said):
            compare(one, other, known)
    elif isinstance(written, str) and "…" in written:
        assert known.setdefault(written, said) == said, (written, said)
    else:
        assert written == said, (written, said)


@test("/following/seats-and-watchers-hear-of-every-entry-once-and-in-order")
def _():
    server = served()
    ada, bo = sit_down(server.connect(), "gemtrix", visibility="public")
    hosts = [server.connect() for _ in range(3)]
    for host, token in zip(hosts, (ada.token, bo.token, None)):
        seq = follow(host, ada.match, token)["seq"]
    play_out([ada, bo])
    for host, viewer in zip(hosts, (0, 1, -1)):
        heard = hear(host, is_over)
        assert [entry["seq"] for entry in heard] == list(range(seq + 1, heard[-1]["seq"] + 1))
        assert {entry["viewer"] for entry in heard} == {viewer}
        assert all(entry["hash"] == fnv(compact(entry["view"])) for entry in heard)


@test("/following/one-connection-follows-several-seats")
def _():
    host = Pipes()
    people = sit_down(host)
    for person in people:
        person.ask("subscribe")
    people[0].mark(4)
    assert sorted(news(host)["viewer"] for _ in people) == [0, 1]


@test("/following/subscribing-again-tells-nothing-twice")
def _():
    host = Pipes()
    ada, _bo = sit_down(host)
    for _ in range(3):
        seq = ada.ask("subscribe")["seq"]
    ada.mark(4)
    ada.change("resign")
    assert [news(host)["seq"] for _ in range(2)] == [seq + 1, seq + 2]


@test("/following/who-unsubscribes-hears-no-more")
def _():
    host = Pipes()
    ada, bo = sit_down(host)
    ada.ask("subscribe")
    bo.ask("subscribe")
    assert bo.ask("unsubscribe") == {}
    ada.mark(4)
    assert news(host)["viewer"] == 0
    assert ask(host, "match.unsubscribe", match=ada.match) == {}
    bo.mark(0)
    ask(host, "host.hello")
    assert not heard_by(host)


@test("/following/who-has-left-a-seat-hears-of-that-last-and-not-what-the-next-one-sees")
def _():
    server = served()
    ada, bo = sit_down(server.connect())
    former = server.connect()
    follow(former, bo.match, bo.token)
    left = bo.change("leave")
    again = ask(bo.host, "match.join", match=bo.match, invitation=left["invitation"], name="Cy", key=new_key())
    ada.mark(4)
    ask(bo.host, "match.leave", match=bo.match, token=again["token"], key=new_key())
    ask(former, "host.hello")
    assert [entry["params"]["kind"] for entry in heard_by(former)] == ["leave"], heard_by(former)


@test("/following/whose-seat-a-bot-has-taken-hears-of-that-last")
def _():
    server = served()
    ada, bo = sit_down(server.connect())
    former = server.connect()
    follow(former, bo.match, bo.token)
    bo.change("bot", seat=bo.number, bot="random")
    ada.mark(4)
    ask(former, "host.hello")
    assert [entry["params"]["kind"] for entry in heard_by(former)] == ["bot"], heard_by(former)


@test("/following/everybody-reads-sentences-in-his-language")
def _():
    server = served()
    ada, _bo = sit_down(server.connect(), visibility="public")
    told = {}
    hosts = {language: server.connect() for language in ("en", "es", "id")}
    for language, host in hosts.items():
        ask(host, "host.hello", locale=language)
        follow(host, ada.match)
    ada.change("resign")
    for language, host in hosts.items():
        told[language] = news(host)["text"]
    assert len({tuple(text) for text in told.values()}) == 3, told


@test("/following/patches-make-the-very-views")
def _():
    for game in ("gemtrix", "gemessengers", "connect-four"):
        server = served()
        ada, bo = sit_down(server.connect(), game)
        patched, whole = server.connect(), server.connect()
        ask(patched, "host.hello", capabilities=["patch"])
        view = follow(patched, ada.match, ada.token)["view"]
        follow(whole, ada.match, ada.token)
        play_out([ada, bo])
        count = 0
        for entry, full in zip(hear(patched, is_over), hear(whole, is_over)):
            view = merge(view, entry["patch"]) if "patch" in entry else entry["view"]
            count += "patch" in entry
            assert view == full["view"] and fnv(compact(view)) == entry["hash"] == full["hash"], entry
        assert count > 3, f"{game}: {count} patches"


@test("/following/sealed-choices-tell-others-only-that-they-were-made")
def _():
    host = Pipes()
    ada, bo = sit_down(host, "gemessengers")
    ada.ask("subscribe")
    bo.ask("subscribe")
    ada.change("play", steps=first_move(ada))
    heard = {entry["viewer"]: entry for entry in (news(host), news(host))}
    assert heard[0]["kind"] == heard[1]["kind"] == "chosen", heard
    assert heard[0]["steps"] and "steps" not in heard[1], heard
    bo.change("play", steps=first_move(bo))
    opened = news(host)
    assert opened["kind"] == "move" and opened["opened"], opened


@test("/following/proposals-have-a-notification-of-their-own")
def _():
    host = Pipes()
    ada, bo = sit_down(host)
    ada.mark(4)
    bo.ask("subscribe")
    proposal = ada.change("propose", kind="undo")["seq"]
    asked = news(host, "match.proposal")
    assert asked["kind"] == "propose" and asked["proposal"] == {"id": proposal, "kind": "undo", "seat": 0, "asked": [1]}, asked
    bo.change("answer", proposal=proposal, accept=True)
    done = news(host, "match.proposal")
    assert done["kind"] == "answer" and done["accept"] is True and done["applied"] is True and done["view"]["ply"] == 0, done


@test("/following/who-comes-back-is-told-what-was-missed")
def _():
    server = served()
    ada, bo = sit_down(server.connect())
    since = follow(server.connect(), ada.match, bo.token)["seq"]
    ada.mark(4)
    bo.mark(0)
    state = follow(server.connect(), ada.match, bo.token, since=since)
    assert [event["seq"] for event in state["events"]] == [since + 1, since + 2], state["events"]
    assert "view" not in state["events"][0] and state["seq"] == since + 2
    assert follow(server.connect(), ada.match, bo.token, since=state["seq"])["events"] == []


@test("/following/at-most-two-hundred-entries-are-told-and-those-the-newest")
def _():
    host = Pipes()
    ada, bo = sit_down(host)
    for _ in range(80):
        ada.mark(4)
        proposal = ada.change("propose", kind="undo")["seq"]
        seq = bo.change("answer", proposal=proposal, accept=True)["seq"]
    events = ada.ask("subscribe", since=0)["events"]
    assert [event["seq"] for event in events] == list(range(seq - 199, seq + 1)), len(events)


@test("/following/a-connection-follows-only-so-many-matches")
def _():
    host = Pipes("--limit", "subscriptions=2")
    matches = [create(host, visibility="public")["match"] for _ in range(3)]
    for match in matches[:2] * 2:
        follow(host, match)
    assert refused(host, 1009, "too_large", "match.subscribe", match=matches[2])["limit"] == "subscriptions"
    ask(host, "match.unsubscribe", match=matches[0])
    follow(host, matches[2])


@test("/following/a-reader-who-falls-behind-is-told-where-the-match-stands")
def _():
    host = Pipes("--limit", "waiting=4096", "--limit", "waiting_max=67108864", "--limit", "burst=100000", "--limit", "rate=100000")
    ada, bo = sit_down(host)
    seq = ada.ask("subscribe")["seq"]
    number = 0
    for _ in range(300):
        for person, method, params in ((ada, "play", {"steps": marks(4)}), (ada, "propose", {"kind": "undo"}),
                                       (bo, "answer", {"proposal": seq + 2, "accept": True})):
            text, number = request("match." + method, {"match": ada.match, "token": person.token, "key": new_key(), **params})
            host.send_text(text)
        seq += 3
    known, resyncs = None, 0
    while known != seq:
        message = json.loads(host.recv())
        assert "error" not in message, message
        if "id" in message:
            continue
        resyncs += message["method"] == "match.resync"
        params = message["params"]
        assert message["method"] == "match.resync" or known is None or params["seq"] == known + 1, (known, params["seq"])
        known = params["seq"]
    assert resyncs, "nothing was left out"
    ada.mark(4)
    assert news(host, "match.event")["seq"] == seq + 1


@test("/following/everybody-hears-when-games-change")
def _():
    folder = path("more-plugins")
    os.makedirs(folder, exist_ok=True)
    host = Pipes(env={"LAPIDARY_PLUGIN_PATH": folder + ":" + os.environ["LAPIDARY_PLUGIN_PATH"]})
    before = ask(host, "games.list")
    ask(host, "plugins.scan")
    with open(os.path.join(folder, "lost.plugin"), "w", encoding="utf-8") as keyfile:
        keyfile.write("[Plugin]\nId=lost\nVersion=1.0.0\nApi=1.1\nModule=lost.so\nName=Lost\n")
    assert "lost" in [plugin["id"] for plugin in ask(host, "plugins.scan")["plugins"]]
    assert news(host, "games.changed") == {"plugins": [{"id": "lost", "change": "broken"}]}
    after = ask(host, "games.list")
    assert after["games"] == before["games"] and "lost" in [entry["id"] for entry in after["refused"]]
    with open(os.path.join(folder, "lost.plugin"), "a", encoding="utf-8") as keyfile:
        keyfile.write("Minutes=5\n")
    ask(host, "plugins.scan")
    assert news(host, "games.changed") == {"plugins": [{"id": "lost", "change": "broken"}]}


main()

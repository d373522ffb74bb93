"""Matches whose rules fail, or end the host: they are suspended, and the host goes on."""

import json
import os
import signal
import time

import openrpc
from plugin_folders import compile_game
from talking import Seat, ask, error_of, first_move, main, new_key, news, path, refused, served, sit_down, test
from websocket_client import Closed

os.environ["LAPIDARY_PLUGIN_PATH"] += ":" + os.environ["ZOO"]
os.environ["LAPIDARY_ISOLATION"] = "none"  # as if they were trusted: in the host itself
OPERATOR = "an operator's token"


def hosted(name, *more, limits=()):
    """A server on a store in a file, and its log."""
    token = path("operator.token")
    with open(token, "w", encoding="utf-8") as file:
        file.write(OPERATOR)
    log = open(path(name + ".log"), "a", encoding="utf-8")
    server = served("--operator-token-file", token, *more, store="sqlite:" + path(name + ".db"), limits=limits, log=log)
    return server, log


def operator_of(server):
    host = server.connect()
    ask(host, "host.hello", operator=OPERATOR)
    return host


def again(person, host):
    """The same person at another host."""
    return Seat(host, person.match, person.number, person.token)


def logged(log, event):
    with open(log.name, encoding="utf-8") as lines:
        return [line for line in map(json.loads, lines) if line["event"] == event]


def draw_until_suspended(ada, state):
    """Ada draws cards until the bot plays one, after which there is no second step; the last state."""
    while state["state"] == "running":
        draw = [step for step in state["legal"] if step["kind"] == "dead-end/draw"]
        if ada.number in state["waiting"]:
            ada.change("play", steps=draw or [state["legal"][-1]])
        state = news(ada.host, "match.event")
    return state


@test("/suspending/a-match-whose-rules-fail-where-a-bot-has-to-move-is-suspended-and-everybody-is-told")
def _():
    server, log = hosted("fault")
    host = server.connect()
    state = {"state": "over"}
    while state["state"] == "over":  # it has not played a card
        ada, = sit_down(host, "dead-end", seats=("open", {"bot": "random"}))
        state = draw_until_suspended(ada, ada.ask("subscribe"))
    assert (state["state"], state["kind"], state["waiting"], state["legal"]) == ("suspended", "suspend", [], []), state
    how = state["suspended"]
    assert (how["cause"], how["phase"], how["hook"]) == ("fault", "dead-end/turn", "legal"), how
    document = openrpc.Document(ask(host, "rpc.discover"))
    document.check(document.notifications["match.event"], state, "match.event")
    document.check_answer("match.subscribe", {"result": ada.ask("subscribe", since=0)})
    document.check_answer("match.view", {"result": ada.ask("view")})
    for method, params in (("legal", {}), ("view", {"at": 1}), ("export", {"format": "sheet"})):
        document.check_answer("match." + method, {"error": error_of(host, "match." + method, match=ada.match,
                                                                     token=ada.token, **params)})
    assert state["text"] == [how["text"]] and "reason" not in how and "score" not in state, state
    ada.refused(1019, "suspended", "play", steps=[{"kind": "dead-end/draw", "args": {}}])
    ada.refused(1019, "suspended", "legal")
    ada.refused(1019, "suspended", "view", at=1)
    line, = logged(log, "suspended")
    assert (line["level"], line["match"], line["game"]) == ("error", ada.match, "dead-end"), line
    assert line["hook"] == "legal" and "a dead end" in line["message"], line
    server.end(signal.SIGKILL)

    server.start(log)
    ada = again(ada, server.connect())
    assert "lapidary_matches_suspended 1\n" in server.page("/metrics")[1]
    now = ada.ask("subscribe", since=0)
    assert now["view"] == state["view"] and now["suspended"] == how and now["events"] == [], now
    assert ask(ada.host, "match.list", state="suspended")["items"] == []  # it is not public
    refused(ada.host, 1001, "unauthorised", "match.resume", match=ada.match)
    operator = operator_of(server)
    listed, = ask(operator, "match.list", state="suspended")["items"]
    assert (listed["match"], listed["state"]) == (ada.match, "suspended"), listed
    ask(operator, "match.resume", match=ada.match)
    resumed = news(ada.host, "match.event")
    assert (resumed["kind"], resumed["state"], "suspended" in resumed) == ("resume", "running", False), resumed
    if draw_until_suspended(ada, resumed)["state"] == "suspended":
        ada.change("resign")
    assert ada.ask("subscribe")["state"] == "over"
    server.end(signal.SIGKILL)


def misbehaving(server, hook, deed, ply=2):
    """Two people at a game that misbehaves once `ply` cards lie on the table."""
    options = {"hook": hook, "deed": deed, "ply": str(ply)}
    return sit_down(server.connect(), "misbehaves", options=options)


def play_until_it_ends(server, people):
    """Plays until the host is gone; how many moves were acknowledged."""
    try:
        for move in range(9):
            waiting = people[people[0].ask("subscribe")["waiting"][0]]
            waiting.change("play", steps=first_move(waiting))
    except (Closed, ConnectionError):
        server.process.wait(30)
        return move
    raise AssertionError("the host is there still")


@test("/suspending/a-match-whose-rules-end-the-host-is-suspended-at-its-next-start-and-a-line-says-where-it-was")
def _():
    cases = (("apply", "null", "signal", -signal.SIGSEGV), ("apply", "overflow", "signal", -signal.SIGSEGV),
             ("actors", "abort", "signal", -signal.SIGABRT), ("derive", "null", "signal", -signal.SIGSEGV),
             ("score", "exit", "exit", 5), ("legal", "loop", "hang", 5))
    for hook, deed, cause, status in cases:
        name = f"{hook}-{deed}"
        server, log = hosted(name, limits=("hook=400",))
        honest = sit_down(server.connect())
        acknowledged = honest[0].mark(4)
        people = misbehaving(server, hook, deed)
        play_until_it_ends(server, people)
        assert server.process.returncode == status, (name, server.process.returncode)
        line, = logged(log, "rules ended the host")
        assert (line["level"], line["match"], line["game"]) == ("error", people[0].match, "misbehaves"), line
        assert (line["cause"], line["hook"]) == (cause, hook) and line["phase"].startswith("misbehaves/"), line

        server.start(log)
        line, = logged(log, "rules ended the last host")
        assert line["match"] == people[0].match and "plugins.disable with misbehaves" in line["advice"], line
        ada = again(people[0], server.connect())
        state = ada.ask("subscribe")
        assert (state["state"], state["suspended"]["cause"]) == ("suspended", cause), state
        assert state["suspended"]["hook"] == hook, state
        assert state["view"]["waiting"] == [] and len(state["view"]["fields"]["misbehaves/hand"]) == 2, state
        ada.refused(1017, "refused", "propose", kind="undo")
        assert again(honest[1], server.connect()).ask("subscribe")["seq"] == acknowledged
        again(honest[1], server.connect()).mark(0)
        server.end(signal.SIGKILL)

        server.start(log)  # and once more, without anything that ended the one before
        assert again(people[1], server.connect()).ask("subscribe")["view"]["fields"]
        assert len(logged(log, "rules ended the last host")) == 1
        operator = operator_of(server)
        listed, = ask(operator, "match.list", state="suspended")["items"]
        assert listed["match"] == ada.match, listed
        server.end(signal.SIGKILL)


@test("/suspending/a-byte-behind-the-segment-costs-the-move-that-wrote-it")
def _():
    log = open(path("byte.log"), "w+", encoding="utf-8")
    host = served("--log-level", "warning", log=log).connect()
    ada, bo = sit_down(host, "misbehaves", options={"hook": "apply", "deed": "wild_byte", "ply": "1"})
    people = [ada, bo]
    first = people[ada.ask("subscribe")["waiting"][0]]
    first.change("play", steps=first_move(first))
    second = people[1 - first.number]
    before = second.ask("view")
    for _ in range(3):
        play = {"match": second.match, "token": second.token, "key": new_key(),
                "steps": [{name: step[name] for name in ("kind", "args")} for step in second.ask("legal")["steps"][:1]]}
        error = error_of(host, "match.play", **play)
        assert error["code"] == 1010 and error["message"] == "the rules of the game have failed", error
        assert second.ask("view")["view"]["fields"] == before["view"]["fields"]
    state = news(host, "match.event") if second.ask("subscribe")["state"] != "suspended" else second.ask("subscribe")
    assert state["suspended"]["hook"], state
    log.seek(0)
    assert log.read().count("writes behind the segment of misbehaves") >= 3  # operators read why


def noughts(folder, first=""):
    """Builds a game whose hook apply begins with `first`."""
    compile_game(folder, "noughts", lambda source: "#include <stdlib.h>\n" + source.replace(
        "  b->moves++;\n", f"  {first}\n  b->moves++;\n"))


def hosted_noughts(name, first=""):
    """A server, its log, an operator of it, and the folder of the game."""
    folder = path(name)
    noughts(os.path.join(folder, "noughts"), first)
    os.environ["LAPIDARY_PLUGIN_PATH"] = folder + ":" + os.environ["LAPIDARY_PLUGIN_PATH"]
    server, log = hosted(name)
    return server, log, operator_of(server), os.path.join(folder, "noughts")


def put(person, cell):
    return person.change("play", steps=[{"kind": "noughts/mark", "args": {"cell": cell}}])


@test("/suspending/a-suspended-match-goes-on-with-a-build-that-is-mended")
def _():
    fault = 'if (b->moves == 2) context->host->fault(context, "not yet");'
    server, _, operator, folder = hosted_noughts("mended", fault)
    ada, bo = sit_down(server.connect(), "noughts")
    put(ada, 0)
    put(bo, 1)
    for _ in range(3):
        ada.refused(1010, "plugin_fault", "play", steps=[{"kind": "noughts/mark", "args": {"cell": 4}}])
    ada.ask("subscribe")
    assert ask(operator, "match.list", state="suspended")["items"], "it is not suspended"
    noughts(folder)
    while ada.ask("subscribe")["state"] == "suspended":
        time.sleep(0.1)
    assert put(ada, 4)
    server.end(signal.SIGKILL)
    assert again(bo, server.start().connect()).ask("subscribe")["view"]["ply"] == 3
    server.end(signal.SIGKILL)


@test("/suspending/a-build-that-ends-the-host-as-it-plays-a-log-is-not-tried-with-that-match-again")
def _():
    server, log, _, folder = hosted_noughts("worse")
    ada, bo = sit_down(server.connect(), "noughts")
    put(ada, 0)
    put(bo, 1)
    noughts(folder, "if (b->moves == 1) abort();")
    server.process.wait(60)
    assert server.process.returncode == -signal.SIGABRT, server.process.returncode
    line, = logged(log, "rules ended the host")
    assert (line["match"], line["hook"]) == (ada.match, "apply"), line
    server.start(log)
    ada = again(ada, server.connect())
    state = ada.ask("subscribe", since=0)
    assert (state["state"], state["view"]["ply"]) == ("running", 2), state
    put(ada, 4)
    time.sleep(1)
    assert server.process.poll() is None, "it was tried again"
    server.end(signal.SIGKILL)


@test("/suspending/a-store-in-memory-leaves-a-line-alone")
def _():
    log = open(path("memory.log"), "w", encoding="utf-8")
    server = served(log=log)
    people = misbehaving(server, "apply", "null")
    play_until_it_ends(server, people)
    line, = logged(log, "rules ended the host")
    assert (line["signal"], line["match"]) == ("SIGSEGV", people[0].match), line


@test("/suspending/a-match-that-ended-the-host-goes-on-when-an-operator-resumes-it-or-ends-it-again")
def _():
    server, log = hosted("resumed")
    people = misbehaving(server, "apply", "abort")
    play_until_it_ends(server, people)
    server.start(log)
    people = [again(person, server.connect()) for person in people]
    ask(operator_of(server), "match.resume", match=people[0].match)
    state = people[0].ask("subscribe")
    assert (state["state"], state["view"]["ply"]) == ("running", 2), state
    play_until_it_ends(server, people)
    server.start(log)
    assert len(logged(log, "rules ended the last host")) == 2
    people[0] = again(people[0], server.connect())
    people[0].change("resign")
    assert people[0].ask("subscribe")["state"] == "over"
    server.end(signal.SIGKILL)
    assert again(people[0], server.start(log).connect()).ask("subscribe")["result"] == "resigned"
    server.end(signal.SIGKILL)


@test("/suspending/a-host-that-is-stopped-for-longer-than-a-hook-may-take-goes-on")
def _():
    server, log = hosted("stopped", limits=("hook=50",))
    people = misbehaving(server, "legal", "none")
    for _ in range(3):
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(0.3)
        server.process.send_signal(signal.SIGCONT)
        waiting = people[people[0].ask("subscribe")["waiting"][0]]
        waiting.change("play", steps=first_move(waiting))
    assert not logged(log, "rules ended the host")
    server.end(signal.SIGKILL)


main()

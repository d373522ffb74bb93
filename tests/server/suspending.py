"""Matches whose rules fail, or end the host: they are suspended, and the host goes on."""

import json
import os
import signal

from talking import Seat, ask, main, news, path, refused, served, sit_down, test

os.environ["LAPIDARY_PLUGIN_PATH"] += ":" + os.environ["ZOO"]
OPERATOR = "an operator's token"


def hosted(name, *more, limits=()):
    """A server on a store in a file, and its log."""
    token = path("operator.token")
    with open(token, "w", encoding="utf-8") as file:
        file.write(OPERATOR)
    log = open(path(name + ".log"), "a", encoding="utf-8")
    return served("--operator-token-file", token, *more, store="sqlite:" + path(name + ".db"), limits=limits, log=log), log


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
    ada, = sit_down(host, "dead-end", seats=("open", {"bot": "random"}))
    state = draw_until_suspended(ada, ada.ask("subscribe"))
    assert (state["state"], state["kind"], state["waiting"], state["legal"]) == ("suspended", "suspend", [], []), state
    how = state["suspended"]
    assert (how["cause"], how["phase"], how["hook"]) == ("fault", "dead-end/turn", "legal"), how
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
    draw_until_suspended(ada, resumed)
    ada.change("resign")
    assert ada.ask("subscribe")["state"] == "over"
    server.end(signal.SIGKILL)


main()

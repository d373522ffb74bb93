"""match.say and match.messages: what people say to each other at a match, kept beside its log."""

import os
import signal
import sqlite3
import subprocess
from contextlib import closing

from talking import (Pipes, Server, ask, create, error_of, join, main, new_key, news, path, refused, served, sit_down,
                     test)


def messages(person, **more):
    return person.ask("messages", **more)["messages"]


def say(person, **what):
    return person.change("say", **what)["number"]


def log_of(person):
    return person.ask("export", format="log")["log"]


@test("/messages/a-word-reaches-all-who-follow-once-and-is-kept")
def _():
    server = served()
    ada, bo = sit_down(server.connect(), visibility="public")
    both, watcher = server.connect(), server.connect()
    for person in (ada, bo):
        ask(both, "match.subscribe", match=person.match, token=person.token)
    ask(watcher, "match.subscribe", match=ada.match)
    assert say(ada, word="hello") == 1
    for host in (both, watcher):
        heard = news(host)
        assert heard.pop("match") == ada.match
        assert heard == {"number": 1, "seat": 0, "name": "Player 1", "at": heard["at"], "word": "hello"}, heard
    say(bo, word="thanks")
    for host in (both, watcher):
        assert news(host)["word"] == "thanks"
    kept = ask(watcher, "match.messages", match=ada.match)["messages"]
    assert [(said["number"], said["seat"], said["word"]) for said in kept] == [(1, 0, "hello"), (2, 1, "thanks")], kept


@test("/messages/they-are-in-no-log-state-or-hash")
def _():
    host = Pipes()
    ada, _bo = sit_down(host, messages="free")
    ada.mark(4)
    state, log, view = ada.ask("subscribe"), log_of(ada), ada.ask("view")
    say(ada, text="a secret of ours")
    assert (ada.ask("subscribe"), log_of(ada), ada.ask("view")) == (state, log, view)


@test("/messages/texts-only-where-the-creator-allows-them")
def _():
    host = Pipes()
    for kind, member in ((None, None), ("quick", None), ("free", "free"), ("none", "none")):
        ada, _bo = sit_down(host, **({"messages": kind} if kind else {}))
        assert ada.ask("subscribe").get("messages") == member, kind
        asked = {"match": ada.match, "token": ada.token}
        for what, allowed in (({"word": "luck"}, kind != "none"), ({"text": "Good luck!"}, kind == "free")):
            if allowed:
                assert say(ada, **what) > 0
            else:
                error = error_of(host, "match.say", **asked, **what, key=new_key())
                assert error["code"] == 1017 and "who created the match wants no" in error["message"], error


@test("/messages/a-text-is-kept-as-it-is-written")
def _():
    host = Pipes()
    ada, _bo = sit_down(host, messages="free")
    texts = ["<b>bold</b> & <script>alert(1)</script>", "“ñandú” \\u0041 \U0001f48e", "x" * 300]
    for text in texts:
        say(ada, text=text)
    assert [said["text"] for said in messages(ada)] == texts


@test("/messages/what-is-no-message-is-refused-with-what-would-be-right")
def _():
    host = Pipes()
    ada, _bo = sit_down(host, messages="free")
    asked = {"match": ada.match, "token": ada.token}
    for what, says in (({"text": "x" * 301}, "300"), ({"text": ""}, "text"), ({"text": "  \t"}, "1 to 300 characters"),
                       ({"text": "two\nlines"}, "the end of a line"), ({"text": "\u202eturned"}, "direction"),
                       ({"word": "insult"}, "word"), ({}, "either"), ({"word": "hello", "text": "hello"}, "not both")):
        error = error_of(host, "match.say", **asked, **what, key=new_key())
        assert error["code"] == -32602 and says in error["message"], (what, error)
    assert messages(ada) == []


@test("/messages/who-watches-reads-and-does-not-write")
def _():
    host = Pipes()
    created = create(host)
    ada = join(host, created, 0)
    say(ada, word="hello")  # before it begins
    watching = {"match": created["match"], "token": created["watch"]}
    assert len(ask(host, "match.messages", **watching)["messages"]) == 1
    refused(host, 1001, "unauthorised", "match.say", **watching, word="hello", key=new_key())
    refused(host, 1001, "unauthorised", "match.messages", match=created["match"])


@test("/messages/a-seat-that-says-too-much-has-to-wait-and-the-others-have-not")
def _():
    host = Pipes("--limit", "messages=3")
    ada, bo = sit_down(host)
    for _ in range(3):
        say(ada, word="moment")
    error = error_of(host, "match.say", match=ada.match, token=ada.token, word="moment", key=new_key())
    assert error["code"] == 1008 and "at most 3 messages within 30 seconds" in error["message"], error
    assert error["data"]["limit"] == "messages" and 0 < error["data"]["retry_after"] <= 30000, error
    assert say(bo, word="your_turn") == 4


@test("/messages/the-same-key-says-it-once")
def _():
    host = Pipes()
    ada, bo = sit_down(host, messages="free")
    key = new_key()
    assert ada.ask("say", text="once", key=key) == ada.ask("say", text="once", key=key) == {"number": 1}
    ada.refused(1013, "key_reused", "say", text="twice", key=key)
    assert bo.ask("say", text="once", key=key) == {"number": 2}, "another seat's key is another"
    assert len(messages(ada)) == 2


@test("/messages/pages-go-back-from-the-last")
def _():
    host = Pipes("--limit", "messages=100")
    ada, _bo = sit_down(host, messages="free")
    for number in range(1, 8):
        say(ada, text=f"number {number}")
    numbers = lambda **more: [said["number"] for said in messages(ada, **more)]  # noqa: E731
    assert numbers(limit=3) == [5, 6, 7]
    assert numbers(limit=3, before=5) == [2, 3, 4] and numbers(limit=3, before=2) == [1] and numbers(before=1) == []
    assert numbers() == list(range(1, 8))


@test("/messages/they-survive-a-kill-and-go-with-the-match")
def _():
    store = path("messages.sqlite")
    server = Server("sqlite:" + store).start()
    ada, bo = sit_down(server.connect(), messages="free")
    say(ada, text="before the kill")
    server.end(signal.SIGKILL)
    server.start()
    ada.host = bo.host = server.connect()
    assert [said["text"] for said in messages(bo)] == ["before the kill"]
    assert say(bo, word="hello") == 2
    ada.change("resign")
    assert say(bo, word="bye") == 3  # after it is over
    server.end()
    assert count_messages(store) == 3
    prune = [os.environ["LAPIDARY"], "matches", "prune", "--over", "--yes", "--store", "sqlite:" + store]
    subprocess.run(prune, check=True, stdout=subprocess.DEVNULL)
    assert count_messages(store) == 0


def count_messages(store):
    with closing(sqlite3.connect(store)) as database:
        return database.execute("SELECT count(*) FROM message").fetchone()[0]


@test("/messages/a-rematch-has-the-kind-of-the-match-before-and-none-of-its-messages")
def _():
    host = Pipes()
    ada, bo = sit_down(host, messages="free")
    say(ada, text="first match")
    ada.change("resign")
    say(bo, word="again")
    proposal = ada.change("propose", kind="rematch")["seq"]
    bo.change("answer", proposal=proposal, accept=True)
    ada.match = ada.ask("subscribe")["rematch"]
    assert ada.ask("subscribe")["messages"] == "free" and messages(ada) == []


main()

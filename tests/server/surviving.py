"""Matches that survive: the program is killed and started again on the same store."""

import json
import os
import resource
import shutil
import signal
import subprocess
import time

from plugin_folders import BUILT
from talking import (GAME, Pipes, Seat, answer, ask, create, first_move, main, marks, new_key, news, path, play_out, refused,
                     request, served, sit_down, test)
from websocket_client import Closed


def store(name):
    return "sqlite:" + path(name + ".db")


def again(person, host):
    """The same person at another host."""
    return Seat(host, person.match, person.number, person.token)


@test("/surviving/seats-tokens-and-the-position-are-there-after-a-kill")
def _():
    for game in ("gemtrix", "gemessengers", GAME):
        host = Pipes("--store", store("kill-" + game))
        people = sit_down(host, game)
        for _ in range(3):
            waiting = people[0].ask("subscribe")["waiting"]
            people[waiting[0]].change("play", steps=first_move(people[waiting[0]]))
        before = [person.ask("subscribe") for person in people]
        host.kill()
        host = Pipes("--store", store("kill-" + game))
        people = [again(person, host) for person in people]
        assert [person.ask("subscribe") for person in people] == before
        play_out(people)
        host.end()


@test("/surviving/lists-are-the-same-after-a-kill-and-restore-no-match")
def _():
    host = Pipes("--store", store("list"))
    create(host, visibility="public")
    ada, bo = sit_down(host, visibility="public")
    ada.change("resign")
    people = sit_down(host, visibility="public")
    people[0].change("leave")
    sit_down(host, visibility="public", seats=("open", {"bot": "random"}))
    before = ask(host, "match.list")
    assert sorted(match["state"] for match in before["items"]) == ["open", "open", "over", "running"], before
    assert {"name": "Player 1", "resigned": True} in before["items"][2]["seats"], before
    host.kill()
    server = served(store=store("list"))
    assert ask(server.connect(), "match.list") == before
    assert "lapidary_matches_open 0\n" in server.page("/metrics")[1]
    server.end(signal.SIGKILL)


@test("/surviving/who-comes-back-after-a-kill-is-told-what-was-missed")
def _():
    host = Pipes("--store", store("since"))
    ada, bo = sit_down(host)
    since = bo.ask("subscribe")["seq"]
    ada.mark(4)
    host.kill()
    host = Pipes("--store", store("since"))
    state = again(bo, host).ask("subscribe", since=since)
    assert [event["kind"] for event in state["events"]] == ["move"] and state["waiting"] == [1], state
    again(bo, host).mark(0)
    assert news(host, "match.event")["seq"] == since + 2


@test("/surviving/a-key-that-was-answered-before-a-kill-gets-the-same-answer-after-it")
def _():
    keys = [new_key() for _ in range(4)]

    def life(host):
        created = create(host, key=keys[0])
        joined = [ask(host, "match.join", match=created["match"], invitation=invitation, name=name, key=key)
                  for invitation, name, key in zip(created["invitations"], ["A", "B"], keys[1:])]
        ada = Seat(host, created["match"], 0, joined[0]["token"])
        return created, joined, ada.mark(4, key=keys[3])

    host = Pipes("--store", store("keys"))
    first = life(host)
    host.kill()
    assert life(Pipes("--store", store("keys"))) == first


@test("/surviving/proposals-and-clocks-are-there-after-a-kill")
def _():
    host = Pipes("--store", store("proposal"))
    ada, bo = sit_down(host, clock={"initial": 600000, "increment": 1000})
    ada.mark(4)
    proposal = ada.change("propose", kind="undo")["seq"]
    host.kill()
    bo = again(bo, Pipes("--store", store("proposal")))
    state = bo.ask("subscribe")
    assert state["proposal"]["id"] == proposal and 590000 < state["seats"][1]["left"] <= 601000, state
    bo.change("answer", proposal=proposal, accept=True)
    assert bo.ask("view")["view"]["ply"] == 0


@test("/surviving/bots-go-on-after-a-kill-when-somebody-comes")
def _():
    host = Pipes("--store", store("bots"))
    created = create(host, "gemtrix", [{"bot": "random"}, {"bot": "random"}])
    host.kill()
    host = Pipes("--store", store("bots"))
    watcher = Seat(host, created["match"], -1, created["watch"])
    while watcher.ask("subscribe")["state"] != "over":
        pass


@test("/surviving/two-programs-do-not-share-a-store")
def _():
    first = Pipes("--store", store("shared"))
    ask(first, "host.hello")
    done = subprocess.run([os.environ["LAPIDARY"], "stdio", "--store", store("shared")], input="", capture_output=True,
                          text=True, check=False, timeout=60)
    assert done.returncode == 1 and "server runs" in done.stderr, done.stderr


@test("/surviving/a-match-whose-plugin-is-gone-with-its-copy-goes-on-with-what-the-store-keeps")
def _():
    host = Pipes("--store", store("gone"))
    people = sit_down(host, "sealed")
    host.kill()
    host = Pipes("--store", store("gone"), env={"LAPIDARY_PLUGIN_PATH": path("nowhere"),
                                               "XDG_CACHE_HOME": path("empty-cache")})
    assert "sealed" not in [game["id"] for game in ask(host, "games.list")["games"]]
    again(people[0], host).ask("view")
    host.kill()
    host = Pipes("--store", store("gone"))
    play_out([again(person, host) for person in people])


@test("/surviving/rules-that-break-the-contract-cost-one-move-and-no-match")
def _():
    folders = os.environ["ZOO"] + ":" + os.environ["LAPIDARY_PLUGIN_PATH"]
    host = Pipes("--store", store("fault"), env={"LAPIDARY_PLUGIN_PATH": folders})
    people = sit_down(host, "dead-end")
    waiting = people[people[0].ask("subscribe")["waiting"][0]]
    before = waiting.ask("view")
    steps = {step["kind"]: [step] for step in waiting.ask("legal")["steps"]}
    waiting.refused(1010, "plugin_fault", "legal", prefix=steps["dead-end/play"])
    assert waiting.ask("view") == before
    waiting.change("play", steps=steps["dead-end/draw"])


@test("/surviving/a-second-signal-ends-a-host-that-a-plugin-keeps-busy-and-nothing-acknowledged-is-lost")
def _():
    more = {"LAPIDARY_PLUGIN_PATH": os.environ["ZOO"] + ":" + os.environ["LAPIDARY_PLUGIN_PATH"]}
    for number in (signal.SIGTERM, signal.SIGINT):
        host = Pipes("--isolation", "none", "--store", store(f"busy-{number}"), "--limit", "hook=600000", env=more)
        ada, bo = sit_down(host)
        acknowledged = ada.mark(4)
        people = sit_down(host, "hang-in-legal")
        for move in range(4):
            draw = {"match": people[0].match, "token": people[move % 2].token, "key": new_key(),
                    "steps": [{"kind": "hang-in-legal/draw", "args": {}}]}
            host.send_text(request("match.play", draw)[0])
        time.sleep(1)
        host.program.send_signal(number)
        time.sleep(2)  # without a plugin in its way it would be gone after one
        assert host.program.poll() is None, "it did not hang"
        host.program.send_signal(number)
        assert host.program.wait(10) == 0
        host = Pipes("--isolation", "none", "--store", store(f"busy-{number}"), env=more)
        assert again(bo, host).ask("subscribe")["seq"] == acknowledged
        again(bo, host).mark(0)


def logged(log, event):
    with open(log.name, encoding="utf-8") as lines:
        return [line for line in map(json.loads, lines) if line["event"] == event]


def on_a_store(name):
    """A server on a store in a file, two people who have played a move, and its log."""
    log = open(path(name + ".log"), "w", encoding="utf-8")
    server = served(store=store(name), log=log)
    people = sit_down(server.connect())
    people[0].mark(4)
    return server, people, log


def seq_of(server, person):
    return again(person, server.connect()).ask("subscribe")["seq"]


@test("/surviving/files-that-vanish-are-noticed-by-the-next-commit-and-nothing-is-acknowledged-any-more")
def _():
    for end in ("", "-wal", "-mark"):
        name = "vanish" + end
        server, (_, bo), log = on_a_store(name)
        assert server.page("/healthz") == (200, "ok\n")
        os.rename(path(name + ".db" + end), path(name + ".away"))
        assert server.page("/healthz")[0] == 503
        bo.refused(1015, "outcome_unknown", "play", steps=marks(0), key=new_key())
        os.rename(path(name + ".away"), path(name + ".db" + end))
        bo.refused(1015, "outcome_unknown", "play", steps=marks(0), key=new_key())
        assert server.page("/healthz")[0] == 503 and "lapidary_store_gone 1\n" in server.page("/metrics")[1]
        assert any(name + ".db" + end + " was removed" in line["message"] for line in logged(log, "commit failed"))
        assert again(bo, server.connect()).ask("view")["view"]["ply"] == 1
        server.end(signal.SIGKILL)
        bo = again(bo, server.start().connect())
        bo.mark(0)
        server.end(signal.SIGKILL)


@test("/surviving/files-that-another-program-writes-to-or-replaces-are-noticed-by-the-next-commit")
def _():
    for name, change in (("cut", lambda file: os.truncate(file, 4096)),
                         ("written", lambda file: shutil.copyfile(file + ".old", file)),
                         ("replaced", lambda file: os.replace(file + ".old", file))):
        server, (_, bo), log = on_a_store(name)
        file = path(name + ".db-wal")
        shutil.copyfile(file, file + ".old")
        time.sleep(0.02)
        change(file)
        bo.refused(1015, "outcome_unknown", "play", steps=marks(0), key=new_key())
        assert server.page("/healthz")[0] == 503 and logged(log, "commit failed"), name
        server.end(signal.SIGKILL)


@test("/surviving/a-store-that-has-gone-back-says-so-in-the-log-in-metrics-and-to-clients")
def _():
    server, (ada, bo), log = on_a_store("back")
    file = path("back.db")
    old = {end: open(file + end, "rb").read() for end in ("", "-wal")}
    bo.mark(0)
    ada.mark(1)
    seq = seq_of(server, ada)
    server.end(signal.SIGKILL)
    for end, content in old.items():
        with open(file + end, "wb") as written:
            written.write(content)
    server.start(log)
    line, = logged(log, "store")
    assert line["level"] == "error" and "gone back to an older state" in line["message"], line
    assert "lapidary_store_warning 1\n" in server.page("/metrics")[1] and server.page("/healthz")[0] == 200
    state = again(ada, server.connect()).ask("subscribe", since=seq)
    assert state["seq"] == seq - 2 and state["lost"] == 2 and state["events"] == [], state
    assert "lost" not in again(ada, server.connect()).ask("subscribe", since=seq - 2)
    again(bo, server.connect()).mark(0)
    server.end()
    server.start(log)
    assert len(logged(log, "store")) == 1 and "lapidary_store_warning 0\n" in server.page("/metrics")[1]
    server.end()


@test("/surviving/a-store-that-may-not-grow-kills-nobody-and-acknowledges-nothing-that-is-gone")
def _():
    most = 96 * 1024 + 3 * os.path.getsize(os.path.join(BUILT, GAME + ".so"))  # the store keeps the plugin, too
    host = Pipes("--store", store("full"), preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_DFL))
    made = [create(host)]
    # Not before: what a worker shares with the host is larger, where rules run in one.
    resource.prlimit(host.program.pid, resource.RLIMIT_FSIZE, (most, most))
    while True:
        text, number = request("match.create", {"game": GAME, "seats": ["open", "open"], "key": new_key()})
        host.send_text(text)
        said = answer(host, number)
        if "error" in said:
            break
        made.append(said["result"])
    assert said["error"]["code"] == 1015 and said["error"]["data"]["reason"] == "outcome_unknown", said
    assert len(made) > 1, "not even one match fits"
    assert host.program.poll() is None, "it was killed"
    host.kill()
    host = Pipes("--store", store("full"))
    for created in made:
        assert ask(host, "match.view", match=created["match"], token=created["watch"])["seq"] == 0


@test("/surviving/who-drains-says-so-closes-and-keeps-what-there-is")
def _():
    server = served(store=store("drain"))
    host = server.connect()
    people = sit_down(host)
    people[0].mark(4)
    server.process.send_signal(signal.SIGTERM)
    notice = news(host, "host.notice")
    assert notice["notice"] == "draining" and notice["text"], notice
    people[1].mark(0)
    refused(host, 1014, "draining", "match.create", game=GAME, seats=["open", "open"], key=new_key())
    try:
        host.recv()
        raise AssertionError("something came after the answers")
    except Closed as closed:
        assert closed.code == 1001, closed
    assert server.process.wait(30) == 0
    assert again(people[1], Pipes("--store", store("drain"))).ask("view")["view"]["ply"] == 2


main()

"""The methods of docs/protocol.md for a match that is played, over pipes: what each answers, and what it refuses.

Those around it are in methods.py."""

import json
import os
import subprocess

from talking import (GAME, Pipes, Seat, ask, create, first_move, join, main, marks, new_key, path, play_out, refused,
                     sit_down, test)

INVALID = -32602
host = Pipes()


# --- match.subscribe, match.view

@test("/playing/view/it-is-the-one-that-the-state-has")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    state, view = bo.ask("subscribe"), bo.ask("view")
    for member in ("seq", "view", "hash", "score"):
        assert state[member] == view[member], member


@test("/playing/view/every-moment-of-the-past-can-be-seen")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    bo.mark(0)
    assert [ada.ask("view", at=at)["view"]["ply"] for at in (2, 3, 4)] == [0, 1, 2]
    ada.refused(1002, "not_found", "view", at=5)


@test("/playing/view/what-is-not-there-is-not-found-and-foreign-tokens-open-nothing")
def _():
    ada, bo = sit_down(host)
    other, _ = sit_down(host)
    refused(host, 1002, "not_found", "match.view", match="nonesuch")
    refused(host, 1001, "unauthorised", "match.view", match=ada.match)
    refused(host, 1001, "unauthorised", "match.view", match=ada.match, token=other.token)
    refused(host, 1001, "unauthorised", "match.play", match=ada.match, token="f" * 32, steps=marks(0), key=new_key())
    assert ada.ask("view")["view"] == bo.ask("view")["view"]


@test("/playing/watch/the-token-to-watch-with-sees-and-does-nothing-else")
def _():
    created = create(host, "gemtrix")
    for seat in range(2):
        join(host, created, seat)
    watcher = Seat(host, created["match"], -1, created["watch"])
    state = watcher.ask("subscribe")
    assert state["viewer"] == -1 and state["legal"] == [], state
    watcher.refused(1001, "unauthorised", "legal")
    watcher.refused(1001, "unauthorised", "play", steps=marks(0))
    watcher.refused(1001, "unauthorised", "resign")


@test("/playing/watch/a-public-match-is-watched-by-all-and-a-private-one-is-not")
def _():
    public, private = create(host, visibility="public"), create(host)
    assert ask(host, "match.subscribe", match=public["match"])["public"] is True
    refused(host, 1001, "unauthorised", "match.subscribe", match=private["match"])


# --- match.legal, match.play

@test("/playing/legal/steps-have-labels-and-highlights-and-may-be-sent-back-as-they-are")
def _():
    ada, _bo = sit_down(host)
    legal = ada.ask("legal")
    assert len(legal["steps"]) == 9 and legal["complete"] is False
    assert all(step["label"] and step["highlights"] for step in legal["steps"]), legal
    assert ada.ask("legal", prefix=legal["steps"][:1])["complete"] is True
    assert ada.change("play", steps=legal["steps"][:1])["seq"] == legal["seq"] + 1


@test("/playing/legal/long-moves-are-taken-step-by-step")
def _():
    people = sit_down(host, "gem")
    state = people[0].ask("subscribe")
    person = people[state["waiting"][0]]
    steps = first_move(person)
    assert steps and person.ask("legal", prefix=steps)["complete"] is True
    if len(steps) > 1:
        person.refused(1003, "illegal", "play", steps=steps[:1])
    person.change("play", steps=steps)


@test("/playing/play/what-is-not-legal-is-refused")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    for steps in [marks(4), marks(9), marks(-1), marks(0) + marks(1), [{"kind": "nonesuch/mark", "args": {}}],
                  [{"kind": GAME + "/mark", "args": {}}], [{"kind": GAME + "/mark", "args": {"cell": "0"}}]]:
        bo.refused(1003, "illegal", "play", steps=steps)
    bo.refused(INVALID, "params", "play", steps=[])
    bo.refused(INVALID, "params", "play", steps=[{"args": {}}])
    assert bo.mark(0)


@test("/playing/play/only-who-is-waited-for-plays")
def _():
    ada, bo = sit_down(host)
    bo.refused(1005, "not_your_turn", "play", steps=marks(0))
    bo.refused(1005, "not_your_turn", "legal")
    assert ada.ask("subscribe")["waiting"] == [0] and bo.ask("subscribe")["legal"] == []


@test("/playing/play/nobody-plays-before-all-seats-are-taken")
def _():
    ada = join(host, create(host), 0)
    ada.refused(1016, "not_started", "play", steps=marks(0))


@test("/playing/play/what-was-meant-for-an-earlier-decision-is-stale")
def _():
    ada, bo = sit_down(host)
    seen = ada.ask("subscribe")["seq"]
    ada.mark(4, seq=seen)
    bo.mark(0)
    data = ada.refused(1004, "stale", "play", steps=marks(8), seq=seen)
    assert data["seq"] == data["decision"] == seen + 2, data
    assert ada.mark(8, seq=seen + 2) == seen + 3


@test("/playing/play/choices-made-at-once-do-not-collide")
def _():
    people = sit_down(host, "gemessengers")
    seen = people[0].ask("subscribe")
    assert seen["waiting"] == [0, 1], seen["waiting"]
    for person in people:
        person.change("play", steps=first_move(person), seq=seen["seq"])


@test("/playing/play/the-same-key-moves-once")
def _():
    ada, bo = sit_down(host)
    key = new_key()
    first = ada.mark(4, key=key)
    assert ada.mark(4, key=key) == first
    bo.mark(0)
    assert ada.mark(4, key=key) == first
    ada.refused(1013, "key_reused", "play", steps=marks(8), key=key)


@test("/playing/play/a-match-that-is-over-is-not-played-on")
def _():
    people = sit_down(host)
    state = play_out(people)
    assert state["result"] == "finished" and state["score"]["final"] is True and state["waiting"] == [], state
    people[0].refused(1006, "over", "play", steps=marks(0))
    people[0].refused(1006, "over", "resign")


# --- match.propose, match.answer, match.resign, match.bot

@test("/playing/propose/undo-happens-when-all-have-agreed")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    proposal = ada.change("propose", kind="undo")["seq"]
    state = bo.ask("subscribe")
    assert state["proposal"] == {"id": proposal, "kind": "undo", "seat": 0, "asked": [1]}, state["proposal"]
    bo.change("answer", proposal=proposal, accept=True)
    state = bo.ask("subscribe")
    assert state["view"]["ply"] == 0 and state["waiting"] == [0] and "proposal" not in state, state


@test("/playing/propose/one-who-does-not-agree-ends-it")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    proposal = ada.change("propose", kind="undo")["seq"]
    ada.refused(1017, "refused", "propose", kind="abort")
    bo.refused(1002, "not_found", "answer", proposal=proposal + 1, accept=True)
    bo.change("answer", proposal=proposal, accept=False)
    state = bo.ask("subscribe")
    assert state["view"]["ply"] == 1 and "proposal" not in state
    bo.refused(1002, "not_found", "answer", proposal=proposal, accept=True)


@test("/playing/propose/with-bots-alone-it-happens-at-once")
def _():
    ada, = sit_down(host, seats=("open", {"bot": "random"}))
    ada.mark(4)
    while ada.ask("view")["view"]["ply"] < 2:
        pass
    ada.change("propose", kind="undo")
    assert ada.ask("view")["view"]["ply"] == 0


@test("/playing/propose/whether-an-undo-would-be-granted-is-said-before-and-changes-nothing")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    before = ada.ask("subscribe")
    assert ada.ask("undoable") == {"seq": before["seq"], "undoable": True}
    said = bo.ask("undoable")
    assert said == {"seq": before["seq"], "undoable": False, "why": "there is no move of this seat to take back"}, said
    assert ada.ask("subscribe") == before


@test("/playing/propose/what-is-said-of-an-undo-is-so")
def _():
    said = set()
    for game, moves in [("connect-four", 5)] + 6 * [("gem-rush", 12)]:
        if said == {True, False}:
            break  # in a match of Gem Rush something hidden is mostly shown, not always
        person, = sit_down(host, game, seats=("open", {"bot": "easy"}))
        for i in range(moves):
            person.change("play", steps=first_move(person))
            while person.ask("subscribe")["waiting"] != [0]:
                pass
            undoable = person.ask("undoable")["undoable"]
            said.add(undoable)
            if undoable and i % 2:
                person.change("propose", kind="undo")
            elif not undoable:
                person.refused(1017, "refused", "propose", kind="undo")
    assert said == {True, False}, said


@test("/playing/propose/what-makes-no-sense-now-is-refused")
def _():
    ada, _bo = sit_down(host)
    ada.refused(1017, "refused", "propose", kind="undo")
    ada.refused(1017, "refused", "propose", kind="rematch")
    ada.refused(INVALID, "params", "propose", kind="draw")


@test("/playing/propose/a-rematch-keeps-seats-and-tokens")
def _():
    ada, bo = sit_down(host)
    play_out([ada, bo])
    proposal = bo.change("propose", kind="rematch")["seq"]
    ada.change("answer", proposal=proposal, accept=True)
    again = ada.ask("subscribe")["rematch"]
    for person in (ada, bo):
        person.match = again
        state = person.ask("subscribe")
        assert state["state"] == "running" and state["view"]["ply"] == 0 and state["viewer"] == person.number, state
    play_out([ada, bo])


@test("/playing/propose/an-abort-ends-without-a-result")
def _():
    ada, bo = sit_down(host)
    proposal = ada.change("propose", kind="abort")["seq"]
    bo.change("answer", proposal=proposal, accept=True)
    state = ada.ask("subscribe")
    assert (state["state"], state["result"]) == ("over", "aborted"), state
    ada.change("propose", kind="rematch")
    assert ada.ask("view", at=state["seq"])["score"]["final"] is False


@test("/playing/resign/who-gives-up-comes-last")
def _():
    ada, _bo = sit_down(host)
    ada.change("resign")
    state = ada.ask("subscribe")
    assert (state["state"], state["result"]) == ("over", "resigned") and state["seats"][0]["resigned"] is True, state
    assert [seat["place"] for seat in state["score"]["seats"]] == [2, 1], state["score"]


@test("/playing/bot/it-takes-a-free-seat-and-plays")
def _():
    created = create(host)
    ada = join(host, created, 0)
    seated = ada.change("bot", seat=1, bot="random")
    assert seated["seat"] == 1
    ada.mark(4)
    while ada.ask("view")["view"]["ply"] < 2:
        pass
    assert ada.ask("subscribe")["seats"][1]["bot"] == "random"


@test("/playing/bot/it-takes-ones-own-seat-and-nobody-elses")
def _():
    ada, _bo = sit_down(host)
    ada.refused(1007, "seat_taken", "bot", seat=1, bot="random")
    ada.refused(1002, "not_found", "bot", seat=2, bot="random")
    ada.refused(1002, "not_found", "bot", seat=0, bot="deep")
    ada.change("bot", seat=0, bot="random")


@test("/playing/bot/it-is-called-as-the-request-says-for-good")
def _():
    ada, bo = sit_down(host)
    for name in ("", "x" * 41, "a\nb"):
        bo.refused(INVALID, "params", "bot", seat=1, bot="random", name=name)
    seated = bo.change("bot", seat=1, bot="random", name="Hal")
    state = ada.ask("subscribe", since=seated["seq"] - 1)
    assert state["seats"][1] == {"name": "Hal", "bot": "random"}, state["seats"]
    assert state["events"][0]["text"] == ["A bot (Hal) plays seat 2."], state["events"]


@test("/playing/bot/bots-play-to-the-end-by-themselves")
def _():
    created = create(host, seats=[{"bot": "random"}, {"bot": "random"}])
    watcher = Seat(host, created["match"], -1, created["watch"])
    while watcher.ask("subscribe")["state"] != "over":
        pass


# --- clocks

@test("/playing/clock/a-seat-that-runs-out-resigns")
def _():
    ada, bo = sit_down(host, clock={"initial": 1000, "increment": 0})
    state = bo.ask("subscribe")
    assert 0 < state["seats"][0]["left"] <= 1000 and state["seats"][1]["left"] == 1000, state["seats"]
    while state["state"] != "over":
        state = bo.ask("subscribe")
    assert state["result"] == "resigned" and state["seats"][0]["left"] == 0, state
    assert [seat.get("late") for seat in state["seats"]] == [True, None], state["seats"]
    assert "timeout" in [event["kind"] for event in ada.ask("subscribe", since=0)["events"]]


# --- match.export

def whole_log(person, **more):
    log, answer = "", {"next": None}
    while "next" in answer:
        answer = person.ask("export", format="log", **({"cursor": answer["next"]} if answer["next"] else {}), **more)
        log += answer["log"]
    return log


@test("/playing/export/pages-are-the-same-text-whatever-their-size")
def _():
    ada, bo = sit_down(host, "gemtrix", seed=9)
    for over in (False, True):
        if over:
            play_out((ada, bo))
        whole = whole_log(ada, limit=500)
        assert len(whole.splitlines()) > (20 if over else 1), whole
        for limit in (1, 2, 7):
            assert whole_log(ada, limit=limit) == whole


@test("/playing/export/a-page-of-one-that-runs-does-not-lead-into-the-whole-log")
def _():
    ada, bo = sit_down(host, "gemtrix", seed=10)
    for cursor in ("whole-1", "whole-0", "told-0", "told-", "told--1", "told-99999999999", "x", ""):
        ada.refused(INVALID, "params", "export", format="log", cursor=cursor)
    told = ada.ask("export", format="log", limit=1)["next"]
    play_out((ada, bo))
    lines = ada.ask("export", format="log", cursor=told)["log"].splitlines()
    assert all("text" in json.loads(line) for line in lines) and lines, lines


@test("/playing/export/the-log-of-a-match-that-is-over-can-be-replayed")
def _():
    people = sit_down(host, "gemtrix", seed=3)
    play_out(people)
    log = whole_log(people[0])
    with open(path("match.log"), "w", encoding="utf-8") as file:
        file.write(log)
    done = subprocess.run([os.environ["LAPIDARY"], "replay", path("match.log")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@test("/playing/export/the-log-of-one-that-runs-tells-no-seed-and-no-secret")
def _():
    ada, bo = sit_down(host, "gemtrix", seed=7777777)
    logs = [whole_log(person) for person in (ada, bo)]
    for log in logs:
        assert "7777777" not in log and all(json.loads(line) for line in log.splitlines()), log


@test("/playing/export/the-sheet-is-the-score-of-the-state")
def _():
    people = sit_down(host)
    play_out(people)
    sheet = people[0].ask("export", format="sheet")
    assert sheet["score"] == people[0].ask("subscribe")["score"]
    people[0].refused(INVALID, "params", "export", format="pdf")


# --- match.create, from a moment of another match

@test("/playing/from/a-repeat-is-answered-alike-and-the-source-is-not-asked-for-again")
def _():
    people = sit_down(host)
    play_out(people)
    source, same = {"match": people[0].match, "at": 3}, {"game": GAME, "seats": ["open", "open"], "key": new_key()}
    created = ask(host, "match.create", **same, **{"from": {**source, "token": people[0].token}})
    assert ask(host, "match.create", **same, **{"from": {**source, "token": "0" * 32}}) == created


main()

"""Every method of docs/protocol.md, over pipes: what it answers, and what it refuses."""

import json
import os
import re
import subprocess

from talking import (GAME, Pipes, Seat, ask, create, first_move, join, main, marks, new_key, page, path, play_out, refused,
                     sit_down, table_rows, test)

INVALID = -32602
host = Pipes()


# --- the page and the document

@test("/methods/the-page-and-the-document-have-the-same-methods")
def _():
    document = {method["name"] for method in ask(host, "rpc.discover")["methods"]}
    written = {name for row in table_rows(page(), "## Methods") for name in re.findall(r"`([a-z.]+)`", row[0])}
    assert written == document, written ^ document


@test("/methods/the-page-and-the-document-have-the-same-parameters")
def _():
    methods = {method["name"]: method for method in ask(host, "rpc.discover")["methods"]}
    for name, params, _result in table_rows(page(), "## Methods"):
        said = {(param["name"], param.get("required", False)) for param in methods[name.strip("`")]["params"]}
        written = {(word.rstrip("?"), not word.endswith("?")) for word in re.findall(r"`([a-z?]+)`", params)}
        assert written == said, f"{name}: {written ^ said}"


@test("/methods/the-page-and-the-document-have-the-same-errors")
def _():
    errors = ask(host, "rpc.discover")["components"]["errors"].values()
    written = {(int(code), reason.strip("`")) for code, reason, _ in table_rows(page(), "## Errors")}
    said = {(error["code"], error["data"]["reason"]) for error in errors if error["code"] > 0}
    assert written == said, written ^ said


# --- host.hello

@test("/methods/hello/tells-what-the-host-is-and-allows")
def _():
    hello = ask(Pipes(), "host.hello", client="test", protocols=[1])
    assert hello["protocol"] == 1 and hello["locale"] == "en" and "random" in hello["bots"], hello
    assert set(hello["locales"]) == {"en", "es", "id"} and hello["capabilities"] == ["patch"], hello
    assert hello["limits"]["message"] >= 65536 and all(isinstance(v, int) for v in hello["limits"].values()), hello


@test("/methods/hello/other-versions-of-the-protocol-are-not-spoken")
def _():
    assert ask(host, "host.hello", protocols=[2, 1])["protocol"] == 1
    assert refused(host, 1011, "unsupported_version", "host.hello", protocols=[2])["protocol"] == 1


@test("/methods/hello/a-reader-of-another-country-gets-the-language-and-of-another-language-english")
def _():
    for wanted, given in [("es-MX", "es"), ("id_ID.UTF-8", "id"), ("EN", "en"), ("fr", "en"), ("english", "en")]:
        assert ask(Pipes(), "host.hello", locale=wanted)["locale"] == given, wanted


@test("/methods/hello/its-language-holds-for-what-follows")
def _():
    other = Pipes()
    ask(other, "host.hello", locale="es")
    spanish, english = ask(other, "games.list")["games"], ask(other, "games.list", locale="en")["games"]
    assert [game["id"] for game in spanish] == [game["id"] for game in english]
    assert [game["summary"] for game in spanish] != [game["summary"] for game in english]
    people = sit_down(other)
    state = people[0].ask("subscribe", since=0)
    assert "asiento" in state["events"][0]["text"][0], state["events"]


# --- games

@test("/methods/games/the-list-has-every-game-of-the-program")
def _():
    listed = {game["id"] for game in ask(host, "games.list")["games"]}
    printed = json.loads(subprocess.run([os.environ["LAPIDARY"], "games", "--json"], capture_output=True, check=True).stdout)
    assert listed == {game["id"] for game in printed["games"]} and GAME in listed


@test("/methods/games/a-description-names-what-views-and-steps-have")
def _():
    people = sit_down(host)
    state = people[0].ask("subscribe")
    told = ask(host, "games.describe", game=GAME)
    assert set(state["view"]["fields"]) <= {field["name"] for field in told["fields"]}
    assert {step["kind"] for step in state["legal"]} <= {action["name"] for action in told["actions"]}
    assert ask(host, "games.describe", game=GAME, locale="es")["language"] == "es"


@test("/methods/games/one-that-is-not-there-is-not-found")
def _():
    refused(host, 1002, "not_found", "games.describe", game="nonesuch")
    refused(host, 1002, "not_found", "match.create", game="nonesuch", seats=["open"], key=new_key())


# --- match.create

WRONG_TERMS = [
    {"seats": ["open"]},
    {"seats": ["open"] * 3},
    {"seats": ["open", {"bot": 1}]},
    {"seats": ["shut", "open"]},
    {"options": {"nonesuch": "1"}},
    {"seed": -1},
    {"seed": "18446744073709551616"},
    {"clock": {"initial": 0}},
    {"visibility": "secret"},
    {"key": "short"},
    {"bogus": 1},
]


@test("/methods/create/terms-that-cannot-be-are-refused")
def _():
    for terms in WRONG_TERMS:
        params = {"game": GAME, "seats": ["open", "open"], "key": new_key(), **terms}
        refused(host, INVALID, "params", "match.create", **params)


@test("/methods/create/a-bot-that-is-not-there-is-refused")
def _():
    refused(host, 1002, "not_found", "match.create", game=GAME, seats=["open", {"bot": "deep"}], key=new_key())


@test("/methods/create/only-open-seats-have-invitations")
def _():
    created = create(host, seats=["open", {"bot": "random"}])
    assert created["seq"] == 0 and created["invitations"][1] is None, created
    assert re.fullmatch("[0-9a-f]{32}", created["invitations"][0]) and re.fullmatch("[0-9a-f]{32}", created["watch"])


@test("/methods/create/the-same-key-and-terms-give-the-same-match-again")
def _():
    key = new_key()
    first = create(host, key=key)
    assert create(host, key=key) == first
    refused(host, 1013, "key_reused", "match.create", game=GAME, seats=["open", {"bot": "random"}], key=key)


@test("/methods/create/the-same-seed-makes-the-same-match")
def _():
    for seed in (5, "18446744073709551615"):
        views = [sit_down(host, "gemtrix", seed=seed)[0].ask("view")["view"] for _ in range(2)]
        assert views[0] == views[1]


# --- match.join, match.leave

@test("/methods/join/an-invitation-opens-its-seat-once")
def _():
    created = create(host)
    ada = join(host, created, 1, "Ada")
    assert ada.number == 1
    refused(host, 1007, "seat_taken", "match.join", match=ada.match, invitation=created["invitations"][1], name="Eve",
            key=new_key())
    refused(host, 1001, "unauthorised", "match.join", match=ada.match, invitation="0" * 32, name="Eve", key=new_key())


@test("/methods/join/the-same-key-gives-the-same-token-again")
def _():
    created, key = create(host), new_key()
    request = {"match": created["match"], "invitation": created["invitations"][0], "name": "Ada", "key": key}
    first = ask(host, "match.join", **request)
    assert ask(host, "match.join", **request) == first
    refused(host, 1013, "key_reused", "match.join", **{**request, "name": "Eve"})


@test("/methods/join/a-private-match-wants-an-invitation-and-a-public-one-does-not")
def _():
    private, public = create(host), create(host, visibility="public")
    refused(host, 1001, "unauthorised", "match.join", match=private["match"], name="Eve", key=new_key())
    first = ask(host, "match.join", match=public["match"], name="Ada", seat=1, key=new_key())
    second = ask(host, "match.join", match=public["match"], name="Bo", key=new_key())
    assert (first["seat"], second["seat"]) == (1, 0)
    refused(host, 1007, "seat_taken", "match.join", match=public["match"], name="Eve", key=new_key())
    refused(host, 1007, "seat_taken", "match.join", match=public["match"], seat=0, name="Eve", key=new_key())


@test("/methods/join/a-name-is-of-one-to-forty-characters-without-controls")
def _():
    created = create(host)
    for name in ["", "x" * 41, "a\nb"]:
        refused(host, INVALID, "params", "match.join", match=created["match"], invitation=created["invitations"][0],
                name=name, key=new_key())
    assert join(host, created, 0, "Ñandú «1»" + "é" * 31).number == 0


@test("/methods/leave/the-seat-is-free-and-the-match-waits-until-it-is-taken-again")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    key = new_key()
    left = bo.ask("leave", key=key)
    assert bo.ask("leave", key=key) == left
    refused(host, 1013, "key_reused", "match.resign", match=bo.match, token=bo.token, key=key)
    state = ada.ask("subscribe")
    assert state["state"] == "open" and state["seats"][1].get("free") is True and state["seq"] == left["seq"], state
    bo.refused(1001, "unauthorised", "view")
    again = ask(host, "match.join", match=bo.match, invitation=left["invitation"], name="Cy", key=new_key())
    Seat(host, bo.match, again["seat"], again["token"]).mark(0)
    assert bo.ask("leave", key=key) == left


# --- match.subscribe, match.view

@test("/methods/view/it-is-the-one-that-the-state-has")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    state, view = bo.ask("subscribe"), bo.ask("view")
    for member in ("seq", "view", "hash", "score"):
        assert state[member] == view[member], member


@test("/methods/view/every-moment-of-the-past-can-be-seen")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    bo.mark(0)
    assert [ada.ask("view", at=at)["view"]["ply"] for at in (2, 3, 4)] == [0, 1, 2]
    ada.refused(1002, "not_found", "view", at=5)


@test("/methods/view/what-is-not-there-is-not-found-and-foreign-tokens-open-nothing")
def _():
    ada, bo = sit_down(host)
    other, _ = sit_down(host)
    refused(host, 1002, "not_found", "match.view", match="nonesuch")
    refused(host, 1001, "unauthorised", "match.view", match=ada.match)
    refused(host, 1001, "unauthorised", "match.view", match=ada.match, token=other.token)
    refused(host, 1001, "unauthorised", "match.play", match=ada.match, token="f" * 32, steps=marks(0), key=new_key())
    assert ada.ask("view")["view"] == bo.ask("view")["view"]


@test("/methods/watch/the-token-to-watch-with-sees-and-does-nothing-else")
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


@test("/methods/watch/a-public-match-is-watched-by-all-and-a-private-one-is-not")
def _():
    public, private = create(host, visibility="public"), create(host)
    assert ask(host, "match.subscribe", match=public["match"])["public"] is True
    refused(host, 1001, "unauthorised", "match.subscribe", match=private["match"])


# --- match.legal, match.play

@test("/methods/legal/steps-have-labels-and-lights-and-may-be-sent-back-as-they-are")
def _():
    ada, _bo = sit_down(host)
    legal = ada.ask("legal")
    assert len(legal["steps"]) == 9 and legal["complete"] is False
    assert all(step["label"] and step["lights"] for step in legal["steps"]), legal
    assert ada.ask("legal", prefix=legal["steps"][:1])["complete"] is True
    assert ada.change("play", steps=legal["steps"][:1])["seq"] == legal["seq"] + 1


@test("/methods/legal/long-moves-are-taken-step-by-step")
def _():
    people = sit_down(host, "gem")
    state = people[0].ask("subscribe")
    person = people[state["waiting"][0]]
    steps = first_move(person)
    assert steps and person.ask("legal", prefix=steps)["complete"] is True
    if len(steps) > 1:
        person.refused(1003, "illegal", "play", steps=steps[:1])
    person.change("play", steps=steps)


@test("/methods/play/what-is-not-legal-is-refused")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    for steps in [marks(4), marks(9), marks(-1), marks(0) + marks(1), [{"kind": "nonesuch/mark", "args": {}}],
                  [{"kind": GAME + "/mark", "args": {}}], [{"kind": GAME + "/mark", "args": {"cell": "0"}}]]:
        bo.refused(1003, "illegal", "play", steps=steps)
    bo.refused(INVALID, "params", "play", steps=[])
    bo.refused(INVALID, "params", "play", steps=[{"args": {}}])
    assert bo.mark(0)


@test("/methods/play/only-who-is-waited-for-plays")
def _():
    ada, bo = sit_down(host)
    bo.refused(1005, "not_your_turn", "play", steps=marks(0))
    bo.refused(1005, "not_your_turn", "legal")
    assert ada.ask("subscribe")["waiting"] == [0] and bo.ask("subscribe")["legal"] == []


@test("/methods/play/nobody-plays-before-all-seats-are-taken")
def _():
    ada = join(host, create(host), 0)
    ada.refused(1016, "not_started", "play", steps=marks(0))


@test("/methods/play/what-was-meant-for-an-earlier-decision-is-stale")
def _():
    ada, bo = sit_down(host)
    seen = ada.ask("subscribe")["seq"]
    ada.mark(4, seq=seen)
    bo.mark(0)
    data = ada.refused(1004, "stale", "play", steps=marks(8), seq=seen)
    assert data["seq"] == data["decision"] == seen + 2, data
    assert ada.mark(8, seq=seen + 2) == seen + 3


@test("/methods/play/choices-made-at-once-do-not-collide")
def _():
    people = sit_down(host, "gemessengers")
    seen = people[0].ask("subscribe")
    assert seen["waiting"] == [0, 1], seen["waiting"]
    for person in people:
        person.change("play", steps=first_move(person), seq=seen["seq"])


@test("/methods/play/the-same-key-moves-once")
def _():
    ada, bo = sit_down(host)
    key = new_key()
    first = ada.mark(4, key=key)
    assert ada.mark(4, key=key) == first
    bo.mark(0)
    assert ada.mark(4, key=key) == first
    ada.refused(1013, "key_reused", "play", steps=marks(8), key=key)


@test("/methods/play/a-match-that-is-over-is-not-played-on")
def _():
    people = sit_down(host)
    state = play_out(people)
    assert state["outcome"] == "finished" and state["score"]["final"] is True and state["waiting"] == [], state
    people[0].refused(1006, "over", "play", steps=marks(0))
    people[0].refused(1006, "over", "resign")


# --- match.propose, match.answer, match.resign, match.bot

@test("/methods/propose/undo-happens-when-all-have-agreed")
def _():
    ada, bo = sit_down(host)
    ada.mark(4)
    proposal = ada.change("propose", kind="undo")["seq"]
    state = bo.ask("subscribe")
    assert state["proposal"] == {"id": proposal, "kind": "undo", "seat": 0, "asked": [1]}, state["proposal"]
    bo.change("answer", proposal=proposal, accept=True)
    state = bo.ask("subscribe")
    assert state["view"]["ply"] == 0 and state["waiting"] == [0] and "proposal" not in state, state


@test("/methods/propose/one-who-does-not-agree-ends-it")
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


@test("/methods/propose/with-bots-alone-it-happens-at-once")
def _():
    ada, = sit_down(host, seats=("open", {"bot": "random"}))
    ada.mark(4)
    while ada.ask("view")["view"]["ply"] < 2:
        pass
    ada.change("propose", kind="undo")
    assert ada.ask("view")["view"]["ply"] == 0


@test("/methods/propose/what-makes-no-sense-now-is-refused")
def _():
    ada, _bo = sit_down(host)
    ada.refused(1017, "refused", "propose", kind="undo")
    ada.refused(1017, "refused", "propose", kind="rematch")
    ada.refused(INVALID, "params", "propose", kind="draw")


@test("/methods/propose/a-rematch-keeps-seats-and-tokens")
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


@test("/methods/propose/an-abort-ends-without-a-result")
def _():
    ada, bo = sit_down(host)
    proposal = ada.change("propose", kind="abort")["seq"]
    bo.change("answer", proposal=proposal, accept=True)
    state = ada.ask("subscribe")
    assert (state["state"], state["outcome"]) == ("over", "aborted"), state


@test("/methods/resign/who-gives-up-comes-last")
def _():
    ada, _bo = sit_down(host)
    ada.change("resign")
    state = ada.ask("subscribe")
    assert (state["state"], state["outcome"]) == ("over", "resigned") and state["seats"][0]["resigned"] is True, state
    assert [seat["place"] for seat in state["score"]["seats"]] == [2, 1], state["score"]


@test("/methods/bot/it-takes-a-free-seat-and-plays")
def _():
    created = create(host)
    ada = join(host, created, 0)
    seated = ada.change("bot", seat=1, bot="random")
    assert seated["seat"] == 1
    ada.mark(4)
    while ada.ask("view")["view"]["ply"] < 2:
        pass
    assert ada.ask("subscribe")["seats"][1]["bot"] == "random"


@test("/methods/bot/it-takes-ones-own-seat-and-nobody-elses")
def _():
    ada, _bo = sit_down(host)
    ada.refused(1007, "seat_taken", "bot", seat=1, bot="random")
    ada.refused(1002, "not_found", "bot", seat=2, bot="random")
    ada.refused(1002, "not_found", "bot", seat=0, bot="deep")
    ada.change("bot", seat=0, bot="random")


@test("/methods/bot/bots-play-to-the-end-by-themselves")
def _():
    created = create(host, seats=[{"bot": "random"}, {"bot": "random"}])
    watcher = Seat(host, created["match"], -1, created["watch"])
    while watcher.ask("subscribe")["state"] != "over":
        pass


# --- clocks

@test("/methods/clock/a-seat-that-runs-out-resigns")
def _():
    ada, bo = sit_down(host, clock={"initial": 1000, "increment": 0})
    state = bo.ask("subscribe")
    assert 0 < state["seats"][0]["left"] <= 1000 and state["seats"][1]["left"] == 1000, state["seats"]
    while state["state"] != "over":
        state = bo.ask("subscribe")
    assert state["outcome"] == "resigned" and state["seats"][0]["left"] == 0, state
    assert "timeout" in [event["kind"] for event in ada.ask("subscribe", since=0)["events"]]


# --- match.export

@test("/methods/export/the-log-of-a-match-that-is-over-can-be-replayed")
def _():
    people = sit_down(host, "gemtrix", seed=3)
    play_out(people)
    log = people[0].ask("export", format="log")["log"]
    with open(path("match.log"), "w", encoding="utf-8") as file:
        file.write(log)
    done = subprocess.run([os.environ["LAPIDARY"], "replay", path("match.log")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@test("/methods/export/the-log-of-one-that-runs-tells-no-seed-and-no-secret")
def _():
    ada, bo = sit_down(host, "gemtrix", seed=7777777)
    logs = [person.ask("export", format="log")["log"] for person in (ada, bo)]
    for log in logs:
        assert "7777777" not in log and all(json.loads(line) for line in log.splitlines()), log


@test("/methods/export/the-sheet-is-the-score-of-the-state")
def _():
    people = sit_down(host)
    play_out(people)
    sheet = people[0].ask("export", format="sheet")
    assert sheet["score"] == people[0].ask("subscribe")["score"]
    people[0].refused(INVALID, "params", "export", format="pdf")


# --- match.list

@test("/methods/list/only-public-matches-are-listed-and-found-by-game-and-state")
def _():
    other = Pipes()
    create(other)
    open_one = create(other, visibility="public")["match"]
    running = sit_down(other, "connect-four", visibility="public")[0].match
    over = sit_down(other, visibility="public")
    play_out(over)
    found = {query: [item["match"] for item in ask(other, "match.list", **dict(query))["items"]] for query in
             [(), (("game", "connect-four"),), (("state", "open"),), (("state", "running"),), (("state", "over"),)]}
    assert list(found.values()) == [[over[0].match, running, open_one], [running], [open_one], [running], [over[0].match]], found


@test("/methods/list/pages-go-on-where-the-last-one-ended")
def _():
    other = Pipes()
    made = [create(other, visibility="public")["match"] for _ in range(7)]
    listed, cursor = [], {}
    while True:
        answer = ask(other, "match.list", limit=3, **cursor)
        listed += [item["match"] for item in answer["items"]]
        if "next" not in answer:
            break
        cursor = {"cursor": answer["next"]}
    assert len(listed) == len(made) and set(listed) == set(made), listed
    refused(other, INVALID, "params", "match.list", cursor="nonsense")
    refused(other, INVALID, "params", "match.list", limit=0)


# --- plugins

@test("/methods/plugins/operators-see-all-and-may-disable-one")
def _():
    other = Pipes()
    listed = {plugin["id"]: plugin for plugin in ask(other, "plugins.list")["plugins"]}
    assert listed[GAME]["disabled"] is False and listed["tic-tac-toe-misere"]["extends"] == GAME, listed[GAME]
    people = sit_down(other)
    ask(other, "plugins.disable", plugin=GAME, disabled=True)
    for game in (GAME, "tic-tac-toe-misere"):
        refused(other, 1017, "refused", "match.create", game=game, seats=["open", "open"], key=new_key())
        assert game in [entry["id"] for entry in ask(other, "games.list")["refused"]]
    people[0].mark(4)
    ask(other, "plugins.disable", plugin=GAME, disabled=False)
    assert create(other)["match"]
    refused(other, 1002, "not_found", "plugins.disable", plugin="nonesuch", disabled=True)


main()

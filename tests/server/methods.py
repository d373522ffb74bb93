"""The methods of docs/protocol.md around a match, over pipes: what each answers, and what it refuses.

Those of a match that is played are in playing.py."""

import json
import os
import re
import subprocess

from talking import GAME, Pipes, Seat, ask, create, join, main, new_key, page, play_out, refused, sit_down, table_rows, test

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
    assert set(hello["locales"]) == {"en", "es", "id"} and hello["capabilities"] == ["patch", "presence"], hello
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


@test("/methods/games/the-list-says-how-long-each-takes-and-a-description-has-its-rules-if-the-plugin-does")
def _():
    briefs = {brief["id"]: brief for brief in ask(host, "games.list")["games"]}
    for game in (GAME, "gemtrix-tournament"):
        minutes, told = briefs[game]["minutes"], ask(host, "games.describe", game=game)
        assert 0 < minutes["min"] <= minutes["max"] and told["minutes"] == minutes, minutes
        assert "\n\n" in told["rules"] and "rules" not in briefs[game], told["rules"]
        assert told["rules"] != ask(host, "games.describe", game=game, locale="es")["rules"], game
    assert not {"minutes", "rules"} & {*briefs["sealed"], *ask(host, "games.describe", game="sealed")}


@test("/methods/games/one-that-is-not-there-is-not-found")
def _():
    refused(host, 1002, "not_found", "games.describe", game="nonesuch")
    refused(host, 1002, "not_found", "match.create", game="nonesuch", seats=["open"], key=new_key())


# --- match.create

WRONG_SETTINGS = [
    {"seats": ["open"]},
    {"seats": ["open"] * 3},
    {"seats": ["open", {"bot": 1}]},
    {"seats": ["open", {"bot": "random", "name": ""}]},
    {"seats": ["open", {"bot": "random", "name": "x" * 41}]},
    {"seats": ["open", {"bot": "random", "name": "a\nb"}]},
    {"seats": ["open", {"name": "Hal"}]},
    {"seats": ["shut", "open"]},
    {"options": {"nonesuch": "1"}},
    {"seed": -1},
    {"seed": "18446744073709551616"},
    {"clock": {"initial": 0}},
    {"visibility": "secret"},
    {"key": "short"},
    {"bogus": 1},
]


@test("/methods/create/settings-that-cannot-be-are-refused")
def _():
    for settings in WRONG_SETTINGS:
        params = {"game": GAME, "seats": ["open", "open"], "key": new_key(), **settings}
        refused(host, INVALID, "params", "match.create", **params)


@test("/methods/create/a-bot-that-is-not-there-is-refused")
def _():
    refused(host, 1002, "not_found", "match.create", game=GAME, seats=["open", {"bot": "deep"}], key=new_key())


@test("/methods/create/only-open-seats-have-invitations")
def _():
    created = create(host, seats=["open", {"bot": "random"}])
    assert created["seq"] == 0 and created["invitations"][1] is None, created
    assert re.fullmatch("[0-9a-f]{32}", created["invitations"][0]) and re.fullmatch("[0-9a-f]{32}", created["watch"])


@test("/methods/create/a-bot-is-called-as-the-settings-say-or-by-its-kind-and-seat")
def _():
    for bot, name in [({"bot": "random", "name": "Hal «9000»"}, "Hal «9000»"), ({"bot": "random"}, "random 2")]:
        key = new_key()
        created = create(host, seats=["open", bot], key=key)
        assert create(host, seats=["open", bot], key=key) == created
        seat = join(host, created, 0).ask("subscribe")["seats"][1]
        assert seat == {"name": name, "bot": "random"}, seat
        refused(host, 1013, "key_reused", "match.create", game=GAME, key=key,
                seats=["open", {"bot": "random", "name": "Sal"}])


@test("/methods/create/the-same-key-and-settings-give-the-same-match-again")
def _():
    key = new_key()
    first = create(host, key=key)
    assert create(host, key=key) == first
    refused(host, 1013, "key_reused", "match.create", game=GAME, seats=["open", {"bot": "random"}], key=key)


@test("/methods/create/the-same-seed-makes-the-same-match")
def _():
    for seed in (5, "18446744073709551615"):
        people = [sit_down(host, "gemtrix", seed=seed)[0] for _ in range(2)]
        assert people[0].ask("view")["view"] == people[1].ask("view")["view"]
        assert people[0].ask("subscribe")["seeded"] is True
    assert "seeded" not in sit_down(host, "gemtrix")[0].ask("subscribe")


# --- match.join, match.leave

@test("/methods/join/an-invitation-opens-its-seat-once")
def _():
    created = create(host)
    ada = join(host, created, 1, "Ada")
    assert ada.number == 1
    refused(host, 1007, "seat_taken", "match.join", match=ada.match, invitation=created["invitations"][1], name="Eve",
            key=new_key())
    refused(host, 1001, "unauthorised", "match.join", match=ada.match, invitation="0" * 32, name="Eve", key=new_key())


@test("/methods/invitation/tells-what-was-agreed-on-and-nothing-of-how-the-match-stands")
def _():
    created = create(host, "gemtrix", ["open", "open", {"bot": "random", "name": "Hal"}], messages="none",
                     clock={"initial": 60000, "increment": 1000})
    invitation = {"match": created["match"], "invitation": created["invitations"][1]}
    ada = join(host, created, 0, "Ada")
    told = ask(host, "match.invitation", **invitation)
    assert told == {"seat": 1, "game": "gemtrix", "options": {"gemtrix/stall_limit": "60"},
                    "clock": {"initial": 60000, "increment": 1000},
                    "public": False, "messages": "none", "state": "open",
                    "seats": [{"name": "Ada"}, {"name": "", "free": True}, {"name": "Hal", "bot": "random"}]}, told
    refused(host, 1001, "unauthorised", "match.invitation", match=created["match"], invitation="0" * 32)
    join(host, created, 1)
    refused(host, 1007, "seat_taken", "match.invitation", **invitation)
    invitation["invitation"] = ada.change("leave")["invitation"]
    assert ask(host, "match.invitation", **invitation)["seat"] == 0


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


@test("/methods/list/a-match-has-its-options-and-clock")
def _():
    fresh = Pipes()
    create(fresh, "sealed", ["open", "open"], visibility="public", clock={"initial": 5000},
           options={"sealed/rounds": "3"})
    item, = ask(fresh, "match.list")["items"]
    assert item["options"]["sealed/rounds"] == "3" and len(item["options"]) == 2, item
    assert item["clock"] == {"initial": 5000, "increment": 0}, item


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

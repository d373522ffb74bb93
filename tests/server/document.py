"""The OpenRPC document is true: whatever the host says in lives of every game is as it has it."""

import json
import os
import random

import openrpc
from talking import Pipes, answer, ask, main, new_key, request, test


class Checked:
    """A host of which every word is checked against its document."""

    def __init__(self):
        self.host, self.methods = Pipes(), {}
        self.document = openrpc.Document(ask(self.host, "rpc.discover"))
        self.notified = set()

    def send_text(self, text):
        message = json.loads(text)
        self.methods[message["id"]] = message["method"]
        self.host.send_text(text)

    def recv(self):
        text = self.host.recv()
        message = json.loads(text)
        if "method" in message:
            self.notified.add(message["method"])
            self.document.check_notification(message)
        else:
            self.document.check_answer(self.methods[message["id"]], message)
        return text


CHECKED = Checked()
ask(CHECKED, "host.hello", capabilities=["presence"])
GAMES = ask(CHECKED, "games.list")["games"]


def ask_match(match, token, method, **params):
    return ask(CHECKED, "match." + method, match=match, token=token, **params)


def random_move(match, token, chance):
    steps = []
    while True:
        legal = ask_match(match, token, "legal", prefix=steps)
        if legal["complete"]:
            return steps
        steps.append(chance.choice(legal["steps"]))


def begin(game, seats, **settings):
    """A match that has begun; its id and the tokens of its seats."""
    created = ask(CHECKED, "match.create", game=game, seats=["open"] * seats, key=new_key(), **settings)
    tokens = [ask(CHECKED, "match.join", match=created["match"], invitation=invitation, name=f"Ada {seat}",
                  key=new_key())["token"] for seat, invitation in enumerate(created["invitations"])]
    return created["match"], tokens, created["watch"]


def decide(match, tokens, chance):
    """One seat that is waited for moves; whether any was."""
    state = ask_match(match, tokens[0], "subscribe", since=0)
    if not state["waiting"]:
        return False
    seat = chance.choice(state["waiting"])
    ask_match(match, tokens[seat], "play", steps=random_move(match, tokens[seat], chance), key=new_key())
    return True


def look_around(match, tokens):
    for token in tokens:
        ask_match(match, token, "view")
        ask_match(match, token, "export", format="log")
        ask_match(match, token, "export", format="sheet")


def live(game, seats, moves):
    chance = random.Random(seats)
    match, tokens, watch = begin(game, seats, seed=str(seats), visibility="public")
    for token in (*tokens, watch):
        ask_match(match, token, "subscribe")
    for _ in range(moves):
        if not decide(match, tokens, chance):
            break
    look_around(match, (*tokens, watch))
    ask(CHECKED, "match.unsubscribe", match=match)


@test("/document/games-and-their-descriptions-are-told-as-it-says")
def _():
    assert GAMES
    for game in GAMES:
        for language in ("en", "es", "id"):
            ask(CHECKED, "games.describe", game=game["id"], locale=language)


@test("/document/lives-of-every-game-are-told-as-it-says")
def _():
    moves = int(os.environ.get("LAPIDARY_TEST_MOVES", "25"))
    for game in GAMES:
        for seats in {game["seats"]["min"], game["seats"]["max"]}:
            live(game["id"], seats, moves)
    assert {"match.event", "match.presence"} <= CHECKED.notified


@test("/document/proposals-clocks-bots-and-ends-are-told-as-it-says")
def _():
    game = next(game["id"] for game in GAMES if game["seats"]["min"] <= 2 <= game["seats"]["max"])
    match, tokens, _ = begin(game, 2, clock={"initial": 60000, "increment": 10}, visibility="public")
    ask_match(match, tokens[0], "subscribe")
    decide(match, tokens, random.Random(1))
    proposal = ask_match(match, tokens[0], "propose", kind="abort", key=new_key())["seq"]
    ask_match(match, tokens[1], "answer", proposal=proposal, accept=False, key=new_key())
    ask_match(match, tokens[0], "leave", key=new_key())
    ask_match(match, tokens[1], "bot", seat=0, bot="random", key=new_key())
    ask_match(match, tokens[1], "resign", key=new_key())
    ask_match(match, tokens[1], "subscribe", since=0)
    assert "match.proposal" in CHECKED.notified
    for state in ("open", "running", "over"):
        ask(CHECKED, "match.list", state=state)


@test("/document/swaps-are-told-as-it-says")
def _():
    match, tokens, _ = begin("gemtrix", 2, visibility="public")
    ask_match(match, tokens[0], "subscribe")
    for game in [item["game"] for item in ask_match(match, tokens[0], "variants")["variants"]] + ["gemtrix"]:
        options = {"gemtrix-tournament/target": "20"} if game == "gemtrix-tournament" else {}
        proposal = ask_match(match, tokens[0], "propose", kind="swap", game=game, options=options, key=new_key())["seq"]
        assert ask_match(match, tokens[1], "subscribe")["proposal"]["id"] == proposal
        ask_match(match, tokens[1], "answer", proposal=proposal, accept=True, key=new_key())
        decide(match, tokens, random.Random(1))
    assert ask_match(match, tokens[0], "subscribe", since=0)["game"] == "gemtrix"


@test("/document/operators-are-answered-as-it-says")
def _():
    ask(CHECKED, "plugins.scan")
    plugin = ask(CHECKED, "plugins.list")["plugins"][0]["id"]
    ask(CHECKED, "plugins.disable", plugin=plugin, disabled=True)
    ask(CHECKED, "games.list")
    ask(CHECKED, "plugins.disable", plugin=plugin, disabled=False)


@test("/document/errors-are-in-it-each-at-the-methods-that-may-give-it")
def _():
    asked = {
        "match.view": {"match": "nothing"},
        "games.describe": {"game": "nothing"},
        "match.create": {"game": "nothing", "seats": ["open"], "key": new_key()},
        "host.hello": {"protocols": [99]},
        "match.list": {"cursor": "x"},
        "match.play": {},
    }
    for method, params in asked.items():
        text, number = request(method, params)
        CHECKED.send_text(text)
        assert "error" in answer(CHECKED, number), method


@test("/document/it-keeps-what-its-readers-count-on")
def _():
    document = CHECKED.document
    names = [method["name"] for method in document.root["methods"]]
    assert len(names) == len(set(names))
    for method in document.root["methods"]:
        assert method["paramStructure"] == "by-name" and method["summary"], method["name"]
        wanted = [param.get("required", False) for param in method["params"]]
        assert wanted == sorted(wanted, reverse=True), f"{method['name']}: what must be there stands first"
    for limit in document.root["x-limits"].values():
        assert isinstance(limit["value"], int) and limit["description"]


main()

"""A running match becomes one of another variant: proposed, agreed, refused, waiting, withdrawn, taken back."""

import json
import os
import signal
import subprocess

from talking import Pipes, Seat, create, first_move, join, main, new_key, news, path, served, sit_down, test

MISERE = "tic-tac-toe-misere"
host = Pipes()


def play(people, moves=1):
    """The first legal moves."""
    for _ in range(moves):
        mover = people[people[0].ask("subscribe")["waiting"][0]]
        mover.change("play", steps=first_move(mover))


def swap(people, game, **more):
    """Proposed by the first, agreed to by the others."""
    proposal = people[0].change("propose", kind="swap", game=game, **more)["seq"]
    for person in people[1:]:
        person.change("answer", proposal=proposal, accept=True)


def variant(person, game):
    return next(item for item in person.ask("variants")["variants"] if item["game"] == game)


def replayed(person, name):
    """The exported log, checked by the program."""
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(person.ask("export", format="log")["log"])
    return subprocess.run([os.environ["LAPIDARY"], "replay", path(name)], capture_output=True, text=True, check=False)


@test("/swapping/what-is-agreed-happens-and-everybody-is-sent-the-new-game")
def _():
    created = create(host)
    ada, bo = join(host, created, 0), join(host, created, 1)
    watcher = Seat(host, created["match"], -1, created["watch"])
    ada.mark(4)
    assert variant(bo, MISERE) == {"game": MISERE, "title": "Tic-tac-toe, misère", "when": "now", "options": []}
    watcher.ask("subscribe")
    proposal = ada.change("propose", kind="swap", game=MISERE)["seq"]
    state = bo.ask("subscribe")
    assert state["game"] == "tic-tac-toe", state
    assert state["proposal"] == {"id": proposal, "kind": "swap", "seat": 0, "asked": [1], "swap": MISERE, "options": {}}
    bo.change("answer", proposal=proposal, accept=True)
    heard = []
    while not heard or heard[-1]["kind"] != "rules":
        heard += [entry for entry in [news(host)] if entry["viewer"] == -1]
    assert [entry["kind"] for entry in heard] == ["propose", "answer", "rules"], heard
    assert "game" not in heard[1] and heard[2]["game"] == MISERE and heard[2]["options"] == {}, heard
    assert heard[2]["text"] == ["From here on this is Tic-tac-toe, misère."], heard[2]
    state = ada.ask("subscribe")
    assert state["game"] == MISERE and "proposal" not in state, state


@test("/swapping/the-options-that-are-chosen-are-shown-to-those-who-are-asked-and-taken")
def _():
    people = sit_down(host, "gemtrix")
    assert variant(people[0], "gemtrix-tournament")["options"] == ["gemtrix-tournament/target",
                                                                   "gemtrix-tournament/games_limit"]
    options = {"gemtrix-tournament/target": "20"}
    people[0].change("propose", kind="swap", game="gemtrix-tournament", options=options)
    state = people[1].ask("subscribe")
    assert state["proposal"]["options"] == options, state["proposal"]
    people[1].change("answer", proposal=state["proposal"]["id"], accept=True)
    state = people[1].ask("subscribe")
    assert state["options"]["gemtrix-tournament/target"] == "20", state["options"]
    swap(people, "gemtrix")
    assert "gemtrix-tournament/target" not in people[1].ask("subscribe")["options"]


@test("/swapping/what-the-rules-do-not-allow-is-refused-with-their-reason")
def _():
    people = sit_down(host, "gem")
    play(people)
    reason = "There are gems on the board already, and they have no colours."
    never = variant(people[0], "gem-advanced")
    assert never["when"] == "never" and never["why"] == reason, never
    people[0].refused(1017, "refused", "propose", kind="swap", game="gem-advanced")
    people[0].refused(1017, "refused", "propose", kind="swap", game="gem")
    people[0].refused(-32602, "params", "propose", kind="swap")
    people[0].refused(1017, "refused", "propose", kind="swap", game="connect-four")


@test("/swapping/one-that-has-to-wait-happens-at-the-next-phase-that-both-have")
def _():
    people = sit_down(host, "gem-advanced")
    play(people)
    later = variant(people[0], "gem")
    assert later["when"] == "later" and later["why"], later
    swap(people, "gem")
    state = people[0].ask("subscribe")
    assert state["game"] == "gem-advanced" and state["proposal"]["asked"] == [], state
    for _ in range(60):
        play(people)
        state = people[0].ask("subscribe", since=0)
        if state["game"] == "gem":
            break
    assert state["game"] == "gem" and "proposal" not in state, state
    assert state["events"][-1]["kind"] == "rules", state["events"][-1]


@test("/swapping/one-that-waits-is-called-off-by-any-seat")
def _():
    people = sit_down(host, "gem-advanced")
    play(people)
    swap(people, "gem")
    proposal = people[0].ask("subscribe")["proposal"]["id"]
    people[1].change("answer", proposal=proposal, accept=False)
    assert "proposal" not in people[0].ask("subscribe")
    play(people, 3)
    assert people[0].ask("subscribe")["game"] == "gem-advanced"


@test("/swapping/the-same-request-again-is-answered-as-the-first-time")
def _():
    people = sit_down(host)
    ada, key = people[0], new_key()
    first = ada.change("propose", kind="swap", game=MISERE, key=key)
    assert ada.change("propose", kind="swap", game=MISERE, key=key) == first
    ada.refused(1013, "key_reused", "propose", kind="swap", game="tic-tac-toe", key=key)
    answer = {"proposal": first["seq"], "accept": True, "key": new_key()}
    assert people[1].ask("answer", **answer) == people[1].ask("answer", **answer)
    assert ada.change("propose", kind="swap", game=MISERE, key=key) == first
    assert ada.ask("subscribe")["game"] == MISERE


@test("/swapping/undo-goes-back-over-it-and-the-past-has-the-game-of-then")
def _():
    people = sit_down(host)
    ada, bo = people
    ada.mark(4)
    before = ada.ask("view")
    swap(people, MISERE)
    after = bo.ask("subscribe")["seq"]
    assert ada.ask("view", at=before["seq"]) == before and before["game"] == "tic-tac-toe"
    assert ada.ask("view", at=after)["game"] == MISERE
    proposal = ada.change("propose", kind="undo")["seq"]
    bo.change("answer", proposal=proposal, accept=True)
    state = ada.ask("subscribe", since=after)
    assert state["game"] == "tic-tac-toe" and state["view"]["ply"] == 0, state
    assert ada.ask("view", at=after)["game"] == MISERE


@test("/swapping/whoever-comes-back-is-told-and-the-log-of-it-replays")
def _():
    for game, other in (("gem", "gem-advanced"), ("gemtrix", "gemtrix-tournament"), ("tic-tac-toe", MISERE)):
        people = sit_down(host, game)
        since = people[1].ask("subscribe")["seq"]
        swap(people, other)
        state = people[1].ask("subscribe", since=since)
        assert [entry["kind"] for entry in state["events"]] == ["propose", "answer", "rules"] and state["game"] == other
        swap(people, game)
        swap(people, other)
        play(people, 4)
        people[0].change("resign")
        done = replayed(people[0], other + ".log")
        assert done.returncode == 0 and "every hash agrees" in done.stdout, done.stderr or done.stdout
        log = [json.loads(line) for line in people[0].ask("export", format="log")["log"].splitlines()]
        assert [line["rules"] for line in log if "rules" in line] == [other, game, other], log


@test("/swapping/a-match-that-was-swapped-or-is-about-to-be-survives-a-kill")
def _():
    store = "sqlite:" + path("swapping.db")
    server = served(store=store)
    socket = server.connect()
    swapped, waiting = sit_down(socket, "gemtrix"), sit_down(socket, "gem-advanced")
    swap(swapped, "gemtrix-tournament")
    play(swapped, 3)
    play(waiting)
    swap(waiting, "gem")
    before = [person.ask("subscribe") for person in swapped + waiting]
    logs = [people[0].ask("export", format="log")["log"] for people in (swapped, waiting)]
    server.end(signal.SIGKILL)
    server.start()
    socket = server.connect()
    swapped, waiting = ([Seat(socket, person.match, person.number, person.token) for person in people]
                        for people in (swapped, waiting))
    assert [person.ask("subscribe") for person in swapped + waiting] == before
    assert [people[0].ask("export", format="log")["log"] for people in (swapped, waiting)] == logs
    play(waiting, 60)
    assert waiting[0].ask("subscribe")["game"] == "gem"
    play(swapped, 20)  # a turn may have several moves: by then both have moved
    proposal = swapped[0].change("propose", kind="undo")["seq"]
    swapped[1].change("answer", proposal=proposal, accept=True)
    server.end()


main()

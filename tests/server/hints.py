"""match.hint: what a bot finds out of the steps of a seat, where one person plays."""

import threading

from talking import Pipes, Server, ask, error_of, first_move, main, path, refused, sit_down, test

BOT = {"bot": "easy"}
host = Pipes()


def hint(person, **more):
    return ask(person.host, "match.hint", match=person.match, token=person.token, **more)


def assert_is_hint(person, said, prefix=()):
    """That the hint is of legal steps, behind the bot's own choice the one it tried most first, and adds up."""
    legal = person.ask("legal", prefix=list(prefix))["steps"]
    steps = [choice["step"] for choice in said["choices"]]
    assert len(steps) == min(5, len(legal)) and all(step in legal for step in steps), (said, legal)
    worlds = [choice.get("worlds", 0) for choice in said["choices"]]
    assert worlds[1:] == sorted(worlds[1:], reverse=True) and sum(worlds) <= said["worlds"], said
    assert len(legal) == 1 or said["worlds"] > 0, said
    assert said["seq"] <= person.ask("legal")["seq"], said  # a bot that chooses at the same time may have done so since


def play_by_hints(person):
    """To the end, always what the hint says first; how many steps that took."""
    steps = []
    while (state := person.ask("subscribe"))["state"] == "running":
        if person.number not in state["waiting"]:
            continue
        said, move = hint(person), []
        assert_is_hint(person, said)
        while True:
            move.append(said["choices"][0]["step"])
            if person.ask("legal", prefix=move)["complete"]:
                break
            said = hint(person, prefix=move)
            assert_is_hint(person, said, move)
        steps += move
        person.change("play", steps=move)
    assert state["state"] == "over", state
    return len(steps)


for game, seats in (("connect-four", 2), ("gems-tracker-solo", 1), ("gemtrix", 3), ("sealed", 2)):
    @test(f"/hints/a-match-of-{game}-is-played-by-them")
    def _(game=game, seats=seats):
        # A match of Gemtrix may be over after two steps, though hardly ever.
        assert any(play_by_hints(*sit_down(host, game, ["open"] + [BOT] * (seats - 1))) > 2 for _ in range(3))


@test("/hints/who-plays-them-wins-and-the-win-is-foreseen")
def _():
    person, = sit_down(host, "connect-four", ["open", {"bot": "random"}])
    while person.ask("subscribe")["state"] == "running":
        best = hint(person)["choices"][0]
        person.change("play", steps=[best["step"]])
        while (state := person.ask("subscribe"))["state"] == "running" and person.number not in state["waiting"]:
            pass
    assert best["value"] == 100 and state["score"]["seats"][person.number]["place"] == 1, (best, state["score"])


@test("/hints/none-where-several-people-play")
def _():
    people = sit_down(host, "connect-four", ["open", "open"])
    refused(host, 1017, "refused", "match.hint", match=people[0].match, token=people[0].token)


@test("/hints/none-where-the-creator-wants-none-and-some-where-several-play-and-that-is-wanted")
def _():
    alone, = sit_down(host, "connect-four", ["open", BOT], hints="never")
    error = error_of(host, "match.hint", match=alone.match, token=alone.token)
    assert error["code"] == 1017 and "no hints" in error["message"], error
    assert alone.ask("subscribe")["hints"] == "never"
    people = sit_down(host, "connect-four", ["open", "open"], hints="always")
    assert people[1].ask("subscribe")["hints"] == "always"
    assert_is_hint(people[0], hint(people[0]))
    usual = sit_down(host, "connect-four", ["open", "open"], hints="alone")
    assert "hints" not in usual[0].ask("subscribe")
    refused(host, 1017, "refused", "match.hint", match=usual[0].match, token=usual[0].token)


@test("/hints/what-the-creator-wants-is-kept-for-rematches-and-for-good")
def _():
    store = "sqlite:" + path("hints.db")
    first = Pipes("--store", store)
    people = sit_down(first, "tic-tac-toe", ["open", "open"], hints="always")
    people[0].change("resign")
    seq = people[0].change("propose", kind="rematch")["seq"]
    people[1].change("answer", proposal=seq, accept=True)
    match = people[0].ask("subscribe")["rematch"]
    first.kill()
    second = Pipes("--store", store)
    for kept in (match, people[0].match):
        assert ask(second, "match.subscribe", match=kept, token=people[0].token)["hints"] == "always"
    second.end()


@test("/hints/none-for-a-seat-that-has-nothing-to-decide-or-a-match-that-is-over")
def _():
    people = sit_down(host, "tic-tac-toe", ["open", "open"])
    refused(host, 1005, "not_your_turn", "match.hint", match=people[1].match, token=people[1].token)
    person, = sit_down(host, "gems-tracker-solo", ["open"])
    person.change("resign")
    refused(host, 1006, "over", "match.hint", match=person.match, token=person.token)


@test("/hints/others-play-on-while-one-is-thought-of")
def _():
    server = Server().start()
    waits, plays = server.connect(), server.connect()
    person, = sit_down(waits, "connect-four", ["open", BOT])
    done = []
    thread = threading.Thread(target=lambda: done.append(hint(person)))
    others = sit_down(plays, "tic-tac-toe", ["open", "open"])
    thread.start()
    others[0].change("play", steps=first_move(others[0]))
    thread.join(30)
    assert_is_hint(person, done[0])
    server.end()


main()

"""match.analyse: who was ahead at each position of a match that is over."""

import threading

from talking import Pipes, Server, ask, first_move, main, play_out, refused, sit_down, test

BOT = {"bot": "random"}
host = Pipes()


def analyse(person, **more):
    """All pages of it, in one."""
    estimates, since = [], {}
    while True:
        page = ask(person.host, "match.analyse", match=person.match, token=person.token, **since, **more)
        estimates += page["estimates"]
        if "next" not in page:
            return estimates, page["turns"]
        assert page["next"] == estimates[-1]["seq"] and "turns" not in page, page
        since = {"since": page["next"]}


def assert_is_analysis(state, estimates, turns):
    seqs = [estimate["seq"] for estimate in estimates]
    assert seqs[0] == 0 and seqs == sorted(set(seqs)) and seqs[-1] == state["seq"], seqs
    assert len(turns) <= 5 and [turn["seq"] for turn in turns] == sorted(turn["seq"] for turn in turns), turns
    for turn in turns:
        assert turn["seq"] in seqs and turn["text"] and turn["before"] != turn["after"], turn


for game, seats in (("tic-tac-toe", 2), ("gemtrix", 3), ("sealed", 2), ("leduc-poker", 2)):
    @test(f"/analysis/chances-of-all-seats-of-{game}-add-up")
    def _(game=game, seats=seats):
        person, = sit_down(host, game, ["open"] + [BOT] * (seats - 1))
        state = play_out([person])
        estimates, turns = analyse(person)
        assert_is_analysis(state, estimates, turns)
        for estimate in estimates:
            assert len(estimate["chances"]) == seats and abs(sum(estimate["chances"]) - 1000) <= seats, estimate
        first = [seat for seat, at in enumerate(state["score"]["seats"]) if at["place"] == 1]
        assert all(estimates[-1]["chances"][seat] == 1000 // len(first) for seat in first), (estimates[-1], state["score"])


for game, seats in (("gems-tracker-solo", 1), ("gem-crisis", 2)):
    @test(f"/analysis/points-are-expected-in-{game}")
    def _(game=game, seats=seats):
        person, = sit_down(host, game, ["open"] + [BOT] * (seats - 1))
        state = play_out([person])
        estimates, turns = analyse(person)
        assert_is_analysis(state, estimates, turns)
        assert all("tenths" in estimate and "chances" not in estimate for estimate in estimates), estimates
        total = state["score"]["together"]["total"] if "together" in state["score"] else state["score"]["seats"][0]["total"]
        assert estimates[-1]["tenths"] == 10 * total, (estimates[-1], state["score"])


def lose_at_tic_tac_toe():
    """The first wins at 0, 1, 2 since the second looks away."""
    people = sit_down(host, "tic-tac-toe", ["open", "open"])
    for turn, cell in enumerate((0, 4, 1, 8, 2)):
        people[turn % 2].change("play", steps=[{"kind": "tic-tac-toe/mark", "args": {"cell": cell}}])
    return people


@test("/analysis/a-blunder-is-the-turning-point")
def _():
    people = lose_at_tic_tac_toe()
    estimates, turns = analyse(people[1])
    assert estimates[-2]["chances"] == [1000, 0] and estimates[-1]["chances"] == [1000, 0], estimates
    assert estimates[-3]["chances"] == [500, 500], estimates
    turn, = [turn for turn in turns if turn["seq"] == estimates[-2]["seq"]]
    assert (turn["seat"], turn["about"], turn["before"], turn["after"]) == (1, 1, 500, 0), turn


@test("/analysis/is-the-same-for-everybody-and-in-pages-of-any-size")
def _():
    person, = sit_down(host, "gemtrix", ["open", BOT])
    play_out([person])
    whole = analyse(person)
    assert analyse(person, limit=3) == whole and analyse(person, limit=500) == whole
    twin, = sit_down(host, "gemtrix", ["open", BOT])
    refused(host, 1001, "unauthorised", "match.analyse", match=person.match, token=twin.token)


@test("/analysis/none-of-a-match-that-goes-on-and-for-nobody-who-may-not-see-it")
def _():
    people = sit_down(host, "tic-tac-toe", ["open", "open"])
    refused(host, 1017, "refused", "match.analyse", match=people[0].match, token=people[0].token)
    people[0].change("resign")
    refused(host, 1001, "unauthorised", "match.analyse", match=people[0].match)
    estimates, turns = analyse(people[1])
    assert estimates[-1]["chances"] == [0, 1000] and turns[-1]["seat"] == 0, (estimates, turns)


@test("/analysis/a-match-without-a-result-has-no-last-word")
def _():
    person, = sit_down(host, "tic-tac-toe", ["open", BOT])
    person.change("play", steps=first_move(person))
    person.change("propose", kind="abort")
    estimates, turns = analyse(person)
    assert 0 < estimates[0]["chances"][0] < 1000, estimates
    assert estimates[-1]["seq"] < person.ask("subscribe")["seq"], estimates


@test("/analysis/others-play-on-meanwhile")
def _():
    server = Server().start()
    waits, plays = server.connect(), server.connect()
    person, = sit_down(waits, "gemtrix", ["open", BOT, BOT])
    play_out([person])
    done = []
    thread = threading.Thread(target=lambda: done.append(analyse(person)))
    others = sit_down(plays, "tic-tac-toe", ["open", "open"])
    thread.start()
    others[0].change("play", steps=first_move(others[0]))
    thread.join(60)
    assert_is_analysis(person.ask("subscribe"), *done[0])
    server.end()


main()

"""match.hold: clocks stand still while people who share a screen hand it over, and nobody else is made to wait."""

import time

from talking import ask, error_of, main, news, served, sit_down, test

MINUTE = {"initial": 60000}
server = served()


def share(count=2, clock=None, game="gemtrix", seats=None):
    """People who follow their match over one connection."""
    host = server.connect()
    people = sit_down(host, game, seats or ["open"] * count, **({"clock": clock} if clock else {}))
    for person in people:
        person.ask("subscribe")
    return people


def pass_time(seconds):
    """What is measured is time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)


def waited_for(people):
    return next(person for person in people if person.number in people[0].ask("subscribe")["waiting"])


@test("/holding/clocks-stand-until-they-go-on")
def _():
    people = share(clock=MINUTE)
    person = waited_for(people)
    before = person.ask("hold")["left"]
    pass_time(0.1)
    assert person.ask("hold")["left"] == before == [seat["left"] for seat in person.ask("subscribe")["seats"]]
    person.ask("hold", hold=False)
    pass_time(0.1)
    after = person.ask("hold", hold=False)["left"]
    assert after[person.number] <= before[person.number] - 100, (before, after)
    assert all(after[other.number] == 60000 for other in people if other is not person)


@test("/holding/no-clock-runs-out-meanwhile-and-one-does-afterwards")
def _():
    people = share(clock={"initial": 1000})
    person = waited_for(people)
    person.ask("hold")
    pass_time(1.3)
    assert person.ask("subscribe")["state"] == "running"
    person.ask("hold", hold=False)
    while news(person.host, "match.event")["kind"] != "timeout":
        pass


@test("/holding/it-ends-with-the-next-entry")
def _():
    people = share(clock=MINUTE, game="tic-tac-toe")
    people[0].ask("hold")
    people[0].mark(4)
    pass_time(0.1)
    assert people[1].ask("subscribe")["seats"][1]["left"] <= 59900


@test("/holding/bots-do-not-mind")
def _():
    person, = share(clock=MINUTE, game="connect-four", seats=["open", {"bot": "random"}])
    assert len(person.ask("hold")["left"]) == 2


def refusal(person, token=None):
    """The error that holding the clocks is answered with."""
    return error_of(person.host, "match.hold", match=person.match, token=token or person.token)


@test("/holding/not-where-somebody-plays-elsewhere")
def _():
    people = share(clock=MINUTE)
    other = server.connect()
    ask(other, "match.subscribe", match=people[1].match, token=people[1].token)
    for person in people:
        error = refusal(person)
        assert error["data"]["reason"] == "refused" and "over one connection" in error["message"], error
    ask(other, "match.unsubscribe", match=people[1].match)
    people[0].ask("hold")
    ask(people[0].host, "match.unsubscribe", match=people[1].match, token=people[1].token)
    assert refusal(people[0])["data"]["reason"] == "refused", "the other one may come from anywhere"


@test("/holding/clocks-may-go-on-also-when-somebody-else-has-come")
def _():
    people = share(clock=MINUTE)
    person = waited_for(people)
    before = person.ask("hold")["left"]
    other = server.connect()
    ask(other, "match.subscribe", match=people[1].match, token=people[1].token)
    assert refusal(person)["data"]["reason"] == "refused"
    person.ask("hold", hold=False)
    pass_time(0.1)
    assert person.ask("hold", hold=False)["left"][person.number] < before[person.number]


@test("/holding/not-where-no-clock-runs-and-not-by-who-watches")
def _():
    people = share()
    assert "no clock runs" in refusal(people[0])["message"]
    people = share(clock=MINUTE, game="tic-tac-toe")
    people[0].change("resign")
    assert "no clock runs" in refusal(people[1])["message"]
    assert refusal(people[0], token="0" * 32)["data"]["reason"] == "unauthorised"


main()

"""Rules in another process that take long: those who need them wait, and nobody else does."""

import json
import os
import threading
import time

from talking import Refused, ask, create, first_move, main, new_key, request, served, sit_down, test

os.environ["LAPIDARY_PLUGIN_PATH"] += ":" + os.environ["ZOO"]
GAME = "misbehaves"
LISTENS = "misbehaves-more"  # its variant, which has the hook notice
HOOKS = ("enter", "actors", "legal", "apply", "run", "score", "derive", "rule", "operation", "highlights", "notice")
LIMIT = 2000  # ms
PATIENT = 60000  # ms, where nothing is to take too long
MEANWHILE = 5  # moves of others at least, on a busy machine, too; a host that waited for rules would let one or two through


def start(hook):
    """A server where rules may take so long, and people may ask as often as they like."""
    return served(limits=[f"hook={hook}", "rate=100000", "burst=1000000", "subscriptions=1000"])


class Others:
    """People who play all the time, on a connection of their own."""

    def __init__(self, server):
        self.connection = server.connect()
        self.answers = 0
        self.over = False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        people = []
        while not self.over:
            state = people and people[0].ask("subscribe")
            if not people or state["state"] == "over":
                people = sit_down(self.connection)
                continue
            waiting = people[state["waiting"][0]]
            waiting.change("play", steps=first_move(waiting))
            self.answers += 1
            time.sleep(0.01)

    def end(self):
        self.over = True
        self.thread.join()


def watch(function, others):
    """The result of a request, and how many of the others' moves were made meanwhile."""
    before = others.answers
    try:
        result = function()
    except Refused as refusal:
        assert refusal.error["code"] == 1010, refusal.error
        result = refusal.error["message"]
    return result, others.answers - before


def play_until_refused(connection, hook, deed, others, ply=2):
    """What the refusal says of a match whose hook does that, and the most moves that others made during one request."""
    most = 0
    people, n = watch(lambda: sit_down(connection, LISTENS if hook == "notice" else GAME,
                                       options={"hook": hook, "deed": deed, "ply": str(ply)}), others)
    while not isinstance(people, str):
        most = max(most, n)
        state, n = watch(lambda: people[0].ask("subscribe"), others)
        if isinstance(state, str) or state["state"] != "running":
            return state, max(most, n)
        person = people[state["waiting"][0]]
        for request_of in (lambda: first_move(person), lambda: person.change("play", steps=steps)):
            most = max(most, n)
            steps, n = watch(request_of, others)
            if isinstance(steps, str):
                return steps, max(most, n)
    return people, max(most, n)


@test("/waiting/while-rules-hang-in-any-hook-others-play-on")
def _():
    server = start(LIMIT)
    others = Others(server)
    try:
        seen = {hook: play_until_refused(server.connect(), hook, "loop", others) for hook in HOOKS}
    finally:
        others.end()
    for hook, (said, most) in seen.items():
        assert said == "the rules of the game have failed" and most >= MEANWHILE, (hook, said, most)


@test("/waiting/while-a-bot-is-kept-waiting-others-play-on-and-then-it-moves")
def _():
    server = start(PATIENT)
    connection, others = server.connect(), Others(server)
    try:
        person, = sit_down(connection, GAME, seats=("open", {"bot": "random"}),
                           options={"hook": "apply", "deed": "slow", "ply": "1"})
        before = others.answers
        assert person.change("play", steps=first_move(person))["seq"] == 2
        while person.ask("subscribe")["seq"] < 3:
            pass
        assert others.answers - before >= MEANWHILE, others.answers - before
    finally:
        others.end()


@test("/waiting/messages-of-a-connection-are-answered-in-order")
def _():
    connection = start(PATIENT).connect()
    people = sit_down(connection, GAME, options={"hook": "apply", "deed": "slow", "ply": "1"})
    person = people[people[0].ask("subscribe")["waiting"][0]]
    person.change("play", steps=first_move(person))
    person = people[people[0].ask("subscribe")["waiting"][0]]
    steps = first_move(person)
    sent = [request("match.play", {"match": person.match, "token": person.token, "steps": steps, "key": new_key()}),
            *(request("host.hello", {}) for _ in range(20)),
            request("match.legal", {"match": person.match, "token": people[1 - person.number].token})]
    for text, _number in sent:
        connection.send_text(text)
    answers = [ask_next(connection) for _ in sent]
    assert [answer["id"] for answer in answers] == [number for _text, number in sent], answers
    assert all("result" in answer for answer in answers), answers


def ask_next(connection):
    """The next message that answers something."""
    while True:
        message = json.loads(connection.recv())
        if "id" in message:
            return message


@test("/waiting/a-match-that-takes-long-to-begin-begins-once")
def _():
    server = start(PATIENT)
    connection, others, key = server.connect(), Others(server), new_key()
    more = {"options": {"hook": "enter", "deed": "slow", "ply": "0"}, "key": key, "visibility": "public"}
    try:
        made, most = watch(lambda: create(connection, GAME, **more), others)
        assert most >= MEANWHILE, most
        assert create(connection, GAME, **more) == made
        assert len(ask(connection, "match.list", game=GAME)["items"]) == 1
    finally:
        others.end()


main()

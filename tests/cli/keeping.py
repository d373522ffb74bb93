"""Stores for tests, with matches in them."""

import itertools
import json

from program import fine, path

KEYS = (f"a key of this test, {i:04}" for i in itertools.count())


def store(name):
    return "sqlite:" + path(name + ".db")


def ask(url, *calls):
    """The results of calls, in order, by a host on the store."""
    typed = "".join(json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": params}) + "\n"
                    for i, (method, params) in enumerate(calls))
    said = [json.loads(line) for line in fine("stdio", "--log-level", "error", "--store", url, typed=typed).splitlines()]
    assert all("result" in message for message in said), said
    return [message["result"] for message in said]


def create(url, over=False, game="tic-tac-toe"):
    """The id of a new match; one that is over was resigned."""
    made, = ask(url, ("match.create", {"game": game, "seats": ["open", {"bot": "random"}], "key": next(KEYS)}))
    if over:
        joined, = ask(url, ("match.join", {"match": made["match"], "invitation": made["invitations"][0], "name": "Ada",
                                           "key": next(KEYS)}))
        ask(url, ("match.resign", {"match": made["match"], "token": joined["token"], "key": next(KEYS)}))
    return made["match"]

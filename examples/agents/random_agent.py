#!/usr/bin/env python3
"""A program that takes a seat: it plays at random, with nothing but the standard library.

    lapidary play tic-tac-toe --agent py='python3 examples/agents/random_agent.py' --seats me,py

Each line of the input is a message of docs/agents.md: a request, which has an "id" and wants an answer, or a notification. What it writes
to standard error is shown if it fails.
"""

import json
import random
import sys

CHANCE = random.Random(sys.argv[1] if len(sys.argv) > 1 else None)


def hello(params):
    """The match is about to begin: the game is described, and which seat is ours."""
    print(f"seat {params['seat']} of {params['seats']} at {params['game']['title']}", file=sys.stderr)
    return {"name": "Random agent in Python"}


def choose(params):
    """What our seat sees is in "view", what it may do in "legal"; a step is chosen by its number from 0."""
    return {"index": CHANCE.randrange(len(params["legal"]))}


def over(params):
    """The match has ended."""
    print(f"over: {params['score']}", file=sys.stderr)


METHODS = {"hello": hello, "choose": choose, "over": over}

for line in sys.stdin:
    message = json.loads(line)
    result = METHODS.get(message["method"], lambda params: None)(message["params"])
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)

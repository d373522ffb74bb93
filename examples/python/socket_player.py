#!/usr/bin/env python3
"""Plays a whole match over the protocol, with random legal moves and nothing but the standard library.

    lapidary serve &
    ./socket_player.py --game tic-tac-toe                    against bots
    ./socket_player.py --join MATCH/INVITATION --name Ada    at somebody's invitation
    ./socket_player.py --stdio lapidary                      no server: a program of its own
"""

import argparse
import os
import random
import secrets
import tempfile

import host as hosts

# What docs/protocol.md calls stale, not_your_turn and over: the match has moved on while we were thinking.
MOVED_ON = (1004, 1005, 1006)


class Player:
    """One seat at one match."""

    def __init__(self, place, name, chance):
        self.place, self.name, self.chance = place, name, chance
        self.host = hosts.connect(place)
        self.match = self.token = self.seat = None
        self.state = {}
        self.moves = 0

    def create(self, game, bots):
        """A match of ours, with bots in the other seats."""
        if bots is None:
            listed = self.host.call("games.list")["games"]
            bots = next(brief["seats"]["min"] for brief in listed if brief["id"] == game) - 1
        created = self.host.call("match.create", game=game, seats=["open"] + [{"bot": "random"}] * bots, key=new_key())
        self.join(created["match"], created["invitations"][0])

    def join(self, match, invitation):
        """Takes the seat of an invitation, and follows the match from there."""
        joined = self.host.call("match.join", match=match, invitation=invitation, name=self.name, key=new_key())
        self.match, self.seat, self.token = match, joined["seat"], joined["token"]
        self.follow()

    def follow(self, **since):
        """Learns where the match stands; with since=SEQ also what has happened behind that."""
        self.state = self.host.call("match.subscribe", match=self.match, token=self.token, **since)
        for event in self.state.pop("events", []):
            self.tell("missed: ", event)

    def reconnect(self):
        """As after a broken line: a new connection goes on where the old one was."""
        self.host.close()
        self.host = hosts.connect(self.place)
        print(f"  (reconnected; I knew all up to {self.state['seq']})")
        self.follow(since=self.state["seq"])

    def wait(self):
        """Takes in the next news of the match."""
        method, params = self.host.next_news()
        if params.get("match") != self.match:
            return
        if method in ("match.event", "match.proposal"):
            self.tell("", params)
        if params["seq"] >= self.state["seq"]:
            self.state.update(params)

    def tell(self, before, event):
        for sentence in event["text"]:
            print(f"{event['seq']:4} {before}{sentence}")

    def choose(self):
        """A whole move, step by step: match.legal says what may come next until the move is complete."""
        steps = []
        while True:
            legal = self.host.call("match.legal", match=self.match, token=self.token, prefix=steps)
            if legal["complete"]:
                return steps
            steps.append(self.chance.choice(legal["steps"]))

    def move(self):
        """Makes a move, unless the match has moved on meanwhile."""
        decision = self.state["decision"]
        try:
            steps = self.choose()
            # The key makes it safe to send this again if the answer gets lost.
            self.host.call("match.play", match=self.match, token=self.token, steps=steps, seq=decision, key=new_key())
            self.moves += 1
        except hosts.Refused as refused:
            if refused.code not in MOVED_ON:
                raise
            self.follow()
            return
        while self.state["decision"] == decision and self.seat in self.state["waiting"]:
            self.wait()

    def play(self, reconnect_after):
        """To the end."""
        while self.state["state"] != "over":
            if self.state["state"] != "running" or self.seat not in self.state["waiting"]:
                self.wait()
                continue
            self.move()
            if self.moves == reconnect_after:
                self.reconnect()
                reconnect_after = None


def new_key():
    """What nobody can guess, for one request."""
    return secrets.token_hex(16)


def print_score(player):
    score = player.state["score"]
    print(f"over: {player.state['result']}")
    for line in score["lines"]:
        print(f"  {line['text']}: {line['points']}")
    for seat, result in enumerate(score.get("seats", [])):
        print(f"  {player.state['seats'][seat]['name']}: {result['total']}, place {result['place']}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="ws://127.0.0.1:8080/ws", help="where the host is (%(default)s)")
    parser.add_argument("--stdio", metavar="PROGRAM", help="start this lapidary, and speak over its pipes")
    parser.add_argument("--game", default="tic-tac-toe", help="what to play (%(default)s)")
    parser.add_argument("--bots", type=int, help="how many bots (as few as the game needs)")
    parser.add_argument("--join", metavar="MATCH/INVITATION", help="take a seat at somebody else's match")
    parser.add_argument("--name", default="Python", help="what to be called (%(default)s)")
    parser.add_argument("--seed", type=int, help="choose the same way each time")
    parser.add_argument("--reconnect-after", type=int, default=2, metavar="MOVES", help="(%(default)s)")
    return parser.parse_args()


def main():
    arguments = parse()
    with tempfile.TemporaryDirectory() as folder:
        # The store outlives the program: when it is started again, the match is there.
        store = "sqlite:" + os.path.join(folder, "matches.db")
        place = [arguments.stdio, "stdio", "--log-level", "warning", "--store", store] if arguments.stdio else arguments.url
        player = Player(place, arguments.name, random.Random(arguments.seed))
        if arguments.join:
            player.join(*arguments.join.split("/"))
        else:
            player.create(arguments.game, arguments.bots)
        print(f"match {player.match}: {player.state['game']}, I have seat {player.seat}")
        player.play(arguments.reconnect_after)
        print_score(player)
        player.host.close()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Takes a seat on a server for a program of docs/agents.md, and asks it for the moves.

    lapidary serve &
    ./agent_player.py --join MATCH/INVITATION --name Hal -- python3 ../agents/random_agent.py
    ./agent_player.py --game gemtrix -- node ../agents/word_agent.mjs claim     against bots

A program that is late, answers wrongly or ends resigns.
"""

import argparse
import json
import secrets
import selectors
import subprocess
import time

import host as hosts
from socket_player import MOVED_ON, Player, new_key, print_score

# What the server says of the state, and of an entry, that programs are told.
STATE = "game", "options", "seq", "decision", "state", "result", "seats", "waiting", "view", "score"
ENTRY = "seq", "kind", "seat", "text", "steps", "opened", "events", "about", "accept", "applied", "game", "options"
WRONG_MAX = 3


class Failed(Exception):
    """The program has not done what it should."""


def pick(members, source):
    return {name: source[name] for name in members if name in source}


class Program:
    """The lines that are exchanged with a program."""

    def __init__(self, command, seconds):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.child.stdout, selectors.EVENT_READ)
        self.seconds, self.buffer, self.number = seconds, b"", 0

    def tell(self, method, params, **more):
        line = json.dumps({"jsonrpc": "2.0", **more, "method": method, "params": params}) + "\n"
        try:
            self.child.stdin.write(line.encode())
        except BrokenPipeError:
            raise Failed("it does not read any more") from None

    def ask(self, method, params, deadline):
        """The result of a request; raises ValueError if the answer is wrong."""
        self.number += 1
        self.tell(method, {**params, "time": round(1000 * (deadline - time.monotonic()))}, id=self.number)
        answer = json.loads(self.read_line(deadline))
        if not isinstance(answer, dict) or answer.get("id") != self.number or not isinstance(answer.get("result"), dict):
            raise ValueError(f"an answer must have the id of the request, {self.number}, and a result")
        return answer["result"]

    def read_line(self, deadline):
        while b"\n" not in self.buffer:
            if not self.ready.select(max(deadline - time.monotonic(), 0)):
                raise Failed("it has not answered in time")
            more = self.child.stdout.read(65536)
            if not more or len(self.buffer) > 65536:
                raise Failed("it says too much" if more else "it has ended")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line

    def end(self):
        self.child.stdin.close()
        try:
            self.child.wait(1)
        except subprocess.TimeoutExpired:
            self.child.kill()


class AgentPlayer(Player):
    """A seat whose moves a program chooses."""

    def __init__(self, place, name, program):
        super().__init__(place, name, None)
        self.program, self.events = program, []

    def tell(self, before, event):
        self.events.append(pick(ENTRY, event))

    def greet(self):
        game = self.host.call("games.describe", game=self.state["game"])
        self.program.ask("hello", {"protocol": 1, "seat": self.seat, "seats": len(self.state["seats"]), "language": "en",
                                   "game": game}, time.monotonic() + self.program.seconds)

    def choose(self):
        """A whole move, step by step."""
        steps, deadline = [], time.monotonic() + self.program.seconds
        while True:
            legal = self.host.call("match.legal", match=self.match, token=self.token, prefix=steps)
            if legal["complete"]:
                return steps
            steps += self.ask_for_steps(steps, legal["steps"], deadline)

    def ask_for_steps(self, prefix, legal, deadline):
        params = {"seat": self.seat, "prefix": prefix, "legal": legal}
        if not prefix:
            params.update(pick(STATE, self.state), events=self.events)
            self.events = []
        for _ in range(WRONG_MAX):
            try:
                return self.read_choice(self.program.ask("choose", params, deadline), prefix, legal)
            except (ValueError, hosts.Refused) as wrong:
                if isinstance(wrong, hosts.Refused) and wrong.code in MOVED_ON:
                    raise
                self.program.tell("wrong", {"message": str(wrong)})
                last = wrong
        raise Failed(f"it has answered wrongly {WRONG_MAX} times: {last}")

    def read_choice(self, result, prefix, legal):
        index, steps = result.get("index"), result.get("steps")
        if isinstance(index, int) and 0 <= index < len(legal):
            return [legal[index]]
        if not isinstance(steps, list) or not steps:
            raise ValueError(f"a result must have an index from 0 to {len(legal) - 1}, or steps")
        self.host.call("match.legal", match=self.match, token=self.token, prefix=prefix + steps)
        return steps


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="ws://127.0.0.1:8080/ws", help="where the server is (%(default)s)")
    parser.add_argument("--game", default="tic-tac-toe", help="what to play (%(default)s)")
    parser.add_argument("--join", metavar="MATCH/INVITATION", help="take a seat at somebody else's match")
    parser.add_argument("--name", default=f"Agent {secrets.token_hex(2)}", help="what to be called")
    parser.add_argument("--seconds", type=float, default=10, help="the program's time for each move (%(default)s)")
    parser.add_argument("program", nargs="+", help="the program and its arguments")
    return parser.parse_args()


def main():
    arguments = parse()
    program = Program(arguments.program, arguments.seconds)
    player = AgentPlayer(arguments.url, arguments.name, program)
    if arguments.join:
        player.join(*arguments.join.split("/"))
    else:
        player.create(arguments.game, None)
    try:
        player.greet()
        player.play(None)
        program.tell("over", {"seat": player.seat, **pick(STATE, player.state), "events": player.events})
    except (Failed, ValueError) as failed:
        print(f"the program has failed: {failed}")
        player.host.call("match.resign", match=player.match, token=player.token, key=new_key())
        player.follow()
    program.end()
    print_score(player)


if __name__ == "__main__":
    main()

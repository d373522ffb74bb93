"""The host is killed with SIGKILL while matches swap to variants and their plugin is rebuilt: what it has said is so.

LAPIDARY_TEST_KILLS: how often it is killed (10)."""

import json
import os
import random
import time

from plugin_folders import VARIANT, folder_with_game, looking_in, rebuild
from talking import GAME, Pipes, Refused, Seat, ask, heard_by, main, new_key, path, request, sit_down, test

KILLS, MATCHES = int(os.environ.get("LAPIDARY_TEST_KILLS", "10")), 4
RANDOM = random.Random(4)


class Match:
    """Two people at a match, and what they were told of it: the last entry, and the game from some entries on."""

    def __init__(self, host):
        self.people, self.seq, self.games = sit_down(host), 0, {}

    def hear(self, entry):
        self.seq = max(self.seq, entry["seq"])
        if "game" in entry:
            self.games[entry["seq"]] = entry["game"]

    def come_back(self, host):
        """After a restart. Tells whether it goes on; what was said must be so."""
        self.people = [Seat(host, seat.match, seat.number, seat.token) for seat in self.people]
        state = self.people[0].ask("subscribe")
        assert state["seq"] >= self.seq, f"{self.seq} entries were said to be there, and {state['seq']} are"
        for seq, game in self.games.items():
            assert self.people[0].ask("view", at=seq)["game"] == game, (seq, game)
        self.hear(state)
        return state["state"] == "running"

    def next_request(self):
        """Whose, and what: an answer, a move, a swap to the other game, or a move back."""
        state = self.people[0].ask("subscribe")
        proposal = state.get("proposal")
        if proposal and proposal["asked"]:
            return self.people[proposal["asked"][0]], "answer", {"proposal": proposal["id"], "accept": True}
        kind = RANDOM.choice(["move", "move", "swap", "swap", "undo"])
        if state["waiting"] and kind == "move":
            mover = self.people[state["waiting"][0]]
            return mover, "play", {"steps": [RANDOM.choice(mover.ask("legal")["steps"])]}
        other = {"game": VARIANT if state["game"] == GAME else GAME} if kind == "swap" else {}
        return RANDOM.choice(self.people), "propose", {"kind": "swap" if other else "undo", **other}


def hear(matches, messages):
    for message in messages:
        if message.get("method") in ("match.event", "match.proposal"):
            matches[message["params"]["match"]].hear(message["params"])


def play(host, matches):
    """A request; much of it is refused, which is an answer as well."""
    person, method, params = RANDOM.choice(list(matches.values())).next_request()
    try:
        person.change(method, **params)
    except Refused:
        pass
    hear(matches, heard_by(host))
    heard_by(host).clear()


def kill(host, matches):
    """In the middle of requests. What is in the pipe was said."""
    for person, method, params in [match.next_request() for match in matches.values()]:
        text, _ = request("match." + method, {"match": person.match, "token": person.token, "key": new_key(), **params})
        host.send_text(text)
    time.sleep(RANDOM.random() / 200)
    host.kill()
    rest = host.program.stdout.read().split("\n")
    hear(matches, [*heard_by(host), *(json.loads(line) for line in rest[:-1])])


@test("/swap-kills/what-was-said-is-there-again-after-each-kill")
def _():
    folder, store = folder_with_game("killed"), "sqlite:" + path("killed.db")
    matches, swaps = {}, 0
    for _ in range(KILLS):
        host = Pipes("--store", store, env=looking_in(folder))
        for name in [name for name, match in matches.items() if not match.come_back(host)]:
            swaps += len(matches.pop(name).games)
        while len(matches) < MATCHES:
            match = Match(host)
            matches[match.people[0].match] = match
        until = time.monotonic() + RANDOM.random() / 5
        if RANDOM.random() < 0.5:
            rebuild(folder)
            ask(host, "plugins.scan")
        while time.monotonic() < until:
            play(host, matches)
        kill(host, matches)
    host = Pipes("--store", store, env=looking_in(folder))
    for match in matches.values():
        match.come_back(host)
        swaps += len(match.games)
    assert swaps >= KILLS / 2, f"the game has changed {swaps} times only"
    print(f"# {KILLS} kills, {swaps} changes of rules")


main()

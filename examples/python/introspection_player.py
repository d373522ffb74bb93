#!/usr/bin/env python3
"""Plays a whole match through GObject introspection: the host is a library in this very process.

    ./introspection_player.py [GAME [SEATS]]

Needs python3-gi, and GI_TYPELIB_PATH and LD_LIBRARY_PATH where the library is not installed.
"""

import json
import random
import sys

import gi

gi.require_version("Lapidary", "0")
from gi.repository import GLib, Lapidary  # noqa: E402  (the version comes first)


def watcher_of(match):
    """The view of somebody who only watches: whatever lies open."""
    return json.loads(match.view(Lapidary.WATCHER, -1))


def seats_waiting(match):
    """The seats that have to decide; they come as bits."""
    waiting = match.get_waiting()
    return [seat for seat in range(match.get_seats()) if waiting >> seat & 1]


def choose(match, seat):
    """A whole move, step by step, of what is legal."""
    steps = []
    while True:
        legal, complete = match.legal_text(seat, json.dumps(steps))
        if complete:
            return steps
        steps.append(random.choice(json.loads(legal)))


def sit_down(match, invitations):
    """Everybody takes a seat by invitation. The tokens are for those who come over the network: we hold the match."""
    for seat, invitation in enumerate(invitations.invitations):
        match.join(invitation, seat, f"Player {seat + 1}", None)


def play(match):
    """To the end; tells how many moves that took."""
    moves = 0
    while match.get_state() != Lapidary.MatchState.OVER:
        for seat in seats_waiting(match):
            match.play_text(seat, json.dumps(choose(match, seat)), -1, None)
            moves += 1
    return moves


def main():
    game = sys.argv[1] if len(sys.argv) > 1 else "tic-tac-toe"
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    registry = Lapidary.Registry.new(None)
    host = Lapidary.Host.new(registry, Lapidary.store_open("memory:"))
    heard = []
    host.connect("entry", lambda _host, _match, entry: heard.append(entry.seq))

    try:
        match, invitations = host.create(Lapidary.MatchSettings.new(game, seats))
    except GLib.Error as error:
        sys.exit(f"{game} cannot be played by {seats}: {error.message}")
    sit_down(match, invitations)
    moves = play(match)

    print(f"{game}: over after {moves} moves, {len(heard)} entries heard of")
    print(f"phase at the end: {watcher_of(match)['phase']}")
    for line in json.loads(match.sheet(Lapidary.WATCHER))["lines"]:
        print(f"  {line['text']}: {line['points']}")


if __name__ == "__main__":
    main()

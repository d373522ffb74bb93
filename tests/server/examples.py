"""The programs of examples/python/, as a newcomer would run them."""

import importlib.util
import os
import subprocess
import sys

from talking import SOURCES, create, main, served, test

FOLDER = os.path.join(SOURCES, "examples", "python")
GAMES = ["tic-tac-toe", "connect-four", "gemtrix", "gem", "gemessengers", "gems-tracker", "gem-rush"]


def run(program, *arguments):
    """What the program prints; it must end well."""
    done = subprocess.run([sys.executable, os.path.join(FOLDER, program), *arguments], capture_output=True, text=True,
                          check=False, timeout=180)
    assert done.returncode == 0, done.stderr
    return done.stdout


def play(*arguments):
    """A match over the protocol."""
    text = run("socket_player.py", *arguments)
    assert "reconnected" in text and "over: finished" in text, text
    return text


@test("/examples/python/a-match-of-each-game-is-played-over-a-websocket")
def _():
    server = served(limits=["rate=100000", "burst=100000"])
    for game in GAMES:
        play("--url", f"ws://127.0.0.1:{server.port}/ws", "--game", game, "--seed", "1")


@test("/examples/python/a-match-is-played-over-pipes-and-goes-on-after-a-restart")
def _():
    play("--stdio", os.environ["LAPIDARY"], "--game", "connect-four", "--seed", "1")


@test("/examples/python/an-invitation-is-taken-up")
def _():
    server = served()
    created = create(server.connect(), seats=["open", {"bot": "random"}])
    text = play("--url", f"ws://127.0.0.1:{server.port}/ws", "--join", f"{created['match']}/{created['invitations'][0]}",
                "--name", "Ada")
    assert "Ada" in text, text


def agent(server, *arguments, program=None):
    program = program or [sys.executable, os.path.join(SOURCES, "examples", "agents", "random_agent.py"), "1"]
    return run("agent_player.py", "--url", f"ws://127.0.0.1:{server.port}/ws", *arguments, "--", *program)


@test("/examples/python/a-program-of-docs-agents-plays-on-a-server")
def _():
    server = served(limits=["rate=100000", "burst=100000"])
    for game in ("tic-tac-toe", "gemtrix", "gem", "gemessengers"):
        assert "over: finished" in agent(server, "--game", game), game


@test("/examples/python/a-program-that-fails-resigns-on-a-server")
def _():
    greet = "input(); print('{\"id\":1,\"result\":{}}', flush=True); input()"
    for end, why in (("", "it has ended"), ("; import time; time.sleep(1000)", "it has not answered in time"),
                     ("; [(print('{}', flush=True), input()) for i in range(9)]", "it has answered wrongly 3 times")):
        text = agent(served(), "--seconds", "2", program=[sys.executable, "-c", greet + end])
        assert why in text and "over: resigned" in text, text


# Where the GIR was not built, or there is no PyGObject, nobody can run it.
if "GI_TYPELIB_PATH" in os.environ and importlib.util.find_spec("gi"):
    @test("/examples/python/a-match-of-each-game-is-played-through-introspection")
    def _():
        for game in GAMES:
            text = run("introspection_player.py", game, "2")
            assert text.startswith(f"{game}: over after"), text


main()

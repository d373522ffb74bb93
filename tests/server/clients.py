"""The Python client that the build makes (clients/python/), against a real server."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys

from talking import SOURCES, main, path, served, test

PACKAGE = os.path.join(os.environ["CLIENTS"], "python")
sys.path.insert(0, PACKAGE)

from lapidary_client import Host, Refused, merge, new_key  # noqa: E402  (the path comes first)


def address(server):
    return f"ws://127.0.0.1:{server.port}/ws"


async def seated(host, game, bots):
    """A match of ours, with bots in the other seats."""
    created = await host.match_create(game=game, seats=["open"] + [{"bot": "random"}] * bots, key=new_key())
    return await host.sit(created["match"], created["invitations"][0], "Ada")


async def take_a_turn(match):
    """The first of all choices."""
    turn = match.turn()
    while not turn.is_whole:
        await turn.take(turn.choices[0])
    await turn.play()


async def play(match, after_each=None):
    """To the end. The entries."""
    seen = []
    if match.is_waited_for:
        await take_a_turn(match)
    async for entry in match.entries():
        seen.append(entry["seq"])
        if after_each:
            await after_each(match, len(seen))
        if match.is_waited_for:
            await take_a_turn(match)
    return seen


@test("/clients/python/every-method-of-the-document-is-one-of-the-client")
def _():
    with open(os.path.join(SOURCES, "host", "rpc", "openrpc.json"), encoding="utf-8") as file:
        for method in json.load(file)["methods"]:
            made = getattr(Host, method["name"].replace(".", "_"))
            assert made.__doc__ == method["summary"] and "return" in made.__annotations__, method["name"]


@test("/clients/python/views-that-are-patched-are-those-of-the-host")
def _():
    server = served(limits=["rate=100000", "burst=100000"])

    async def same(match, _):
        if not match.is_over:
            told = await match.host.match_view(match=match.match, token=match.token, at=match.state["seq"])
            assert match.state["view"] == told["view"] and match.state["hash"] == told["hash"], told

    async def matches():
        async with Host(address(server)) as host:
            for game, bots in [("connect-four", 1), ("gemtrix", 2), ("oh-hell", 2)]:
                seen = await play(await seated(host, game, bots), same)
                assert len(seen) > 5, seen
    asyncio.run(matches())


@test("/clients/python/a-lost-connection-comes-back-and-no-entry-is-missed")
def _():
    server = served(limits=["rate=100000", "burst=100000"])

    async def lose(match, n):
        if n % 4 == 1:
            match.host._socket._writer.transport.abort()

    async def matches():
        async with Host(address(server)) as host:
            match = await seated(host, "gemtrix", 1)
            first = match.state["seq"]
            seen = await play(match, lose)
            assert seen == list(range(first + 1, match.state["seq"] + 1)), seen
    asyncio.run(asyncio.wait_for(matches(), 100))


@test("/clients/python/a-step-is-taken-back")
def _():
    server = served()

    async def matches():
        async with Host(address(server)) as host:
            match = await seated(host, "tic-tac-toe", 1)
            assert match.is_waited_for
            turn = match.turn()
            await turn.take(turn.choices[4])
            assert turn.is_whole and not turn.choices
            await turn.back()
            assert not turn.is_whole and turn.choices == match.state["legal"]
    asyncio.run(matches())


@test("/clients/python/what-the-host-refuses-is-raised-with-its-code")
def _():
    server = served()

    async def matches():
        async with Host(address(server)) as host:
            try:
                await host.games_describe(game="chess")
            except Refused as refused:
                assert refused.code == 1002 and "chess" in str(refused), refused
                return
            raise AssertionError("chess is described")
    asyncio.run(matches())


@test("/clients/python/a-patch-changes-adds-and-removes")
def _():
    assert merge({"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": None, "e": {"f": 3}}, "d": [2]}) == {
        "a": {"c": 2, "e": {"f": 3}}, "d": [2]}


def code_of(*path):
    """The code of a document, as one program."""
    with open(os.path.join(SOURCES, *path), encoding="utf-8") as file:
        return "\n".join(re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S))


def run(python, code, *words):
    """What a program prints for a person who always takes the first choice."""
    done = subprocess.run([python, "-c", code, *words], input="1\n" * 2000, capture_output=True, text=True, check=False, timeout=100,
                          env={"PATH": os.environ["PATH"]})
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


def installed():
    """A Python that has the package, and nothing besides: made into a wheel, and installed with no network."""
    copy, place = path("package"), path("venv")
    shutil.copytree(PACKAGE, copy)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    python = os.path.join(place, "bin", "python")
    for command in [
            [*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", path("wheels"), copy],
            [sys.executable, "-m", "venv", "--without-pip", place],
            [*pip, "--python", python, "install", "--no-index", "--no-deps", "--find-links", path("wheels"), "lapidary-client"]]:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return python


@test("/clients/python/the-package-is-installed-by-pip-and-the-frontend-of-60-lines-plays-games-that-it-does-not-know")
def _():
    server = served(limits=["rate=100000", "burst=100000", "thinking_time=5"])
    python = installed()
    code = code_of("docs", "frontends.md")
    lines = [line for line in code.splitlines() if line.strip()]
    assert 20 < len(lines) <= 60, len(lines)
    for game in ("tic-tac-toe", "connect-four", "gemtrix", "oh-hell"):
        said = run(python, code, game, address(server))
        assert "over: finished" in said, said[-2000:]
        assert ("X" in said) == (game == "tic-tac-toe"), said[:500]

    short = code_of("clients", "python", "README.md")
    assert "ws://127.0.0.1:8080/ws" in short
    assert "Ada" in run(python, short.replace("ws://127.0.0.1:8080/ws", address(server)))


main()

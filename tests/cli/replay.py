"""Logs that are replayed as they were, and logs that were changed."""

import json
import os

from program import fine, main, path, read, refused, test, write

LOG = path("match.log")


def played():
    """The lines of the log of a whole match."""
    if not os.path.exists(LOG):
        fine("play", "gemtrix", "--seats", "random,random,random", "--seed", "7", "--log", LOG)
    return read("match.log").splitlines()


def changed(name, number, change):
    """Writes the log with one line changed."""
    lines = played()
    line = json.loads(lines[number])
    change(line)
    lines[number] = json.dumps(line, separators=(",", ":"))
    return write(name, "\n".join(lines) + "\n")


@test("/cli/replay/a-log-proves-itself-and-is-told-as-sentences")
def _():
    moves = len(played()) - 1
    text = fine("replay", LOG)
    assert f"{moves} moves; every hash agrees" in text and "The game is over: " in text, text[:400]
    assert f"\n{moves}  " in text and "place" in text


@test("/cli/replay/the-score-is-that-of-the-match")
def _():
    fine("play", "tic-tac-toe", "--seats", "me,me", "--log", path("won.log"), typed="1\n3\n1\n2\n1\n")
    assert "Ann wins." in fine("replay", path("won.log"))


@test("/cli/replay/any-ply-is-shown-from-the-first-to-the-last")
def _():
    moves = len(played()) - 1
    assert "move 1," in fine("replay", LOG, "--ply", "0")
    assert "move 5," in fine("replay", LOG, "--ply", "4")
    assert f"over after {moves} moves" in fine("replay", LOG, "--ply", str(moves))
    refused(3, "replay", LOG, "--ply", str(moves + 1), says=f"the match has {moves} moves")


@test("/cli/replay/turning-points-are-the-moves-that-changed-most")
def _():
    fine("play", "tic-tac-toe", "--seats", "me,me", "--log", path("blunder.log"), typed="1\n4\n1\n6\n1\n")
    text = fine("replay", path("blunder.log"), "--analyse")
    assert "Turning points:" in text and "Bo: from 50 % to 0 % chance of victory" in text and "\n4  " in text, text
    refused(2, "replay", path("blunder.log"), "--analyse", "--ply", "2", says="do not go together")
    refused(1, "replay", write("early.log", "".join(read("blunder.log").splitlines(True)[:3])), "--analyse", says="not over")


@test("/cli/replay/a-seat-is-shown-what-it-may-see-and-no-more")
def _():
    played()
    for viewer, seen in [("0", 1), ("watcher", 0)]:
        text = fine("replay", LOG, "--ply", "0", "--seat", viewer)
        assert text.count("▒▒×6") == 3 - seen, text
    assert "draws a card." not in fine("replay", LOG) and "draws a card." in fine("replay", LOG, "--seat", "watcher")
    refused(2, "replay", LOG, "--seat", "3", says="0 to 2")


@test("/cli/replay/a-changed-hash-is-found-and-its-move-named")
def _():
    file = changed("hash.log", 4, lambda line: line.update(hash="0123456789abcdef"))
    refused(1, "replay", file, says=["line 5, move 4", "0123456789abcdef"])


@test("/cli/replay/a-changed-start-is-found")
def _():
    file = changed("start.log", 0, lambda line: line.update(seed="6"))
    refused(1, "replay", file, says="line 1, start")


@test("/cli/replay/a-changed-move-is-found-and-named")
def _():
    def pass_instead(line):
        line["steps"] = [{"kind": "gemtrix/pass", "args": {}}]
    lines = played()
    number = next(i for i, line in enumerate(lines) if "gemtrix/exchange" in line)
    file = changed("move.log", number, pass_instead)
    refused(1, "replay", file, says=f"line {number + 1}, move {number}")


@test("/cli/replay/a-move-that-is-left-out-is-found")
def _():
    lines = played()
    file = write("gap.log", "\n".join(lines[:3] + lines[4:]) + "\n")
    refused(1, "replay", file, says="line 4, move 3")


@test("/cli/replay/a-log-of-another-version-is-refused-with-both")
def _():
    def age(line):
        line["plugins"][0]["version"] = "0.9.0"
    refused(1, "replay", changed("old.log", 0, age), says=["0.9.0", "1.0.0"])


@test("/cli/replay/a-log-of-a-game-that-is-not-there-is-code-3")
def _():
    def rename(line):
        line["plugins"][0]["id"] = "nowhere"
    refused(3, "replay", changed("nowhere.log", 0, rename), says="'nowhere'")


@test("/cli/replay/what-is-no-log-is-said-to-be-none")
def _():
    for name, text in [("empty.log", ""), ("prose.log", "once upon a time\n"), ("deep.log", "[" * 100000),
                       ("zero.log", "{}\0\n"), ("other.json", '{"lapidary":"position"}\n')]:
        refused(1, "replay", write(name, text), says="it is not a log")


@test("/cli/replay/a-file-that-is-not-there-is-code-3")
def _():
    refused(3, "replay", path("missing.log"), says="missing.log")


main()

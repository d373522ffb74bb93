"""Blocks in gdb: what the script that is installed beside the headers prints, against what `lapidary dump` does."""

import os
import shutil
import subprocess

from program import PROGRAM, Skipped, environment, fine, main, path, test

SCRIPT = os.path.join(os.environ["SOURCES"], "sdk", "gdb", "lapidary.py")


def stopped(game, seats, place, *commands):
    """What gdb says to commands in a match between bots, when it is at a place for the first time."""
    if os.environ["SANITIZED"] or not shutil.which("gdb"):
        raise Skipped("gdb is not installed, or what is built is sanitized")
    before = ["set breakpoint pending on", "set debuginfod enabled off", f"source {SCRIPT}", f"break {place}", "run", "echo ----\\n"]
    arguments = [word for command in [*before, *commands] for word in ("-ex", command)]
    played = [PROGRAM, "play", game, "--seats", ",".join(["random"] * seats), "--seed", "1", "--isolation", "none"]
    done = subprocess.run(["gdb", "-q", "-nx", "-batch", *arguments, "--args", *played], env=environment(), text=True, check=False,
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=200)
    if "ptrace" in done.stderr or "personality" in done.stderr:
        raise Skipped("this machine lets nothing be traced")
    assert "----\n" in done.stdout, done.stdout + done.stderr
    return done.stdout.split("----\n")[1] + done.stderr.split("pending.")[-1]


def dumped(game, seats, *arguments):
    log = path(game + ".log")
    fine("play", game, "--seats", ",".join(["random"] * seats), "--seed", "1", "--log", log)
    return fine("dump", log, "--ply", "0", *arguments)


@test("/cli/debugging/a-block-is-printed-as-dump-prints-it")
def _():
    said = stopped("sluices", 2, "sluices.c:lay", "lap-block")
    fields = dumped("sluices", 2).split("\n", 3)[3]
    assert fields.startswith("sluices/deck (tile; how many): ") and said.startswith(fields), said + fields


@test("/cli/debugging/grids-and-rows-of-seats-and-one-field-alone-are-too")
def _():
    said = stopped("terraces", 3, "terraces.c:choose", "lap-block sheet", "lap-block terraces/dice")
    fields = dumped("terraces", 3, "--field", "sheet") + dumped("terraces", 3, "--field", "dice")
    assert " | " in fields and said.startswith(fields), said + fields


@test("/cli/debugging/hands-have-who-has-seen-each-piece")
def _():
    said = stopped("oh-hell", 3, "oh-hell.c:bid_apply", "lap-block hand")
    assert "@1 " in said and said.startswith(dumped("oh-hell", 3, "--field", "hand")), said


@test("/cli/debugging/sets-of-cells-are-numbers-of-cells")
def _():
    said = stopped("connect-four", 2, "connect-four.c:apply", "lap-block discs")
    assert said.startswith(dumped("connect-four", 2, "--field", "discs")), said


@test("/cli/debugging/in-a-hook-of-a-variant-the-fields-of-its-base-are-there")
def _():
    said = stopped("tic-tac-toe-misere", 2, "tic-tac-toe-misere.c:winner", "lap-block")
    assert said.startswith("tic-tac-toe/"), said


@test("/cli/debugging/actions-and-slots-are-said-in-words")
def _():
    said = stopped("sluices", 2, "sluices.c:lay", "print *action", "print ((Sluices *)((char *)block + context->segment[0]))->drawn.slot[0]")
    assert "kind LAP_ID(0, 0) of seat 0: 0, 0, 0" in said and "piece 2@all" in said, said


@test("/cli/debugging/what-is-not-there-is-said")
def _():
    said = stopped("sluices", 2, "sluices.c:lay", "lap-block hand")
    assert "sluices has no field 'hand'" in said, said
    said = stopped("sluices", 2, "main", "lap-block")
    assert "no frame here is of a hook" in said, said


main()

"""What validate says of rules that are wrong, where they are not trusted and run nowhere but in its trials."""

import os

from program import main, run, test

PATH = os.environ["LAPIDARY_PLUGIN_PATH"] + ":" + os.environ["ZOO"]


def fails(*arguments):
    """What is printed of a game that breaks the contract, on one line."""
    done = run("validate", *arguments, LAPIDARY_PLUGIN_PATH=PATH, LAPIDARY_ISOLATION="untrusted")
    assert done.returncode == 1, f"exit code {done.returncode}: {done.stdout} {done.stderr}"
    return " ".join(done.stdout.split())


@test("/cli/validating/an-address-in-the-state-is-found-in-rules-that-are-not-trusted")
def _():
    assert "field pointer-in-state/note" in fails("pointer-in-state", "--property", "moved", "-n", "50")


@test("/cli/validating/what-rules-do-to-the-machine-is-named-with-phase-and-hook")
def _():
    text = fails("misbehaves", "--property", "ends", "-o", "hook=apply", "-o", "deed=fork", "-o", "ply=2")
    assert "seed 0, ply 2, phase misbehaves/turn, hook apply: called " in text, text
    assert "to start a process or a thread, which no rules may do" in text, text


@test("/cli/validating/after-a-hang-the-properties-that-would-hang-too-are-not-tried")
def _():
    text = fails("hang-in-legal", "--seconds", "2", "-n", "50")
    assert text.count("did not come back: it hangs") == 1, text
    assert text.count("not tried: phase hang-in-legal/turn, hook legal hangs") > 10, text


main()

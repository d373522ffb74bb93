"""What validate says of rules that are wrong, where they are not trusted and run nowhere but in its trials."""

import os

from program import main, path, run, test

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


@test("/cli/validating/a-match-that-fails-is-saved-up-to-there-and-can-be-replayed")
def _():
    logs = path("logs")
    text = fails("misbehaves", "--property", "ends", "--save-log", logs, "-o", "hook=apply", "-o", "deed=exit", "-o", "ply=5")
    file = os.path.join(logs, "ends-2.log")
    assert "ply 5, phase misbehaves/turn, hook apply: left the process" in text and f"lapidary replay {file}" in text, text
    with open(file, encoding="utf-8") as log:
        assert len(log.readlines()) == 1 + 5
    shown = run("replay", file, "--isolation", "all", LAPIDARY_PLUGIN_PATH=PATH)
    assert shown.returncode == 0 and shown.stdout.count("played: ") == 5, shown


@test("/cli/validating/without-a-folder-for-logs-it-is-said-that-there-can-be-one")
def _():
    done = run("validate", "dead-end", "--property", "legal", "-n", "5", LAPIDARY_PLUGIN_PATH=PATH)
    assert "; --save-log saves the matches to look at" in done.stderr, done


main()

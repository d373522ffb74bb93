"""What validate says of rules that are wrong, where they are not trusted and run nowhere but in its trials."""

import os
import re

from program import Skipped, main, path, run, test

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
    if os.environ["SANITIZED"]:
        raise Skipped("a sanitizer ends it in its own way")
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


@test("/cli/validating/a-plugin-with-address-sanitizer-is-tried-with-it-once-its-library-is-loaded-first")
def _():
    folder = os.path.join(os.environ["ZOO"], "sanitized")
    if not os.path.exists(os.path.join(folder, "overflows-the-heap.so")):
        raise Skipped("there is no AddressSanitizer, or the host itself has one")
    command = ["validate", "overflows-the-heap", "--property", "ends", "--seats", "2", "-n", "50"]
    without = run(*command, LAPIDARY_PLUGIN_PATH=folder)
    library = re.search(r"built with AddressSanitizer, .*: LD_PRELOAD=(\S+) lapidary", without.stderr)
    assert without.returncode == 4 and library, without
    done = run(*command, LAPIDARY_PLUGIN_PATH=folder, LD_PRELOAD=library[1], ASAN_OPTIONS="detect_leaks=0")
    text = " ".join(done.stdout.split())
    assert done.returncode == 1 and "phase overflows-the-heap/turn, hook apply: AddressSanitizer: heap-buffer-overflow" in text, done
    assert "; in " in text, text


main()

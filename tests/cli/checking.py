"""What check says of rules that are wrong, where they are not trusted and run nowhere but in its trials; and what it
takes for a plugin."""

import os
import re
import shutil

from program import Skipped, fine, main, path, refused, run, test, write

PATH = os.environ["LAPIDARY_PLUGIN_PATH"] + ":" + os.environ["ZOO"]


def fails(*arguments):
    """What is printed of a game that breaks the contract, on one line."""
    done = run("check", *arguments, LAPIDARY_PLUGIN_PATH=PATH, LAPIDARY_ISOLATION="untrusted")
    assert done.returncode == 1, f"exit code {done.returncode}: {done.stdout} {done.stderr}"
    return " ".join(done.stdout.split())


@test("/cli/checking/an-address-in-the-state-is-found-in-rules-that-are-not-trusted")
def _():
    assert "field pointer-in-state/note" in fails("pointer-in-state", "--property", "moved", "-n", "50")


@test("/cli/checking/what-rules-do-to-the-machine-is-named-with-phase-and-hook")
def _():
    text = fails("misbehaves", "--property", "ends", "-o", "hook=apply", "-o", "deed=fork", "-o", "ply=2")
    assert "seed 0, ply 2, phase misbehaves/turn, hook apply: called " in text, text
    assert "to start a process or a thread, which no rules may do" in text, text


@test("/cli/checking/after-a-hang-the-properties-that-would-hang-too-are-not-tried")
def _():
    text = fails("hang-in-legal", "--seconds", "2", "-n", "50")
    assert text.count("did not come back: it hangs") == 1, text
    assert text.count("not tried: phase hang-in-legal/turn, hook legal hangs") > 10, text


@test("/cli/checking/a-match-that-fails-is-saved-up-to-there-and-can-be-replayed")
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


@test("/cli/checking/without-a-folder-for-logs-it-is-said-that-there-can-be-one")
def _():
    done = run("check", "dead-end", "--property", "legal", "-n", "5", LAPIDARY_PLUGIN_PATH=PATH)
    assert "; --save-log saves the matches to look at" in done.stderr, done


@test("/cli/checking/a-plugin-with-address-sanitizer-is-tried-with-it-once-its-library-is-loaded-first")
def _():
    folder = os.path.join(os.environ["ZOO"], "sanitized")
    if not os.path.exists(os.path.join(folder, "overflows-the-heap.so")):
        raise Skipped("there is no AddressSanitizer, or the host itself has one")
    command = ["check", "overflows-the-heap", "--property", "ends", "--seats", "2", "-n", "50"]
    without = run(*command, LAPIDARY_PLUGIN_PATH=folder)
    library = re.search(r"built with AddressSanitizer, .*: LD_PRELOAD=(\S+) lapidary", without.stderr)
    assert without.returncode == 4 and library, without
    done = run(*command, LAPIDARY_PLUGIN_PATH=folder, LD_PRELOAD=library[1], ASAN_OPTIONS="detect_leaks=0")
    text = " ".join(done.stdout.split())
    assert done.returncode == 1 and "phase overflows-the-heap/turn, hook apply: AddressSanitizer: heap-buffer-overflow" in text, done
    assert "; in " in text, text


# --- plugins that are not installed

BUILT = next(os.path.join(folder, "tic-tac-toe") for folder in os.environ["LAPIDARY_PLUGIN_PATH"].split(":")
             if os.path.exists(os.path.join(folder, "tic-tac-toe")))
QUICK = ["--property", "clone", "-n", "20"]


def copy_of(name, *files):
    """A folder outside the search path with these files of the game."""
    os.makedirs(path(name), exist_ok=True)
    for file in files:
        shutil.copy(os.path.join(BUILT, file), path(name))
    return path(name)


def no_sanitizers():
    if os.environ["SANITIZED"]:
        raise Skipped("what is built here is not sanitized, as the host is")


@test("/cli/checking/a-folder-a-keyfile-and-a-module-are-plugins-wherever-they-are")
def _():
    folder = copy_of("alone", "tic-tac-toe.plugin", "tic-tac-toe.so")
    for name in ["", "tic-tac-toe.plugin", "tic-tac-toe.so"]:
        assert fine("check", os.path.join(folder, name), *QUICK, LAPIDARY_PLUGIN_PATH="").startswith("holds  clone"), name
    assert folder in fine("info", folder, LAPIDARY_PLUGIN_PATH="")
    assert "wins" in fine("simulate", folder, "--matches", "5", LAPIDARY_PLUGIN_PATH="")


@test("/cli/checking/of-several-builds-of-a-plugin-the-newest-is-tried")
def _():
    older, newer = copy_of("builds/build-a", "tic-tac-toe.plugin", "tic-tac-toe.so"), path("builds/build-b")
    shutil.copytree(older, newer)
    with open(os.path.join(newer, "tic-tac-toe.plugin"), "a", encoding="utf-8") as keyfile:
        keyfile.write("\nX-Which=newer\n")
    for first, second in [(older, newer), (newer, older)]:
        os.utime(os.path.join(first, "tic-tac-toe.so"), (1000, 1000))
        os.utime(os.path.join(second, "tic-tac-toe.so"), (2000, 2000))
        assert second in fine("info", path("builds"), LAPIDARY_PLUGIN_PATH="")


@test("/cli/checking/what-is-no-plugin-is-refused-with-what-is-missing")
def _():
    several = copy_of("several", "tic-tac-toe.plugin", "tic-tac-toe.so")
    shutil.copy(os.path.join(several, "tic-tac-toe.so"), os.path.join(several, "noughts.so"))
    with open(os.path.join(several, "tic-tac-toe.plugin"), encoding="utf-8") as keyfile:
        text = keyfile.read()
    write("several/noughts.plugin", text.replace("tic-tac-toe", "noughts"))
    write("some.txt", "")
    os.makedirs(path("nothing"), exist_ok=True)
    for code, name, says in [
            (3, path("not-there"), "there is no such file or folder"),
            (3, path("nothing"), "there is no plugin: a keyfile, ID.plugin, and beside it the module"),
            (3, copy_of("unbuilt", "tic-tac-toe.plugin"), "there is no plugin: a keyfile"),
            (2, path("some.txt"), "this is no plugin; name its keyfile, its module or its folder"),
            (2, several, "more than one plugin, '"),
            (4, path("some.txt").replace("some.txt", "several/other.so"), "No such file")]:
        if name.endswith("other.so"):
            write("several/other.so", "")
        refused(code, "check", name, says=says)


@test("/cli/checking/a-folder-of-sources-is-built-and-what-does-not-compile-is-shown")
def _():
    no_sanitizers()
    sources = path("sources")
    shutil.copytree(os.path.join(os.environ["SOURCES"], "examples", "tic-tac-toe"), sources)
    assert fine("check", sources, *QUICK).startswith("holds  clone")
    file = os.path.join(sources, "tic-tac-toe.c")
    with open(file, encoding="utf-8") as old:
        text = old.read()
    with open(file, "w", encoding="utf-8") as new:
        new.write(text.replace("b->moves++;", "b->moves++"))
    done = run("check", sources, *QUICK)
    assert done.returncode == 1 and "tic-tac-toe.c:" in done.stderr and "error: expected" in done.stderr, done
    assert done.stderr.endswith(f"lapidary: {sources} does not build\n"), done.stderr


@test("/cli/checking/with-tap-each-verdict-is-a-line-and-the-plan-comes-last")
def _():
    lines = fine("check", "tic-tac-toe", "--tap", "-n", "20").splitlines()
    results = [line for line in lines if not line.startswith("#")]
    assert results[-1] == f"1..{len(results) - 1}" and len(results) > 20, lines
    assert results[0] == "ok 1 - ends, 2 seats", results[0]
    assert all(line.startswith(f"ok {number} - ") for number, line in enumerate(results[:-1], 1)), lines
    assert any("variant" in line and "# SKIP" in line for line in results), lines


@test("/cli/checking/with-tap-what-fails-is-not-ok-with-the-reason-and-the-log")
def _():
    done = run("check", "dead-end", "--tap", "--property", "legal", "-n", "5", "--save-log", path("tapped"),
               LAPIDARY_PLUGIN_PATH=PATH)
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and lines[0].startswith("not ok 1 - legal, "), done
    assert lines[1].startswith("# ") and "seed" in lines[1], lines
    assert any(line.startswith(f"# lapidary replay {path('tapped')}") for line in lines), lines


main()

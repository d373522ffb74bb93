"""What `lapidary new` begins: folders that build, keep the contract, pass their own tests and play at once."""

import glob
import os
import subprocess

from program import PROGRAM, Skipped, environment, fine, main, path, read, refused, run, test, write

BUILD = os.path.dirname(os.path.dirname(os.path.dirname(PROGRAM)))


def begun(name, *arguments):
    """A new plugin in a folder of this test."""
    if os.environ["SANITIZED"]:
        raise Skipped("what is built here is not sanitized, as the host is")
    folder = path(name)
    said = fine("new", folder, *arguments)
    assert f"lapidary check {folder}" in said and f"lapidary play {folder}/build" in said, said
    return folder


def files_of(folder):
    return sorted(os.path.relpath(file, folder) for file in glob.glob(folder + "/**", recursive=True) if os.path.isfile(file))


def own_tests(folder):
    """Its tests, as its author runs them: Meson finds the program and the contract."""
    places = {"PATH": os.path.dirname(PROGRAM) + ":" + os.environ["PATH"],
              "PKG_CONFIG_PATH": os.path.join(BUILD, "meson-uninstalled")}
    subprocess.run(["meson", "setup", "--werror", "build"], cwd=folder, env=environment(**places), check=True, capture_output=True)
    done = subprocess.run(["meson", "test", "-C", "build", "--print-errorlogs"], cwd=folder, env=environment(**places), check=False,
                          capture_output=True, text=True)
    assert done.returncode == 0 and "Ok:                 2" in done.stdout, done.stdout + done.stderr


@test("/cli/new/a-game-has-all-its-files-with-its-own-name-in-them")
def _():
    folder = begun("noughts-and-crosses")
    assert files_of(folder) == ["README.md", "meson.build", "noughts-and-crosses.c", "noughts-and-crosses.plugin",
                                "playthrough.txt", "text/en.json"]
    for file in files_of(folder):
        text = read(os.path.join(folder, file))
        assert "noughts-and-crosses" in text and "new-game" not in text and "New game" not in text, file
    assert "Name=Noughts and crosses\n" in read(folder + "/noughts-and-crosses.plugin")


@test("/cli/new/a-game-builds-without-warnings-and-passes-its-tests")
def _():
    own_tests(begun("int"))  # a word of C is as good a name as any


@test("/cli/new/a-game-is-checked-played-and-compared-at-once")
def _():
    folder = begun("heaps")
    assert fine("check", folder, "-n", "30").count("holds") > 40
    assert "Heaps" in fine("play", folder + "/build", "--seats", "random,random", "--seed", "1")
    fine("playthrough", folder + "/build", "--compare", folder + "/playthrough.txt")


@test("/cli/new/a-game-with-52-cards-has-all-its-files-and-passes-its-tests")
def _():
    folder = begun("whist-of-mine", "--cards52")
    assert files_of(folder) == ["README.md", "meson.build", "playthrough.txt", "text/en.json", "whist-of-mine.c",
                                "whist-of-mine.plugin"]
    for file in files_of(folder):
        text = read(os.path.join(folder, file))
        assert "whist-of-mine" in text and "new-game" not in text and "New game" not in text, file
    own_tests(folder)


@test("/cli/new/a-game-with-52-cards-is-checked-and-played-at-once")
def _():
    folder = begun("tricks", "--cards52")
    assert fine("check", folder, "-n", "30").count("holds") > 40
    text = fine("play", folder + "/build", "--seats", "random,random,random", "--seed", "1")
    assert "wins the trick with" in text and " of spades" in text, text[-2000:]


@test("/cli/new/a-variant-has-no-cards-of-its-own")
def _():
    refused(2, "new", path("night3"), "--cards52", "--variant-of", "gem", says="--cards52 begins a game of its own")
    assert not os.path.exists(path("night3"))


@test("/cli/new/a-variant-of-a-game-with-state-says-what-can-be-overridden-and-passes-its-tests")
def _():
    folder = begun("night", "--variant-of", "gem-rush")
    text = read(folder + "/night.c")
    assert " *   phase      gem-rush/turn_ends\n" in text and " *   rule       gem-rush/has_company\n" in text, text
    assert ".depth = 1" in text and "Accepts=1.0\n" in read(folder + "/night.plugin"), text
    own_tests(folder)


@test("/cli/new/a-variant-of-a-variant-is-two-levels-above-the-base")
def _():
    folder = begun("worse", "--variant-of", "tic-tac-toe-misere")
    assert ".depth = 2" in read(folder + "/worse.c")
    assert fine("check", folder, "-n", "30").count("holds") > 15
    assert "a match of" not in run("diff", "tic-tac-toe-misere", folder + "/build").stderr
    fine("playthrough", folder + "/build", "--compare", folder + "/playthrough.txt")


@test("/cli/new/a-playthrough-that-goes-otherwise-is-told-line-by-line-and-written-anew")
def _():
    folder = begun("changed")
    fine("check", folder, "--property", "clone", "-n", "5")
    golden, name = folder + "/playthrough.txt", folder + "/build"
    text = read(golden)
    write("changed/playthrough.txt", text.replace("takes one counter.", "takes a counter."))
    done = run("playthrough", name, "--compare", golden)
    assert done.returncode == 1 and "was:    > " in done.stdout and "takes a counter." in done.stdout, done
    assert "write it anew with --update" in done.stderr, done
    fine("playthrough", name, "--update", golden)
    assert read(golden) == text
    refused(3, "playthrough", name, "--compare", path("changed/none.txt"), says="--update writes it")


@test("/cli/new/names-that-cannot-be-are-refused-and-nothing-is-written")
def _():
    for name in ["Noughts", "noughts_x", "-x", "9mens", "x" * 65, "caf\u00e9", ".."]:
        refused(2, "new", "--", path(name), says=["cannot be the name of a plugin", "a-z, 0-9 and '-'"])
    refused(2, "new", path("tic-tac-toe"), says="there is a plugin 'tic-tac-toe' already, in ")
    refused(3, "new", path("night2"), "--variant-of", "gem-rus", says="or 'gem-rush'?")
    assert not os.path.exists(path("tic-tac-toe")) and not os.path.exists(path("night2"))


@test("/cli/new/where-something-cannot-be-written-nothing-is")
def _():
    folder = path("too-large")
    small = f"trap '' XFSZ; ulimit -f 1; exec '{PROGRAM}' new '{folder}'"  # files of 512 bytes
    done = subprocess.run(["sh", "-c", small], env=environment(), check=False, capture_output=True, text=True)
    assert done.returncode == 1 and "too-large cannot be written" in done.stderr, done
    assert not os.path.exists(folder), files_of(folder)


@test("/cli/new/what-is-there-already-is-left-alone")
def _():
    os.makedirs(path("mine"))
    write("mine/mine.c", "my own")
    refused(1, "new", path("mine"), says="is there already")
    assert files_of(path("mine")) == ["mine.c"] and read("mine/mine.c") == "my own"
    refused(1, "new", path("not/there/mine"), says="No such file or directory")


main()

"""The programs of docs/learning.md are built and run, as they stand there."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile

SOURCES = os.environ["SOURCES"]
sys.path[:0] = [os.path.join(SOURCES, "tests")]

from tap import Skipped, main, test  # noqa: E402  (the path comes first)


def program(language):
    with open(os.path.join(SOURCES, "docs", "learning.md"), encoding="utf-8") as page:
        found = re.findall(rf"^```{language}\n(.*?)^```", page.read(), re.M | re.S)
    assert len(found) == 1, f"{len(found)} programs in {language}"
    return found[0]


def output(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=200, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@test("/docs/learning/the-program-in-c-is-built-and-plays")
def _():
    with tempfile.TemporaryDirectory() as folder:
        source, built = os.path.join(folder, "learn.c"), os.path.join(folder, "learn")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program("c"))
        flags = output("pkg-config", "--cflags", "--libs", "lapidary").split()
        output("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", source, "-o", built, *flags)
        for game in "tic-tac-toe", "gemtrix":
            said = output(built, game)
            assert re.fullmatch(r"\d{4,} matches; seat 0 got -?0\.\d{3} of each\n", said), said
        assert subprocess.run([built, "no-such-game"], capture_output=True, check=False).returncode != 0


@test("/docs/learning/the-program-in-python-plays")
def _():
    if not importlib.util.find_spec("numpy"):
        raise Skipped("python3-numpy is not installed")
    examples = os.path.join(SOURCES, "examples", "python")
    said = output(sys.executable, "-B", "-c", program("python"), env=dict(os.environ, PYTHONPATH=examples))
    assert said.startswith("(1024, 89) (1024, 7) "), said


main()

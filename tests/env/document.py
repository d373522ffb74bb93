"""The programs of docs/learning.md are built and run, as they stand there."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile

SOURCES = os.environ["SOURCES"]
sys.path[:0] = [os.path.join(SOURCES, "tests"), os.path.join(SOURCES, "tests", "fixtures")]

from documented import output, program  # noqa: E402  (the path comes first)
from tap import Skipped, main, test  # noqa: E402


@test("/docs/learning/the-program-in-c-is-built-and-plays")
def _():
    with tempfile.TemporaryDirectory() as folder:
        source, built = os.path.join(folder, "learn.c"), os.path.join(folder, "learn")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program("learning.md", "c"))
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
    said = output(sys.executable, "-B", "-c", program("learning.md", "python"), env=dict(os.environ, PYTHONPATH=examples))
    assert said.startswith("(1024, 89) (1024, 7) "), said


main()

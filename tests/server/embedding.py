"""The programs of docs/embedding.md are built and run, as they stand there."""

import importlib.util
import os
import re
import sys

from talking import SOURCES, main, path, test

sys.path.insert(0, os.path.join(SOURCES, "tests", "fixtures"))

from documented import output, program  # noqa: E402  (the path comes first)

GAMES = "tic-tac-toe", "connect-four", "gemtrix"


def plays(*words):
    for game in GAMES:
        said = output(*words, game)
        entries = re.search(r"^over after (\d+) entries$", said, re.M)
        assert entries and int(entries[1]) > 4 and '"lines"' in said, said


@test("/docs/embedding/the-program-in-c-is-built-and-plays")
def _():
    source, built = path("embedded.c"), path("embedded")
    with open(source, "w", encoding="utf-8") as file:
        file.write(program("embedding.md", "c"))
    # As tests/games/out-of-tree.sh does with what is installed.
    output("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", source, "-o", built, *output("pkg-config", "--cflags", "--libs", "lapidary").split())
    plays(built)


# Where the GIR was not built, or there is no PyGObject, nobody can run it.
if "GI_TYPELIB_PATH" in os.environ and importlib.util.find_spec("gi"):
    @test("/docs/embedding/the-program-in-python-plays")
    def _():
        plays(sys.executable, "-c", program("embedding.md", "python"))


main()

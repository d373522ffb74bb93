"""docs/tutorial.md, followed step by step: its code is written, its commands are run, and what it shows is what they say.

Before a block stands what it is, in a comment that readers do not see:
  FILE                          the whole file
  FILE: from "A" until "B"      what stands from the line that begins with A, up to the one that begins with B or the end
  FILE: after "A"               new lines after that one
  fails                         commands that must fail
Commands (sh) need no comment. A block of text after them is what they print among other things, line by line."""

import os
import re
import subprocess

from program import PROGRAM, Skipped, environment, main, path, test

TUTORIAL = os.path.join(os.environ["SOURCES"], "docs", "tutorial.md")
BLOCK = re.compile(r"^(?:<!-- (?P<mark>.+?) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
EDIT = re.compile(r'(?P<file>[^:]+)(?:: (?P<how>from|after) "(?P<first>.+?)"(?: until "(?P<last>.+?)")?)?$')


def line_at(lines, beginning):
    found = [number for number, line in enumerate(lines) if line.startswith(beginning)]
    assert len(found) == 1, f"{len(found)} lines begin with {beginning!r}"
    return found[0]


def edit(mark, text):
    at = EDIT.match(mark)
    file = path(at["file"])
    if not at["how"]:
        lines, first, last = [], 0, 0
    else:
        with open(file, encoding="utf-8") as old:
            lines = old.readlines()
        first = line_at(lines, at["first"])
        last = line_at(lines, at["last"]) if at["last"] else len(lines)
        if at["how"] == "after":
            first = last = first + 1
    with open(file, "w", encoding="utf-8") as new:
        new.write("".join(lines[:first]) + text + "".join(lines[last:]))


def perform(commands, fails):
    """All that commands print. Each must go well; with `fails`, the only one must not."""
    shown = ""
    for command in commands.splitlines():
        places = {"PATH": os.path.dirname(PROGRAM) + ":" + os.environ["PATH"]}
        done = subprocess.run(["sh", "-c", command], cwd=path("."), env=environment(**places), check=False, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert (done.returncode != 0) == fails, f"{command}: {done.stdout}"
        shown += done.stdout
    return shown


def is_shown(lines, shown):
    shown = " ".join(shown.split())
    for line in lines.splitlines():
        assert " ".join(line.split()) in shown, f"{line!r} is not in: {shown}"


def follow(section):
    """Writes and runs all that a section has."""
    if os.environ["SANITIZED"]:
        raise Skipped("what is built here is not sanitized, as the host is")
    shown = ""
    for block in BLOCK.finditer(section):
        if block["language"] == "sh":
            shown = perform(block["text"], block["mark"] == "fails")
        elif block["language"] == "text":
            is_shown(block["text"], shown)
        else:
            assert block["mark"], f"no file: {block['text']}"
            edit(block["mark"], block["text"])


with open(TUTORIAL, encoding="utf-8") as page:
    SECTIONS = re.split(r"^## ", page.read(), flags=re.M)[1:]

for step in SECTIONS:
    name = re.sub(r"[^a-z0-9]+", "-", step.splitlines()[0].lower()).strip("-")
    test(f"/cli/tutorial/{name}")(lambda step=step: follow(step))

main()

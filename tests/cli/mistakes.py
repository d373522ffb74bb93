"""Mistakes that authors make: each row of mistakes.toml is made in a good plugin, and noticed at its stage in its words. docs/mistakes.md
is that table; `mistakes.py --update` writes it anew, and `mistakes.py --show NAME...` shows what is said."""

import functools
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tomllib

from program import PROGRAM, Skipped, environment, fine, main, path, run, test

SOURCES = os.environ["SOURCES"]
ZOO = os.environ["ZOO"]
PAGE = os.path.join(SOURCES, "docs", "mistakes.md")
BUILD = os.path.dirname(os.path.dirname(os.path.dirname(PROGRAM)))
STAGES = {
    "compile": "While compiling", "load": "While loading", "check": "By `lapidary check`", "play": "While playing"}

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "mistakes.toml"), "rb") as table:
    MISTAKES = tomllib.load(table)["mistake"]


# --- good plugins: files by the names that a built plugin has

@functools.cache
def flags():
    done = subprocess.run(["pkg-config", "--cflags", "--libs", "lapidary-plugin"], check=True, capture_output=True, text=True,
                          env=environment(PKG_CONFIG_PATH=os.path.join(BUILD, "meson-uninstalled")))
    return shlex.split(done.stdout)


@functools.cache
def good(name):
    """The files of a plugin, from name to text."""
    folder = os.path.join(SOURCES, "examples", name)
    if not os.path.isdir(folder):
        folder = path(name)
        fine("new", folder, *variant_of(name), **search_path())
    files = {}
    for file in [f"{name}.c", f"{name}.plugin", "text/en.json", "playthrough.txt"]:
        if os.path.exists(os.path.join(folder, file)):
            with open(os.path.join(folder, file), encoding="utf-8") as text:
                files[file.replace("/", ".")] = text.read()
    return files


def variant_of(name):
    if name != "night":
        return []
    built("heaps", good("heaps"))
    return ["--variant-of", "heaps"]


def compiled(name, source):
    """The module of a source; each is compiled once."""
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    file, module = path(f"{digest}-{name}.c"), path(f"{digest}-{name}.so")
    if not os.path.exists(module):
        with open(file, "w", encoding="utf-8") as text:
            text.write(source)
        subprocess.run(["cc", "-w", "-shared", "-fPIC", "-fvisibility=hidden", file, "-o", module, *flags()], check=True)
    return module


def built(name, files):
    """A folder with a built plugin."""
    digest = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:16]
    folder = path(os.path.join("built", digest))
    if not os.path.exists(folder):
        os.makedirs(folder)
        for file, text in files.items():
            if file.endswith(".c"):
                shutil.copy(compiled(name, text), os.path.join(folder, f"{name}.so"))
            else:
                with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                    out.write(text)
    if files == good(name):
        FOLDERS.add(folder)
    return folder


FOLDERS = set()


def search_path():
    return {"LAPIDARY_PLUGIN_PATH": ":".join([*sorted(FOLDERS), os.environ["LAPIDARY_PLUGIN_PATH"]])}


# --- mistakes

def edited(row):
    files = dict(good(row["good"]))
    for file, old, new in row.get("edits", []):
        files.setdefault(file, "")
        assert files[file].count(old) == 1, f"{file} of {row['good']} has {files[file].count(old)} times: {old}"
        files[file] = files[file].replace(old, new)
    assert files != good(row["good"]) or row["stage"] == "play", "nothing is edited"
    return files


def says_compiler(row):
    """As the build that `lapidary new` writes."""
    file = path("mistake.c")
    with open(file, "w", encoding="utf-8") as source:
        source.write(edited(row)[row["good"] + ".c"])
    done = subprocess.run(["cc", "-std=gnu11", "-Wall", "-Wextra", "-Wno-unused-parameter", "-fsyntax-only", file, *flags()],
                          capture_output=True, text=True, env=environment(LC_ALL="C"), check=False)
    return done.stderr


def arguments_of(row, plugin):
    if row["stage"] == "load":
        return ["info", plugin]
    if row["stage"] == "check":
        return ["check", plugin, "--property", row["property"], "-n", str(row.get("positions", 50)), "--seconds", "20"]
    return [argument.replace("@", plugin) for argument in row["run"]]


def says_program(row):
    if row["good"] == "zoo":
        plugin, folders = row.get("plugin", row["name"]), {"LAPIDARY_PLUGIN_PATH": ":".join([ZOO, os.environ["GOOD"]])}
    else:
        plugin, folders = built(row["good"], edited(row)), search_path()
    done = run(*arguments_of(row, plugin), LAPIDARY_PROBE_LIMIT="3000", **folders)
    assert done.returncode in {"load": [3, 4], "check": [1], "play": [1, 2, 3, 4]}[row["stage"]], done
    return done.stdout + done.stderr


def said(row):
    """What is said, on one line."""
    return " ".join((says_compiler(row) if row["stage"] == "compile" else says_program(row)).split())


def is_noticed(row):
    if os.environ["SANITIZED"] and row["good"] != "zoo":
        raise Skipped("what is built here is not sanitized, as the host is")
    text, at = said(row), 0
    for part in row["says"]:
        found = text.find(part, at)
        assert part and found >= 0, f"{part!r} is not in: {text}"
        at = found + len(part)


for each in MISTAKES:
    test(f"/cli/mistakes/{each['stage']}/{each['name']}")(functools.partial(is_noticed, each))


# --- the page

HEAD = """# Mistakes, and what is said of them

What authors of plugins do by mistake, when it is noticed, and in which words; `…` stands for names and numbers. Each row is tried by a
test, which makes the mistake in a plugin that is right otherwise.
"""


def cell(text):
    return text.replace("|", "\\|")


def page():
    lines = [HEAD]
    for stage, title in STAGES.items():
        lines += [f"## {title}", "", "| mistake | what is said |", "|---|---|"]
        lines += [f"| {cell(row['what'])} | {cell(' … '.join(part.strip() for part in row['says']))} |"
                  for row in MISTAKES if row["stage"] == stage]
        lines.append("")
    return "\n".join(lines)


@test("/cli/mistakes/there-are-sixty-and-each-has-a-name-of-its-own")
def _():
    assert len(MISTAKES) >= 60 and len({row["name"] for row in MISTAKES}) == len(MISTAKES)
    assert {row["stage"] for row in MISTAKES} == set(STAGES)


@test("/cli/mistakes/the-page-is-this-table")
def _():
    with open(PAGE, encoding="utf-8") as file:
        assert file.read() == page(), "write it anew: tests/cli/mistakes.py --update"


def show(names):
    for row in MISTAKES:
        if not names or row["name"] in names:
            try:
                print(f"{row['stage']:8}{row['name']}\n        {said(row)[:900]}")
            except Exception as error:  # the next is shown all the same
                print(f"{row['stage']:8}{row['name']}\n        BROKEN {str(error)[:600]}")


if sys.argv[1:2] == ["--update"]:
    with open(PAGE, "w", encoding="utf-8") as written:
        written.write(page())
elif sys.argv[1:2] == ["--show"]:
    show(sys.argv[2:])
else:
    main()

"""Folders of plugins that tests change under a running host."""

import os
import shlex
import shutil
import subprocess

from talking import GAME, SOURCES, ask, news, path

TOKEN = "an operator's token"
VARIANT = GAME + "-misere"
CARDS = "gemtrix"
BUILT = os.path.abspath(os.path.join(os.path.dirname(os.environ["LAPIDARY"]), "..", "..", "examples", GAME))
SDK = os.path.abspath(os.path.join(BUILT, "..", "..", "sdk", "liblapidary-sdk.a"))


def copy_game(folder, name=GAME, built=BUILT):
    shutil.copytree(built, os.path.join(folder, name), ignore=shutil.ignore_patterns("*.p"))


def folder_with_game(name):
    """A folder of plugins with a copy of the game."""
    folder = path(name)
    copy_game(folder)
    return folder


def looking_in(folder, **more):
    return dict(more, LAPIDARY_PLUGIN_PATH=folder + ":" + os.environ["LAPIDARY_PLUGIN_PATH"])


def compile_module(source, module, *flags):
    """As an author does who has nothing of this tree but the contract and the components."""
    subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-shared", "-fPIC", "-fvisibility=hidden", *flags, "-o", module, source,
                    "-I" + os.path.join(SOURCES, "plugin-api"), "-I" + os.path.join(SOURCES, "sdk"), SDK],
                   check=True, timeout=120)


def compile_game(folder, name, edit=lambda source: source):
    """Another game in `folder`, compiled as its author would: the game under another name, its code and keyfile edited."""
    os.makedirs(folder, exist_ok=True)
    for file, to, edited in ((GAME + ".c", name + ".c", edit), (GAME + ".plugin", name + ".plugin", edit),
                             ("text/en.json", "text.en.json", str)):
        with open(os.path.join(SOURCES, "examples", GAME, file), encoding="utf-8") as source:
            write_into(os.path.join(folder, to), "w", edited(source.read().replace(GAME, name)))
    compile_module(os.path.join(folder, name + ".c"), os.path.join(folder, name + ".so"))


def write_into(file, mode, content):
    """Into the very file that is there, as `cp` does."""
    with open(file, mode) as out:
        out.write(content)


def rebuild(folder):
    """Another content of the module that means the same."""
    write_into(os.path.join(folder, GAME, GAME + ".so"), "ab", b"\n")


def changes_until(host, plugin, change):
    """Waits until it is said that something has happened to a plugin."""
    while {"id": plugin, "change": change} not in news(host, "games.changed")["plugins"]:
        pass


def plugin_of(host, plugin, method="plugins.list"):
    return next((entry for entry in ask(host, method)["plugins"] if entry["id"] == plugin), None)

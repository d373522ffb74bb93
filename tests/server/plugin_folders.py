"""Folders of plugins that tests change under a running host."""

import os
import shutil

from talking import GAME, ask, news, path

TOKEN = "an operator's token"
VARIANT = GAME + "-misere"
CARDS = "gemtrix"
BUILT = os.path.abspath(os.path.join(os.path.dirname(os.environ["LAPIDARY"]), "..", "..", "examples", GAME))


def copy_game(folder, name=GAME, built=BUILT):
    shutil.copytree(built, os.path.join(folder, name), ignore=shutil.ignore_patterns("*.p"))


def folder_with_game(name):
    """A folder of plugins with a copy of the game."""
    folder = path(name)
    copy_game(folder)
    return folder


def looking_in(folder, **more):
    return dict(more, LAPIDARY_PLUGIN_PATH=folder + ":" + os.environ["LAPIDARY_PLUGIN_PATH"])


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

"""A plugin whose files its author changes under a host that plays it, and what the host then lists and announces."""

import os
import shutil

from plugin_folders import compile_game, copy_game, plugin_of, write_into
from talking import GAME as OTHER
from talking import ask, first_move, new_key, news, path, refused

GAME = "noughts"
COMPILED = path("compiled")
compile_game(COMPILED, GAME)


class Plugin:
    """A copy of a plugin in a folder of its own, and the parts of it that deeds are done to."""

    def __init__(self, name):
        self.root = path(name)
        copy_game(self.root, GAME, COMPILED)
        self.folder = os.path.join(self.root, GAME)
        self.module = os.path.join(self.folder, GAME + ".so")
        self.keyfile = os.path.join(self.folder, GAME + ".plugin")
        self.text = os.path.join(self.folder, "text.en.json")

    def content(self):
        with open(self.module, "rb") as module:
            return module.read()

    def elsewhere(self):
        """A file beside all folders of plugins: another content of the module that means the same."""
        shutil.copyfile(os.path.join(COMPILED, GAME + ".so"), self.root + ".so")
        write_into(self.root + ".so", "ab", b"\n")
        return self.root + ".so"


def wait_for(host, change):
    """Waits until it is announced, or, if nothing is to be, until a scan has ended without an announcement. What is announced."""
    announced = []
    while change and change not in announced:
        announced += [plugin["change"] for plugin in news(host, "games.changed")["plugins"] if plugin["id"] == GAME]
        if change == "changed" and announced[-2:] == ["gone", "new"]:  # a busy host may look between two deeds
            return "new"
    if change:
        return change
    plugin_of(host, GAME, "plugins.scan")
    ask(host, "plugins.disable", plugin=OTHER, disabled=False)  # announced behind all that came before
    changes = []
    while {"id": OTHER, "change": "enabled"} not in changes:
        changes += news(host, "games.changed")["plugins"]
    assert GAME not in [plugin["id"] for plugin in changes], changes
    return None


def on_disk(host):
    """What plugins.list says of the plugin, but not which builds matches are played with: they may go on to new ones."""
    listed = plugin_of(host, GAME)
    if listed:
        assert sum(use["matches"] for use in listed.pop("in_use")) == 1
    return listed


def check_listed(host, change, words, before):
    listed = on_disk(host)
    if change == "gone":
        assert listed is None, listed
        refused(host, 1002, "not_found", "match.create", game=GAME, seats=["open", "open"], key=new_key())
    elif change == "broken":
        for word in words:
            assert word in listed["error"], listed["error"]
        refused(host, 1018, "unavailable", "match.create", game=GAME, seats=["open", "open"], key=new_key())
    elif change:
        assert "error" not in listed and listed["build"] != before["build"], listed
    else:
        assert listed == before, (before, listed)


def play_one(people):
    waiting = people[people[0].ask("subscribe")["waiting"][0]]
    waiting.change("play", steps=first_move(waiting))

"""lapidary dev: a plugin that is written while it is played."""

import atexit
import os
import subprocess

from plugin_folders import changes_until
from talking import Server, ask, main, news, path, sit_down, test

NAME = "heaps"
LAPIDARY = os.environ["LAPIDARY"]
os.environ["TMPDIR"] = path("")  # what is killed leaves its folder there, which goes with the test


class Written(Server):
    """A plugin that was just begun, and the server that hosts it."""

    def __init__(self, name):
        super().__init__()
        self.folder = os.path.join(path(name), NAME)
        self.said = path(name + ".said")
        os.makedirs(path(name))
        subprocess.run([LAPIDARY, "new", self.folder], check=True, stdout=subprocess.DEVNULL)
        self.command = [LAPIDARY, "dev", self.folder, "--port", "0", "-n", "5"]

    def begin(self):
        """Runs it; somebody who is connected, once the plugin is there."""
        atexit.register(lambda: self.process.kill())
        with open(self.said, "w", encoding="utf-8") as out:
            self.start(out)
        host = self.connect()
        if NAME not in [game["id"] for game in ask(host, "games.list")["games"]]:
            changes_until(host, NAME, "new")
        return host

    def edit(self, old, new):
        """Saves its rules with another text in them."""
        file = os.path.join(self.folder, NAME + ".c")
        with open(file, encoding="utf-8") as rules:
            text = rules.read()
        assert text.count(old) == 1, text
        with open(file, "w", encoding="utf-8") as rules:
            rules.write(text.replace(old, new))

    def errors(self):
        """What it has printed on standard error."""
        with open(self.said, encoding="utf-8") as said:
            return said.read()


def said_of(host, name):
    """The text of the next notice of a build, which is of this kind; the first is that it was built."""
    while True:
        said = news(host, "host.notice")
        if said["notice"] == name:
            return said["text"]
        assert said["notice"] == "built", said


def may_take(person):
    return [step["args"]["n"] for step in person.ask("legal", prefix=[])["steps"]]


def take(person, n):
    person.change("play", steps=[{"kind": NAME + "/take", "args": {"n": n}}])


@test("/developing/a-change-of-the-rules-is-there-in-the-match-that-runs")
def _():
    with_rules = Written("changing")
    host = with_rules.begin()
    people = sit_down(host, NAME)
    take(people[0], 2)
    assert may_take(people[1]) == [1, 2, 3]
    people[1].ask("subscribe")
    with_rules.edit("TAKE_MAX = 3", "TAKE_MAX = 5")
    while news(host, "match.event")["kind"] != "rules":
        pass
    assert may_take(people[1]) == [1, 2, 3, 4, 5]
    take(people[1], 5)
    assert people[0].ask("view")["view"]["fields"][NAME + "/heap"] == 21 - 2 - 5


@test("/developing/what-does-not-compile-is-told-here-and-there-and-the-match-goes-on")
def _():
    with_rules = Written("compiling")
    host = with_rules.begin()
    people = sit_down(host, NAME)
    with_rules.edit("return game->heap ? LAP_STAY : LAP_OVER;", "return game->heaps ? LAP_STAY : LAP_OVER;")
    text = said_of(host, "build-failed")
    assert "heaps has not been built anew:" in text and "heaps.c:" in text and "error: " in text, text
    assert "no member named" in with_rules.errors() and "the build before is played on" in with_rules.errors()
    take(people[0], 2)
    assert may_take(people[1]) == [1, 2, 3]
    with_rules.edit("game->heaps ?", "game->heap ?")
    assert said_of(host, "built") == "heaps has been built anew."
    take(people[1], 2)


@test("/developing/rules-that-break-the-contract-are-refused-with-the-property-and-the-match-goes-on")
def _():
    with_rules = Written("refusing")
    host = with_rules.begin()
    people = sit_down(host, NAME)
    with_rules.edit("return game->heap ? LAP_STAY : LAP_OVER;", "return LAP_STAY;")
    text = said_of(host, "build-failed")
    assert "not ok" in text and "a dead end" in text, text
    assert "a dead end" in with_rules.errors()
    take(people[0], 3)
    assert may_take(people[1]) == [1, 2, 3]


@test("/developing/a-plugin-that-cannot-be-loaded-is-refused-with-the-reason-in-the-language-of-the-reader")
def _():
    with_rules = Written("loading")
    host = with_rules.begin()
    ask(host, "host.hello", locale="es")
    with_rules.edit('.version = "0.1.0"', '.version = "0.2.0"')
    text = said_of(host, "build-failed")
    assert text.startswith("heaps no se ha compilado de nuevo: ") and "both must say the same" in text, text


@test("/developing/the-first-build-may-fail-and-a-folder-without-a-build-is-refused")
def _():
    with_rules = Written("late")
    with_rules.edit("LAP_PLUGIN_ENTRY", "LAP_PLUGIN_ENTRIES")
    atexit.register(lambda: with_rules.process.kill())
    with open(with_rules.said, "w", encoding="utf-8") as out:
        with_rules.start(out)
    host = with_rules.connect()
    said_of(host, "build-failed")
    with_rules.edit("LAP_PLUGIN_ENTRIES", "LAP_PLUGIN_ENTRY")
    changes_until(host, NAME, "new")
    os.makedirs(path("empty"))
    done = subprocess.run([LAPIDARY, "dev", path("empty")], capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "there is no meson.build" in done.stderr and "'lapidary new'" in done.stderr, done


main()

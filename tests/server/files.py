"""What an author may do to a plugin's files under a host that plays it, and what happens: the table of docs/hosting.md.

A row is a deed, and what undoes it behind its `yield`. Each is done while a match of the plugin is played: the match
goes on, what is announced, listed and logged is true, and once it is undone all is as it was."""

import contextlib
import json
import mmap
import os
import shutil
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from changed_files import COMPILED, GAME, OTHER, Plugin, check_listed, on_disk, play_one, wait_for
from plugin_folders import BUILT, copy_game, plugin_of, write_into
from talking import SOURCES, Pipes, create, heard_by, main, path, sit_down, table_rows, test

HALF = ("cannot be loaded: it has", "bytes of", "build it again")
UNREADABLE = ("Permission denied", "the user that runs the host must be able to read it")
ELSEWHERE = ("leads out of its folder", "put the file itself there")
OTHER_MODULE = os.path.join(BUILT, OTHER + ".so")
ROWS = []
# Root may read what nobody may: so the host runs without that capability.
LIKE_OTHERS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] if os.geteuid() == 0 else []


def row(what, change=None, error=(), undone="changed"):
    """A deed, as the table names it; what is announced of the plugin, and once it is undone; words of the error."""
    def add(function):
        ROWS.append((what, function, change, (error,) if isinstance(error, str) else error, undone))
        return function
    return add


@contextlib.contextmanager
def put_back(file):
    """A file that is put aside, and back at the end."""
    os.rename(file, file + ".aside")
    yield file
    os.replace(file + ".aside", file)


# --- other content

@row("`cp` of a new build over the loaded module", "changed")
def _(plugin):
    good = plugin.content()
    write_into(plugin.module, "wb", good + b"\n")
    yield
    write_into(plugin.module, "wb", good)


@row("`install` of a new build (another file takes the name)", "changed")
def _(plugin):
    good = plugin.content()
    os.replace(plugin.elsewhere(), plugin.module)
    yield
    write_into(plugin.module, "wb", good)


@row("a linker writes a new build through a mapping", "changed")
def _(plugin):
    good = plugin.content()
    with open(plugin.module, "r+b") as file:
        file.truncate(len(good) + 1)
        with mmap.mmap(file.fileno(), 0) as mapping:
            mapping[-1] = ord("\n")
    yield
    write_into(plugin.module, "wb", good)


@row("module truncated to nothing", "broken", "cannot be loaded: file too short")
def _(plugin):
    good = plugin.content()
    os.truncate(plugin.module, 0)
    yield
    write_into(plugin.module, "wb", good)


@row("module truncated to half", "broken", HALF)
def _(plugin):
    good = plugin.content()
    os.truncate(plugin.module, len(good) // 2)
    yield
    write_into(plugin.module, "wb", good)


@row("half of a module written, and the rest much later", "broken", HALF)
def _(plugin):
    good = plugin.content()
    with open(plugin.module, "wb") as file:
        file.write(good[:len(good) // 2])
        file.flush()
        yield
        file.write(good[len(good) // 2:])


@row("keyfile broken", "broken", ("no such key: Colour", "there are Id, Version"))
def _(plugin):
    with open(plugin.keyfile, encoding="utf-8") as keyfile:
        good = keyfile.read()
    write_into(plugin.keyfile, "a", "Colour=red\n")
    yield
    write_into(plugin.keyfile, "w", good)


@row("keyfile truncated to nothing", "broken", "the group [Plugin] is missing")
def _(plugin):
    with open(plugin.keyfile, encoding="utf-8") as keyfile:
        good = keyfile.read()
    os.truncate(plugin.keyfile, 0)
    yield
    write_into(plugin.keyfile, "w", good)


@row("version in the keyfile alone", "broken", ("the keyfile says 1.0.1", "both must say the same"))
def _(plugin):
    with open(plugin.keyfile, encoding="utf-8") as keyfile:
        good = keyfile.read()
    write_into(plugin.keyfile, "w", good.replace("Version=1.0.0", "Version=1.0.1"))
    yield
    write_into(plugin.keyfile, "w", good)


@row("text edited (running matches show it)", "changed")
def _(plugin):
    with open(plugin.text, encoding="utf-8") as text:
        good = text.read()
    write_into(plugin.text, "w", good.replace("Mark {cell}", "Put it on {cell}"))
    yield
    write_into(plugin.text, "w", good)


@row("text moved into a folder `text` that was not there (running matches show it)", "changed")
def _(plugin):
    folder = os.path.join(plugin.folder, "text")
    os.mkdir(folder)
    os.rename(plugin.text, os.path.join(folder, "en.json"))
    yield
    os.rename(os.path.join(folder, "en.json"), plugin.text)
    os.rmdir(folder)


@row("text broken (running matches show the one before)", "changed")
def _(plugin):
    with open(plugin.text, encoding="utf-8") as text:
        good = text.read()
    write_into(plugin.text, "w", good[:100])
    yield
    write_into(plugin.text, "w", good)


# --- taken away, and elsewhere

@row("module removed", "broken", ("No such file or directory", "build it"))
def _(plugin):
    good = plugin.content()
    os.remove(plugin.module)
    yield
    write_into(plugin.module, "wb", good)


@row("module renamed", "broken", ("No such file or directory", "build it"))
def _(plugin):
    with put_back(plugin.module):
        yield


@row("keyfile removed", "gone", undone="new")
def _(plugin):
    os.remove(plugin.keyfile)
    yield
    shutil.copy(os.path.join(COMPILED, GAME + ".plugin"), plugin.folder)


@row("keyfile renamed", "gone", undone="new")
def _(plugin):
    with put_back(plugin.keyfile):
        yield


@row("folder removed", "gone", undone="new")
def _(plugin):
    shutil.rmtree(plugin.folder)
    yield
    copy_game(plugin.root, GAME, COMPILED)


@row("folder renamed", "gone", undone="new")
def _(plugin):
    with put_back(plugin.folder):
        yield


@row("folder of the search path renamed", "gone", undone="new")
def _(plugin):
    with put_back(plugin.root):
        yield


@row("folder renamed, and another in its place at once", "changed")
def _(plugin):
    new = plugin.root + ".new"
    copy_game(new, GAME, COMPILED)
    write_into(os.path.join(new, GAME, GAME + ".so"), "ab", b"\n")
    os.rename(plugin.folder, plugin.folder + ".old")
    os.rename(os.path.join(new, GAME), plugin.folder)
    yield
    os.remove(plugin.module)
    os.rename(os.path.join(plugin.folder + ".old", GAME + ".so"), plugin.module)


@row("module replaced by a folder", "broken", "not a regular file")
def _(plugin):
    with put_back(plugin.module):
        os.mkdir(plugin.module)
        yield
        os.rmdir(plugin.module)


@row("module replaced by a pipe", "broken", "not a regular file")
def _(plugin):
    with put_back(plugin.module):
        os.mkfifo(plugin.module)
        yield
        os.remove(plugin.module)


@row("keyfile replaced by a folder", "broken", "not a regular file")
def _(plugin):
    with put_back(plugin.keyfile):
        os.mkdir(plugin.keyfile)
        yield
        os.rmdir(plugin.keyfile)


@row("module grown to 2 GiB", "broken", "File too large; it may have at most 268435456 bytes")
def _(plugin):
    size = os.path.getsize(plugin.module)
    os.truncate(plugin.module, 2 << 30)
    yield
    os.truncate(plugin.module, size)


# --- who may read and write

def mode(of, bits):
    @contextlib.contextmanager
    def changed(plugin):
        file = getattr(plugin, of)
        before = stat.S_IMODE(os.stat(file).st_mode)
        os.chmod(file, bits)
        yield
        os.chmod(file, before)
    return lambda plugin: steps_of(changed(plugin))


def steps_of(context):
    with context:
        yield


row("`chmod 000` of the module", "broken", UNREADABLE)(mode("module", 0))
row("`chmod 000` of the keyfile", "broken", UNREADABLE)(mode("keyfile", 0))
row("`chmod 000` of a text", "broken", UNREADABLE)(mode("text", 0))
row("`chmod 000` of the folder", "broken", UNREADABLE)(mode("folder", 0))
row("`chmod 111` of the folder (which files it has cannot be read)", "broken", UNREADABLE)(mode("folder", 0o111))
row("`chmod o+w` of the module", "broken", ("everybody may change it", "chmod o-w"))(mode("module", 0o666))
row("`chmod o+w` of the folder", "broken", ("everybody may change it", "chmod o-w"))(mode("folder", 0o777))
row("folder made read-only", undone=None)(mode("folder", 0o555))


# --- links

def linked(of, target):
    """It becomes a link to what `target` returns, which is called once it has been put aside as FILE.aside."""
    def steps(plugin):
        file = getattr(plugin, of)
        with put_back(file):
            os.symlink(target(plugin), file)
            yield
            os.remove(file)
    return steps


def beside(plugin):
    shutil.copyfile(plugin.module + ".aside", plugin.module + ".1")
    return os.path.basename(plugin.module) + ".1"


row("module becomes a symbolic link to the same content in its folder", undone=None)(linked("module", beside))
row("module becomes a symbolic link to nothing", "broken", "No such file")(linked("module", lambda _: "nothing.so"))
row("keyfile becomes a symbolic link to nothing", "broken", "No such file")(linked("keyfile", lambda _: "nothing"))
row("module becomes a symbolic link to a file elsewhere", "broken", ELSEWHERE)(
    linked("module", lambda plugin: plugin.elsewhere()))
row("module becomes a symbolic link to that of another plugin", "broken", ELSEWHERE)(
    linked("module", lambda _: OTHER_MODULE))
row("folder becomes a symbolic link to nothing", "broken", "No such file")(
    linked("folder", lambda _: "nothing"))


def new_release(plugin):
    shutil.copytree(plugin.folder + ".aside", plugin.root + "/releases/2")
    write_into(plugin.root + "/releases/2/" + GAME + ".so", "ab", b"\n")
    return "releases/2"


row("folder becomes a symbolic link to a new build inside the search path", "changed")(linked("folder", new_release))


def moved_elsewhere(plugin):
    shutil.copytree(plugin.folder + ".aside", plugin.root + ".elsewhere/" + GAME)
    return plugin.root + ".elsewhere/" + GAME


row("folder becomes a symbolic link out of the search path", "broken",
    ("leads out of the search path", "add that folder to LAPIDARY_PLUGIN_PATH"))(linked("folder", moved_elsewhere))


@row("module becomes a hard link to the same content", undone=None)
def _(plugin):
    os.link(plugin.module, plugin.root + ".linked")
    os.replace(plugin.root + ".linked", plugin.module)
    yield


@row("module becomes a copy of another plugin's", "broken", ("the keyfile says " + GAME, "both must say the same"))
def _(plugin):
    good = plugin.content()
    shutil.copyfile(OTHER_MODULE, plugin.root + ".other")
    os.link(plugin.root + ".other", plugin.root + ".linked")
    os.replace(plugin.root + ".linked", plugin.module)
    yield
    os.remove(plugin.module)
    write_into(plugin.module, "wb", good)


# --- nothing

@row("`touch`, without another content", undone=None)
def _(plugin):
    os.utime(plugin.module)
    yield


@row("the same content in a file of an older time", undone=None)
def _(plugin):
    write_into(plugin.module, "wb", plugin.content())
    os.utime(plugin.module, (1, 1))
    yield


@row("another content in a file of an older time", "changed")
def _(plugin):
    good = plugin.content()
    os.replace(plugin.elsewhere(), plugin.module)
    os.utime(plugin.module, (1, 1))
    yield
    write_into(plugin.module, "wb", good)
    os.utime(plugin.module, (1, 1))


# --- each of them

def soon(check):
    """Until it holds: on a busy machine a change is announced in two steps."""
    until = time.monotonic() + 20
    while True:
        try:
            return check()
        except AssertionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def is_as_before(host, before):
    now = on_disk(host)
    assert now == before, (before, now)


def logged(file):
    with open(file, encoding="utf-8") as lines:
        return [line for line in map(json.loads, lines) if line["event"] == "plugin" and line["plugin"] == GAME]


def check_logged(log, change, words):
    lines = [line for line in logged(log) if line["change"] == change]  # several, if the host looked in the middle of it
    assert all(line["level"] == ("warning" if change == "broken" else "info") for line in lines), lines
    assert any(all(word in line["message"] for word in words) for line in lines), lines


def try_row(number, deed, change, words, undone):
    plugin, log = Plugin(f"plugins-{number}"), path(f"log-{number}")
    with open(log, "w", encoding="utf-8") as stderr:
        host = Pipes("--log-level", "info", under=LIKE_OTHERS, stderr=stderr, env={"LAPIDARY_PLUGIN_PATH": plugin.root})
    patience = threading.Timer(60, host.kill)  # with what is announced
    patience.start()
    plugin_of(host, GAME, "plugins.scan")  # a slow machine has not tried all plugins yet
    heard_by(host).clear()
    people = sit_down(host, GAME)
    before = on_disk(host)
    assert "error" not in before
    play_one(people)
    steps = deed(plugin)
    next(steps)
    announced = wait_for(host, change)
    soon(lambda: check_listed(host, change, words, before))
    play_one(people)
    next(steps, None)
    announced_again = wait_for(host, undone)
    soon(lambda: is_as_before(host, before))
    play_one(people)
    assert people[1].ask("subscribe")["view"]["ply"] == 3
    create(host, GAME)
    assert host.end() == 0
    patience.cancel()
    if change:
        check_logged(log, announced, words)
        check_logged(log, announced_again, ())


@test("/files/the-table-of-the-document-says-what-happens")
def _():
    with open(os.path.join(SOURCES, "docs", "hosting.md"), encoding="utf-8") as page:
        told = table_rows(page.read(), "### What an author may do")
    announced = {"changed": "changed", "broken": "broken, then changed", "gone": "gone, then new", None: "nothing"}
    assert [cells[:2] for cells in told] == [[what, announced[change]] for what, _, change, _, _ in ROWS], announced
    for (_, _, said), (what, _, _, words, _) in zip(told, ROWS):
        assert all(word in said for word in words), (what, words)


def add(what, tried):
    @test("/files/" + what.replace("`", "").replace(",", "").replace(" ", "-"))
    def _():
        tried.result()


with ThreadPoolExecutor(8) as pool:  # they wait most of the time
    for number, (what, *rest) in enumerate(ROWS):
        add(what, pool.submit(try_row, number, *rest))
main()

"""The folder that copies of plugins are kept in, and the watching of plugins' folders, where these fail."""

import contextlib
import json
import os
import shutil
import subprocess

from changed_files import GAME, Plugin, check_listed, on_disk, play_one, wait_for
from plugin_folders import plugin_of, write_into
from talking import Pipes, Skipped, ask, create, main, path, sit_down, test

# --- the folder that copies are kept in

# A small file system in a name space of its own, so that no other program sees it.
SMALL = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=4m small "$0" && exec "$@"']


@test("/copies/a-build-that-finds-no-room-is-refused-and-those-that-run-go-on")
def _():
    plugin, cache = Plugin("small"), path("small-cache")
    os.makedirs(cache)
    if subprocess.run([*SMALL, cache, "true"], check=False, stderr=subprocess.DEVNULL).returncode:
        raise Skipped("no file system can be mounted here")
    host = Pipes(under=[*SMALL, cache], env={"LAPIDARY_PLUGIN_PATH": plugin.root, "XDG_CACHE_HOME": cache})
    people = sit_down(host, GAME)
    before = on_disk(host)
    filler = f"/proc/{host.program.pid}/root{cache}/filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    good = plugin.content()
    write_into(plugin.module, "ab", b"\n")
    wait_for(host, "broken")
    check_listed(host, "broken", ("No space left on device", "make room there, and scan plugins again"), before)
    play_one(people)
    os.remove(filler)
    listed = plugin_of(host, GAME, "plugins.scan")
    assert listed.get("build", before["build"]) != before["build"], listed
    wait_for(host, "changed")
    write_into(plugin.module, "wb", good)
    wait_for(host, "changed")
    play_one(people)
    assert on_disk(host) == before
    assert host.end() == 0


@test("/copies/copies-that-are-removed-are-made-again-and-matches-go-on")
def _():
    plugin, cache = Plugin("uncached"), path("removed-cache")
    host = Pipes(env={"LAPIDARY_PLUGIN_PATH": plugin.root, "XDG_CACHE_HOME": cache})
    people = sit_down(host, GAME)
    before = plugin_of(host, GAME)
    play_one(people)
    while os.path.exists(cache):  # verdicts may still be written there
        shutil.rmtree(cache, ignore_errors=True)
    play_one(people)
    ask(host, "host.hello", locale="es")
    play_one(people)
    listed = plugin_of(host, GAME, "plugins.scan")
    assert listed == before, listed
    create(host, GAME)
    play_one(people)


# Removes all copies once, and then is the program that probes.
REMOVER = """#!/bin/sh
[ -e "$0.done" ] || { touch "$0.done" && rm -rf "$XDG_CACHE_HOME/lapidary/builds"; }
exec "%s" "$@"
"""


@test("/copies/a-copy-that-is-removed-while-it-is-tried-is-tried-again")
def _():
    plugin, cache, prober = Plugin("vanishing"), path("vanishing-cache"), path("prober")
    write_into(prober, "w", REMOVER % os.path.join(os.path.dirname(os.environ["LAPIDARY"]), "..", "plugins", "lapidary-probe"))
    os.chmod(prober, 0o700)
    host = Pipes(env={"LAPIDARY_PLUGIN_PATH": plugin.root, "XDG_CACHE_HOME": cache, "LAPIDARY_PROBE": prober})
    listed = plugin_of(host, GAME)
    while "it is new, and is being tried" in listed.get("error", ""):
        listed = plugin_of(host, GAME)
    assert os.path.exists(prober + ".done") and "error" not in listed, listed
    play_one(sit_down(host, GAME))


@test("/copies/what-no-watch-sees-is-found-by-a-scan")
def _():
    plugin = Plugin("unseen")
    host = Pipes(env={"LAPIDARY_PLUGIN_PATH": plugin.root})
    builds = [plugin_of(host, GAME)["build"]]
    outside = plugin.root + ".linked"
    os.link(plugin.module, outside)
    write_into(outside, "ab", b"\n")
    builds.append(plugin_of(host, GAME, "plugins.scan")["build"])
    inner = os.path.join(plugin.folder, "inner")
    os.mkdir(inner)
    os.rename(plugin.module, os.path.join(inner, "module"))
    os.symlink("inner/module", plugin.module)
    write_into(os.path.join(inner, "module"), "ab", b"\n")
    builds.append(plugin_of(host, GAME, "plugins.scan")["build"])
    assert len(set(builds)) == 3, builds


# A name space of users whose programs may watch nothing.
BLIND = ["unshare", "-r", "sh", "-c", 'echo 0 >/proc/sys/user/max_inotify_instances && exec "$@"', "sh"]


@test("/copies/where-nothing-can-be-watched-the-log-says-so-and-a-scan-finds-changes")
def _():
    plugin, log = Plugin("blind"), path("log-blind")
    if subprocess.run([*BLIND, "true"], check=False, stderr=subprocess.DEVNULL).returncode:
        raise Skipped("what may be watched cannot be limited here")
    with open(log, "w", encoding="utf-8") as stderr:
        host = Pipes("--log-level", "warning", under=BLIND, stderr=stderr, env={"LAPIDARY_PLUGIN_PATH": plugin.root})
    before = plugin_of(host, GAME)["build"]
    write_into(plugin.module, "ab", b"\n")
    assert plugin_of(host, GAME, "plugins.scan")["build"] != before
    assert host.end() == 0
    with open(log, encoding="utf-8") as lines:
        said, = [json.loads(line)["message"] for line in lines if "watched" in line]
    assert "cannot be watched" in said and "scan plugins after changes" in said, said


main()

"""Plugins that come, change, break and go while matches are played."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import time

from plugin_folders import (BUILT, CARDS, TOKEN, VARIANT, changes_until, compile_game, compile_module, copy_game, folder_with_game,
                            looking_in, plugin_of, rebuild, write_into)
from plugin_folders import (BUILT, CARDS, TOKEN, VARIANT, changes_until, compile_game, compile_module, copy_game,
                            folder_with_game, looking_in, plugin_of, rebuild, write_into)
from talking import (GAME, SOURCES, Pipes, Seat, ask, first_move, main, new_key, news, path, play_out, refused, request,
                     served, sit_down, test)

# --- probes beside the main loop

def hanging_folder():
    folder = path("hanging")
    os.makedirs(folder)
    for name in ("hang-at-entry", "hang-in-constructor"):
        for file in (name + ".so", name + ".plugin"):
            shutil.copy(os.path.join(os.environ["ZOO"], file), folder)
    with open(os.path.join(folder, "hang-at-entry.plugin"), encoding="utf-8") as keyfile:
        text = keyfile.read()
    with open(os.path.join(folder, "hang-too.plugin"), "w", encoding="utf-8") as keyfile:
        keyfile.write(text.replace("Id=hang-at-entry", "Id=hang-too"))
    return folder


@test("/builds/others-are-served-while-plugins-that-hang-are-tried")
def _():
    token = path("operator.token")
    write_into(token, "w", TOKEN)
    folder = path("not-there-yet")
    os.environ["LAPIDARY_PROBE_LIMIT"] = "5000"
    os.environ["LAPIDARY_PLUGIN_PATH"] = folder + ":" + os.environ["LAPIDARY_PLUGIN_PATH"]
    server = served("--operator-token-file", token)
    operator, player = server.connect(), server.connect()
    ask(operator, "host.hello", operator=TOKEN)
    people = sit_down(player)
    os.rename(hanging_folder(), folder)
    text, number = request("plugins.scan", {})
    operator.send_text(text)
    people[0].mark(4)
    people[1].mark(0)
    people[0].mark(8)
    later, later_number = request("games.list", {})
    operator.send_text(later)
    answers = []
    while number not in [answer["id"] for answer in answers]:
        answers += [message for message in [json.loads(operator.recv())] if "id" in message]
    assert [answer["id"] for answer in answers] == [later_number, number], "the scan was answered first"
    found = {entry["id"]: entry.get("error", "") for entry in answers[1]["result"]["plugins"]}
    for hung in ("hang-at-entry", "hang-in-constructor", "hang-too"):
        assert "did not come back within" in found[hung], found[hung]
    os.environ["LAPIDARY_PLUGIN_PATH"] = os.environ["LAPIDARY_PLUGIN_PATH"].split(":", 1)[1]


@test("/builds/a-scan-is-not-asked-for-among-others")
def _():
    host = Pipes()
    scan, number = request("plugins.scan", {})
    host.send_text("[" + scan + "]")
    said = json.loads(host.recv())[0]
    assert said["id"] == number and said["error"]["code"] == -32600, said
    assert "send it alone, not in a batch" in said["error"]["message"], said


@test("/builds/a-scan-is-answered-though-the-input-has-ended")
def _():
    host = Pipes()
    scan, number = request("plugins.scan", {})
    host.send_text(scan)
    host.program.stdin.close()
    assert json.loads(host.recv())["id"] == number
    assert host.program.wait(timeout=30) == 0


# --- what happens to folders

@test("/builds/plugins-that-come-change-break-and-go-are-announced")
def _():
    folder = path("watched")
    os.makedirs(folder)
    host = Pipes(env=looking_in(folder))
    assert plugin_of(host, "lost") is None  # it has started
    copy_game(folder, "other")
    os.rename(os.path.join(folder, "other"), os.path.join(folder, GAME))
    changes_until(host, GAME, "changed")
    before = plugin_of(host, GAME)
    rebuild(folder)
    changes_until(host, VARIANT, "changed")
    after = plugin_of(host, GAME)
    assert before["build"] != after["build"] and before["rules"] != after["rules"], (before, after)
    write_into(os.path.join(folder, GAME, GAME + ".so"), "w", "half a module")
    changes_until(host, VARIANT, "broken")
    assert "cannot be loaded" in plugin_of(host, GAME)["error"]
    shutil.copy(os.path.join(BUILT, GAME + ".so"), os.path.join(folder, GAME))
    changes_until(host, VARIANT, "changed")
    assert plugin_of(host, GAME)["build"] == before["build"]
    with open(os.path.join(folder, "lost.plugin"), "w", encoding="utf-8") as keyfile:
        keyfile.write("[Plugin]\nId=lost\nVersion=1.0.0\nApi=1.1\nModule=lost.so\n")
    changes_until(host, "lost", "broken")
    os.remove(os.path.join(folder, "lost.plugin"))
    changes_until(host, "lost", "gone")


def in_use(host, plugin):
    return sorted((use["rules"], use["matches"]) for use in plugin_of(host, plugin)["in_use"])


def until_in_use(host, plugin, *expected):
    """Waits until matches are played with just these rules: [(name, how many), ...]."""
    until = time.monotonic() + 30
    while in_use(host, plugin) != sorted(expected):
        assert time.monotonic() < until, (in_use(host, plugin), expected)
        time.sleep(0.02)


def renewal(host):
    """The next entry that says with which build a match goes on."""
    while True:
        entry = news(host, "match.event")
        if entry["kind"] == "rules":
            return entry


@test("/builds/running-matches-go-on-with-a-new-build-that-plays-their-log-alike")
def _():
    folder = folder_with_game("rebuilt")
    host = Pipes(env=looking_in(folder))
    people = sit_down(host)
    people[0].ask("subscribe")
    people[0].mark(4)
    rebuild(folder)
    new = plugin_of(host, GAME, "plugins.scan")
    entry = renewal(host)
    assert entry["game"] == GAME and not entry.get("refused") and "new build" in entry["text"][0], entry
    until_in_use(host, GAME, (new["rules"], 1))
    others = sit_down(host)
    people[1].mark(0)
    others[0].mark(4)
    assert people[0].ask("view", at=1)["view"]
    proposal = people[0].change("propose", kind="undo")["seq"]  # back to before the first move, and the former build
    people[1].change("answer", proposal=proposal, accept=True)
    until_in_use(host, GAME, (new["rules"], 2))
    assert play_out(people)["state"] == "over"
    log = people[0].ask("export", format="log")["log"].splitlines()
    assert [new["rules"] in line for line in log[:3]] == [False, True, False], log
    until_in_use(host, GAME, (new["rules"], 1))


@test("/builds/running-matches-keep-a-build-if-the-new-one-plays-their-log-otherwise")
def _():
    folder = folder_with_cards("otherwise")
    host = Pipes(env=looking_in(folder))
    people = play_one(sit_down(host, CARDS), host)
    people[0].ask("subscribe")
    old = plugin_of(host, CARDS)["rules"]
    change_cards(folder)
    new = plugin_of(host, CARDS, "plugins.scan")["rules"]
    entry = renewal(host)
    assert entry["refused"] and "the build that it has" in entry["text"][0], entry
    assert new != old and in_use(host, CARDS) == [(old, 1)], in_use(host, CARDS)
    play_one(people, host)
    play_one(sit_down(host, CARDS), host)
    assert in_use(host, CARDS) == sorted([(old, 1), (new, 1)])


@test("/builds/running-matches-move-to-other-rules-where-the-operator-allows-it")
def _():
    folder, store = path("other-rules"), "sqlite:" + path("other-rules.db")
    compile_game(os.path.join(folder, "noughts"), "noughts")
    host = Pipes("--store", store, "--on-change", "move", env=looking_in(folder))
    people = play_one(sit_down(host, "noughts"), host)
    before = people[0].ask("subscribe")
    compile_game(os.path.join(folder, "noughts"), "noughts", lambda source: source.replace("cell = 0", "cell = 1"))
    new = plugin_of(host, "noughts", "plugins.scan")["rules"]
    entry = renewal(host)
    assert "refused" not in entry and "by its new rules" in entry["text"][0], entry
    assert entry["view"] == before["view"] and in_use(host, "noughts") == [(new, 1)], in_use(host, "noughts")
    people = play_one(people, host)
    now = people[0].ask("view")
    host.kill()
    host = Pipes("--store", store, env=looking_in(folder))
    people = [again(person, host) for person in people]
    assert people[0].ask("view") == now and in_use(host, "noughts") == [(new, 1)], in_use(host, "noughts")
    assert people[0].ask("view", at=before["seq"])["view"] == before["view"]
    people[1].change("propose", kind="undo")
    play_one(people, host)


@test("/builds/texts-reach-running-matches")
def _():
    folder = folder_with_game("texts")
    host = Pipes(env=looking_in(folder))
    people = sit_down(host)
    file = os.path.join(folder, GAME, "text.en.json")
    with open(file, encoding="utf-8") as texts:
        edited = texts.read().replace("Mark {cell}", "Put it on {cell}")
    rules = plugin_of(host, GAME)["rules"]
    write_into(file, "w", edited)
    changes_until(host, GAME, "changed")
    assert plugin_of(host, GAME)["rules"] == rules
    assert people[0].ask("legal")["steps"][0]["label"].startswith("Put it on"), people[0].ask("legal")["steps"][0]
    write_into(file, "w", edited[:100])
    changes_until(host, GAME, "changed")
    assert people[0].ask("legal")["steps"][0]["label"].startswith("Put it on")


@test("/builds/texts-that-cannot-be-read-keep-no-match-from-going-on-after-a-restart")
def _():
    folder, store = folder_with_game("typo"), "sqlite:" + path("typo.db")
    host = Pipes("--store", store, env=looking_in(folder))
    people = sit_down(host)
    host.kill()
    write_into(os.path.join(folder, GAME, "text.es.json"), "a", "x")
    host = Pipes("--store", store, env=looking_in(folder))
    ask(host, "host.hello", locale="es")
    assert again(people[0], host).ask("legal")["steps"][0]["label"] == "Mark a1"
    host.kill()
    write_into(os.path.join(folder, GAME, "text.en.json"), "a", "x")
    host = Pipes("--store", store, env=looking_in(folder))
    ask(host, "host.hello", locale="es")
    assert again(people[0], host).ask("legal")["steps"][0]["label"] == "mark: a1"
    assert GAME in [game["id"] for game in ask(host, "games.list")["games"]]


@test("/builds/matches-of-a-plugin-that-is-gone-go-on")
def _():
    folder = folder_with_game("going")
    host = Pipes(env=looking_in(folder))
    people = sit_down(host)
    write_into(os.path.join(folder, GAME, GAME + ".so"), "w", "")
    write_into(os.path.join(folder, GAME, GAME + ".plugin"), "w", "")
    changes_until(host, GAME, "broken")
    people[0].mark(4)
    refused(host, 1018, "unavailable", "match.create", game=GAME, seats=["open", "open"], key=new_key())
    people[1].mark(0)
    assert people[0].ask("subscribe")["game"] == GAME
    assert ask(host, "games.describe", game=GAME, locale="es")["language"] == "es"


# --- restarts

def again(person, host):
    """The same seat at a host that was started anew."""
    return Seat(host, person.match, person.number, person.token)


def folder_with_cards(name):
    folder = path(name)
    copy_game(folder, CARDS, os.path.join(BUILT, "..", "..", "plugins", CARDS))
    return folder


def change_cards(folder):
    """Other rules: one card more of one kind, one less of another."""
    file = os.path.join(folder, CARDS, "cards.json")
    with open(file, encoding="utf-8") as cards:
        catalogue = json.load(cards)
    fewer = next(row for row in catalogue["rows"] if row["copies"] > 1)
    fewer["copies"] -= 1
    catalogue["rows"][-1]["copies"] += 1
    write_into(file, "w", json.dumps(catalogue))


def play_one(people, host):
    people = [again(person, host) for person in people]
    waiting = people[people[0].ask("subscribe")["waiting"][0]]
    waiting.change("play", steps=first_move(waiting))
    return people


@test("/builds/after-a-restart-matches-are-upgraded-to-a-build-that-plays-alike")
def _():
    folder, store = folder_with_game("upgraded"), "sqlite:" + path("upgraded.db")
    host = Pipes("--store", store, env=looking_in(folder))
    people = sit_down(host)
    people[0].mark(4)
    people[1].mark(0)
    host.kill()
    rebuild(folder)
    host = Pipes("--store", store, env=looking_in(folder))
    again(people[0], host).mark(8)
    until_in_use(host, GAME, (plugin_of(host, GAME)["rules"], 1))


@test("/builds/after-a-restart-matches-are-upgraded-whatever-the-version-says")
def _():
    folder, store = path("versions"), "sqlite:" + path("versions.db")
    compile_game(os.path.join(folder, "noughts"), "noughts")
    host = Pipes("--store", store, env=looking_in(folder))
    people = play_one(sit_down(host, "noughts"), host)
    host.kill()
    compile_game(os.path.join(folder, "noughts"), "noughts", lambda source: source.replace("1.0.0", "2.1.0"))
    host = Pipes("--store", store, env=looking_in(folder))
    play_one(people, host)
    new = plugin_of(host, "noughts")
    assert new["version"] == "2.1.0", new
    until_in_use(host, "noughts", (new["rules"], 1))


@test("/builds/a-match-that-went-on-with-a-build-is-not-lost-to-the-next")
def _():
    folder, store = path("race"), "sqlite:" + path("race.db")
    os.makedirs(folder)
    shutil.copy(os.path.join(SOURCES, "tests", "server", "race.plugin"), folder)
    people = None
    kinds = [(), ("-DLATE=4", "-DBONUS=1"), ("-DLATE=5", "-DBONUS=2"), ("-DLATE=9", "-DBONUS=1")]
    for number, flags in enumerate(kinds):
        compile_module(os.path.join(SOURCES, "tests", "server", "race.c"), os.path.join(folder, "race.so"), *flags)
        host = Pipes("--store", store, env=looking_in(folder))
        people = people or sit_down(host, "race")
        for _ in range(3):
            people = play_one(people, host)
        assert people[0].ask("view")["view"]["ply"] == 3 * number + 3
        host.kill()


@test("/builds/a-match-whose-build-is-nowhere-names-the-one-that-plays-alike")
def _():
    folder, store = path("nowhere"), "sqlite:" + path("nowhere.db")
    compile_game(os.path.join(folder, "noughts"), "noughts")
    host = Pipes("--store", store, env=looking_in(folder))
    people = play_one(sit_down(host, "noughts"), host)
    host.kill()
    elsewhere = looking_in(folder, XDG_CACHE_HOME=path("nowhere-cache"))
    compile_game(os.path.join(folder, "noughts"), "noughts", lambda source: source.replace("1.0.0", "1.1.0"))
    host = Pipes("--store", store, "--no-stored-builds", env=elsewhere)
    people = play_one(people, host)
    assert "renewal" in renewal(host)
    rules = plugin_of(host, "noughts")["rules"]
    host.kill()
    compile_game(os.path.join(folder, "noughts"), "noughts", lambda source: source.replace("cell = 0", "cell = 1"))
    host = Pipes("--store", store, "--no-stored-builds", env=elsewhere)
    people = play_one(people, host)
    assert in_use(host, "noughts") == [(rules, 1)], in_use(host, "noughts")


@test("/builds/after-a-restart-matches-of-other-rules-go-on-with-their-build")
def _():
    folder, store = folder_with_cards("pinned"), "sqlite:" + path("pinned.db")
    host = Pipes("--store", store, env=looking_in(folder))
    people = play_one(sit_down(host, CARDS), host)
    old = plugin_of(host, CARDS)["rules"]
    host.kill()
    change_cards(folder)
    host = Pipes("--store", store, env=looking_in(folder))
    people = play_one(people, host)
    new = plugin_of(host, CARDS)["rules"]
    assert new != old and in_use(host, CARDS) == [(old, 1)], in_use(host, CARDS)
    play_one(sit_down(host, CARDS), host)
    assert sorted(in_use(host, CARDS)) == sorted([(old, 1), (new, 1)])
    assert people[0].ask("view", at=1)["view"] and people[1].ask("export", format="log")["log"]
    host.kill()
    shutil.rmtree(folder)
    host = Pipes("--store", store, env={"LAPIDARY_PLUGIN_PATH": path("nothing-there")})
    people = play_one(people, host)
    assert old in [rules for rules, _ in in_use(host, CARDS)]


@test("/builds/without-its-build-a-match-of-other-rules-is-kept-until-that-is-back")
def _():
    folder, store = folder_with_cards("kept"), "sqlite:" + path("kept.db")
    host = Pipes("--store", store, env=looking_in(folder))
    people = play_one(sit_down(host, CARDS), host)
    host.kill()
    shutil.copytree(folder, path("kept-as-it-was"))
    change_cards(folder)
    host = Pipes("--store", store, "--no-stored-builds", env=looking_in(folder, XDG_CACHE_HOME=path("another-cache")))
    again(people[0], host).refused(1018, "unavailable", "view")
    host.kill()
    host = Pipes("--store", store, env=looking_in(path("kept-as-it-was"), XDG_CACHE_HOME=path("another-cache")))
    play_one(people, host)


# --- another machine

ABSENT = "noughts"  # a game that is in no other folder


def machine(name, *plugins):
    """The environment of a machine with these folders of plugins, and a cache of its own."""
    return {"LAPIDARY_PLUGIN_PATH": ":".join(plugins) or path("no-plugins"), "XDG_CACHE_HOME": path(name)}


def move_store(name, to):
    """Its files, as they were when the host died, in another folder."""
    os.makedirs(path(to))
    for end in ("", "-wal", "-mark"):
        shutil.copy(path(name) + end, os.path.join(path(to), "matches.db" + end))
    return "sqlite:" + os.path.join(path(to), "matches.db")


def stored_builds(store):
    with contextlib.closing(sqlite3.connect(store[len("sqlite:"):])) as database:
        return database.execute("SELECT count(*) FROM build").fetchone()[0]


def agree(proposer, other, **what):
    other.change("answer", proposal=proposer.change("propose", **what)["seq"], accept=True)


def verify(store, environment, *more):
    return subprocess.run([os.environ["LAPIDARY"], "verify", "--store", store, *more], env=dict(os.environ, **environment),
                          capture_output=True, encoding="utf-8", timeout=60)


def played_there(name):
    """A store with matches of a game, of a variant, and of one that became a variant, whose builds nothing else has."""
    folder = folder_with_cards(name)
    change_cards(folder)
    compile_game(os.path.join(folder, ABSENT), ABSENT)
    tournament = os.path.join(BUILT, "..", "..", "plugins", CARDS + "-tournament")
    copy_game(folder, CARDS + "-tournament", tournament)
    host = Pipes("--store", "sqlite:" + path(name + ".db"), env=machine(name + "-here", folder))
    tables = [sit_down(host, game) for game in (ABSENT, CARDS + "-tournament", ABSENT, CARDS)]
    for _ in range(3):
        tables = [play_one(people, host) for people in tables]
    agree(tables[3][0], tables[3][1], kind="swap", game=CARDS + "-tournament")
    assert tables[3][0].ask("subscribe")["game"] == CARDS + "-tournament"
    host.kill()
    shutil.rmtree(folder)
    return tables


def go_on(tables, host):
    for people in tables:
        people[:] = [again(person, host) for person in people]
        last = people[0].ask("subscribe")["waiting"][0]
        play_one(people, host)
        before = people[0].ask("view")
        agree(people[last], people[1 - last], kind="undo")
        assert people[0].ask("view")["view"]["ply"] < before["view"]["ply"]
        while people[0].ask("view")["view"]["ply"] < before["view"]["ply"]:
            play_one(people, host)
        assert people[0].ask("view")["hash"] == before["hash"]
        assert people[0].ask("view", at=1)["view"] and people[1].ask("export", format="log")["log"]


@test("/builds/a-store-goes-on-on-a-machine-without-its-plugins")
def _():
    tables = played_there("moved")
    store, there = move_store("moved.db", "moved-there"), machine("moved-cache")
    host = Pipes("--store", store, env=there)
    go_on(tables, host)
    host.kill()
    host = Pipes("--store", store, env=there)
    go_on(tables, host)
    host.kill()
    shutil.rmtree(there["XDG_CACHE_HOME"])
    host = Pipes("--store", store, env=there)
    go_on(tables, host)
    play_out(tables[0])
    host.kill()
    verified = verify(store, there)
    assert verified.returncode == 0 and verified.stdout.endswith("as they were written\n"), verified
    verified = verify(store, dict(there, XDG_CACHE_HOME=path("moved-verified")), "--no-stored-builds")
    assert verified.returncode == 0 and "4 not played again" in verified.stdout, verified
    assert stored_builds(store) == 3, "the last but one match of a build has ended"
    host = Pipes("--store", store, env=there)
    play_out([again(person, host) for person in tables[2]])
    assert host.end() == 0
    assert stored_builds(store) == 2, "the last match of a build has ended"


@test("/builds/no-code-is-taken-out-of-a-store-where-it-is-not-trusted")
def _():
    tables = played_there("refused")
    store, there = move_store("refused.db", "refused-there"), machine("refused-cache")
    host = Pipes("--store", store, "--no-stored-builds", env=there)
    again(tables[0][0], host).refused(1018, "unavailable", "view")
    host.kill()
    os.chmod(store[len("sqlite:"):], 0o666)
    host = Pipes("--store", store, env=there)
    again(tables[0][0], host).refused(1018, "unavailable", "view")
    host.kill()
    os.chmod(store[len("sqlite:"):], 0o600)
    with contextlib.closing(sqlite3.connect(store[len("sqlite:"):])) as database, database:
        database.execute("UPDATE build SET content = (SELECT content FROM build AS other WHERE other.name <> build.name), "
                         "hash = (SELECT hash FROM build AS other WHERE other.name <> build.name)")
    host = Pipes("--store", store, env=there)
    again(tables[0][0], host).refused(1018, "unavailable", "view")
    builds = os.path.join(there["XDG_CACHE_HOME"], "lapidary", "builds")
    assert not [name for name in os.listdir(builds) if name.startswith(".unfinished")], os.listdir(builds)


main()

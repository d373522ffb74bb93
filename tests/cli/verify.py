"""lapidary verify: what is lost from a store, or damaged in it, is found and told by match."""

import contextlib
import json
import shutil
import sqlite3

from keeping import ask, create, store
from program import fine, main, path, refused, run, test


def change(name, *statements):
    """What another program would do to the file, with SQLite alone."""
    with contextlib.closing(sqlite3.connect(path(name + ".db"))) as db:
        for statement in statements:
            assert db.execute(statement).rowcount != 0, statement
        db.commit()


def findings(name, **more):
    """What is found in a store in which something is wrong."""
    done = run("verify", "--store", store(name), "--json", **more)
    told = json.loads(done.stdout)
    assert done.returncode == 1 and told["findings"], (done.returncode, done.stderr, told)
    return told["findings"]


def made(name):
    """A store with two matches, one of them over; their ids."""
    url = store(name)
    return [create(url, over=over) for over in (True, False)]


@test("/cli/verify/a-store-that-is-whole-is-said-to-be")
def _():
    made("whole")
    assert fine("verify", "--store", store("whole")) == "2 matches, 2 entries: as they were written\n"
    told = json.loads(fine("verify", "--store", store("whole"), "--json"))
    assert told == {"matches": 2, "entries": 2, "replayed": 2, "findings": [], "past": []}, told


@test("/cli/verify/a-match-that-runs-and-one-of-bots-are-played-again")
def _():
    url = store("long")
    ask(url, *[("match.create", {"game": game, "seats": [{"bot": "random"}] * seats, "key": f"a key for {game}"})
               for game, seats in (("gemtrix", 4), ("tic-tac-toe", 2))], ("games.list", {}))
    assert "2 matches" in fine("verify", "--store", url)


@test("/cli/verify/what-was-changed-is-told-by-match")
def _():
    cases = [("UPDATE entry SET text = replace(text, 'Ada', 'Bob') WHERE place = 1", "entry 1", 0),
             ("DELETE FROM entry WHERE place = 2", "lacks some of its entries", 0),
             ("UPDATE header SET text = replace(text, '\"seats\":2', '\"seats\":3')", "is not what was written", 0),
             ("UPDATE match SET state = 2", "state", 0),
             ("UPDATE match SET game = 'connect-four'", "another game", 0),
             ("UPDATE header SET seats = '[]'", "seats", 0),
             ("UPDATE match SET public = 1 - public", "seen by others", 0)]
    for number, (statement, words, which) in enumerate(cases):
        name = f"changed-{number}"
        matches = made(name)
        change(name, statement)
        told = findings(name)
        assert any(words in finding["text"] and finding.get("match") == matches[which] for finding in told), (statement, told)
        text = run("verify", "--store", store(name)).stdout
        assert f"match {matches[which]}: " in text and " finding" in text.splitlines()[-1], text


@test("/cli/verify/what-is-lost-so-that-all-that-is-left-fits-is-found-by-counts-and-digest")
def _():
    last = "(SELECT max(number) FROM entry)"
    cases = [[f"UPDATE match SET entries = entries - 1, last = (SELECT before FROM entry WHERE number = {last}), head = "
              f"(SELECT chain FROM entry WHERE number = (SELECT before FROM entry WHERE number = {last})) WHERE last = {last}",
              f"DELETE FROM entry WHERE number = {last}"],
             ["DELETE FROM header WHERE match = 2", "DELETE FROM match WHERE number = 2"],
             ["DELETE FROM entry WHERE match = 1", "DELETE FROM match WHERE number = 1", "DELETE FROM header WHERE match = 1"]]
    for number, statements in enumerate(cases):
        name = f"lost-{number}"
        made(name)
        change(name, *statements)
        told = [finding["text"] for finding in findings(name)]
        assert any("were written and not removed" in text for text in told) and any("digest" in text for text in told), told


@test("/cli/verify/a-store-that-has-gone-back-says-so-once-and-remembers-it")
def _():
    made("back")
    shutil.copyfile(path("back.db"), path("back.old"))
    made("back")
    shutil.copyfile(path("back.old"), path("back.db"))
    done = run("verify", "--store", store("back"))
    assert done.returncode == 1 and "store: " in done.stdout and "gone back to an older state" in done.stdout, done.stdout
    assert "warning: " in done.stderr, done.stderr
    again = fine("verify", "--store", store("back"))
    assert again.startswith("noticed before: ") and "gone back" in again and "as they were written" in again, again


@test("/cli/verify/damage-to-the-file-is-found")
def _():
    made("damage")
    with open(path("damage.db"), "r+b") as file:
        file.seek(4096 * 2 + 3)
        file.write(b"\xff\xff")
    done = run("verify", "--store", store("damage"))
    assert done.returncode == 1 and (done.stdout or done.stderr), done


@test("/cli/verify/a-match-whose-game-is-not-here-is-played-again-with-that-in-the-store-or-not-at-all")
def _():
    create(store("elsewhere"), game="sealed")
    assert fine("verify", "--store", store("elsewhere")).endswith("as they were written\n")
    away = {"LAPIDARY_PLUGIN_PATH": path("nowhere"), "XDG_CACHE_HOME": path("other-cache")}
    text = fine("verify", "--store", store("elsewhere"), "--no-stored-builds", **away)
    assert "as they were written; 1 not played again" in text, text
    assert fine("verify", "--store", store("elsewhere"), **away).endswith("as they were written\n")


@test("/cli/verify/what-is-no-store-is-refused")
def _():
    refused(3, "verify", "--store", store("none"), says="no store")
    with open(path("text.db"), "w", encoding="ascii") as file:
        file.write("Once upon a time\n" * 100)
    refused(1, "verify", "--store", store("text"), says="not a database")
    refused(2, "verify", "all")


main()

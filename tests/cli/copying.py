"""`lapidary matches copy`: all of one store to another, and back."""

import json
import os
import shutil
import sqlite3
import sys

from keeping import ask, create, store
from program import Skipped, fine, main, path, refused, test

sys.path.insert(0, os.path.join(os.environ["SOURCES"], "tests", "fixtures"))
from cluster import Cluster, Missing  # noqa: E402  (the path comes first)


def filled(name):
    """The address of a store with matches: one that is over, some that are not."""
    url = store(name)
    create(url, over=True)
    for _ in range(3):
        create(url)
    return url


QUERIES = ("SELECT id, game, created, changed, entries, state, public, head, seats, text FROM match JOIN header ON match = number",
           "SELECT id, place, chain, text FROM entry JOIN match ON match.number = match",
           "SELECT id, message.number, text FROM message JOIN match ON match.number = match",
           "SELECT id, place, tail, snapshot.state FROM snapshot JOIN match ON match.number = match",
           "SELECT id, name, hash, content FROM match_build JOIN match ON match.number = match"
           " JOIN build ON build.number = build")


def change(name, sql, *values):
    db = sqlite3.connect(path(name + ".db"))
    db.execute(sql, values)
    db.commit()
    db.close()


def contents(name):
    """All that a file has but the numbers of its rows."""
    db = sqlite3.connect(path(name + ".db"))
    found = [sorted(db.execute(query).fetchall()) for query in QUERIES]
    db.close()
    return found


def over(url):
    return json.loads(fine("matches", "--store", url, "--json", "--over"))["matches"][0]["match"]


@test("/cli/copying/a-file-is-copied-to-another-and-is-the-same")
def _():
    url = filled("from")
    change("from", "INSERT INTO message SELECT number, 1, '{\"text\":\"hello\"}' FROM match")
    change("from", "INSERT INTO snapshot SELECT match, place, number, chain, x'07', x'0008' FROM entry")
    said = fine("matches", "copy", url, store("to"))
    entries = len(contents("from")[1])
    assert said == f"4 matches with {entries} entries copied and compared, 0 were there already\n", said
    assert contents("to") == contents("from") and all(contents("from")), contents("from")
    assert fine("verify", "--store", store("to")) == fine("verify", "--store", url)


@test("/cli/copying/what-was-copied-before-is-left-and-what-differs-is-not-overwritten")
def _():
    url = store("from")
    create(url)
    said = fine("matches", "copy", url, store("to"))
    assert said == "1 match with 0 entries copied and compared, 4 were there already\n", said
    assert contents("to") == contents("from")
    create(url)
    match = over(url)
    change("to", "UPDATE header SET seats = '[]' WHERE match = (SELECT number FROM match WHERE id = ?)", match)
    refused(1, "matches", "copy", url, store("to"), says=[match, "other seats", "0 of"])
    assert len(contents("to")[0]) == 5


@test("/cli/copying/a-damaged-match-is-not-copied")
def _():
    url = filled("damaged")
    match = over(url)
    change("damaged", "UPDATE entry SET text = 'x'")
    refused(1, "matches", "copy", url, store("rest"), says=[match, "is not what was written"])
    assert not any(contents("rest"))
    refused(3, "matches", "copy", store("no-store"), store("rest"), says="no-store")
    refused(1, "matches", "copy", url, url, says="server runs")


@test("/cli/copying/a-file-is-copied-to-a-database-and-back")
def _():
    try:
        cluster = Cluster()
    except Missing as missing:
        raise Skipped(str(missing)) from missing
    database = cluster.make("matches")
    fine("matches", "copy", store("from"), database)
    shown = fine("matches", "--json", LAPIDARY_STORE=database)
    assert shown == fine("matches", "--store", store("from"), "--json")
    assert "as they were written" in fine("verify", LAPIDARY_STORE=database)
    fine("matches", "copy", database, store("back"))
    assert contents("back") == contents("from")
    assert ask(database, ("match.list", {}))


@test("/cli/copying/a-machine-without-the-module-or-libpq-is-told-what-to-install-and-needs-neither-otherwise")
def _():
    library = os.path.join(os.path.dirname(os.environ["LAPIDARY"]), "..", "liblapidary.so.0")
    there = os.path.join(path("installed"), os.environ["LIBRARY_FOLDER"])
    os.makedirs(there)
    shutil.copy(os.path.realpath(library), os.path.join(there, "liblapidary.so.0"))
    without = {"LD_LIBRARY_PATH": there}
    refused(1, "matches", "--store", "postgresql:", says=["lapidary/stores", "lapidary-postgresql"], **without)
    assert fine("matches", "--store", "memory:", **without) == "no matches\n"
    if not os.environ["POSTGRESQL_MODULE"]:
        raise Skipped("the module for PostgreSQL is not built: libpq-dev is missing")
    os.makedirs(path("broken"))
    with open(path("broken/libpq.so.5"), "w", encoding="utf-8"):
        pass
    broken = {"LD_LIBRARY_PATH": path("broken")}
    refused(1, "matches", "--store", "postgresql:", says=["libpq5"], **broken)
    assert fine("matches", "--store", "memory:", **broken) == "no matches\n"


main()

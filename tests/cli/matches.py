"""lapidary matches: what a store holds, looked after without a server."""

import json
import os
import sqlite3
import subprocess

from keeping import ask, create, store
from program import PROGRAM, environment, fine, main, path, refused, run, test


def listed(url, *more):
    return [match["match"] for match in json.loads(fine("matches", "--store", url, "--json", *more))["matches"]]


def age(name, match, days):
    """Makes a match look as if nothing had happened for some days."""
    with sqlite3.connect(path(name + ".db")) as db:
        table, = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table' AND sql LIKE '%changed%'")]
        assert db.execute(f"UPDATE {table} SET changed = changed - ? WHERE id = ?", (days * 86400 * 10**6, match)).rowcount == 1
    db.close()


@test("/cli/matches/the-list-has-all-last-changed-first")
def _():
    url = store("list")
    made = [create(url, over=over) for over in (False, True, False)]
    assert listed(url) == made[::-1] and listed(url, "--over") == [made[1]]
    text = fine("matches", "list", "--store", url)
    assert [line.split()[0] for line in text.splitlines()] == ["match"] + made[::-1], text


@test("/cli/matches/show-tells-who-plays-and-where-it-stands")
def _():
    url = store("show")
    match = create(url, over=True)
    text = fine("matches", "show", match, "--store", url)
    for word in (match, "tic-tac-toe", "over", "Ada, resigned", "random 2 (bot)"):
        assert word in text, text
    assert json.loads(fine("matches", "show", match, "--store", url, "--json"))["state"] == "over"


@test("/cli/matches/what-is-not-there-is-code-3")
def _():
    url = store("absent")
    create(url)
    refused(3, "matches", "show", "nonesuch", "--store", url, says="nonesuch")
    refused(3, "matches", "show", "NO SUCH", "--store", url, says="lapidary matches")
    refused(3, "matches", "--store", store("no-store"), says="no-store")
    assert not os.path.exists(path("no-store.db"))


@test("/cli/matches/the-log-of-one-that-is-over-can-be-replayed")
def _():
    url = store("export")
    match = create(url, over=True)
    fine("matches", "export", match, "--store", url, "--to", path("match.log"))
    fine("replay", path("match.log"))
    assert fine("matches", "export", match, "--store", url) == open(path("match.log"), encoding="utf-8").read()


@test("/cli/matches/the-log-of-one-that-runs-is-told-by-force-alone")
def _():
    url = store("force")
    match = create(url, game="gemtrix")
    refused(2, "matches", "export", match, "--store", url, says=["secrets", "--force"])
    assert fine("matches", "export", match, "--store", url, "--force").startswith("{")


@test("/cli/matches/prune-asks-before-it-removes")
def _():
    url = store("prune")
    made = [create(url, over=over) for over in (False, True, False)]
    refused(2, "matches", "prune", "--store", url, says="--older-than")
    refused(2, "matches", "prune", "--older-than", "0", "--store", url, says="36500")
    for typed in ("n\n", "", "\n"):
        assert "nothing is removed" in fine("matches", "prune", "--over", "--store", url, typed=typed)
    assert listed(url) == made[::-1]
    assert "1 match removed" in fine("matches", "prune", "--over", "--store", url, typed="y\n")
    assert listed(url) == [made[2], made[0]]


@test("/cli/matches/prune-goes-by-age")
def _():
    url = store("age")
    made = [create(url, over=over) for over in (False, True, True)]
    for match in made[:2]:
        age("age", match, 10)
    assert "0 matches removed" in fine("matches", "prune", "--older-than", "11", "--yes", "--store", url)
    assert "1 match removed" in fine("matches", "prune", "--over", "--older-than", "9", "--yes", "--store", url)
    assert "1 match removed" in fine("matches", "prune", "--older-than", "9", "--yes", "--store", url)
    assert listed(url) == [made[2]]


@test("/cli/matches/a-store-that-a-server-has-is-left-alone")
def _():
    url = store("busy")
    create(url)
    server = subprocess.Popen([PROGRAM, "stdio", "--store", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, env=environment())
    server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"host.hello"}\n')
    server.stdin.flush()
    server.stdout.readline()
    refused(1, "matches", "--store", url, says=["server runs", "stop it"])
    server.communicate()
    assert run("matches", "--store", url).returncode == 0


@test("/cli/matches/a-server-removes-what-is-over-for-as-long-as-it-was-told-and-nothing-else")
def _():
    url = store("prune-after")
    old = [create(url, over=True) for _ in range(25)]
    running, young = create(url), create(url, over=True)
    for match in (*old, running):
        age("prune-after", match, 40)
    for wrong in ("0", "x", "36501"):
        refused(2, "serve", "--port", "0", "--store", url, "--prune-after", wrong, says=["--prune-after", wrong])
    command = [PROGRAM, "serve", "--port", "0", "--store", url, "--prune-after", "30"]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as server:
        pruned = []
        while sum(pruned) < 25:
            line = json.loads(server.stderr.readline())
            pruned += [line["matches"]] if line["event"] == "pruned" else []
        server.kill()
    assert pruned == [20, 5] and listed(url) == [young, running], (pruned, listed(url))


main()

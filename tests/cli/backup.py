"""lapidary backup: a copy of a store, made by whoever has it open."""

import contextlib
import json
import os
import shutil
import stat
import subprocess
import threading

from keeping import KEYS, create, store
from program import PROGRAM, Skipped, environment, fine, main, path, refused, run, test


class Host:
    """`lapidary stdio` on a store, while a test lasts."""

    def __init__(self, url):
        self.program = subprocess.Popen([PROGRAM, "stdio", "--log-level", "error", "--store", url], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment())
        self.ask("games.list", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait(30)
        for pipe in (self.program.stdin, self.program.stdout, self.program.stderr):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def ask(self, method, params):
        print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=self.program.stdin, flush=True)
        return json.loads(self.program.stdout.readline())

    def create(self):
        """Plays a match of two bots; its id."""
        made = self.ask("match.create", {"game": "tic-tac-toe", "seats": [{"bot": "random"}] * 2, "key": next(KEYS)})
        return made["result"]["match"]


def matches_of(url):
    return {match["match"] for match in json.loads(fine("matches", "list", "--json", "--store", url))["matches"]}


def numbers(said):
    """How many matches and entries it said that there are."""
    words = said.replace(",", "").rsplit(": ", 1)[1].split()
    return int(words[0]), int(words[2])


@test("/cli/backup/a-store-that-nobody-has-open-is-copied")
def _():
    made = {create(store("alone")), create(store("alone"), over=True)}
    said = fine("backup", path("copy.db"), "--store", store("alone"))
    assert said == f"{path('copy.db')}: 2 matches, 2 entries\n", said
    assert stat.S_IMODE(os.stat(path("copy.db")).st_mode) == 0o600
    assert run("verify", "--store", store("copy")).stdout == "2 matches, 2 entries: as they were written\n"
    assert matches_of(store("copy")) == made == matches_of(store("alone"))


@test("/cli/backup/nothing-is-overwritten")
def _():
    create(store("twice"))
    fine("backup", path("once.db"), "--store", store("twice"))
    before = os.stat(path("once.db"))
    refused(1, "backup", path("once.db"), "--store", store("twice"), says="exist")
    with Host(store("twice")):
        refused(1, "backup", path("once.db"), "--store", store("twice"), says="there already")
    assert os.stat(path("once.db")) == before


@test("/cli/backup/what-cannot-be-copied-is-refused")
def _():
    create(store("fine"))
    refused(3, "backup", path("x.db"), "--store", store("nowhere"), says="there is no store")
    refused(1, "backup", path("x.db"), "--store", "memory:", says="sqlite:PATH")
    refused(1, "backup", path("no/folder/x.db"), "--store", store("fine"), says="no/folder")
    with Host(store("fine")):
        refused(1, "backup", path("no/folder/x.db"), "--store", store("fine"), says="no/folder")
    refused(2, "backup", says="FILE")
    assert not [name for name in os.listdir(path(".")) if "part" in name]


@test("/cli/backup/a-host-copies-its-store-while-matches-are-played")
def _():
    with Host(store("busy")) as host:
        acknowledged, stop = [], threading.Event()

        def play():
            while not stop.is_set():
                acknowledged.append(host.create())

        player = threading.Thread(target=play)
        player.start()
        try:
            for i in range(5):
                known, least = set(acknowledged), len(acknowledged)
                matches, _ = numbers(fine("backup", path(f"busy-{i}.db"), "--store", store("busy")))
                assert least <= matches <= len(acknowledged) + 1, (least, matches, len(acknowledged))
                copied = matches_of(f"sqlite:{path(f'busy-{i}.db')}")
                assert known <= copied and len(copied) == matches, (known - copied, matches)
                said = run("verify", "--store", f"sqlite:{path(f'busy-{i}.db')}")
                assert said.returncode == 0, said.stdout
        finally:
            stop.set()
            player.join()


@test("/cli/backup/it-is-put-back")
def _():
    first = create(store("back"))
    fine("backup", path("kept.db"), "--store", store("back"))
    later = create(store("back"))
    assert matches_of(store("back")) == {first, later}
    for file in os.listdir(path(".")):
        if file.startswith("back.db-") and not file.endswith("-mark"):
            os.remove(path(file))
    shutil.copy(path("kept.db"), path("back.db"))
    said = run("matches", "list", "--json", "--store", store("back"))
    assert {match["match"] for match in json.loads(said.stdout)["matches"]} == {first}
    assert "gone back" in said.stderr, said.stderr
    said = run("verify", "--store", store("back"))
    assert "gone back" in said.stdout and "1 match, 0 entries: as they were written" in said.stdout, said


@test("/cli/backup/the-socket-is-for-its-user-and-goes-with-the-host")
def _():
    control = path("shut.db-control")
    with Host(store("shut")) as host:
        assert stat.S_ISSOCK(os.stat(control).st_mode)
        host.program.stdin.close()
        assert host.program.wait(30) == 0
    assert not os.path.exists(control)
    with Host(store("shut")) as host:
        host.program.kill()
        host.program.wait(30)
    assert stat.S_ISSOCK(os.stat(control).st_mode)
    fine("backup", path("after-a-kill.db"), "--store", store("shut"))
    with Host(store("shut")):
        fine("backup", path("after-another.db"), "--store", store("shut"))


@test("/cli/backup/others-are-not-let-in")
def _():
    if os.geteuid() != 0:
        raise Skipped("only root can become somebody else")
    with Host(store("ours")):
        os.chmod(path("ours.db-control"), 0o777)
        os.chmod(path("."), 0o755)
        ask_as = "import socket, sys\n" \
                 "s = socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n" \
                 "s.settimeout(30)\ns.sendall(b'{}\\n')\nprint(len(s.recv(100)))"
        said = subprocess.run(["/usr/bin/python3", "-c", ask_as, path("ours.db-control")], capture_output=True, text=True,
                              user=65534, check=False)
        assert said.stdout == "0\n" or "reset" in said.stderr or "Broken pipe" in said.stderr, said
        fine("backup", path("by-its-user.db"), "--store", store("ours"))


main()

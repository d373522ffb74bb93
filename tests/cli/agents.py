"""Programs in seats of lapidary play: those that play, and those that do not do what they should."""

import json
import os
import shutil
import subprocess
import tempfile
import time

from program import Skipped, fine, main, path, read, run, test

EXAMPLES = os.path.join(os.environ["SOURCES"], "examples", "agents")
RANDOM = f"python3 {EXAMPLES}/random_agent.py 1"

# A loop over requests, in which `result` is made of `method` and `params`, and each line is kept in a file.
LOOP = """import json, sys, time, os
keep = open(sys.argv[1], "w")
for line in sys.stdin:
    keep.write(line)
    keep.flush()
    message = json.loads(line)
    method, params = message["method"], message["params"]
    result = {}
%s
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""
FIRST = "    if method == 'choose': result = {'index': 0}"


def program(body=FIRST, name="agent"):
    """The command of a program with this body of its loop, and the file of the lines that it was sent."""
    script, kept = path(name + ".py"), path(name + ".lines")
    with open(script, "w", encoding="utf-8") as file:
        file.write(LOOP % body)
    return f"python3 {script} {kept}", kept


def messages(kept):
    return [json.loads(line) for line in read(kept).splitlines()]


def play(game, command, *arguments, seats="it,random", typed="", seed="1"):
    return run("play", game, "--agent", "it=" + command, "--seats", seats, "--seed", seed, *arguments, typed=typed)


def fails(command, why, *arguments, game="tic-tac-toe", body=None):
    """The program fails for a reason, its seat is given up, and the match ends in an orderly way."""
    done = play(game, command if body is None else program(body)[0], *arguments)
    assert done.returncode == 1, (done.returncode, done.stderr)
    shown = " ".join(done.stdout.split())
    assert "Ann has failed: the program " in shown and why in shown, done.stdout + done.stderr
    assert "Bo wins." in shown, done.stdout
    return done


def is_gone(pid):
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


@test("/cli/agents/whole-matches-are-played-by-programs")
def _():
    for game, seats in (("gemtrix", "it,it=Bob,random"), ("gemessengers", "it,it"), ("gems-tracker-solo", "it"),
                        ("gem-crisis", "it,random"), ("sealed", "it,it")):
        done = play(game, RANDOM, seats=seats)
        assert done.returncode == 0 and "(seed 1)" in done.stdout.splitlines()[-1], (game, done.stdout[-500:], done.stderr)


@test("/cli/agents/the-example-in-javascript-plays-too")
def _():
    if not shutil.which("node"):
        raise Skipped("there is no node")
    done = play("gemtrix", f"node {EXAMPLES}/word_agent.mjs claim", seats="random,it")
    assert done.returncode == 0, done.stderr


@test("/cli/agents/a-person-plays-against-a-program")
def _():
    command, kept = program()
    done = play("tic-tac-toe", command, seats="me=Ada,it=Hal", typed="9\n4\n5\n5\n5\n5\n5\n")
    assert done.returncode == 0 and "Hal marks a1." in done.stdout, done.stdout
    assert messages(kept)[1]["params"]["events"][0]["text"] == ["Ada marks c3."], messages(kept)[1]


@test("/cli/agents/a-program-plays-on-when-moves-are-taken-back-and-when-the-match-becomes-one-of-a-variant")
def _():
    command, kept = program()
    done = play("tic-tac-toe", command, seats="me=Ada,it", typed="1\nu\n2\nv\n1\ny\n" + "1\n" * 6)
    assert done.returncode == 0 and "From here on this is Tic-tac-toe, misère." in done.stdout, done.stdout[-2000:]
    games = [message["params"]["game"] for message in messages(kept)[1:] if message["method"] == "choose"
             and not message["params"]["prefix"]]
    assert games[0] == "tic-tac-toe" and games[-1] == "tic-tac-toe-misere", games
    kinds = [event["kind"] for message in messages(kept)[1:] for event in message["params"].get("events", [])]
    assert "propose" in kinds and "rules" in kinds, kinds


@test("/cli/agents/a-program-is-greeted-asked-with-what-has-happened-and-told-the-end")
def _():
    command, kept = program()
    assert play("tic-tac-toe", command).returncode == 0
    hello, *asked, over = messages(kept)
    assert hello["params"]["seat"] == 0 and hello["params"]["seats"] == 2 and hello["params"]["protocol"] == 1, hello
    assert hello["params"]["game"]["id"] == "tic-tac-toe" and hello["params"]["time"] == 10000, hello
    assert [message["method"] for message in asked] == ["choose"] * len(asked), asked
    assert all(0 < message["params"]["time"] <= 10000 for message in asked)
    assert [step["label"] for step in asked[0]["params"]["legal"]][:2] == ["Mark a1", "Mark b1"], asked[0]
    kinds = [(event["kind"], event["seat"]) for event in asked[1]["params"]["events"]]
    assert kinds == [("move", 0), ("move", 1)], kinds
    assert over["method"] == "over" and "id" not in over and over["params"]["state"] == "over", over
    assert over["params"]["score"]["final"] is True, over


@test("/cli/agents/a-move-may-be-answered-whole-by-its-steps")
def _():
    command, kept = program("    if method == 'choose': result = {'steps': [params['legal'][-1]]}")
    assert play("gemtrix", command).returncode == 0
    assert len(messages(kept)) > 3


@test("/cli/agents/the-steps-of-a-long-move-are-asked-for-one-after-the-other")
def _():
    command, kept = program("    if method == 'choose': result = {'index': len(params['legal']) - 1 - len(params['prefix']) % 2}")
    assert play("gem", command).returncode == 0
    further = [message["params"] for message in messages(kept)[1:-1] if message["params"]["prefix"]]
    assert further and all("view" not in params and len(params["legal"]) > 1 for params in further)


def first_request(game, seats, seed):
    command, kept = program()
    assert play(game, command, seats=seats, seed=str(seed)).returncode == 0
    hello, choose = read(kept).splitlines()[:2]
    choose = json.loads(choose)
    assert 0 < choose["params"].pop("time") <= 10000
    return hello, json.dumps(choose)


@test("/cli/agents/matches-that-differ-in-what-the-seat-cannot-know-are-told-in-the-same-bytes")
def _():
    told = [first_request("kuhn-poker", "it,random", seed) for seed in range(1, 25)]
    assert len({hello for hello, _ in told}) == 1
    # Three cards, of which the other seat has one of two: six deals, and three that this seat can tell apart.
    assert len({choose for _, choose in told}) == 3, {choose for _, choose in told}


@test("/cli/agents/nothing-from-which-chance-could-be-guessed-is-told")
def _():
    command, kept = program()
    assert play("gemtrix", command).returncode == 0
    for message in messages(kept):
        assert not {"match", "seed", "hash", "seeded"} & set(message["params"]), message["params"].keys()
        assert all("at" not in event for event in message["params"].get("events", [])), message


@test("/cli/agents/a-wrong-answer-is-answered-and-another-one-taken")
def _():
    command, kept = program("    if method == 'choose': result = {'index': 99 if wrong else 0}\n    wrong = method != 'wrong'"
                            .replace("if wrong", "if 'wrong' not in dir() or wrong"))
    assert play("tic-tac-toe", command).returncode == 0
    said = [message["params"]["message"] for message in messages(kept) if message["method"] == "wrong"]
    assert said and said[0] == '"index" must be a number from 0 to 8', said


for name, answer, why in (
        ("an-index-past-the-last", "{'index': 9}", '"index" must be a number from 0 to 8'),
        ("an-index-before-the-first", "{'index': -1}", '"index" must be a number from 0 to 8'),
        ("no-choice", "{}", 'must have an "index" or "steps"'),
        ("no-object", "7", 'must have a "result", which is an object'),
        ("steps-of-another-game", "{'steps': [{'kind': 'no/thing', 'args': {}}]}", "no/thing"),
        ("no-steps", "{'steps': []}", "at least one step")):
    @test(f"/cli/agents/three-wrong-answers-fail/{name}")
    def _(answer=answer, why=why):
        done = fails(None, why, body=f"    if method == 'choose': result = {answer}")
        assert "has answered wrongly 3 times" in " ".join(done.stdout.split()), done.stdout


@test("/cli/agents/a-step-that-is-not-legal-is-a-wrong-answer")
def _():
    fails(None, "has answered wrongly 3 times",
          body="    if method == 'choose': taken = params['view']['ply'] and result.update(index=0)\n"
               "    if method == 'choose': result = {'steps': [{'kind': 'tic-tac-toe/mark', 'args': {'cell': 0}}]}")


@test("/cli/agents/answers-to-other-requests-and-lines-that-are-no-json-are-wrong-answers")
def _():
    fails(None, 'must have the "id" of the request', body="    if method == 'choose': message['id'] = 7000")
    fails(None, "must be a line of JSON", body="    if method == 'choose': print('\\x1b[31mgarbage')")


@test("/cli/agents/a-program-that-prints-megabytes-costs-its-time-and-no-memory")
def _():
    fails(None, "has not answered in time", "--agent-time", "700",
          body="    if method == 'choose': [sys.stdout.write('[' * 100000) for i in range(10**9)]")
    fails(None, "has answered wrongly 3 times: an answer must not be longer",
          body="    if method == 'choose': [sys.stdout.write('[' * 100000 + '\\n') for i in range(10**9)]")
    fails(None, "has not answered in time", "--agent-time", "700",
          body="    if method == 'choose': [sys.stderr.write('[' * 100000) for i in range(10**9)]")


@test("/cli/agents/a-program-that-hangs-is-killed-with-those-that-it-has-started")
def _():
    pids = path("pids")
    body = (f"    if method == 'choose':\n        import subprocess\n        child = subprocess.Popen(['sleep', '1000'])\n"
            f"        open({pids!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n        time.sleep(1000)")
    fails(None, "has not answered in time", "--agent-time", "5000", body=body)
    assert all(is_gone(pid) for pid in read(pids).split())


@test("/cli/agents/a-program-that-ignores-the-end-is-killed-after-the-match")
def _():
    pids = path("ignoring")
    body = f"    open({pids!r}, 'w').write(str(os.getpid()))\n{FIRST}\n    if method == 'over': time.sleep(1000)"
    assert play("tic-tac-toe", program(body)[0]).returncode == 0
    assert is_gone(read(pids))


@test("/cli/agents/a-program-that-ends-is-named-with-its-status-and-its-last-words")
def _():
    fails(None, 'has ended with status 3; the last it said was "I give up"',
          body="    if method == 'choose': print('first\\nI give up\\x1b[0m', file=sys.stderr), os._exit(3)".replace("\\x1b[0m", ""))
    fails(None, "was ended by signal 11", body="    if method == 'choose': os.kill(os.getpid(), 11)")


@test("/cli/agents/what-a-program-says-cannot-steer-the-terminal")
def _():
    done = fails(None, "has ended", body="    if method == 'choose': print('\\x1b[2Jaway\\x07', file=sys.stderr), os._exit(3)")
    assert "\x1b" not in done.stdout and "\x07" not in done.stdout and "[2Jaway" in done.stdout, done.stdout


@test("/cli/agents/a-program-that-closes-its-input-or-output-fails")
def _():
    fails(None, "has closed its output", body="    if method == 'choose': os.close(1), time.sleep(1000)")
    fails(None, "has closed its input",
          body="    if method == 'choose': print(json.dumps({'id': message['id'], 'result': {'index': 0}}), flush=True), os.close(0), time.sleep(1000)")


@test("/cli/agents/a-program-that-cannot-start-or-does-not-greet-ends-it-before-the-match")
def _():
    for command, why in (("/no/such/program", "cannot be started"), ("true", "has ended with status 0"),
                         ("echo hello", "has answered wrongly"), ("'", "cannot be started"),
                         ("sleep 1000", "has not answered in time")):
        done = play("tic-tac-toe", command)
        assert done.returncode == 1 and done.stdout == "" and why in done.stderr, (command, done.stdout, done.stderr)
        assert done.stderr.startswith("lapidary: the program of Ann (") and done.stderr.count("\n") == 1, done.stderr


@test("/cli/agents/where-others-play-on-a-bot-moves-for-the-seat-that-was-given-up")
def _():
    done = play("gemtrix", program("    os._exit(1) if method == 'choose' else None")[0], seats="it,random,random")
    assert done.returncode == 1 and "Ann has failed" in done.stdout and "The game is over" in done.stdout, done.stdout[-900:]


@test("/cli/agents/a-program-that-is-not-named-rightly-is-refused")
def _():
    for agent in ("it", "=x", "it="):
        done = run("play", "tic-tac-toe", "--agent", agent, "--seats", "it,it")
        assert done.returncode == 2 and "--agent wants NAME=COMMAND" in done.stderr, done.stderr
    done = run("play", "tic-tac-toe", "--agent", "mine=true", "--seats", "me,mime")
    assert done.returncode == 2 and "did you mean" in done.stderr and "mine" in done.stderr, done.stderr
    assert run("play", "tic-tac-toe", "--agent-time", "0").returncode == 2


@test("/cli/agents/the-log-of-a-match-with-programs-replays")
def _():
    log = path("agents.log")
    assert play("gemtrix", RANDOM, "--log", log).returncode == 0
    assert "every hash agrees" in fine("replay", log)


# A program that listens, plays each match of a connection by first moves, and notes how each connection ended.
LISTENER = """import json, socket, sys, threading
family, address, kept = sys.argv[1:]
if family == "unix":
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
else:
    listening = socket.create_server(("127.0.0.1", 0))
listening.listen()
print(listening.getsockname()[1] if family == "tcp" else address, flush=True)
def serve(connection):
    lines = connection.makefile("rw", encoding="utf-8")
    for line in lines:
        message = json.loads(line)
        if message["method"] == "choose" and address == "leave":
            connection.shutdown(socket.SHUT_RDWR)
        elif "id" in message:
            result = {"index": 0} if message["method"] == "choose" else {"name": "Listener"}
            lines.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\\n")
            lines.flush()
    with open(kept, "a") as file:
        file.write(message["method"] + "\\n")
    lines.close()
    connection.close()
while True:
    threading.Thread(target=serve, args=listening.accept()[:1], daemon=True).start()
"""


class Listener:
    """That program while a test runs; `agent` is where it listens."""

    def __init__(self, family, address, name):
        script, self.kept = path(name + ".py"), path(name + ".ends")
        with open(script, "w", encoding="utf-8") as file:
            file.write(LISTENER)
        self.process = subprocess.Popen(["python3", script, family, address, self.kept], stdout=subprocess.PIPE, text=True)
        place = self.process.stdout.readline().strip()
        self.agent = f"unix:{place}" if family == "unix" else f"tcp:127.0.0.1:{place}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@test("/cli/agents/a-program-that-listens-at-a-socket-plays-match-after-match")
def _():
    with tempfile.TemporaryDirectory() as folder:
        for family, address in (("unix", os.path.join(folder, "s")), ("tcp", "any")):
            with Listener(family, address, family) as listener:
                for _ in range(2):
                    done = play("gemtrix", listener.agent, seats="it,it=Bob,random")
                    assert done.returncode == 0, done.stdout[-500:] + done.stderr
                assert read(os.path.basename(listener.kept)).split() == ["over"] * 4, read(listener.kept)


@test("/cli/agents/a-socket-that-closes-or-is-not-there-is-named")
def _():
    with Listener("tcp", "leave", "leaves") as listener:
        fails(listener.agent, "has closed the connection")
    for agent in ("unix:/nowhere/at/all", "tcp:127.0.0.1:1", "tcp:[", listener.agent):
        done = play("tic-tac-toe", agent)
        assert done.returncode == 1 and "cannot be reached" in done.stderr, (agent, done.stderr)


def simulate(command, *arguments, game="tic-tac-toe", seats="it,random"):
    return run("simulate", game, "--agent", "it=" + command, "--seats", seats, "--seed", "1", *arguments)


@test("/cli/agents/simulations-count-matches-of-programs-and-repeat-them")
def _():
    for game, seats in (("tic-tac-toe", "it,random"), ("gemtrix", "it,it,easy"), ("sealed", "random,it"),
                        ("gems-tracker-solo", "it")):
        results = [simulate(RANDOM, "-n", "3", "--json", game=game, seats=seats) for _ in range(2)]
        assert all(done.returncode == 0 for done in results), results[0].stderr
        counted = [json.loads(done.stdout) for done in results]
        assert counted[0]["matches"] == 3 and counted[0] == counted[1], counted
    done = simulate(program()[0], "-n", "5")
    assert done.returncode == 0 and "random" in done.stdout, done.stdout + done.stderr


@test("/cli/agents/a-match-in-which-a-program-fails-is-reported-and-the-others-count")
def _():
    failing = "    if method == 'choose': sys.exit(7)"
    done = simulate(program(failing, "quits")[0], "-n", "2")
    assert done.returncode == 1 and "seat 0: the program has ended with status 7" in done.stderr, done.stderr
    done = simulate(program()[0], "--threads", "2")
    assert done.returncode == 2 and "--threads" in done.stderr, done.stderr


main()

"""A game that misbehaves in each way in each of its hooks, on a host that others play at: the table of docs/hosting.md.

What comes of it is one refused action, or a match that is suspended; the host and the matches of others go on."""

import json
import os
import time

from talking import SOURCES, Pipes, Refused, ask, first_move, main, path, sit_down, table_rows, test

os.environ["LAPIDARY_PLUGIN_PATH"] += ":" + os.environ["ZOO"]
GAME = "misbehaves"
LISTENS = "misbehaves-more"  # its variant, which has the hook notice
LIMIT = 500  # ms: less than `slow` takes, and more than any hook on a busy machine
PATIENT = 20000  # ms, where nothing is to take long
PLAYED, REFUSED, SUSPENDED = "played", "refused", "suspended"
# Every deed, as the table names it, and words that the refusal has; None: it is harmless, and the match goes on.
DEEDS = {
    "null": ("reads or writes at NULL", "crashed with SIGSEGV"),
    "wild_byte": ("writes one byte behind its segment", "behind"),
    "wild_near": ("writes 4,000 bytes behind its segment", ""),
    "wild_far": ("writes where nothing is", "crashed with SIGSEGV"),
    "overflow": ("overflows its stack", "crashed with SIGSEGV"),
    "exit": ("leaves the process", "left the process"),
    "abort": ("aborts", "crashed with SIGABRT"),
    "throw": ("throws an exception", "crashed with SIGABRT"),
    "loop": ("never comes back", f"did not come back within {LIMIT} ms"),
    "slow": ("takes too long", f"did not come back within {LIMIT} ms"),
    "fork": ("starts a process", "no rules may do, and was ended"),
    "bomb": ("starts processes without end", "no rules may do, and was ended"),
    "threads": ("starts threads", "no rules may do, and was ended"),
    "memory": ("takes memory without end", ""),
    "file": ("creates a file", "no rules may do, and was ended"),
    "socket": ("opens a socket", "no rules may do, and was ended"),
    "stdout": ("prints", None),
    "signal": ("kills the host", "no rules may do, and was ended"),
    "ptrace": ("traces the host", "no rules may do, and was ended"),
    "truncate": ("truncates what it shares with the host", ""),
    "scribble": ("writes over what it shares with the host", ""),
    "garbage_counts": ("counts beyond capacities", ""),
    "garbage_actions": ("offers steps that are not there", ""),
    "garbage_length": ("says that it offers two billion steps", ""),
    "garbage_score": ("sends score lines that are not there", "a score line of"),
    "garbage_event": ("sends events that are not there", "event"),
    "spoil": ("spoils the memory that its other matches are played in", None),
}
HOOKS = ("enter", "actors", "legal", "apply", "run", "score", "derive", "rule", "operation", "highlights", "notice")
# The hooks of a swap, from the one game to the other.
SWAPS = {"join": (GAME, LISTENS), "leave": (LISTENS, GAME)}
# What a list of legal steps alone can say.
OF_LEGAL = ("garbage_actions", "garbage_length")
# Events of a swap, and of worlds that a bot imagines, are not sent.
OF_WHAT_IS_SENT = ("garbage_event",)
NOT_SENT = (*SWAPS, "resample")
REFUSES, FAULT, STILL = 1017, 1010, 1019


def play(people, failures):
    """Plays on; what came of it, and adds what was refused."""
    for _ in range(40):
        try:
            state = people[0].ask("subscribe")
            if state["state"] != "running":
                return SUSPENDED if state["state"] == "suspended" else PLAYED
            waiting = people[state["waiting"][0]]
            waiting.change("play", steps=first_move(waiting))
        except Refused as refusal:
            error = refusal.error
            assert error["code"] in (FAULT, STILL), error
            if error["code"] == FAULT:
                failures.append(error["message"])
    return REFUSED


def misbehave(host, hook, deed):
    """What comes of a match in which that hook does that from the third move on."""
    failures = []
    try:
        people = sit_down(host, LISTENS if hook == "notice" else GAME, options={"hook": hook, "deed": deed, "ply": "2"})
    except Refused as refusal:
        assert refusal.error["code"] == FAULT, refusal.error
        return REFUSED, [refusal.error["message"]]
    return play(people, failures), failures


def is_harmless(hook, deed):
    return DEEDS[deed][1] is None or (deed in OF_LEGAL and hook != "legal") or (deed in OF_WHAT_IS_SENT and hook in NOT_SENT)


def swap(host, hook, deed, ply):
    """Proposes before the first move, and agrees behind it. The people, and whether the game has changed."""
    before, after = SWAPS[hook]
    people = sit_down(host, before, options={"hook": hook, "deed": deed, "ply": ply})
    try:
        proposal = people[0].change("propose", kind="swap", game=after)["seq"]
        people[0].change("play", steps=first_move(people[0]))
        people[1].change("answer", proposal=proposal, accept=True)
    except Refused as refusal:
        assert (refusal.code, refusal.error["message"]) == (REFUSES, "Its rules failed."), refusal.error
        variant = next(item for item in people[0].ask("variants")["variants"] if item["game"] == after)
        assert (variant["when"], variant["why"]) == ("never", "Its rules failed."), variant
    return people, people[0].ask("subscribe")["game"] == after


def play_a_bot(host, deed):
    """What comes of a match with a bot that looks ahead, in possible worlds, which the hook resample deals."""
    person, = sit_down(host, GAME, seats=("open", {"bot": "greedy"}), options={"hook": "resample", "deed": deed, "ply": "2"})
    while (state := person.ask("subscribe"))["state"] == "running":
        if person.number in state["waiting"]:
            person.change("play", steps=first_move(person))
        else:
            time.sleep(0.02)
    # A choice is one call, and what a hook has spoiled may end it later: then the hook is not known.
    assert state["state"] != "suspended" or state["suspended"]["hook"] in ("resample", ""), state
    return SUSPENDED if state["state"] == "suspended" else PLAYED


def honest_move(host, people):
    """A move of somebody else's match, which is begun anew when it is over."""
    if not people or people[0].ask("subscribe")["state"] == "over":
        people[:] = sit_down(host)
    waiting = people[people[0].ask("subscribe")["waiting"][0]]
    waiting.change("play", steps=first_move(waiting))


def memory(program):
    with open(f"/proc/{program.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def workers(program):
    """Its processes that run rules; others try plugins for a moment."""
    found = []
    for task in os.listdir(f"/proc/{program.pid}/task"):
        with open(f"/proc/{program.pid}/task/{task}/children", encoding="utf-8") as children:
            found += children.read().split()
    return [child for child in found if name_of(child) == "lapidary-worker"]


def name_of(process):
    try:
        with open(f"/proc/{process}/comm", encoding="utf-8") as name:
            return name.read().strip()
    except FileNotFoundError:  # it has ended
        return ""


def try_deed(deed, words):
    host = Pipes("--limit", f"hook={LIMIT if words is not None else PATIENT}")
    people, seen, before = [], {}, None
    for hook in HOOKS:
        came, failures = misbehave(host, hook, deed)
        honest_move(host, people)
        seen[hook] = came
        before = before or memory(host.program)
        if is_harmless(hook, deed):
            assert (came, failures) == (PLAYED, []), (hook, came, failures)
        else:
            assert came != PLAYED and any(words in failure for failure in failures), (hook, came, failures)
        assert len(workers(host.program)) <= 2, "more than one for each of the two games"
    seen["resample"] = play_a_bot(host, deed)
    assert seen["resample"] == (PLAYED if is_harmless("resample", deed) else SUSPENDED), seen
    for hook in SWAPS:
        for ply in ("0", "1"):  # the proposal finds it out, or the change that was agreed on
            swapping, swapped = swap(host, hook, deed, ply)
            failures = []
            assert swapped == is_harmless(hook, deed), (hook, ply)
            assert (play(swapping, failures), failures) == (PLAYED, []), (hook, ply, failures)
            honest_move(host, people)
        seen[hook] = PLAYED
    grown = memory(host.program) - before
    assert grown < 16 * 1024, f"the host has grown by {grown} KiB"
    assert host.end() == 0
    return json.dumps(seen)


def add(deed, what, words):
    @test("/contained/" + what.replace(" ", "-").replace(",", ""))
    def _():
        return try_deed(deed, words)


@test("/contained/each-deed-is-in-the-table-of-the-document")
def _():
    with open(os.path.join(SOURCES, "docs", "hosting.md"), encoding="utf-8") as page:
        told = table_rows(page.read(), "### What rules may do")
    assert [row[0] for row in told] == [what for what, _ in DEEDS.values()], told
    for (_, comes), (what, words) in zip(told, DEEDS.values()):
        assert (words or "").replace(f"{LIMIT} ms", "MS ms") in comes, (what, comes)


@test("/contained/an-honest-match-of-the-same-plugin-goes-on-in-another-worker")
def _():
    host = Pipes("--limit", f"hook={LIMIT}")
    honest = sit_down(host, GAME)
    for deed in ("null", "exit", "loop", "wild_near", "spoil"):
        came, failures = misbehave(host, "apply", deed)
        assert (came, len(failures)) == ((SUSPENDED, 3) if deed != "spoil" else (PLAYED, 0)), (deed, came, failures)
        waiting = honest[honest[0].ask("subscribe")["waiting"][0]]
        waiting.change("play", steps=first_move(waiting))
    failures = []
    assert (play(honest, failures), failures) == (PLAYED, [])
    assert host.end() == 0


@test("/contained/what-counts-is-time-of-the-processor-and-of-the-clock-eight-times-as-much")
def _():
    host = Pipes("--limit", "hook=200")
    came, failures = misbehave(host, "apply", "nap")  # 400 ms, as where others have the processor
    assert (came, failures) == (PLAYED, []), (came, failures)
    came, failures = misbehave(host, "apply", "sleep")  # 4 s
    assert came != PLAYED and "did not come back within 200 ms" in failures[0], (came, failures)


@test("/contained/where-rules-fail-where-a-bot-has-to-move-the-match-is-suspended")
def _():
    host = Pipes("--limit", f"hook={LIMIT}", stderr=open(path("bot.log"), "w", encoding="utf-8"))
    person, = sit_down(host, GAME, seats=("open", {"bot": "random"}), options={"hook": "apply", "deed": "null", "ply": "1"})
    person.change("play", steps=first_move(person))
    while (state := person.ask("subscribe"))["state"] == "running":
        time.sleep(0.02)
    how = state["suspended"]
    assert (how["phase"], how["hook"]) == ("misbehaves/turn", "apply"), how


for name, (told, message) in DEEDS.items():
    add(name, told, message)
main()

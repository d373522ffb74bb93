"""Random play of rules that run in workers."""

import json
import os
import shutil

from program import FOLDER, Skipped, fine, main, run, test


def simulated(game, *arguments):
    return fine("simulate", game, "--json", "--seed", "5", *arguments)


@test("/cli/isolated/a-simulation-of-every-game-is-the-same-in-workers")
def _():
    games = [game["id"] for game in json.loads(fine("games", "--json"))["games"]]
    assert len(games) > 9, games
    for game in games:
        here = simulated(game, "--matches", "60", "--isolation", "none")
        for threads in ["1", "3"]:
            assert simulated(game, "--matches", "60", "--isolation", "all", "--threads", threads) == here, game


@test("/cli/isolated/choices-and-checks-are-the-same-in-workers")
def _():
    for more in ["--trace=all", "--checked"]:
        here, apart = [simulated("gemtrix", "--matches", "5", more, "--isolation", which) for which in ["none", "all"]]
        assert here == apart, more


def misbehaving(hook, deed, *arguments, ply="3"):
    """Simulates the game that misbehaves, which is in a folder of its own."""
    folder = os.path.join(FOLDER.name, "misbehaves")
    if not os.path.exists(folder):
        os.mkdir(folder)
        for file in ["misbehaves.so", "misbehaves.plugin"]:
            shutil.copy(os.path.join(os.environ["ZOO"], file), folder)
    return run("simulate", "misbehaves", "--isolation", "all", "--option", f"hook={hook}", "--option", f"deed={deed}",
               "--option", f"ply={ply}", *arguments, LAPIDARY_PLUGIN_PATH=folder)


@test("/cli/isolated/a-plugin-that-dies-in-a-playout-is-named-with-seed-ply-phase-and-hook")
def _():
    if os.environ["SANITIZED"]:
        raise Skipped("a sanitizer ends it in its own way")
    for hook, deed, says in [("apply", "null", "crashed with SIGSEGV"), ("legal", "exit", "left the process"),
                             ("actors", "file", "no rules may do"), ("legal", "loop", "did not come back within")]:
        done = misbehaving(hook, deed, "--matches", "1", "--seed", "4", "--trace", "0")
        assert done.returncode == 1, done
        for word in [f"phase misbehaves/turn, hook {hook}: ", says, "seed ", "at ply 3"]:
            assert word in done.stderr, (hook, deed, done.stderr)


@test("/cli/isolated/matches-that-kill-their-worker-are-counted-and-do-not-keep-others-from-being-played")
def _():
    texts = [misbehaving("apply", "abort", "--matches", "40", "--json", "--threads", threads) for threads in ["1", "3"]]
    statistics = json.loads(texts[0].stdout)
    assert statistics["faults"] == 40 and statistics["first_faults"][0]["match"] == 0, statistics
    assert texts[0].stdout == texts[1].stdout, texts
    assert json.loads(misbehaving("none", "abort", "--matches", "40", "--json").stdout)["matches"] == 40


main()

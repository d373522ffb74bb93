"""What simulate, perft and validate count."""

import json

from program import fine, main, on_terminal, run, test

# The published tree of tic-tac-toe: finished games by length, 255,168 in all.
FINISHED = [0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]


@test("/cli/counts/perft-of-tic-tac-toe-is-the-published-tree")
def _():
    plies = json.loads(fine("perft", "tic-tac-toe", "--depth", "9", "--json"))
    assert [ply["finished"] for ply in plies] == FINISHED, plies
    assert "255,168" in fine("perft", "tic-tac-toe", "--depth", "9")


@test("/cli/counts/perft-of-connect-four-is-the-published-tree")
def _():
    plies = json.loads(fine("perft", "connect-four", "--depth", "7", "--json"))
    assert [ply["positions"] for ply in plies] == [7, 49, 343, 2401, 16807, 117649, 823536], plies


@test("/cli/counts/a-simulation-is-the-same-for-the-same-seed-whatever-the-threads")
def _():
    for game in ["tic-tac-toe", "gemtrix"]:
        texts = [fine("simulate", game, "--matches", "300", "--seed", "7", "--threads", threads, "--json")
                 for threads in ["1", "2", "3", "3"]]
        assert len(set(texts)) == 1, texts
        assert fine("simulate", game, "--matches", "300", "--seed", "8", "--json") != texts[0]


@test("/cli/counts/bots-that-think-on-two-threads-play-the-same-from-the-same-seed")
def _():
    one, two, again = [fine("simulate", "gemtrix", "--seats", "normal,random", "--matches", "2", "--seed", "7", "--think", think, "--json")
                       for think in ("40", "2x40", "2x40")]
    assert two == again and one != two, (one, two, again)


@test("/cli/counts/a-simulation-in-json-is-one-object-on-one-line")
def _():
    text = fine("simulate", "gemtrix", "--matches", "20", "--seats", "random,random,random", "--json")
    statistics = json.loads(text)
    assert text.count("\n") == 1 and statistics["matches"] == 20 and len(statistics["seats"]) == 3, text
    assert statistics["faults"] == 0


@test("/cli/counts/believed-and-checked-play-give-the-same")
def _():
    arguments = ["simulate", "gemtrix", "--matches", "50", "--seed", "3", "--json"]
    assert fine(*arguments) == fine(*arguments, "--checked")


@test("/cli/counts/options-change-what-is-played")
def _():
    short, long = [json.loads(fine("simulate", "gemtrix-tournament", "--matches", "20", "--json", "--option",
                                   f"games_limit={limit}"))["plies"]["mean"] for limit in [1, 3]]
    assert short < long


@test("/cli/counts/a-pipe-gets-a-table-and-no-progress-bar")
def _():
    done = run("simulate", "tic-tac-toe", "--matches", "100")
    assert done.returncode == 0 and done.stderr == "" and "wins" in done.stdout, done


@test("/cli/counts/a-terminal-gets-a-table-and-nothing-of-the-bar-stays")
def _():
    text = on_terminal("simulate", "tic-tac-toe", "--matches", "100")
    assert "\033[K" in text and "wins" in text.split("\033[K")[-1], text


@test("/cli/counts/the-properties-are-listed-without-a-game")
def _():
    text = fine("check", "--list")
    assert "clone" in text and "paired-worlds" in text and "twin-actions" in text, text


@test("/cli/counts/a-property-that-holds-is-said-to-hold")
def _():
    text = fine("check", "tic-tac-toe", "--property", "clone", "--positions", "50", "--seed", "1")
    assert text.startswith("holds  clone") and "2 seats" in text, text


main()

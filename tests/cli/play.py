"""Playing at the terminal, with what is typed from a pipe or a pseudo-terminal."""

import os
import re

from program import Skipped, fine, main, on_terminal, path, read, refused, run, test

TWO = ["--seats", "me=Ada,me=Bob"]
# Ada has the top row while Bob fills the middle one: each number counts the cells that are still free.
ADA_WINS = "1\n3\n1\n2\n1\n"


@test("/cli/play/two-people-play-a-whole-game-through-a-pipe")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed=ADA_WINS)
    assert "Ada wins." in text and "Three in a line" in text, text
    assert "│ X │ X │ X │" in text


@test("/cli/play/points-that-a-choice-surely-brings-stand-behind-it")
def _():
    asked = fine("play", "tic-tac-toe", *TWO, typed=ADA_WINS).split("?")
    told = [re.findall(r"^ +\d+  .*\(\+1\)", question, re.M) for question in asked]
    assert [len(one) for one in told if one] == [1], asked


@test("/cli/play/help-says-once-of-each-kind-of-choice-what-is-done-with-it")
def _():
    before, after = [fine("play", "gemtrix", *TWO, "--seed", "3", typed=typed) for typed in ["", "?\n"]]
    told = re.sub(r"\s+", " ", after[len(before) - 200:])
    assert told.count("Pass: Ends your turn") == 1 and "Pass: " not in before, told


@test("/cli/play/a-variant-turns-the-result-around")
def _():
    assert "Bob wins." in fine("play", "tic-tac-toe-misere", *TWO, typed=ADA_WINS)


@test("/cli/play/a-card-game-is-played-to-its-final-sheet")
def _():
    for seats in range(2, 7):
        text = fine("play", "gemtrix", "--seats", str(seats), "--seed", "11", typed="1\n" * 2000)
        assert "The game is over: " in text and "place" in text and "(seed 11)" in text, text[-2000:]


@test("/cli/play/those-who-play-together-with-nothing-to-reach-neither-win-nor-lose")
def _():
    text = fine("play", "gem-crisis", "--seats", "random,random", "--seed", "1")
    assert ", together." in text and "Won" not in text and "Lost" not in text, text[-300:]


@test("/cli/play/the-same-seed-and-choices-play-the-same-match")
def _():
    typed = "1\n2\n3\n" * 200
    first, second, other = [fine("play", "gemtrix", "--seats", "3", "--seed", seed, typed=typed)
                            for seed in ["5", "5", "6"]]
    assert first == second and first != other


@test("/cli/play/a-seed-that-nobody-gave-is-shown-and-gives-the-same-again")
def _():
    text = fine("play", "gemtrix", typed="")
    seed = text.splitlines()[0].split("seed ")[1]
    assert fine("play", "gemtrix", "--seed", seed, typed="") == text


@test("/cli/play/bots-alone-play-to-the-end")
def _():
    text = fine("play", "connect-four", "--seats", "random,random", "--seed", "1")
    assert "a disc into column" in text and "Ann" in text and " wins." in text, text


@test("/cli/play/a-bot-may-be-given-a-name")
def _():
    text = fine("play", "tic-tac-toe", "--seats", "random=Hal,random", "--seed", "1")
    assert "  Hal: random\n  Bo: random\n" in text, text


@test("/cli/play/the-end-of-the-input-leaves-the-match")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed="1\n")
    assert "The match is left after 1 move." in text, text


@test("/cli/play/who-wants-to-quit-is-asked")
def _():
    assert "The match is left after 0 moves." in fine("play", "tic-tac-toe", *TWO, typed="q\nn\nq\ny\n1\n")
    assert "Ada wins." in fine("play", "tic-tac-toe", *TWO, typed="q\nn\n" + ADA_WINS)


@test("/cli/play/an-answer-that-is-no-choice-is-asked-again")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed="10\n0\nzz\n\n" + ADA_WINS)
    assert "There is no choice 10; they go from 1 to 9." in text and '"zz" is none of the choices' in text, text
    assert "Ada wins." in text


@test("/cli/play/words-of-a-choice-choose-it-if-no-other-has-them")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed="mark\nB2\n")
    assert '"mark" may mean 1, 2 or more' in text and "│ 4 │ X │ 5 │" in text, text


@test("/cli/play/numbers-of-choices-stand-on-the-sheet-of-who-chooses-alone")
def _():
    text = fine("play", "terraces", "--seats", "me=Ada,random", "--seed", "3", typed="1\n")
    *_, of_both = [line for line in text.splitlines() if line.startswith("   1 │")]
    of_bo, of_ada = of_both.split(" 1 │")[1:]
    assert of_bo.split() == ["│", "│", "5", "│", "│"] and of_ada.split() == ["5", "│", "13", "│", "14", "│", "15", "│"], text


@test("/cli/play/tiles-of-a-map-have-the-numbers-by-which-choices-name-them-and-their-closed-sides-no-doors")
def _():
    text = fine("play", "sluices", "--seats", "me=Ada,me=Bob", "--seed", "3", typed="1\n")
    assert "Ada, 1-8 or ?: 1" in text and "1  Lay it north of tile 2" in text, text
    assert "│Bend 1  " in text and "│Bend 2  " in text and "┘Bend" not in text, text


@test("/cli/play/places-of-a-row-have-their-labels-and-those-of-seats-their-names")
def _():
    text = fine("play", "last-stone", *TWO, "--seed", "1", typed="")
    assert "Heaps first 3 second 4 third 5" in text, text
    seats = "me=Ada,random=Bo,random=Cy,random=Di"
    text = fine("play", "lone-wolf", "--seats", seats, "--seed", "1", typed="")
    assert re.search(r"▸ Ada \(you\) .* Ada +Bo +Cy +Di *\n", text), text


@test("/cli/play/a-number-is-called-as-its-label-says")
def _():
    text = fine("play", "gemessengers", "--seats", "me=Ada,random", "--seed", "1", typed="")
    assert re.search(r"Jewel +Circlet \(1 of 3\)", text), text


@test("/cli/play/an-event-whose-text-a-variant-leaves-empty-is-not-told")
def _():
    text = fine("play", "gem-advanced", "--seats", "me=Ada,random", "--seed", "1", typed="1\n1\n")
    colours = re.findall(r"The gem on \w+ is (?:red|green|blue|yellow)", text)
    assert colours and text.count("places a gem on") == len(colours), text
    assert not re.search(r"•\s*$", text, re.M), text


@test("/cli/play/what-is-not-to-be-drawn-is-not")
def _():
    text = fine("play", "oh-hell", "--seats", "me=Ada,random,random", "--seed", "1", typed="")
    assert "Deck" in text and "Cards played" not in text, text[-2000:]


@test("/cli/play/undo-takes-the-last-own-move-back-and-all-since")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed="1\n1\nu\n")
    before, after = text.split("Ada, 1-7 or ?: u")
    assert "│ X │ O │" in before and "│ X │" not in after and "│ 1 │ 2 │ 3 │" in after, text


@test("/cli/play/undo-is-told-as-on-a-server-and-all-who-share-the-screen-agree")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed="1\n1\nu\n")
    assert "Ada would like to take the last move back." in text and "Bob agrees." in text, text


@test("/cli/play/undo-before-the-first-move-says-so")
def _():
    assert "You have not moved yet." in fine("play", "tic-tac-toe", *TWO, typed="u\n")


VARIANT = "v\n1\ny\n"


@test("/cli/play/a-match-goes-on-as-another-variant-and-back-and-its-log-replays")
def _():
    log = path("swapped.log")
    text = fine("play", "gem", *TWO, "--seed", "3", "--log", log, typed=VARIANT + VARIANT + "1\n1\n")
    assert "── GEM, advanced ─" in text and "From here on this is GEM." in text, text
    assert "What GEM, advanced changes:" in text and "What GEM, advanced changes no longer holds:" in text, text
    replayed = fine("replay", log)
    assert "every hash agrees" in replayed and "1  From here on this is GEM, advanced." in replayed, replayed
    assert "── GEM, advanced ─" in fine("replay", log, "--ply", "1") and "── GEM ─" in fine("replay", log, "--ply", "2")


@test("/cli/play/the-options-of-a-variant-are-asked-for")
def _():
    typed = "1\nv\n1\nx\n20\n\ny\n1\n"
    text = fine("play", "gemtrix", *TWO, "--seed", "3", "--log", path("options.log"), typed=typed)
    assert "Points to win, 1-10000 [150]: x\n  " in text and "── Gemtrix, tournament ─" in text, text
    assert '"target":"20"' in read("options.log").replace("gemtrix-tournament/", ""), read("options.log")
    assert "every hash agrees" in fine("replay", path("options.log"))


@test("/cli/play/undo-goes-back-over-another-variant")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed="1\n" + VARIANT + "1\nu\n" * 2)
    assert "── Tic-tac-toe ─" in text.split("Tic-tac-toe, misère ─")[-1], text


@test("/cli/play/why-a-variant-cannot-be-chosen-is-said-and-no-answer-chooses-none")
def _():
    text = fine("play", "gem", *TWO, "--seed", "3", typed="1\n" * 4 + "v\n1\n2\n\n")
    assert text.count("There are gems on the board already, and they have no colours.") == 2, text
    assert "There is no choice 2" in text, text
    assert "There is no other variant" in fine("play", "connect-four", *TWO, typed="v\n")
    assert "misère ─" not in fine("play", "tic-tac-toe", *TWO, typed="v\n1\nn\n1\n")


@test("/cli/play/one-that-has-to-wait-is-called-off-or-happens")
def _():
    typed = "1\n" + VARIANT + "u\nv\n"  # in the middle of placing a gem
    text = fine("play", "gem-advanced", *TWO, "--seed", "3", typed=typed + "y\nv\n\n")
    assert "It begins as soon as" in text and "waits for its phase" in text and "Call that off?" in text, text
    assert "── GEM ─" in fine("play", "gem-advanced", *TWO, "--seed", "3", typed=typed + "n\n" + "1\n" * 200)


@test("/cli/play/help-tells-what-the-pieces-do-that-lie-open")
def _():
    text = fine("play", "gem-rush", "--seats", "2", "--seed", "4", typed="?\n")
    assert "  Surefoot: 4 steps a turn.\n" in text and "Trader: " not in text, text[-1500:]


@test("/cli/play/help-score-log-and-table-may-be-asked-for-at-any-time")
def _():
    text = fine("play", "tic-tac-toe", *TWO, typed="1\n?\ns\nl\nt\n")
    help_, score, log, table = [part for part in text.split("Bob, 1-8 or ?: ")[1:5]]
    assert "undo" in help_ and "total" in score and "Ada" in log and "a1" in log and "┌───┬" in table, text


@test("/cli/play/what-counts-only-at-the-end-stands-below-the-total")
def _():
    laser_on_b1, gem, laser_on_d1 = "2\n1\n2\n1\n", "1\n40\n", "2\n2\n4\n1\n"
    text = fine("play", "gem", *TWO, "--seed", "3", typed="1\n" * 16 + laser_on_b1 + gem + laser_on_d1 + "s\n")
    score = [line.split() for line in text[text.rindex("Extractions  "):].splitlines()]
    assert ["total", "1", "0"] in score and ["Awards", "for", "most", "gems", "10", "0"] in score, text[-1500:]
    assert score.index(["total", "1", "0"]) < score.index("Counts only at the end, as it stands".split()), score


@test("/cli/play/a-choice-shows-where-on-the-board-it-is")
def _():
    assert "│ X │ 1 │ 2 │" in fine("play", "tic-tac-toe", *TWO, typed="1\n")


@test("/cli/play/a-seat-sees-its-own-hand-and-the-backs-of-others")
def _():
    text = fine("play", "gemtrix", "--seats", "me,random,random", "--seed", "32", typed="")
    others = [line for line in text.splitlines() if line.lstrip().startswith(("Bo ", "Cleo "))]
    assert len(others) == 2 and all("▒▒×6" in line for line in others), text
    assert "Bo draws a card." in text and "│ Orange 2 │" in text


@test("/cli/play/a-match-whose-rules-fail-ends-with-code-1-and-the-reason")
def _():
    for seats in ["random,random", "me,me"]:
        refused(1, "play", "dead-end", "--seats", seats, "--seed", "1", typed="1\n" * 100,
                says=["the match ends at a fault: seed 1, after ", " moves: ", "a dead end"],
                LAPIDARY_PLUGIN_PATH=os.environ["ZOO"])


MISBEHAVES = ["misbehaves", "--seats", "random,random", "--seed", "5", "-o", "hook=apply", "-o", "ply=3", "-o"]


@test("/cli/play/rules-that-end-the-program-are-named-with-seed-ply-and-hook")
def _():
    if os.environ["SANITIZED"]:
        raise Skipped("a sanitizer says it in its own words")
    for deed, how in [("deed=null", "crashed with SIGSEGV"), ("deed=exit", "left the program")]:
        says = f"lapidary: the rules of misbehaves {how}: seed 5"
        for command, more in [("play", ", ply 3, phase misbehaves/turn, hook apply"), ("simulate", "; with '--isolation all'")]:
            told = run(command, *MISBEHAVES, deed, "--isolation", "none", LAPIDARY_PLUGIN_PATH=os.environ["ZOO"])
            assert told.returncode != 0 and says + more in told.stderr, told


@test("/cli/play/rules-that-end-their-worker-are-named-with-seed-ply-and-hook")
def _():
    for command, place, more in [("play", "seed 5, after 3 moves: ", []), ("simulate", "at ply 3: ", ["-n", "50"])]:
        told = run(command, *more, *MISBEHAVES, "deed=exit", "--isolation", "all", LAPIDARY_PLUGIN_PATH=os.environ["ZOO"])
        assert told.returncode == 1 and place in told.stderr, told.stderr
        assert "phase misbehaves/turn, hook apply: left the process" in told.stderr, told.stderr


@test("/cli/play/a-name-that-a-server-would-refuse-is-refused")
def _():
    refused(2, "play", "tic-tac-toe", "--seats", "me=" + 41 * "a" + ",random", says="a name must be")


@test("/cli/play/a-log-is-kept-also-of-a-match-that-is-left")
def _():
    fine("play", "tic-tac-toe", *TWO, "--log", path("left.log"), typed="1\n1\nu\n1\n2\n")
    assert read("left.log").count("\n") == 3
    assert "2 moves; every hash agrees" in fine("replay", path("left.log"))


@test("/cli/play/a-log-that-cannot-be-written-is-told-at-once")
def _():
    refused(1, "play", "tic-tac-toe", "--log", path("no/such/folder.log"), says="the log cannot be written")


@test("/cli/play/a-pipe-gets-no-colours-and-a-terminal-without-utf-8-plain-letters")
def _():
    assert "\033" not in fine("play", "gemtrix", "--seed", "1")
    assert fine("play", "connect-four", *TWO, typed="1\n2\n").isascii() is False
    plain = run("play", "tic-tac-toe", *TWO, typed="1\n", LC_ALL="C").stdout
    assert plain.isascii() and "+---+---+---+" in plain, plain


@test("/cli/play/marks-that-only-colours-tell-apart-become-letters-without-colours")
def _():
    text = fine("play", "connect-four", *TWO, typed="1\n2\n")
    assert "│ R │ Y │" in text, text


@test("/cli/play/a-terminal-gets-colours-unless-it-wants-none")
def _():
    typed = "q\ny\n"
    assert "\033[" in on_terminal("play", "gemtrix", "--seed", "1", typed=typed)
    assert "\033" not in on_terminal("play", "gemtrix", "--seed", "1", typed=typed, NO_COLOR="1")


@test("/cli/play/between-two-people-with-secrets-there-is-a-hand-over-screen")
def _():
    text = on_terminal("play", "gemtrix", *TWO, "--seed", "1", typed="\npass\n\nq\ny\n")
    first, second = text.index("Pass to Bob."), text.index("Pass to Ada.")
    assert first < second and "\033[2J" in text[first:second], text
    # What Bob saw is cleared away before Ada is asked for, and what she sees comes only after she is there.
    assert "Hand" not in text[text.rindex("\033[2J", 0, second):second]


@test("/cli/play/without-secrets-there-is-no-hand-over-screen")
def _():
    text = on_terminal("play", "tic-tac-toe", *TWO, typed="1\nq\ny\n")
    assert "Pass to" not in text and "\033[2J" not in text


@test("/cli/play/a-bot-says-what-it-would-do-where-one-person-plays")
def _():
    text = fine("play", "connect-four", "--seats", "me,random", "--seed", "3", typed="i\n1\ni\nq\ny\n")
    hints = [line for line in text.splitlines() if "% of what a bot tried" in line]
    assert len(hints) == 6 and "Drop a disc" in hints[0], text
    again = fine("play", "connect-four", "--seats", "me,random", "--seed", "3", typed="i\n1\ni\nq\ny\n")
    assert again == text
    text = fine("play", "connect-four", "--seats", "me,me", typed="i\nq\ny\n")
    assert "no hints where several" in text and "of what a bot tried" not in text, text


main()

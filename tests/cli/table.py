"""How a table is drawn: maps, tokens, cells of pieces, groups in step with a grid, columns over the seats."""

import os
import re

from program import fine, main, on_terminal, run, test

WIDTHS = [80, 100]
GAMES = [("gem", 4), ("gem-advanced", 2), ("gemessengers", 5), ("gems-tracker", 4), ("gems-tracker-solo", 1),
         ("gem-rush", 7), ("gem-crisis", 3), ("gemtrix", 6)]
# Any answers: those that are no choices are asked again.
ANSWERS = "1\n3\n2\n1\n4\n1\n2\n" * 60


def shown(game, seats, columns=80, seed="6", **more):
    return fine("play", game, "--seats", str(seats), "--seed", seed, typed=ANSWERS, COLUMNS=str(columns), **more)


def table(text, title):
    """The last table that was shown."""
    return text[text.rindex(f"── {title} "):].splitlines()


@test("/cli/table/no-line-passes-the-width-of-the-terminal")
def _():
    for columns in WIDTHS:
        for game, seats in GAMES:
            for line in shown(game, seats, columns).splitlines():
                assert len(line) <= columns, f"{game} at {columns}: {line}"


@test("/cli/table/a-map-has-tiles-side-by-side-with-their-doors-and-what-they-cost")
def _():
    lines = table(shown("gem-rush", 3), "Gem Rush")
    tiles = [i for i, line in enumerate(lines) if re.search(r"┌─+┐┌─+┐|┌─+┘   └─+┐┌", line)]
    assert tiles, "\n".join(lines)
    assert any(re.search(r"\b[OPESTFL]{1,6}\d\b", line) for line in lines), "\n".join(lines)


@test("/cli/table/a-door-between-two-tiles-is-a-gap-without-its-cost")
def _():
    lines = table(shown("gem-rush", 3), "Gem Rush")
    doors = [(i, door.start()) for i, line in enumerate(lines) for door in re.finditer("└┘", line)]
    assert doors, "\n".join(lines)
    for i, column in doors:
        assert lines[i + 1].ljust(80)[column:column + 2] == "  ", "\n".join(lines[i:i + 3])


@test("/cli/table/every-seat-has-its-token-on-the-map-and-beside-its-name")
def _():
    lines = table(shown("gem-crisis", 3), "Gem Rush, crisis")
    for name, token in [("Ann (you)", "A"), ("Bo", "B"), ("Cleo", "C")]:
        assert any(re.match(rf"[ ▸] {re.escape(name)} +{token}\b", line) for line in lines), "\n".join(lines)
    assert sum(line.count(token) for line in lines if "│" in line or "┌" in line for token in "ABC") >= 3


@test("/cli/table/the-points-of-those-who-play-together-stand-on-it")
def _():
    for level, points in [("apprentice", r"\d+ of 35"), ("free", r"\d+ ")]:
        text = fine("play", "gem-crisis", "--seats", "2", "--seed", "6", "-o", f"level={level}", typed="1\n1\n")
        assert re.search(rf"^  Points together {points}", text, re.M), text
    assert "Points together" not in shown("gem-rush", 3)


@test("/cli/table/tokens-of-names-alike-are-letters-of-their-own")
def _():
    text = fine("play", "gem-rush", "--seats", "me=Max,me=Mara,me=M", "--seed", "6", typed="")
    tokens = re.findall(r"^[ ▸] (?:Max \(you\)|Mara|M) +(\w) +0", text, re.M)
    assert tokens == ["M", "A", "1"], text


@test("/cli/table/a-map-that-is-too-wide-goes-on-below")
def _():
    text = fine("play", "gem-rush", "--seats", ",".join(["random"] * 7), "--seed", "1", COLUMNS="40")
    assert "→ …" in text and all(len(line) <= 40 for line in text[text.index("→ …"):].splitlines()
                                 if "┌" in line or "└" in line)


@test("/cli/table/tiles-that-lie-too-far-apart-for-a-map-stand-side-by-side")
def _():
    folders = os.environ["LAPIDARY_PLUGIN_PATH"] + ":" + os.environ["ZOO"]
    lines = table(fine("play", "lies-far-apart", "--seats", "1", typed="", LAPIDARY_PLUGIN_PATH=folders), "lies-far-apart")
    assert any(line.count("┌") == 3 for line in lines), "\n".join(lines)


@test("/cli/table/a-piece-with-cells-is-a-card-with-them")
def _():
    text = fine("play", "gems-tracker", "--seats", "2", "--seed", "5", typed="")
    assert re.search(r"╭m\d\d──╮", text) and re.search(r"│ [WGRY·] [WGRY·] │", text), text


@test("/cli/table/groups-stand-in-step-with-the-grid-below-them")
def _():
    lines = table(shown("gems-tracker", 2), "Gems Tracker")
    grounds = [i for i, line in enumerate(lines) if re.match(r"  (Ann \(you\)|Bo)  Columns, Ground", line)]
    assert len(grounds) == 2, "\n".join(lines)
    for ground in grounds:
        for card in re.finditer(r"\[ ?[\d=]+\]", lines[ground + 1]):
            cells = [line[card.start():card.end()].ljust(4) for line in lines[ground + 2:ground + 5]]
            assert all(cell[0] != " " and cell[1] == " " and cell[2] != " " for cell in cells), (card.group(), cells)
            assert ("=" in card.group()) == (cells[0] == "= = "), (card.group(), cells)


@test("/cli/table/grids-of-seats-stand-side-by-side")
def _():
    lines = table(shown("gemessengers", 3), "GEMessengers")
    assert any(len(re.findall("Workshop", line)) == 3 for line in lines), "\n".join(lines)


@test("/cli/table/a-grid-has-the-cells-that-there-are-and-ones-own-the-names-of-its-rows")
def _():
    lines = table(fine("play", "gemessengers", "--seats", "3", "--seed", "6", typed="1\n", COLUMNS="100"), "GEMessengers")
    begin = next(i for i, line in enumerate(lines) if "Ann (you)  Workshop" in line)
    own = lines[begin].index("Ann (you)")
    assert [line[own:].rstrip() for line in lines[begin + 1:begin + 8]] == [
        "           ┌───┐",
        "Headstone  │   │",
        "           ├───┼───┐",
        "Decoration │   │   │",
        "           ├───┼───┼───┐",
        "Base       │   │   │   │",
        "           └───┴───┴───┘"], "\n".join(lines)
    assert [line[:own].split() for line in lines[begin + 2:begin + 7:2]] == [list("│" * n) * 2 for n in (2, 3, 4)], "\n".join(lines)
    assert any(re.match(r"  Headstone  │ +│ +│ +│", line) for line in lines), "\n".join(lines) # the Guild's are all of one length


@test("/cli/table/numbers-in-a-row-stand-behind-their-names-zero-too")
def _():
    lines = table(shown("gemessengers", 3), "GEMessengers")
    for name in ["Headstone", "Decoration", "Base"]:
        assert len(re.findall(rf"{name} \d(?!,)", "\n".join(lines))) == 2, "\n".join(lines) # the story has commas
    assert re.search(r"(Headstone|Decoration|Base) 0(?!,)", shown("gemessengers", 3))


@test("/cli/table/a-grid-that-nothing-names-cells-of-has-no-letters")
def _():
    assert not re.search(r"^ +a   b   c", shown("gemessengers", 3), re.M)
    assert re.search(r"^ +a +b +c", shown("gem", 2), re.M)


@test("/cli/table/what-lies-beside-an-item-stands-behind-it")
def _():
    lines = table(shown("gem", 2), "GEM")
    assert any(re.search(r"\[?[SM](uns)? ?[?\w]+\]?[a-h][1-8][↑→↓←]", line) for line in lines), "\n".join(lines)


@test("/cli/table/labels-of-seats-stand-once-above-their-columns")
def _():
    lines = table(shown("gemtrix", 3), "Gemtrix")
    labels = [line for line in lines if re.match(r" +pt +Hand +Trixes", line)]
    assert len(labels) == 1, "\n".join(lines)


@test("/cli/table/a-trick-stands-on-a-line-with-the-name-of-each-seat")
def _():
    lines = fine("play", "oh-hell", "--seats", "3", "--seed", "6", typed="1\n").splitlines()
    tricks = [line for line in lines if re.search(r"Trick Ann ·   Bo \[\w+.\]   Cleo \[\w+.\]", line)]
    assert len(tricks) == 1, "\n".join(lines)
    assert not any(re.match(r" +pt .*Trick( |$)", line) for line in lines), "\n".join(lines)


@test("/cli/table/what-is-to-be-chosen-stands-above-the-choices")
def _():
    text = fine("play", "oh-hell", "--seats", "3", "--seed", "6", typed="1\n")
    assert re.search(r"\n\n  Bid how many of 5 tricks you will win: [^\n]+\n  1  Bid 0 tricks\n", text), text
    assert re.search(r"\n\n  Play a card: you bid 0 and have won 0\. Follow suit if you can\n  1  Play ", text), text


@test("/cli/table/parts-of-a-piece-have-colours-of-their-own")
def _():
    text = on_terminal("play", "gem-rush", "--seats", "2", "--seed", "6", typed="q\ny\n")
    # Letters of two colours side by side on two grounds.
    assert re.search(r"48;5;\d+m  [A-Za-z]\033\[0m\033\[[\d;]*48;5;\d+m[A-Za-z]  ", text), text


DOWN, RIGHT, LEFT, TAB, BACK = "\033[B", "\033[C", "\033[D", "\t", "\033[Z"


@test("/cli/table/arrows-move-a-cursor-by-where-choices-stand-and-enter-takes-one")
def _():
    moves = DOWN + DOWN + RIGHT + "\n" + DOWN + LEFT + RIGHT + DOWN + "\n"  # a1, a2, b2; then a1, a1, b1, and past b2 to b3
    text = on_terminal("play", "tic-tac-toe", "--seats", "me,me", typed=moves + "q\ny\n")
    assert "Ann marks b2." in text and "Bo marks b3." in text, text
    assert text.count("\033[0;2m\033[7m") == 7, text


@test("/cli/table/tab-moves-the-cursor-through-the-list-and-what-is-typed-can-be-corrected")
def _():
    text = on_terminal("play", "tic-tac-toe", "--seats", "me,me", typed="xy\x7f\x7fc3\n" + TAB * 3 + BACK + "\nq\ny\n")
    assert "Ann marks c3." in text and "Bo marks b1." in text, text


@test("/cli/table/on-a-low-screen-the-part-of-the-table-that-the-cursor-is-in-is-shown")
def _():
    text = on_terminal("play", "gem", "--seats", "me,random", "--seed", "3", typed=DOWN + "q\ny\n", lines=24)
    screen = text[text.rindex("\033[H\033[2J"):]
    shown = screen[:screen.index("or ?:")].split("\r\n")
    first = next(i for i, line in enumerate(shown) if "\033[7m1" in line)
    assert len(shown) - first <= 23, shown


@test("/cli/table/on-a-low-screen-the-whole-board-and-what-happened-last-are-seen")
def _():
    text = on_terminal("play", "gem", "--seats", "me,random", "--seed", "3", typed="7\nq\ny\n", lines=24)
    for question in re.finditer(r"Ann, 1-\d+ or \?:", text):
        screen = text[:question.start()].split("\r\n")[-24:]
        assert any("┌────┬" in line for line in screen), screen
        assert any("•" in line for line in screen), screen
        assert any("S5" in line for line in screen), screen
    assert text.count("or ?:") > 1, text


@test("/cli/table/without-utf-8-there-are-plain-walls")
def _():
    text = run("play", "gem-rush", "--seats", "2", "--seed", "6", typed="", LC_ALL="C").stdout
    assert "+---" in text and "┌" not in text, text


main()

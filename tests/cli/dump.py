"""Positions by their fields: of logs, and as they were saved."""

import json

from program import fine, main, path, read, refused, test, write


def log(game, seats, seed="1"):
    """Of a match that bots have played."""
    file = path(f"{game}.log")
    fine("play", game, "--seats", ",".join(["random"] * seats), "--seed", seed, "--log", file)
    return file


@test("/cli/dump/every-field-is-there-with-who-has-seen-each-piece")
def _():
    text = fine("dump", log("oh-hell", 3), "--ply", "3")
    assert text.startswith("oh-hell 1.0.0; 3 seats; oh-hell/largest_hand 5\nply 3, oh-hell/play\ngenerator "), text
    hands = text.split("\noh-hell/hand (card; its owner, if seen):\n")[1].splitlines()[:3]
    for seat, hand in enumerate(hands):
        cards = hand.removeprefix(f"  seat {seat}: ").split()
        assert len(cards) == 5 and all(card.endswith(f"@{seat}") for card in cards), hand
    assert "\noh-hell/deck (card; how many): " in text and "@nobody " in text, text
    assert "\noh-hell/trump (card; who has seen it): " in text and "@all\n" in text, text
    assert "\noh-hell/size (u8; public): 5\n" in text and "lap_unused" not in text, text


@test("/cli/dump/without-a-ply-it-is-the-end-of-the-log")
def _():
    text = fine("dump", log("oh-hell", 3))
    assert "over, " in text and "oh-hell/size (u8; public): 1\n" in text, text


@test("/cli/dump/sealed-moves-are-open-and-grids-have-their-rows")
def _():
    text = fine("dump", log("terraces", 3), "--ply", "4")
    assert "\nsealed by seat 0: [\"terraces/write\"," in text and "sealed by seat 1" not in text, text
    sheet = text.split("terraces/sheet (u8; public):\n  seat 0: ")[1].split("\n")[0]
    assert [len(row.split()) for row in sheet.split("|")] == [4, 4, 4, 4] and sheet.count("0") == 15, sheet


@test("/cli/dump/sets-of-cells-are-numbers-of-cells-and-signed-numbers-are-signed")
def _():
    text = fine("dump", log("connect-four", 2), "--ply", "1", "--field", "discs")
    assert text == f"connect-four/discs (cells; public):\n  seat 0: {text.split('seat 0: ')[1].split()[0]}\n  seat 1: none\n", text
    assert 35 <= int(text.split("seat 0: ")[1].split()[0]) < 42, text
    assert " -1" in fine("dump", log("sluices", 2), "--field", "sluices/x") + fine("dump", log("sluices", 2), "--field", "y")


@test("/cli/dump/what-save-prints-is-read-again")
def _():
    match = log("gemtrix", 3)
    saved = write("position.json", fine("dump", match, "--ply", "7", "--save"))
    assert json.loads(read("position.json"))["ply"] == 7
    assert fine("dump", saved) == fine("dump", match, "--ply", "7")
    refused(2, "dump", saved, "--ply", "1", says="--ply is for logs")


@test("/cli/dump/what-cannot-be-is-refused")
def _():
    match = log("oh-hell", 3)
    refused(3, "dump", match, "--ply", "9999", says="there is no ply 9999")
    refused(3, "dump", match, "--field", "hnad", says="oh-hell has no field 'hnad'")
    refused(3, "dump", path("none.log"), says="No such file")
    refused(1, "dump", write("no.log", "not a log\n"), says="line 1")
    for name, text in [("empty", '{"position":1}'), ("texts", '{"position":1,"plugins":[3]}'),
                       ("options", '{"position":1,"plugins":["oh-hell 1.0.0"],"options":["x"]}'),
                       ("seats", '{"position":1,"plugins":["oh-hell 1.0.0"],"options":[],"seats":-4}'),
                       ("fields", '{"position":1,"plugins":["oh-hell 1.0.0"],"options":[],"seats":3,"fields":[]}')]:
        refused(1, "dump", write(name + ".json", text), says=name + ".json: ")


main()

"""What games, info and plugins show."""

import json
import os
import shutil

from program import fine, main, path, refused, test, write

SEATS = {"tic-tac-toe": "2", "tic-tac-toe-misere": "2", "connect-four": "2", "kuhn-poker": "2", "leduc-poker": "2",
         "oh-hell": "3-6", "last-stone": "2", "lone-wolf": "4-8", "terraces": "1-6", "sluices": "2-4",
         "gemtrix": "2-6", "gemtrix-tournament": "2-6"}


def rows(text):
    """First words of the lines, with the second."""
    return {words[0]: words[1] for words in map(str.split, text.splitlines()) if len(words) > 1}


@test("/cli/lists/games-have-their-seats-and-titles")
def _():
    text = fine("games")
    found = rows(text)
    for game, seats in SEATS.items():
        assert found[game] == seats, (game, found)
    assert "Connect Four: " in text


@test("/cli/lists/a-variant-stands-below-its-base")
def _():
    lines = fine("games").splitlines()
    at = {line.split()[0]: number for number, line in enumerate(lines) if line.strip()}
    for base, variant in [("gemtrix", "gemtrix-tournament"), ("tic-tac-toe", "tic-tac-toe-misere")]:
        assert at[base] < at[variant] and lines[at[variant]].startswith("  " + variant)


@test("/cli/lists/games-speak-the-language-that-is-asked-for")
def _():
    assert "Cuatro en raya" in fine("games", "--language", "es")


@test("/cli/lists/games-say-how-long-they-take")
def _():
    rows = [line.split() for line in fine("games").splitlines() if not line.startswith(" " * 10)]  # what a game is goes on below
    minutes = {words[0]: words[2] for words in rows if len(words) > 2}
    assert minutes["game"] == "minutes" and minutes["gem"] == "60" and minutes["gemtrix"] == "15-30", minutes


@test("/cli/lists/info-shows-the-rules-in-the-language-that-is-asked-for")
def _():
    text = fine("info", "connect-four")
    assert "  minutes    5 to 10\n" in text, text
    rules = text.split("\nrules\n")[1].split("\nphases\n")[0]
    assert rules.count("\n\n") == 2 and "seven columns and six rows" in " ".join(rules.split()), rules
    assert "siete columnas y seis filas" in " ".join(fine("info", "connect-four", "--language", "es").split())


@test("/cli/lists/info-of-a-variant-shows-the-rules-of-its-base-unless-its-own-say-it-all")
def _():
    assert "\nrules of Tic-tac-toe\n" in fine("info", "tic-tac-toe-misere")
    assert "\nrules of" not in fine("info", "gems-tracker-solo")


@test("/cli/lists/info-of-a-plugin-that-says-nothing-of-them-shows-neither-rules-nor-minutes")
def _():
    copied = copy_of("connect-four", without=("Minutes=", '"connect-four.rules"'))
    text = fine("info", "connect-four", LAPIDARY_PLUGIN_PATH=copied)
    assert "\nrules\n" not in text and "minutes" not in text and "seats      2" in text, text
    briefs = json.loads(fine("games", "--json", LAPIDARY_PLUGIN_PATH=copied))["games"]
    assert ["minutes" in brief for brief in briefs if brief["id"] == "connect-four"] == [False], briefs


@test("/cli/lists/info-shows-the-chain-options-phases-actions-and-traits")
def _():
    text = fine("info", "gemtrix-tournament")
    for words in ["gemtrix 1.0.0 < gemtrix-tournament 1.0.0", "2 to 6", "hidden information, chance", "stall_limit=60",
                  "target=150", "0 to 1000", "gemtrix/turn: Claim trixes, or end the turn (one seat at a time)", "gemtrix/exchange(card)",
                  "gemtrix-tournament.so"]:
        assert words in text, words


def copy_of(game, without):
    """A folder with a copy of a game, without the lines that have any of these words."""
    folders = [os.path.join(folder, game) for folder in os.environ["LAPIDARY_PLUGIN_PATH"].split(":")]
    shutil.copytree(next(filter(os.path.isdir, folders)), path(f"copied/{game}"))
    for name in [f"copied/{game}/{game}.plugin", f"copied/{game}/text.en.json"]:
        with open(path(name), encoding="utf-8") as file:
            lines = [line for line in file if not any(word in line for word in without)]
        write(name, "".join(lines))
    return path("copied")


def broken_folder():
    """A folder with a keyfile that does not say its contract."""
    os.makedirs(path("broken"), exist_ok=True)
    write("broken/broken.plugin", "[Plugin]\nId=broken\nVersion=1.0.0\n")
    return path("broken")


@test("/cli/lists/games-as-json-are-those-of-the-list-in-its-order")
def _():
    text = fine("games", "--json", "--language", "es")
    assert text.count("\n") == 1, text
    listed = json.loads(text)
    found = [game["id"] for game in listed["games"]]
    assert set(SEATS) <= set(found), found
    first = {}
    for number, line in enumerate(fine("games").splitlines()):
        first.setdefault(line.split()[0], number)
    assert found == sorted(found, key=first.get), found
    four = next(game for game in listed["games"] if game["id"] == "connect-four")
    assert four["title"] == "Cuatro en raya" and four["seats"] == {"min": 2, "max": 2}, four
    assert listed["refused"] == [], listed


@test("/cli/lists/games-as-json-say-why-a-plugin-cannot-be-had")
def _():
    folder = os.environ["LAPIDARY_PLUGIN_PATH"] + ":" + broken_folder()
    refusals = json.loads(fine("games", "--json", LAPIDARY_PLUGIN_PATH=folder))["refused"]
    assert [refusal["id"] for refusal in refusals] == ["broken"], refusals
    assert "key Api is missing" in refusals[0]["why"], refusals


@test("/cli/lists/info-as-json-is-the-description")
def _():
    text = fine("info", "gemtrix-tournament", "--json", "--language", "id")
    assert text.count("\n") == 1, text
    game = json.loads(text)
    assert game["base"] == "gemtrix" and game["language"] == "id", game
    assert "gemtrix/turn" in [phase["name"] for phase in game["phases"]], game["phases"]
    for member in ["actions", "events", "categories", "sets", "fields", "options"]:
        assert game[member], member


@test("/cli/lists/info-as-json-of-what-cannot-be-had-says-only-why")
def _():
    done = refused(4, "info", "broken", "--json", says="key Api is missing", LAPIDARY_PLUGIN_PATH=broken_folder())
    assert done.stdout == "", done.stdout


@test("/cli/lists/plugins-shows-state-version-base-file-and-path")
def _():
    text = fine("plugins")
    assert "fine         tic-tac-toe-misere 1.0.0, extends tic-tac-toe 1.0" in text, text
    for folder in os.environ["LAPIDARY_PLUGIN_PATH"].split(":"):
        assert f"\n  {folder}\n" in text, text


@test("/cli/lists/plugins-says-what-is-wrong-with-a-plugins-texts")
def _():
    built = next(folder for folder in os.environ["LAPIDARY_PLUGIN_PATH"].split(":") if folder.endswith("examples"))
    shutil.copytree(os.path.join(built, "tic-tac-toe"), path("texts/tic-tac-toe"))
    write("texts/tic-tac-toe/text.en.json", '{"tic-tac-toe.action.mark": "Mark {square}"}')
    text = fine("plugins", LAPIDARY_PLUGIN_PATH=path("texts"))
    assert "texts        tic-tac-toe 1.0.0" in text and "{square}" in text, text


@test("/cli/lists/without-a-cache-folder-copies-of-plugins-are-temporary")
def _():
    os.makedirs(path("temporary"), exist_ok=True)
    text = fine("plugins", XDG_CACHE_HOME="/dev/null", TMPDIR=path("temporary"))
    assert "fine         tic-tac-toe 1" in text, text
    assert os.listdir(path("temporary")) == [f"lapidary-{os.geteuid()}"], os.listdir(path("temporary"))


@test("/cli/lists/without-any-folder-for-copies-no-plugin-is-loaded")
def _():
    text = fine("plugins", XDG_CACHE_HOME="/dev/null", TMPDIR="/dev/null")
    assert "name a folder in XDG_CACHE_HOME that this user can write" in text and "fine" not in text, text


@test("/cli/lists/diff-says-what-a-variant-changes-and-what-two-variants-do-otherwise")
def _():
    misere = fine("diff", "tic-tac-toe", "tic-tac-toe-misere")
    assert misere == "with tic-tac-toe-misere 1.0.0\n  The rule “winner” is another one.\n", misere
    assert fine("diff", "tic-tac-toe-misere", "tic-tac-toe").startswith("without tic-tac-toe-misere 1.0.0\n")
    assert fine("diff", "gemtrix", "gemtrix") == ""
    there = json.loads(fine("diff", "gemtrix", "gemtrix-tournament", "--json", "--language", "es"))
    assert [level["id"] for level in there["joins"]] == ["gemtrix-tournament"] and there["leaves"] == [], there
    texts = {change["change"]: change["text"] for change in there["joins"][0]["changes"]}
    assert texts["scoring"] == "Los puntos se cuentan de otra manera.", texts
    refused(2, "diff", "gem", "gemtrix", says="have no base in common")
    refused(3, "diff", "gem", "gme")


main()

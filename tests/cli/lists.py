"""What games, info and plugins show."""

import os

from program import fine, main, test

SEATS = {"tic-tac-toe": "2", "tic-tac-toe-misere": "2", "connect-four": "2", "gemtrix": "2-6",
         "gemtrix-tournament": "2-6"}


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


@test("/cli/lists/info-shows-the-chain-options-phases-actions-and-traits")
def _():
    text = fine("info", "gemtrix-tournament")
    for words in ["gemtrix 1.0.0 < gemtrix-tournament 1.0.0", "2 to 6", "hidden information, chance", "stall_limit=60",
                  "target=150", "0 to 1000", "gemtrix/turn: Turn (one seat at a time)", "gemtrix/exchange(card)",
                  "gemtrix-tournament.so"]:
        assert words in text, words


@test("/cli/lists/plugins-shows-state-version-base-file-and-path")
def _():
    text = fine("plugins")
    assert "fine         tic-tac-toe-misere 1.0.0, extends tic-tac-toe 1.0" in text, text
    for folder in os.environ["LAPIDARY_PLUGIN_PATH"].split(":"):
        assert f"\n  {folder}\n" in text, text


main()

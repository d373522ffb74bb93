"""What the program itself says, in each language."""

import json
import os
import re

from program import fine, main, test

CLI = os.path.join(os.environ["SOURCES"], "host", "cli")
LANGUAGES = ["en", "es", "id"]


def words(language):
    with open(os.path.join(CLI, "text", f"{language}.json"), encoding="utf-8") as file:
        return json.load(file)


def wanted():
    """Every key that the program asks for."""
    keys = set()
    for name in os.listdir(CLI):
        if name.endswith(".c"):
            with open(os.path.join(CLI, name), encoding="utf-8") as file:
                keys.update(re.findall(r'"(cli\.[a-z_]+)"', file.read()))
    return keys


def holes(template):
    return set(re.findall(r"{([a-z]+)[|}]", template))


@test("/cli/words/each-language-has-every-word-and-no-more")
def _():
    for language in LANGUAGES:
        assert words(language).keys() == wanted(), (language, words(language).keys() ^ wanted())


@test("/cli/words/each-language-fills-the-same-holes")
def _():
    for key, template in words("en").items():
        for language in LANGUAGES:
            assert holes(words(language)[key]) == holes(template), (language, key)


@test("/cli/words/help-at-the-table-fits-80-columns")
def _():
    for language in LANGUAGES:
        for line in fine("play", "tic-tac-toe", "--seats", "me,random", "-l", language, typed="?\n").splitlines():
            assert len(line) <= 80, (language, line)


@test("/cli/words/a-match-is-played-in-one-language")
def _():
    typed = "?\n0\nzz\nu\nq\nn\n1\n3\n1\n2\n1\n"
    for language, verdict in [("es", "Gana Ada."), ("id", "Ada menang.")]:
        text = fine("play", "tic-tac-toe", "--seats", "me=Ada,me=Bob", "-l", language, typed=typed)
        assert verdict in text, text
        for english in ["You ", "you)", "a person", "seed", "choice", "move", "undo", " wins", "total ", "place"]:
            known = [line for line in text.splitlines() if english in line and "total" not in words(language)["cli.total"]]
            assert not known, (language, known)


main()

"""Playing what the shipped games do not have: moves of several steps, and choices at once."""

from program import fine, main, path, test

GAME = ["play", "sealed", "--seats", "me=Ada,me=Bob", "--seed", "3"]


def turns(text, name):
    """What was shown before each prompt of a person."""
    return [part.rsplit(" or ?: ", 1)[-1] for part in text.split(f"{name}, 1-")[:-1]]


@test("/cli/sealed/a-step-can-be-taken-back-before-the-move-is-made")
def _():
    text = fine(*GAME, typed="1\nb\n2\n1\n")
    assert 'and then? ("b" goes back)' in text
    start, again = [part for part in text.split("── Sealed")[1:] if "stake: " in part and "So far" not in part][:2]
    assert [line for line in start.splitlines() if "stake: " in line] == \
        [line for line in again.splitlines() if "stake: " in line], text


@test("/cli/sealed/at-the-beginning-of-a-move-there-is-no-step-to-take-back")
def _():
    assert "This move has only begun" in fine(*GAME, typed="b\n")


@test("/cli/sealed/a-sealed-choice-is-told-when-all-have-chosen")
def _():
    text = fine(*GAME, typed="1\n1\n1\n1\n")
    sealed, opened = text.split("Bob, 1-")[0:2], text.split("revealed: ")
    assert "Ada has chosen" in text and len(opened) > 1, text
    before = text[text.index("Ada has chosen"):text.index("revealed: ")]
    assert "Ada: stake" not in before.split("So far")[0] and sealed, before


@test("/cli/sealed/what-the-events-of-opened-choices-tell-is-told-once")
def _():
    text = fine(*GAME, typed="1\n1\n1\n1\n")
    told = text[text.rindex("── Sealed", 0, text.index("revealed: ")):text.index("revealed: ")]
    assert "stake: " not in told and "call: " not in told, told


@test("/cli/sealed/undo-of-a-sealed-choice-seals-what-it-had-opened")
def _():
    text = fine(*GAME, "--log", path("sealed.log"), typed="1\n1\n1\n1\nu\nq\ny\n")
    assert "every hash agrees" in fine("replay", path("sealed.log"))
    assert text.count("Ada has chosen") >= 1


@test("/cli/sealed/a-game-without-looks-and-texts-is-readable-and-ends")
def _():
    text = fine("play", "sealed", "--seats", "3", "--seed", "4", typed="1\n" * 500)
    assert " wins." in text or "share the first place" in text, text[-1500:]


main()

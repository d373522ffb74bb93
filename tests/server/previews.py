"""match.preview: what is said of a step before it is taken comes true, wherever the rules run."""

import os
import random
import re

from talking import Pipes, main, sit_down, test

MOVES = int(os.environ.get("LAPIDARY_TEST_MOVES", "10"))  # few where sanitizers watch: each is looked at in sixteen worlds


def key_of(step):
    return step["kind"], sorted(step.get("args", {}).items())


def points_of(score):
    """By seat, -1 for all together."""
    if "together" in score:
        return {-1: score["together"]["total"]}
    return {seat: one["total"] for seat, one in enumerate(score["seats"])}


def changes_of(previews, number):
    """What is sure of a seat's points."""
    return [change["points"] for preview in previews for change in preview["changes"] if change["seat"] in (number, -1)]


def most_of(previews, number):
    """The most that any of them brings to a seat, or leads to."""
    return max(changes_of(previews, number) + [preview["best"] for preview in previews if "best" in preview])


def choose(person, rng):
    """A random move, and all that was said of it before."""
    steps, said, begun, taken = [], [], None, []
    while not (legal := person.ask("legal", prefix=steps))["complete"]:
        previews = person.ask("preview", prefix=steps)["previews"]
        offered = [key_of(step) for step in legal["steps"]]
        previewed = [key_of(preview["step"]) for preview in previews]
        assert previewed == [key for key in offered if key in previewed], (offered, previewed)
        for preview in taken:
            kind = preview["step"]["kind"]
            assert preview["repeats"] == any(step["kind"] == kind for step in legal["steps"]), (preview, legal)
        if begun:
            assert most_of(previews, person.number) >= begun["best"], (begun, previews)
        step = rng.choice(legal["steps"])
        taken = [preview for preview in previews if key_of(preview["step"]) == key_of(step)]
        begun = next((preview for preview in taken if "best" in preview and not preview["whole"]), None)
        said += [{**preview, "is_first": not steps} for preview in taken]
        steps.append({"kind": step["kind"], "args": step.get("args", {})})
    return steps, said


def says(told, line):
    """Events before or after those of a preview may be told in one sentence with them, as a list."""
    words = [set(re.findall(r"\w+", sentence)) - {"is"} for sentence in (line, told)]
    is_list = re.search(r" and [^,]+\.$", told)
    return told == line or bool(is_list and words[0] <= words[1])


def assert_came_true(preview, before, after, told, shared):
    """`shared`: several chose at once, and what was told of the others may stand before. What chance draws may be told in another order."""
    for change in preview["changes"]:
        seat, points = change["seat"], change["points"]
        assert after[seat] - before[seat] == points, (preview, before, after)
    assert all(any(says(one, line) for one in told) for line in preview["text"]), (preview, told)
    if preview["text"] and preview["begins"] and preview["is_first"] and not shared:
        assert says(told[0], preview["text"][0]), (preview, told)


def assert_is_own(preview, seat, names):
    """Where all choose at once, what others have and do is left out."""
    assert all(change["seat"] in (seat, -1) for change in preview["changes"]), preview
    others = [name for i, name in enumerate(names) if i != seat]
    assert not any(line.startswith(f"{other} ") for line in preview["text"] for other in others), (preview, names)


def own_points(person, score):
    return score.get(person.number, score.get(-1))


def check_promised(person, promised):
    """What a person was said to have after the best next move, whose time has come."""
    now = own_points(person, points_of(person.ask("view")["score"]))
    most = max(changes_of(person.ask("preview")["previews"], person.number))
    assert now + most >= promised, (now, most, promised)


def play(host, game, seats, seed):
    """With random moves; what was said of them. What all choose at once comes true when all have chosen."""
    people = sit_down(host, game, ["open"] * seats, seed=str(seed))
    rng, heard, open_ones, promised, shared = random.Random(seed), [], [], {}, None
    for _ in range(MOVES):
        state = people[0].ask("subscribe")
        if state["state"] != "running":
            break
        person = people[rng.choice(state["waiting"])]
        before = points_of(person.ask("view")["score"])
        if person.number in promised:
            check_promised(person, promised.pop(person.number))
        steps, said = choose(person, rng)
        if len(state["waiting"]) > 1:
            shared = state["decision"]  # until the last of them has chosen
        for preview in said if state["decision"] == shared else []:
            assert_is_own(preview, person.number, [one["name"] for one in state["seats"]])
        best = [preview["best"] for preview in said if preview["whole"] and "best" in preview]
        if best:
            promised[person.number] = own_points(person, before) + best[0]
        seq = person.change("play", steps=steps)["seq"]
        heard += said
        open_ones.append((person, before, said))
        if person.ask("subscribe", since=seq - 1)["decision"] == state["decision"]:
            continue
        for one, before, said in open_ones:
            after, told = points_of(one.ask("view")["score"]), one.ask("subscribe", since=seq - 1)["events"][0]["text"]
            for preview in said:
                assert_came_true(preview, before, after, told, state["decision"] == shared)
        open_ones = []
    return heard


GAMES = {"gem": 2, "gem-advanced": 3, "gem-crisis": 2, "gem-rush": 3, "gemessengers": 3, "gems-tracker": 2,
         "gems-tracker-solo": 1, "gemtrix": 3, "gemtrix-tournament": 3, "tic-tac-toe": 2, "leduc-poker": 2}

for game, seats in GAMES.items():
    @test(f"/previews/what-is-said-in-{game}-comes-true")
    def _(game=game, seats=seats):
        inside, outside = Pipes("--isolation", "none"), Pipes("--isolation", "all")
        heard = [play(inside, game, seats, seed) for seed in (1, 2, 3)]
        assert any(said["text"] or any(change["points"] for change in said["changes"]) for run in heard for said in run)
        assert game not in ("gemtrix", "gemessengers") or any("best" in said for run in heard for said in run)
        assert game != "gem-rush" or any("best" in said and not said["whole"] for run in heard for said in run)
        assert play(outside, game, seats, 1) == heard[0]
        inside.end()
        outside.end()


if __name__ == "__main__":
    main()

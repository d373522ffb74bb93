"""Figures of simulations: the same on any machines, in any form."""

import csv
import hashlib
import html.parser
import io
import json
import os
import random
import re
import signal
import subprocess
import time

from program import PROGRAM, environment, fine, main, on_terminal, path, refused, run, test, write

RUN = ["simulate", "gemtrix", "--matches", "900", "--seed", "11", "--trace", "400", "--json"]


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def part(number, of, *more, name=""):
    return write(f"part{number}of{of}{name}.json", fine(*RUN, "--shard", f"{number}/{of}", *more))


@test("/cli/figures/threads-and-parts-in-any-order-give-the-same-bytes")
def _():
    parts = [part(number, 5, "--threads", str(1 + number % 2)) for number in range(1, 6)]
    random.Random(3).shuffle(parts)
    texts = [fine(*RUN, "--threads", threads) for threads in ["1", "2", "5"]] + [fine("merge", "--json", *parts)]
    again = run("merge", "--json", *parts, part(4, 5, name="again"))
    assert again.returncode == 0 and again.stderr.count("warning") == 1 and "counts once" in again.stderr, again
    assert {digest(text) for text in texts + [again.stdout]} == {digest(texts[0])}
    figures = json.loads(texts[0])
    assert figures["matches"] == 900 and figures["traced"]["matches"] == 320, figures


@test("/cli/figures/pages-are-the-same-too")
def _():
    pages = []
    for threads in ["1", "2"]:
        fine(*RUN, "--threads", threads, "--html", path("threads.html"))
        with open(path("threads.html"), encoding="utf-8") as page:
            pages.append(page.read())
    assert pages[0] == pages[1]


@test("/cli/figures/workers-count-the-same")
def _():
    few = ["simulate", "gemtrix", "--matches", "200", "--trace", "70", "--json", "--isolation"]
    assert fine(*few, "all") == fine(*few, "none")


@test("/cli/figures/parts-that-make-no-whole-are-refused")
def _():
    one, two = part(1, 3), part(2, 3)
    refused(1, "merge", one, two, says=["of 3 parts there is missing: 3"])
    refused(1, "merge", two, part(1, 2), says=["one of 2 parts", "one of 3"])
    other = write("other.json", fine(*RUN[:4], "--seed", "12", "--trace", "400", "--json", "--shard", "3/3"))
    refused(1, "merge", one, two, other, says=["other.json", "another run", "seed 12, not 11"])
    refused(1, "merge", one, write("text.json", "{}"), says=["text.json", "simulate --json"])
    refused(3, "merge", path("none.json"), says=["none.json"])


@test("/cli/figures/a-whole-is-shown-in-every-form")
def _():
    whole = write("whole.json", fine(*RUN))
    assert fine("merge", whole, "--json") == fine(*RUN)
    table = fine("merge", whole)
    assert "wins %" in table and "1 random" in table and "a second" not in table, table
    rows = list(csv.DictReader(io.StringIO(fine("merge", whole, "--csv"))))
    value = {(row["section"], row["name"], row["seat"], row["measure"]): float(row["value"]) for row in rows}
    figures = json.loads(fine(*RUN))
    assert value["all", "matches", "", "n"] == 900
    assert value["seat", "wins", "2", "n"] == figures["seats"][1]["wins"]
    assert len(rows) == len(value), "two rows have the same key"
    assert sum(n for (_, name, _, measure), n in value.items() if name == "plies" and measure.startswith("count_")) == 320


def script_of(heading):
    """The first block of code below a heading of the page on figures, for a run of 4 parts."""
    with open(os.path.join(os.environ["SOURCES"], "docs", "figures.md"), encoding="utf-8") as file:
        section = file.read().split(f"### {heading}\n")[1].split("\n### ")[0]
    block = re.search(r"```\w*\n(.*?)```|((?:^    .*\n)+)", section, re.S | re.M)
    text = block[1] or block[2]
    assert "GAME -n 1000000 --seed 1" in text and "/20" in text, text
    return text.replace("GAME -n 1000000 --seed 1", "gemtrix -n 400 --seed 1").replace("/20", "/4")


def in_parallel(folder, scripts):
    """Runs them at once in a new folder, where `lapidary` is found; then merges what they have written."""
    os.makedirs(folder + "/bin")
    os.symlink(PROGRAM, folder + "/bin/lapidary")
    more = environment(PATH=folder + "/bin:" + os.environ["PATH"], PARTS=folder)
    started = [subprocess.Popen(["bash", "-c", script], cwd=folder, env=dict(more, **given)) for script, given in scripts]
    assert [one.wait(timeout=120) for one in started] == [0] * len(started)
    parts = sorted(os.path.join(folder, name) for name in os.listdir(folder) if re.fullmatch(r"part\d\.json", name))
    assert len(parts) == 4, os.listdir(folder)
    return fine("merge", "--json", *parts)


@test("/cli/figures/the-job-scripts-of-the-documents-do-what-they-say")
def _():
    whole = fine("simulate", "gemtrix", "-n", "400", "--seed", "1", "--json")
    command = re.search(r"'(lapidary .*)'", script_of("GNU parallel"))[1]
    assert in_parallel(path("gnu"), [(command.replace("{}", str(number)), {}) for number in range(1, 5)]) == whole
    slurm = script_of("Slurm")
    assert "#SBATCH --array=1-20" in slurm
    tasks = [{"SLURM_ARRAY_TASK_ID": str(number), "SLURM_CPUS_PER_TASK": "2"} for number in range(1, 5)]
    assert in_parallel(path("slurm"), [(slurm, task) for task in tasks]) == whole
    indexed = " ".join(script_of("Kubernetes").split("args:")[1].strip().removeprefix("- ").split()).replace("/parts/", "$PARTS/")
    assert in_parallel(path("pods"), [(indexed, {"JOB_COMPLETION_INDEX": str(number)}) for number in range(4)]) == whole


class Page(html.parser.HTMLParser):
    """What a page has: elements with their attributes, and text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.text = [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "rect", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag != "rect":
            assert self.open.pop() == tag, tag

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data + " "


def whole_page(*words):
    """The page that a command writes, which needs nothing else."""
    file = path("page.html")
    fine(*words, "--html", file)
    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    page = Page(text)
    assert not page.open, page.open
    tags = [tag for tag, _ in page.elements]
    assert "script" not in tags and "link" not in tags and "img" not in tags, tags
    assert not re.search(r"https?:|url\(|@import|\bon[a-z]+=", text), "it refers to something outside"
    assert tags.count("svg") == tags.count("figure") >= 6, tags.count("svg")
    return page


@test("/cli/figures/a-page-of-a-comparison-has-each-side-and-what-differs")
def _():
    page = whole_page("compare", "gemtrix:stall_limit=2", "gemtrix", "-n", "200")
    assert "stall_limit=2" in page.text and "Wins of seat 2" in page.text, page.text
    assert "What is done in B more or less often than in A" in page.text, page.text
    page = whole_page("sweep", "gemtrix", "stall_limit=1..30", "-n", "20")
    assert "Z" in page.text and "and 4 more, in the table below alone" in page.text and "stall_limit=30" in page.text, page.text
    refused(1, "compare", "tic-tac-toe", "tic-tac-toe", "-n", "5", "--html", path("none/page.html"), says=["--html"])


@test("/cli/figures/a-page-is-whole-and-needs-nothing-else")
def _():
    file = path("page.html")
    page = whole_page("simulate", "gemtrix", "--seats", "3", "-n", "400")
    wins = json.loads(fine("simulate", "gemtrix", "--seats", "3", "-n", "400", "--json"))["seats"][1]["wins"]
    assert f"{wins / 4:.1f} %" in page.text and "Wins by seat" in page.text, page.text
    for tag, attributes in page.elements:
        if tag == "rect":
            assert all(float(attributes[name]) >= 0 for name in ["x", "y", "width", "height"]), attributes
            assert float(attributes["x"]) + float(attributes["width"]) <= 560, attributes
    whole = write("paged.json", fine(*RUN))
    fine("merge", whole, "--html", file)
    done = run("merge", whole, "--html", path("none/page.html"))
    assert done.returncode == 1 and "--html" in done.stderr, done


@test("/cli/figures/every-game-has-a-page")
def _():
    for game in json.loads(fine("games", "--json"))["games"]:
        file = path("page.html")
        fine("simulate", game["id"], "-n", "20", "--html", file)
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        assert not Page(text).open and "nan" not in text and "inf " not in text, game


@test("/cli/figures/a-match-that-fails-does-not-keep-parts-from-being-put-together")
def _():
    zoo = {"LAPIDARY_PLUGIN_PATH": os.environ["ZOO"]}
    broken = ["simulate", "misbehaves", "--option", "deed=abort", "--option", "hook=apply", "-n", "20", "--json", "--isolation", "all"]
    done = [run(*broken, *more, **zoo) for more in [[], ["--shard", "1/2"], ["--shard", "2/2"]]]
    assert [one.returncode for one in done] == [1, 1, 1], done
    merged = run("merge", "--json", *[write(f"broken{i}.json", one.stdout) for i, one in enumerate(done[1:])])
    assert merged.returncode == 1 and merged.stdout == done[0].stdout, merged


def interrupted(*arguments):
    """Ctrl-C once it plays; the first figure that it cannot have at the start is the number of matches."""
    program = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
    time.sleep(1)
    program.send_signal(signal.SIGINT)
    stdout, stderr = program.communicate(timeout=60)
    return program.returncode, stdout, stderr


@test("/cli/figures/sides-are-games-options-bots-builds-and-files")
def _():
    few = ["--matches", "300", "--seed", "3"]
    same = json.loads(fine("compare", "gemtrix", "gemtrix", "--json", *few))
    assert [side["found"] for side in same["sides"]] == [0, 0] and same["differences"][0]["paired"], same
    assert all(one["difference"] == 0 for one in same["differences"])
    written = write("side.json", fine("simulate", "gemtrix", "--json", *few))
    for side in ["gemtrix:stall_limit=5", "gemtrix@greedy,random", "gemtrix:stall_limit=5@greedy,random"]:
        found = json.loads(fine("compare", written, side, "--json", *few))
        assert found["sides"][1]["found"] > 0 and side.split("@")[-1].split(",")[0].split("=")[0][-6:] in str(found["sides"][1]), found["sides"]
    table = fine("compare", written, "gemtrix:stall_limit=5", *few)
    assert "A: gemtrix stall_limit=60\nB: gemtrix stall_limit=5\n" in table and " differs\n" in table, table
    refused(2, "compare", "gemtrix", says="two sides")
    refused(2, "compare", "gemtrix", "gemtrix:stall=1", says="stall_limit")
    refused(2, "compare", "gemtrix", "gemtrix@clever,random", says="clever")
    refused(3, "compare", "gemtrix", "gemtricks", says="gemtrix")


@test("/cli/figures/a-sweep-has-a-column-a-value")
def _():
    table = fine("sweep", "gemtrix", "stall_limit=5..25..10", "--matches", "300")
    assert re.search(r"stall_limit=5 +stall_limit=15 +stall_limit=25\n", table) and re.search(r"plies .*\*", table), table
    assert len(json.loads(fine("sweep", "gemtrix", "stall_limit=3,4", "-n", "50", "--json"))["sides"]) == 2
    for values, says in [("stall_limit", "NAME=VALUES"), ("stall_limit=5..1", "LOW..HIGH"), ("stall_limit=1..1000", "at most 100"),
                         ("limit=1..3", "stall_limit")]:
        refused(2, "sweep", "gemtrix", values, says=says)


@test("/cli/figures/a-tournament-finds-the-better-bot")
def _():
    texts = [fine("tournament", "gemtrix", "random", "greedy", "easy:20", "--pairs", "64", "--threads", threads, "--json") for threads in "12"]
    assert texts[0] == texts[1]
    found = json.loads(texts[0])
    elo = {player["name"]: player["elo"] for player in found["players"]}
    assert elo["random"] < elo["greedy"] and abs(sum(elo.values())) < 0.01, elo
    assert found["meetings"][0]["better"] == "second" and sum(found["meetings"][0]["pairs"]) in (32, 64), found
    assert "greedy is better" in fine("tournament", "gemtrix", "random", "greedy")
    refused(2, "tournament", "gemtrix", "random", says="2 to 16 bots")
    refused(2, "tournament", "gemtrix", "random", "clever", says=["clever", "greedy"])
    refused(2, "tournament", "gemtrix", "random", "easy:much", says="much")
    refused(2, "tournament", "gems-tracker-solo", "random", "easy", says="one seat")


@test("/cli/figures/ctrl-c-keeps-what-is-done")
def _():
    code, stdout, stderr = interrupted("simulate", "gemtrix", "--matches", "1000000000", "--json", "--shard", "1/2")
    figures = json.loads(stdout)
    assert code == 1 and "stopped" in stderr and figures["stopped"], (code, stderr)
    assert 0 < figures["matches"] < 500000000 and figures["sums"]["numbers"][0] == figures["matches"], figures["matches"]
    refused(1, "merge", write("stopped.json", stdout), says=["stopped", "part 1"])


@test("/cli/figures/a-terminal-is-told-how-fast-and-how-long")
def _():
    text = on_terminal("simulate", "gemtrix", "--seats", "easy,easy", "--matches", "12", "--think", "300")
    assert " of 12" in text and "a second" in text, text


main()

"""Help, exit codes, and what the program says of a command line that makes no sense."""

import os

from program import fine, main, path, refused, run, test, write

SUBCOMMANDS = ["games", "info", "play", "simulate", "merge", "compare", "sweep", "tournament", "replay", "perft", "check", "plugins", "serve", "stdio", "new", "playthrough", "dev", "pack", "install", "completion", "backup", "nodes",
         "matches"]

NO_SENSE = [
    (["gmaes"], "'games'"),
    (["frobnicate"], "--help"),
    (["init"], "'lapidary new'"),
    (["validate", "tic-tac-toe"], "'lapidary check'"),
    (["play"], "GAME is missing"),
    (["replay"], "FILE is missing"),
    (["play", "tic-tac-toe", "connect-four"], "'connect-four' is one argument too many"),
    (["play", "tic-tac-toe", "--sets", "me"], "--sets"),
    (["play", "tic-tac-toe", "--seats", "me,randon"], "'random'"),
    (["play", "tic-tac-toe", "--seats", "me,xyzzyplugh"], "me, easy"),
    (["play", "tic-tac-toe", "--seats", "me,me,me"], "2 seats, not 3"),
    (["play", "gemtrix", "--seats", "7"], "2 to 6 seats, not 7"),
    (["play", "tic-tac-toe", "--seats", ""], "2 seats"),
    (["play", "tic-tac-toe", "--seed", "-1"], "--seed"),
    (["play", "tic-tac-toe", "--seed", "0x10"], "--seed"),
    (["play", "gemtrix", "--option", "stall_limit"], "NAME=VALUE"),
    (["play", "gemtrix", "--option", "stal_limit=1"], "'stall_limit'"),
    (["play", "gemtrix", "--option", "stall_limit=1001"], "1000"),
    (["play", "gemtrix", "--option", "stall_limit=many"], "many"),
    (["simulate", "tic-tac-toe", "--seats", "me,random"], "'me'"),
    (["simulate", "tic-tac-toe", "--matches", "0"], "--matches"),
    (["simulate", "tic-tac-toe", "--threads", "lots"], "--threads"),
    (["simulate", "tic-tac-toe", "--think", "65x100"], "2x1000"),
    (["simulate", "tic-tac-toe", "--shard", "0/4"], "1/N to N/N"),
    (["simulate", "tic-tac-toe", "--shard", "5/4"], "5/4"),
    (["simulate", "tic-tac-toe", "--trace", "some"], "--trace"),
    (["simulate", "tic-tac-toe", "--json", "--csv"], "--csv"),
    (["merge"], "FILE"),
    (["simulate", "tic-tac-toe", "--seed", "18446744073709551616"], "--seed"),
    (["perft", "tic-tac-toe", "--depth", "0"], "--depth"),
    (["serve", "--port", "65536"], "65535"),
    (["serve", "--forward"], "--node"),
    (["serve", "--address", "ws://localhost/ws"], "--node"),
    (["serve", "here"], "'here' is one argument too many"),
    (["serve", "--store", "mysql:x"], "sqlite:PATH"),
    (["stdio", "--limit", "rate"], "NAME=VALUE"),
    (["stdio", "--limit", "rate=0"], "from 1 to"),
    (["stdio", "--limit", "rat=1"], "burst"),
    (["stdio", "--log-level", "loud"], "debug"),
    (["matches", "frobnicate"], "prune"),
    (["matches", "show"], "ID"),
    (["matches", "copy", "sqlite:a"], "A and B"),
    (["matches", "copy", "memory:", "memory:", "memory:"], "'memory:' is one argument too many"),
    (["matches", "list", "twice"], "'twice' is one argument too many"),
    (["check", "tic-tac-toe", "--property", "clones"], "'clone'"),
    (["check", "tic-tac-toe", "--seats", "3"], "--seats"),
]


@test("/cli/usage/each-subcommand-explains-itself-with-an-example-and-exit-codes")
def _():
    for subcommand in SUBCOMMANDS:
        text = fine(subcommand, "--help")
        assert f"lapidary {subcommand}" in text and "Example" in text and "Exit codes" in text, text
        assert fine("help", subcommand) == text


@test("/cli/usage/help-lists-every-subcommand-and-every-exit-code")
def _():
    text = fine("--help")
    for subcommand in SUBCOMMANDS:
        assert f"\n  {subcommand} " in text, subcommand
    for code in range(5):
        assert f"\n  {code}  " in text, code


@test("/cli/usage/help-fits-a-terminal-of-80-columns")
def _():
    for arguments in [["--help"]] + [[subcommand, "--help"] for subcommand in SUBCOMMANDS]:
        for line in fine(*arguments).splitlines():
            assert len(line) <= 80, line


@test("/cli/usage/the-version-is-one-line")
def _():
    assert fine("--version").startswith("lapidary ") and fine("--version").count("\n") == 1


@test("/cli/usage/without-a-subcommand-there-is-help-on-standard-error")
def _():
    done = run()
    assert done.returncode == 2 and done.stdout == "" and "Subcommands:" in done.stderr


@test("/cli/usage/what-makes-no-sense-is-refused-in-one-line-with-code-2")
def _():
    for arguments, says in NO_SENSE:
        refused(2, *arguments, says=says)


@test("/cli/usage/an-unknown-game-is-code-3-and-the-nearest-is-named")
def _():
    for subcommand in ["info", "play", "simulate", "perft", "check"]:
        refused(3, subcommand, "tic-tak-toe", says="'tic-tac-toe'")
        refused(3, subcommand, "chess", says="lapidary games")


def broken_plugin():
    folder = path("broken")
    os.makedirs(folder, exist_ok=True)
    write("broken/broken.plugin", "[Plugin]\nId=broken\nVersion=1.0.0\nApi=1.1\nModule=broken.so\n"
                                  "Extends=nowhere\nAccepts=1.0\nName=Broken\n")
    write("broken/broken.so", "not a module")
    return folder + ":" + os.environ["LAPIDARY_PLUGIN_PATH"]


@test("/cli/usage/a-plugin-that-is-unavailable-is-code-4-with-the-reason")
def _():
    folders = broken_plugin()
    for subcommand in ["info", "play", "simulate", "perft", "check"]:
        refused(4, subcommand, "broken", says=["'broken' is unavailable", "nowhere"], LAPIDARY_PLUGIN_PATH=folders)


@test("/cli/usage/a-plugin-that-is-unavailable-is-listed-and-spoils-no-other")
def _():
    folders = broken_plugin()
    for subcommand in ["games", "plugins"]:
        text = fine(subcommand, LAPIDARY_PLUGIN_PATH=folders)
        assert "broken" in text and "nowhere" in text and "connect-four" in text, text


main()

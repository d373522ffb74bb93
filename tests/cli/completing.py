"""Completion and manual have every subcommand and every option, and are what shells and man take."""

import os
import re
import shutil
import subprocess

from program import Skipped, fine, main, path, refused, test, write

HELP = fine("--help")
SUBCOMMANDS = re.findall(r"^  ([a-z]+) +[A-Z]", HELP.split("Subcommands:")[1].split("\n\n")[0], re.M)


def options_of(subcommand):
    """As its help has them."""
    return set(re.findall(r"^  (?:-., )?--([a-z0-9-]+)", fine(subcommand, "--help"), re.M)) - {"help"}


def tool(name):
    if not shutil.which(name):
        raise Skipped(f"{name} is not installed")
    return name


@test("/cli/completing/each-has-every-subcommand-with-every-option")
def _():
    assert len(SUBCOMMANDS) > 15 and "completion" in SUBCOMMANDS, SUBCOMMANDS
    bash, zsh, fish, manual = (fine("completion", kind) for kind in ["bash", "zsh", "fish", "man"])
    for name in SUBCOMMANDS:
        options = options_of(name)
        in_bash = re.search(rf"^ +{name}\) words='(.*)' ;;$", bash, re.M)[1].split()
        assert set(in_bash) == {"--help", *("--" + option for option in options)}, (name, in_bash)
        in_zsh = re.search(rf"^ +{name}\) _arguments (.*?);;$", zsh, re.M | re.S)[1]
        assert set(re.findall(r"'\*--([a-z0-9-]+)=?\[", in_zsh)) == options, (name, in_zsh)
        assert set(re.findall(rf"__fish_seen_subcommand_from {name}' -l ([a-z0-9-]+)", fish)) == options, name
        section = manual.split(f".SS lapidary {name} ")[1].split(".SS ")[0].split(".SH ")[0]
        assert set(re.findall(r"^\.TP\n(?:\\-., )?\\-\\-([a-z0-9\\-]+)", section, re.M)) == \
            {option.replace("-", "\\-") for option in options}, name


@test("/cli/completing/bash-completes-subcommands-and-options")
def _():
    script = write("completion.bash", fine("completion", "bash"))
    for words, wanted in [(["lapidary", "pla"], {"play", "playthrough"}), (["lapidary", "check", "--s"], {"--seats", "--seed", "--seconds", "--save-log"}),
                          (["lapidary", "play", "ge"], set())]:
        typed = " ".join(f"'{word}'" for word in words)
        run = f"source {script}; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _lapidary; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        done = subprocess.run(["bash", "-c", run], capture_output=True, text=True, check=True)
        assert set(done.stdout.split()) == wanted, done
        assert done.stderr == "", done


@test("/cli/completing/zsh-and-fish-take-theirs")
def _():
    for shell in ["zsh", "fish"]:
        subprocess.run([tool(shell), "-n", write("completion." + shell, fine("completion", shell))], check=True)
    done = subprocess.run(["fish", "-c", f"source {path('completion.fish')}; complete -C 'lapidary instal'"], capture_output=True,
                          text=True, check=True, env=dict(os.environ, HOME=path("home"), XDG_CONFIG_HOME=path("home")))
    assert done.stdout.startswith("install\t"), done


@test("/cli/completing/the-manual-pages-are-without-mistakes")
def _():
    folder = os.path.join(os.environ["SOURCES"], "docs", "man")
    pages = [write("lapidary.1", fine("completion", "man")), *(os.path.join(folder, page) for page in sorted(os.listdir(folder)))]
    assert len(pages) == 3
    for page in pages:
        done = subprocess.run([tool("man"), "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], capture_output=True, text=True,
                              check=True, env=dict(os.environ, LC_ALL="C.UTF-8", MANROFFSEQ="", MANWIDTH="80"))
        assert done.stderr == "" and len(done.stdout) > 1000, (page, done.stderr)


@test("/cli/completing/another-shell-is-refused")
def _():
    refused(2, "completion", "tcsh", says="bash, fish, man and zsh")


main()

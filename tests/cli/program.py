"""Running the built program."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tap import Skipped, main, test  # noqa: E402,F401  (the path comes first)

PROGRAM = os.environ["LAPIDARY"]
FOLDER = tempfile.TemporaryDirectory(prefix="lapidary-cli-")


def environment(**more):
    """The environment of the tests, with a cache and a data folder of their own."""
    result = dict(os.environ, LC_ALL="C.UTF-8", COLUMNS="80")
    result.pop("NO_COLOR", None)
    result.pop("LAPIDARY_STORE", None)
    result["XDG_CACHE_HOME"] = os.path.join(FOLDER.name, "cache")
    result["XDG_DATA_HOME"] = os.path.join(FOLDER.name, "data")
    result.update(more)
    return result


def run(*arguments, typed="", **more):
    """Runs the program with `typed` on its standard input."""
    return subprocess.run([PROGRAM, *arguments], input=typed, text=True, encoding="utf-8", capture_output=True,
                          env=environment(**more), check=False, timeout=120)


def fine(*arguments, **more):
    """The standard output of a run that must go well."""
    done = run(*arguments, **more)
    assert done.returncode == 0, f"exit code {done.returncode}: {done.stderr}"
    assert done.stderr == "", f"unexpected on standard error: {done.stderr}"
    return done.stdout


def refused(code, *arguments, says=(), **more):
    """Runs what must end with `code` and one line that holds every word of `says`."""
    done = run(*arguments, **more)
    assert done.returncode == code, f"exit code {done.returncode}, not {code}: {done.stderr or done.stdout}"
    assert done.stderr.startswith("lapidary: "), f"no message: {done.stderr!r}"
    assert done.stderr.count("\n") == 1, f"not one line: {done.stderr!r}"
    for word in [says] if isinstance(says, str) else says:
        assert word in done.stderr, f"{word!r} is not in {done.stderr!r}"
    return done


def on_terminal(*arguments, typed="", lines=0, **more):
    """What the program shows on a terminal where somebody types `typed`; 0 lines: it does not say how many it has."""
    master, slave = pty.openpty()
    if lines:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 80, 0, 0))
    program = subprocess.Popen([PROGRAM, *arguments], stdin=slave, stdout=slave, stderr=slave,
                               env=environment(TERM="xterm-256color", **more))
    os.close(slave)
    os.write(master, typed.encode())
    shown = read_all(master)
    assert program.wait(timeout=60) == 0, shown
    return shown


def read_all(master):
    """Everything until the other side closes, which a Linux terminal tells as an error."""
    shown = b""
    while True:
        try:
            more = os.read(master, 4096)
        except OSError:
            more = b""
        if not more:
            os.close(master)
            return shown.decode("utf-8", "replace")
        shown += more


def path(name):
    """A file of this test's own."""
    return os.path.join(FOLDER.name, name)


def write(name, text):
    """Writes such a file; its path."""
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path(name)


def read(name):
    """Reads such a file."""
    with open(path(name), encoding="utf-8") as file:
        return file.read()

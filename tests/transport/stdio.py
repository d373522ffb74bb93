"""The transport over standard input and output."""

import os
import signal
import subprocess
import time

from echoing import PROGRAM, main, test


def talk(raw, *settings, **more):
    """What comes out when `raw` goes in."""
    done = subprocess.run([PROGRAM, "stdio", *settings], input=raw, capture_output=True, timeout=60, check=False, **more)
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    return done.stdout


@test("/server/transport/stdio-is-one-message-a-line")
def _():
    cases = [(b"one\ntwo\n", b"one\ntwo\n"), (b"", b""), (b"no end", b"no end\n"), (b"\n\n\r\n", b""),
             (b"dos\r\nunix\n", b"dos\nunix\n"), ("✊✌✋\n".encode(), "✊✌✋\n".encode()), (b"a\0b\n", b"a\0b\n"),
             (b"\r\r\n", b"\r\n")]
    for typed, expected in cases:
        assert talk(typed) == expected, typed


@test("/server/transport/stdio-leaves-what-is-no-UTF-8-to-the-server")
def _():
    assert talk(b"caf\xe9\n") == b"caf\xe9\n"


@test("/server/transport/stdio-skips-a-line-past-the-limit-and-says-so")
def _():
    long, longest = b"x" * 65537, b"y" * 5000000
    assert talk(b"before\n" + long + b"\nbetween\n" + longest + b"\nafter\n") == \
        b"before\noverlong\nbetween\noverlong\nafter\n"
    assert talk(b"x" * 65536 + b"\n") == b"x" * 65536 + b"\n"
    assert talk(long) == b"overlong\n"


@test("/server/transport/stdio-answers-all-before-it-ends")
def _():
    lines = b"".join(b"line %d\n" % i for i in range(50000))
    assert talk(lines) == lines
    assert talk(b"!many 100 60000\n").count(b"\n") == 100


@test("/server/transport/stdio-that-is-closed-ends-after-what-is-queued")
def _():
    assert talk(b"!many 20 60000\n!close 1000\nnot any more\n").count(b"\n") == 20
    talk(b"!many 20 60000\n!now 1008\nnot any more\n")


@test("/server/transport/stdio-stops-reading-while-nobody-reads")
def _():
    process = subprocess.Popen([PROGRAM, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    os.set_blocking(process.stdin.fileno(), False)
    taken, idle = 0, 0
    while idle < 20:
        try:
            taken += os.write(process.stdin.fileno(), b"line\n" * 1000)
            assert taken < 20000000, "it takes everything"
        except BlockingIOError:
            idle += 1
            time.sleep(0.01)
    os.set_blocking(process.stdin.fileno(), True)
    process.stdin.close()
    got = process.stdout.read()
    assert process.wait(timeout=20) == 0 and len(got) - taken in range(2), (taken, len(got))


@test("/server/transport/stdio-ends-when-nobody-can-read")
def _():
    process = subprocess.Popen([PROGRAM, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
    process.stdout.close()
    process.stdin.write(b"hello\n")
    process.stdin.flush()
    assert process.wait(timeout=20) == 0
    process.stdin.close()


@test("/server/transport/stdio-reads-and-writes-files-too")
def _():
    with open(__file__, "rb") as script:
        done = subprocess.run([PROGRAM, "stdio"], stdin=script, capture_output=True, timeout=20, check=True)
    with open(__file__, "rb") as script:
        lines = [line for line in script.read().split(b"\n") if line and not line.startswith(b"!")]
    assert done.stdout.split(b"\n")[:-1] == lines


@test("/server/transport/stdio-of-a-server-that-is-full-says-so")
def _():
    done = subprocess.run([PROGRAM, "stdio", "connections=0"], input=b"", capture_output=True, timeout=20, check=False)
    assert done.returncode == 1 and b"too many connections" in done.stderr


main()

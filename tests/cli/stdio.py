"""lapidary stdio: one message a line, and nothing else."""

import json

from program import fine, main, path, run, test

HELLO = '{"jsonrpc":"2.0","id":1,"method":"host.hello"}'


def answers(*lines, arguments=(), **more):
    """What is on standard output, a JSON value a line."""
    text = fine("stdio", "--log-level", "error", *arguments, typed="".join(line + "\n" for line in lines), **more)
    return [json.loads(line) for line in text.splitlines()]


@test("/cli/stdio/the-end-of-the-input-ends-it-after-the-last-answer")
def _():
    assert answers() == []
    said = answers(HELLO, HELLO.replace("1,", "2,"))
    assert [message["id"] for message in said] == [1, 2] and all("result" in message for message in said), said


@test("/cli/stdio/what-is-no-message-is-answered-and-the-next-one-too")
def _():
    said = answers("{", HELLO)
    assert said[0]["error"]["code"] == -32700 and said[0]["id"] is None and "result" in said[1], said


@test("/cli/stdio/the-log-is-on-standard-error-a-json-object-a-line")
def _():
    done = run("stdio", "--log-level", "debug", typed=HELLO + "\n")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1
    for line in done.stderr.splitlines():
        assert {"time", "level", "event"} <= set(json.loads(line)), line


@test("/cli/stdio/limits-are-as-they-were-set")
def _():
    assert answers(HELLO, arguments=["--limit", "batch=3"])[0]["result"]["limits"]["batch"] == 3


@test("/cli/stdio/matches-last-where-a-store-is-named")
def _():
    create = ('{"jsonrpc":"2.0","id":1,"method":"match.create","params":{"game":"tic-tac-toe","seats":["open","open"],'
              '"visibility":"public","key":"0123456789abcdef"}}')
    listing = '{"jsonrpc":"2.0","id":2,"method":"match.list"}'
    store = ["--store", "sqlite:" + path("stdio.db")]
    made = answers(create, arguments=store)[0]["result"]["match"]
    assert [item["match"] for item in answers(listing, arguments=store)[0]["result"]["items"]] == [made]
    answers(create)
    assert answers(listing)[0]["result"]["items"] == []


main()

"""lapidary mcp: what is on the wire; tests/npm/mcp-test.mjs plays with it."""

import json

from program import fine, main, run, test

VERSION = "io.modelcontextprotocol/protocolVersion"


def request(method, identity=1, **params):
    return json.dumps({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})


def answers(*lines, arguments=()):
    text = fine("mcp", *arguments, typed="".join(line + "\n" for line in lines))
    return [json.loads(line) for line in text.splitlines()]


def answer(*line, **more):
    said = answers(*line, **more)
    assert len(said) == 1, said
    return said[0]


@test("/cli/mcp/a-client-of-an-earlier-revision-is-answered-in-it-and-another-in-the-newest-with-a-handshake")
def _():
    for asked, given in (("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
                         ("2026-07-28", "2025-11-25")):
        result = answer(request("initialize", protocolVersion=asked, capabilities={}, clientInfo={}))["result"]
        assert result["protocolVersion"] == given and "tools" in result["capabilities"], result
        assert "resultType" not in result, result


@test("/cli/mcp/the-revision-without-a-handshake-is-spoken-too")
def _():
    meta = {VERSION: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    found, tools, games = answers(request("server/discover", _meta=meta), request("tools/list", _meta=meta),
                                  request("tools/call", name="list_games", _meta=meta))
    assert "2026-07-28" in found["result"]["supportedVersions"], found
    for result in (found["result"], tools["result"]):
        assert result["resultType"] == "complete" and result["ttlMs"] > 0 and result["cacheScope"] == "public", result
    assert games["result"]["resultType"] == "complete" and "ttlMs" not in games["result"], games


@test("/cli/mcp/a-revision-that-there-is-not-is-refused-with-those-that-there-are")
def _():
    error = answer(request("tools/list", _meta={VERSION: "2099-01-01"}))["error"]
    assert error["code"] == -32022 and error["data"]["requested"] == "2099-01-01", error
    assert "2026-07-28" in error["data"]["supported"], error


@test("/cli/mcp/notifications-are-not-answered")
def _():
    said = answers('{"jsonrpc":"2.0","method":"notifications/initialized"}', request("ping", "last"))
    assert said == [{"jsonrpc": "2.0", "id": "last", "result": {}}], said


@test("/cli/mcp/what-is-no-request-is-refused-and-the-next-one-answered")
def _():
    for line, code in (("{", -32700), ("[" + request("ping") + "]", -32600), ('{"id":1}', -32600), ("7", -32600),
                       ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
                       ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602), (request("no/such"), -32601),
                       (request("tools/call"), -32602), (request("tools/call", name=7), -32602)):
        said = answers(line, request("ping", 2))
        assert said[0]["error"]["code"] == code and said[1]["id"] == 2 and "result" in said[1], (line, said)


@test("/cli/mcp/arguments-of-tools-are-checked")
def _():
    for arguments in (7, [], None, {"seat": 7}, {}, {"seat": "a/b", "colour": "red"}, {"seat": "a" * 200}):
        result = answer(request("tools/call", name="look", arguments=arguments))["result"]
        assert result["isError"] is True and result["content"][0]["text"], (arguments, result)


@test("/cli/mcp/a-line-that-is-too-long-is-refused-and-the-next-one-answered")
def _():
    said = answers("[" * 100000, request("ping", 2))
    assert {message["id"] for message in said} == {None, 2}, said


@test("/cli/mcp/nothing-but-answers-is-on-standard-output")
def _():
    done = run("mcp", "--log-level", "debug", typed=request("tools/call", name="new_match",
                                                            arguments={"game": "tic-tac-toe"}) + "\n")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1 and done.stderr, done


main()

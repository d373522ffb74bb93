"""Messages over WebSocket: whole ones in and out, whatever the frames."""

import struct

from echoing import Echo, closes, main, refused, test
from websocket_client import BINARY, CLOSE, CONTINUATION, PING, TEXT, Closed, frame

# Lengths at both sides of each border of the format, of the read buffer and of the limit.
LENGTHS = [0, 1, 2, 125, 126, 127, 4095, 4096, 4097, 16384, 65535, 65536]
LIMIT = 65536


@test("/server/transport/a-message-of-any-length-comes-back")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        for length in LENGTHS:
            text = ("abcdefgh" * (length // 8 + 1))[:length]
            assert websocket.ask(text) == text, length
        assert websocket.close() == 1000


@test("/server/transport/a-message-may-be-cut-into-any-fragments")
def _():
    text = "Stein, Schere, Papier: ✊✌✋ " * 300
    raw = text.encode()
    with Echo() as echo:
        websocket = echo.connect()
        for size in [1, 7, 1000, 5000, len(raw)]:
            parts = [raw[i:i + size] for i in range(0, len(raw), size)]
            for i, part in enumerate(parts):
                websocket.send_frame(frame(part, CONTINUATION if i else TEXT, final=False))
            websocket.send_frame(frame(b"", CONTINUATION))
            assert websocket.recv() == text, size


@test("/server/transport/bytes-may-come-one-by-one")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        for byte in frame("slow but sure" * 20):
            websocket.send_frame(bytes([byte]))
        assert websocket.recv() == "slow but sure" * 20


@test("/server/transport/a-message-of-endless-fragments-is-a-flood")
def _():
    with Echo() as echo:
        for part in ["", "x"]:
            websocket = echo.connect()
            websocket.send_frame(frame("", final=False) + frame(part, CONTINUATION, final=False) * 16000 + frame("", CONTINUATION))
            assert websocket.recv() == part * 16000
            try:
                websocket.send_frame(frame("", final=False) + frame(part, CONTINUATION, final=False) * 40000)
                websocket.recv()
            except Closed as closed:
                assert closed.code == 1008, closed
            else:
                raise AssertionError("it goes on")


@test("/server/transport/a-ping-amid-fragments-is-answered-and-the-message-is-whole")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        websocket.send_frame(frame("one ", final=False) + frame(b"?", PING) + frame("two", CONTINUATION))
        assert websocket.recv() == "one two"
        assert websocket.ask("!waiting") == "0"
        assert websocket.pongs == [b"?"], websocket.pongs


@test("/server/transport/any-mask-is-taken-off")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        for mask in [b"\0\0\0\0", b"\xff\xff\xff\xff", b"\0\0\0\x01", b"\x01\0\0\0", b"{}[]"]:
            websocket.send_frame(frame("masked", mask=mask))
            assert websocket.recv() == "masked", mask


@test("/server/transport/many-messages-keep-their-order")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        websocket.send_frame(b"".join(frame(f"number {i}") for i in range(5000)))
        for i in range(5000):
            assert websocket.recv() == f"number {i}"


@test("/server/transport/messages-of-all-sizes-that-wait-together-keep-their-order")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        websocket.send_text("!many 300 10")
        websocket.send_text("!many 3 400000")
        websocket.send_text("!many 2000 200")
        got = [len(websocket.recv()) for _ in range(2303)]
        assert got == [10] * 300 + [400000] * 3 + [200] * 2000


@test("/server/transport/the-server-hears-when-all-is-written")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        websocket.send_text("!many 40 100000")
        for _ in range(40):
            websocket.recv()
        assert int(websocket.ask("!drained")) >= 1
        assert websocket.ask("!waiting") == "0"


@test("/server/transport/a-message-past-the-limit-is-answered-then-the-connection-closed")
def _():
    ways = {
        "one byte too long": [frame("x" * (LIMIT + 1))],
        "only announced": [frame("x" * 126)[:1] + b"\xff" + struct.pack(">Q", 1 << 40) + b"mask" + b"x" * 100],
        "as long as can be": [b"\x81\xff" + struct.pack(">Q", (1 << 63) - 1) + b"mask" + b"x" * 100],
        "in fragments": [frame("x" * 60000, final=False), frame("x" * 6000, CONTINUATION)],
        "never ending": [frame("x", final=False)] + [frame("x" * 1000, CONTINUATION, final=False)] * 200,
    }
    with Echo() as echo:
        for way, frames in ways.items():
            websocket = echo.connect()
            websocket.send_frame(b"".join(frames))
            assert closes(websocket) == (1009, ["overlong"]), way


@test("/server/transport/what-is-no-text-is-closed-with-the-code-for-it")
def _():
    cases = {
        "binary": (1003, frame(b"\0\1\2", BINARY)),
        "binary in fragments": (1003, frame(b"\0", BINARY, final=False)),
        "not UTF-8": (1007, frame(b"caf\xe9")),
        "half a character": (1007, frame("✊".encode()[:2])),
        "half a surrogate pair": (1007, frame(b"\xed\xa0\x80")),
        "an overlong form": (1007, frame(b"\xc0\xaf")),
    }
    with Echo() as echo:
        for name, (code, raw) in cases.items():
            websocket = echo.connect()
            websocket.send_frame(raw)
            assert closes(websocket) == (code, []), name


@test("/server/transport/a-nul-is-a-character-like-any-other")
def _():
    with Echo() as echo:
        assert echo.connect().ask("a\0b") == "a\0b"


@test("/server/transport/frames-against-the-rules-end-the-connection")
def _():
    cases = {
        "reserved bits": frame("x", rsv=0x40),
        "an unknown opcode": frame("x", 3),
        "an unknown control opcode": frame("x", 11),
        "a ping in fragments": frame("x", PING, final=False),
        "a long ping": frame("x" * 126, PING),
        "a text in the middle of another": frame("x", final=False) + frame("y"),
        "a continuation of nothing": frame("x", CONTINUATION),
        "a length of 64 bits set": b"\x81\xff" + b"\xff" * 8 + b"mask",
    }
    with Echo() as echo:
        for name, raw in cases.items():
            websocket = echo.connect()
            websocket.send_frame(raw)
            code, messages = closes(websocket)
            assert code in (1002, 1006) and not messages, (name, code, messages)
        assert echo.connect().ask("still here") == "still here"


@test("/server/transport/closing-is-answered-with-the-same-code")
def _():
    with Echo() as echo:
        for code in [1000, 1001, 3000, 4999]:
            assert echo.connect().close(code) == code
        websocket = echo.connect()
        websocket.send_frame(frame(b"", CLOSE))
        assert closes(websocket)[0] == 1005


@test("/server/transport/the-server-closes-after-what-is-queued")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        websocket.send_frame(frame("!many 50 50000") + frame("!close 1001") + frame("too late"))
        code, messages = closes(websocket)
        assert code == 1001 and len(messages) == 50, (code, len(messages))


@test("/server/transport/the-server-may-close-at-once")
def _():
    with Echo() as echo:
        websocket = echo.connect()
        websocket.send_text("!now 1008")
        assert closes(websocket)[1] == []
        assert echo.get("/connections")[2] == b"0\n"


@test("/server/transport/one-connection-too-many-is-told-to-come-later")
def _():
    with Echo("connections=2") as echo:
        two = [echo.connect(), echo.connect()]
        third = echo.connect()
        assert closes(third) == (1013, [])
        assert two[0].close() == 1000
        assert echo.connect().ask("room again") == "room again"


@test("/server/transport/the-subprotocol-is-lapidary-or-none")
def _():
    with Echo() as echo:
        named = echo.connect(headers=["Sec-WebSocket-Protocol: other, lapidary"])
        assert named.headers["sec-websocket-protocol"] == "lapidary" and named.ask("x") == "x"
        assert "sec-websocket-protocol" not in echo.connect().headers
        assert refused(echo.connect, headers=["Sec-WebSocket-Protocol: chat"]).status == 400


main()

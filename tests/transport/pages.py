"""Pages and handshakes: what the listener shows, and whom it lets in."""

import http.client
import os
import time

from echoing import FOLDER, Echo, main, refused, test
from websocket_client import connect, handshake

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
TYPES = {"index.html": "text/html; charset=utf-8", "app.js": "text/javascript; charset=utf-8",
         "looks.css": "text/css; charset=utf-8", "words.json": "application/json", "board.svg": "image/svg+xml",
         "card.png": "image/png", "letters.woff2": "font/woff2", "notes.txt": "text/plain; charset=utf-8",
         "help.md": "text/markdown; charset=utf-8", "favicon.ico": "image/x-icon",
         "other.thing": "application/octet-stream", "deep/er/index.html": "text/html; charset=utf-8"}
WEB = os.path.join(FOLDER.name, "web")


def write(path, text):
    """Writes a file, with the folders above it."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


for name in TYPES:
    write(os.path.join(WEB, name), f"this is {name}")
write(os.path.join(WEB, ".secret"), "secret")
write(os.path.join(WEB, ".git", "config"), "secret")
write(os.path.join(WEB, "empty.txt"), "")
write(os.path.join(WEB, "large.txt"), "0123456789abcdef" * 200000)
write(os.path.join(FOLDER.name, "web-private", "secret.txt"), "secret")
write(os.path.join(FOLDER.name, "secret.txt"), "secret")
os.symlink("../secret.txt", os.path.join(WEB, "link.txt"))
os.symlink("..", os.path.join(WEB, "up"))
os.symlink("notes.txt", os.path.join(WEB, "inner-link.txt"))


def request(path, method="GET", *headers):
    """The bytes of a request that ends its connection."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "Connection: close", "",
                        ""]).encode("latin-1")


def status(raw):
    """The status that an answer's bytes begin with, 0 if there is none."""
    return int(raw.split()[1]) if raw.startswith(b"HTTP/1.") else 0


@test("/server/transport/files-have-their-types-and-their-bytes")
def _():
    with Echo(f"web={WEB}") as echo:
        for name, kind in TYPES.items():
            code, headers, body = echo.get(name)
            assert (code, headers["content-type"], body) == (200, kind, f"this is {name}".encode()), name
        assert echo.get("/")[2] == b"this is index.html"
        assert echo.get("/?match=x")[2] == b"this is index.html"
        assert echo.get("/deep/er/")[2] == b"this is deep/er/index.html"
        assert echo.get("/inner-link.txt")[2] == b"this is notes.txt"
        assert echo.get("/empty.txt")[::2] == (200, b"")
        assert len(echo.get("/large.txt")[2]) == 3200000


@test("/server/transport/pages-carry-strict-headers")
def _():
    with Echo(f"web={WEB}") as echo:
        for path in ["/", "/healthz", "/nothing", "/notes.txt"]:
            headers = echo.get(path)[1]
            assert headers["content-security-policy"].startswith("default-src 'self';"), path
            assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
            assert headers["cache-control"] in ("no-cache", "no-store"), path


@test("/server/transport/a-picture-may-be-kept-and-may-do-nothing")
def _():
    with Echo(f"web={WEB}") as echo:
        code, headers, body = echo.get("/pictures/1.svg")
        policies = headers.get_all("content-security-policy")
        assert (code, headers["content-type"], body) == (200, "image/svg+xml", b"<svg/>")
        assert "default-src 'none'; style-src 'unsafe-inline'; sandbox" in policies, policies
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert headers.get_all("cache-control") == ["public, max-age=31536000, immutable"]
        assert echo.get("/pictures/1.svg", method="HEAD")[::2] == (200, b"")
        assert echo.get("/pictures/2.svg")[0] == 404


@test("/server/transport/a-file-that-did-not-change-is-not-sent-again")
def _():
    with Echo(f"web={WEB}") as echo:
        tag = echo.get("/notes.txt")[1]["etag"]
        code, headers, body = echo.get("/notes.txt", if_none_match=tag)
        assert (code, headers["etag"], body) == (304, tag, b"")
        assert echo.get("/notes.txt", if_none_match='"other"')[0] == 200
        time.sleep(0.01)
        write(os.path.join(WEB, "notes.txt"), "this is notes.txt")
        assert echo.get("/notes.txt", if_none_match=tag)[0] == 200


@test("/server/transport/nothing-outside-the-folder-is-shown")
def _():
    paths = ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/deep/../../secret.txt", "/link.txt",
             "/up/secret.txt", "/.secret", "/.git/config", "/%2egit/config", "//etc/passwd", "/../web-private/secret.txt",
             "/up/web-private/secret.txt", "/..\\secret.txt", "/notes.txt/", "/notes.txt/..", "/deep", "/deep/", "/nothing",
             "/%00", "/notes.txt%00.html", "/..", "/../", "/" + "a" * 2000, "/" + "../" * 600 + "etc/passwd",
             "/%c0%ae%c0%ae/secret.txt", "http://localhost/../secret.txt", "/ws/../../secret.txt"]
    with Echo(f"web={WEB}") as echo:
        for path in paths:
            answer = echo.say(request(path))
            assert b"secret" not in answer.partition(b"\r\n\r\n")[2], path
            assert b"root:" not in answer and status(answer) in (0, 400, 403, 404, 200), (path, answer)
            assert status(answer) != 200 or b"this is" in answer, (path, answer)


@test("/server/transport/without-a-folder-there-are-only-the-server's-pages")
def _():
    with Echo() as echo:
        assert echo.get("/")[0] == 404
        assert echo.get("/healthz")[::2] == (503, b"not well\n")
        assert echo.get("/connections")[::2] == (200, b"0\n")
        code, headers, body = echo.get("/large")
        assert (code, headers["content-type"], len(body)) == (200, "application/json", 3000000)


@test("/server/transport/a-head-is-a-page-without-its-body")
def _():
    with Echo(f"web={WEB}") as echo:
        for path, code, length in [("/", 200, "18"), ("/large", 200, "3000000"), ("/nothing", 404, None)]:
            answer = echo.get(path, method="HEAD")
            assert answer[0] == code and answer[2] == b"", path
            assert not length or answer[1]["content-length"] == length, path


@test("/server/transport/other-methods-are-refused")
def _():
    with Echo(f"web={WEB}") as echo:
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]:
            answer = echo.say(request("/", method, "Content-Length: 0"))
            assert status(answer) in (0, 405), (method, answer)
        assert echo.get("/", method="POST", data=b"x" * 1000)[0] == 405
        for raw in [request("localhost:80", "CONNECT"), request("*", "OPTIONS"), request("/", "BREW"), b"\0" * 5000,
                    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\r\n\r\n\r\n\r\n"]:
            assert status(echo.say(raw, last=True)) != 200, raw
        assert echo.get("/")[0] == 200


@test("/server/transport/one-connection-may-ask-for-page-after-page")
def _():
    with Echo(f"web={WEB}") as echo:
        connection = http.client.HTTPConnection(*echo.address, timeout=20)
        connection.connect()
        sock = connection.sock
        for path, length in [("/", 18), ("/notes.txt", 17), ("/large", 3000000), ("/empty.txt", 0), ("/app.js", 14)] * 3:
            connection.request("GET", path)
            assert len(connection.getresponse().read()) == length, path
            connection.request("HEAD", path)
            assert connection.getresponse().read() == b"", path
        connection.request("POST", "/", body=b"x" * 100000)
        answer = connection.getresponse()
        assert answer.status == 405 and answer.headers["allow"] == "GET, HEAD" and answer.read()
        connection.request("GET", "/nothing")
        assert connection.getresponse().read() == b"There is no such page.\n"
        assert connection.sock is sock
        connection.close()


@test("/server/transport/who-asks-for-pages-too-fast-is-refused-and-closed")
def _():
    with Echo("requests=5") as echo:
        answer = echo.say(b"GET /connections HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
        assert answer.count(b"HTTP/1.1 200") == 5 and answer.count(b"HTTP/1.1 429") == 1, answer


@test("/server/transport/a-socket-that-is-asked-for-as-a-page-says-what-it-is")
def _():
    with Echo(f"web={WEB}") as echo:
        assert echo.get("/ws")[0] == 426


@test("/server/transport/pages-of-other-origins-may-not-connect")
def _():
    listed = ["origin=https://table.example", "origin=https://other.example:8443/"]
    with Echo(*listed) as echo:
        port = echo.address[1]
        own = f"127.0.0.1:{port}"
        allowed = [(None, own), (f"http://{own}", own), (f"http://localhost:{port}", f"localhost:{port}"),
                   (f"HTTP://LocalHost:{port}", f"localhost:{port}"), (f"http://[::1]:{port}", f"[::1]:{port}"),
                   ("https://table.example", own), ("https://table.example", "table.example"),
                   ("https://other.example:8443", own), (None, "localhost"), (None, "127.1.2.3:1")]
        for origin, host in allowed:
            assert connect(echo.ws, origin=origin, host=host).ask("x") == "x", (origin, host)
        wrong = [("https://evil.example", own), ("null", own), (f"http://127.0.0.1:{port + 1}", own),
                 (f"http://localhost:{port}", own), ("http://127.0.0.1", own), ("https://table.example.evil", own),
                 ("http://table.example", own), ("https://other.example", own), ("x" * 3000, own), ("", "evil.example"),
                 (f"http://evil.example:{port}", f"evil.example:{port}"), (None, f"localhost.evil.example:{port}"),
                 (None, "127.0.0.1.evil.example"),
                 (None, "[::1].evil.example"), ("http://[::1].evil.example", "[::1].evil.example"), (None, "0.0.0.0"), (None, "[::1"), (None, "x" * 3000)]
        for origin, host in wrong:
            assert refused(connect, echo.ws, origin=origin, host=host).status in (400, 403), (origin, host)


@test("/server/transport/pages-are-not-shown-under-a-foreign-name")
def _():
    with Echo(f"web={WEB}") as echo:
        assert echo.get("/", host="evil.example")[0] == 403
        assert echo.get("/healthz", host="evil.example")[0] == 403
        assert echo.get("/", host="localhost:1")[0] == 200


@test("/server/transport/who-listens-for-all-answers-to-addresses-and-to-names-that-are-listed")
def _():
    with Echo("address=0.0.0.0", "host=table.example", f"web={WEB}") as echo:
        assert echo.url.startswith("http://localhost:")
        assert connect(echo.ws, host="table.example", origin="http://table.example").ask("x") == "x"
        assert connect(echo.ws, host="192.0.2.1:8080", origin="http://192.0.2.1:8080").ask("x") == "x"
        assert connect(echo.ws, host="localhost").ask("x") == "x"
        assert refused(connect, echo.ws, host="table.example", origin="http://evil.example").status == 403
        assert refused(connect, echo.ws, host="evil.example", origin="http://evil.example").status == 403
        assert echo.get("/", host="evil.example")[0] == 403


@test("/server/transport/a-handshake-must-be-a-whole-one")
def _():
    with Echo() as echo:
        good = handshake(echo.ws, KEY).decode()
        cases = {
            "another place": good.replace("GET /ws", "GET /other"),
            "another version": good.replace("Version: 13", "Version: 8"),
            "no version": good.replace("Sec-WebSocket-Version: 13\r\n", ""),
            "no key": good.replace(f"Sec-WebSocket-Key: {KEY}\r\n", ""),
            "a long key": good.replace(KEY, KEY * 20),
            "no host": good.replace("Host:", "Hose:"),
            "no connection": good.replace("Connection: Upgrade\r\n", ""),
            "another method": good.replace("GET", "POST"),
            "an upgrade to HTTP 2": good.replace("websocket", "h2c"),
            "an unknown upgrade": good.replace("websocket", "teapot"),
            "an unknown upgrade on a connection that stays":
                "GET /connections HTTP/1.1\r\nHost: localhost\r\n\r\n" + good.replace("websocket", "teapot"),
        }
        for name, raw in cases.items():
            answer = echo.say(raw.encode(), last=True)
            assert b"101 Switching" not in answer, (name, answer)
        assert echo.connect().ask("x") == "x"


@test("/server/transport/a-message-may-come-with-the-handshake")
def _():
    with Echo() as echo:
        raw = handshake(echo.ws, KEY) + b"\x81\x82\0\0\0\0hi\x88\x80\0\0\0\0"
        answer = echo.say(raw)
        assert b"101 Switching" in answer and b"\x81\x02hi" in answer, answer


@test("/server/transport/all-handshakes-of-a-crowd-are-answered")
def _():
    with Echo() as echo:
        crowd = [echo.connect() for _ in range(700)]
        for number, websocket in enumerate(crowd):
            websocket.send_text(str(number))
        for number, websocket in enumerate(crowd):
            assert websocket.recv() == str(number)
        assert echo.get("/connections")[2] == b"700\n"
        for websocket in crowd:
            websocket.drop()


@test("/server/transport/only-a-trusted-proxy-says-where-a-client-comes-from")
def _():
    with Echo("proxy=127.0.0.1", "proxy=10.0.0.0/8") as echo:
        said = {"source": "127.0.0.1", "headers": ["X-Forwarded-For: 203.0.113.1, 192.0.2.7, 10.1.1.1"]}
        assert echo.connect(**said).ask("!address") == "192.0.2.7"
        assert echo.connect(**{**said, "source": "127.0.0.2"}).ask("!address") == "127.0.0.2"
        assert echo.connect(headers=["X-Forwarded-For: 203.0.113.1", "X-Forwarded-For: 192.0.2.7"]).ask("!address") == "192.0.2.7"
        assert echo.connect(headers=["X-Forwarded-For: who knows"]).ask("!address") == "127.0.0.1"
        assert echo.connect(headers=["X-Forwarded-For: " + "192.0.2.1, " * 100 + "192.0.2.7"]).ask("!address") == "192.0.2.7"
        assert echo.connect().ask("!address") == "127.0.0.1"
    with Echo() as echo:
        assert echo.connect(headers=["X-Forwarded-For: 192.0.2.7"]).ask("!address") == "127.0.0.1"


main()

"""Where the listener listens: addresses, sockets that are handed over, TLS, and what it says when it cannot."""

import os
import socket
import ssl
import subprocess
import urllib.request

from echoing import FOLDER, PROGRAM, Echo, main, test
from websocket_client import connect, frame


def path(name):
    """A file of this test's own."""
    return os.path.join(FOLDER.name, name)


def make_certificate(name, *kind):
    """A key and a certificate that is its own authority, for localhost and 127.0.0.1."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", *kind, "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-keyout", path(name + ".key"), "-out", path(name + ".pem")], check=True, capture_output=True)


make_certificate("own", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
make_certificate("other", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
make_certificate("rsa", "rsa:2048")
TLS = [f"certificate={path('own.pem')}", f"key={path('own.key')}"]
TRUST = ssl.create_default_context(cafile=path("own.pem"))


def fails(*settings, **more):
    """What a server says that cannot start."""
    done = subprocess.run([PROGRAM, "ws", *settings], capture_output=True, text=True, timeout=20, check=False, **more)
    assert done.returncode == 1 and done.stdout == "", done
    return done.stderr


@test("/server/transport/loopback-is-the-default-and-the-port-free")
def _():
    with Echo() as one, Echo() as two:
        assert one.url.startswith("http://127.0.0.1:") and one.url != two.url
        assert one.connect().ask("x") == "x" and two.connect().ask("y") == "y"


@test("/server/transport/an-address-of-IPv6-is-told-as-a-browser-wants-it")
def _():
    with Echo("address=::1") as echo:
        assert echo.url.startswith("http://[::1]:")
        assert connect(echo.ws).ask("x") == "x"


@test("/server/transport/an-address-that-cannot-be-bound-is-named")
def _():
    with Echo() as echo:
        port = echo.address[1]
        said = fails(f"port={port}")
        assert f"cannot listen at 127.0.0.1 port {port}" in said and "in use" in said, said
    assert "192.0.2.1" in fails("address=192.0.2.1")
    assert "not an address" in fails("address=example.org")


@test("/server/transport/a-listening-socket-may-be-handed-over")
def _():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        waiting = socket.create_connection(listening.getsockname())
        with Echo(f"socket={listening.fileno()}", pass_fds=[listening.fileno()]) as echo:
            assert echo.url == f"http://127.0.0.1:{listening.getsockname()[1]}/"
            assert echo.connect().ask("x") == "x"
            waiting.sendall(b"GET /connections HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert waiting.recv(100).startswith(b"HTTP/1.0 200")


@test("/server/transport/what-is-handed-over-must-be-a-listening-socket")
def _():
    with open(path("own.pem"), encoding="ascii") as file:
        assert "not a listening TCP socket" in fails(f"socket={file.fileno()}", pass_fds=[file.fileno()])
    with socket.socket() as sock:
        assert "not a listening TCP socket" in fails(f"socket={sock.fileno()}", pass_fds=[sock.fileno()])
    assert "file descriptor 999 is not a listening TCP socket" in fails("socket=999")


@test("/server/transport/a-web-folder-must-be-one")
def _():
    assert "no/such/folder is not a folder" in fails("web=no/such/folder")
    assert "is not a folder" in fails(f"web={path('own.pem')}")


@test("/server/transport/messages-and-pages-go-over-TLS")
def _():
    with Echo(*TLS) as echo:
        assert echo.url.startswith("https://127.0.0.1:")
        websocket = connect(echo.ws, context=TRUST, origin=echo.url.rstrip("/"))
        for length in [0, 1, 5000, 16384, 65536]:
            assert websocket.ask("x" * length) == "x" * length, length
        websocket.send_text("!many 100 60000")
        assert all(len(websocket.recv()) == 60000 for _ in range(100))
        websocket.send_frame(b"".join(frame(f"number {i}") for i in range(3000)))
        for i in range(3000):
            assert websocket.recv() == f"number {i}"
        with urllib.request.urlopen(echo.url + "large", context=TRUST, timeout=20) as page:
            assert len(page.read()) == 3000000
        assert websocket.close() == 1000


@test("/server/transport/without-TLS-a-TLS-port-shows-nothing")
def _():
    with Echo(*TLS) as echo:
        with socket.create_connection(echo.address, timeout=20) as sock:
            sock.sendall(b"GET /connections HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try:
                assert b"200 OK" not in sock.recv(1000)
            except ConnectionError:
                pass
        half = socket.create_connection(echo.address)
        half.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        assert connect(echo.ws, context=TRUST).ask("served?") == "served?"
        half.close()


@test("/server/transport/a-reader-that-stops-does-so-over-TLS-too")
def _():
    with Echo(*TLS) as echo:
        stopped = connect(echo.ws, context=TRUST)
        stopped.sock.settimeout(1)
        sent = 0
        try:
            for _ in range(3000):
                stopped.send_frame(frame("y" * 1000) * 16)
                sent += 16
        except OSError:
            pass
        assert sent < 48000
        assert connect(echo.ws, context=TRUST).ask("served?") == "served?"


@test("/server/transport/a-certificate-that-cannot-be-used-is-named")
def _():
    missing, other, own = path("missing.pem"), path("other.key"), path("own.pem")
    assert "the key is missing" in fails(f"certificate={own}")
    assert "the certificate is missing" in fails(f"key={other}")
    assert missing in fails(f"certificate={missing}", f"key={other}")
    for certificate, key in [(own, other), (other, other), (own, own), (own, path("rsa.key"))]:
        said = fails(f"certificate={certificate}", f"key={key}")
        assert f"the certificate {certificate} and the key {key} cannot be used" in said, said


main()

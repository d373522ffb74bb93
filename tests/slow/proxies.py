"""TLS, IPv6, and nginx and HAProxy in front, with exactly the lines that docs/hosting.md shows: only ports and paths of
certificates are put in place of theirs."""

import atexit
import os
import re
import shlex
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.environ["SOURCES"], "tests", "server"))

from talking import Server, ask, main, path, sit_down, test  # noqa: E402  (the path comes first)
from websocket_client import Closed, Refused, connect  # noqa: E402

os.environ["PATH"] += ":/usr/sbin"
NAME = "play.example.org"
with open(os.path.join(os.environ["SOURCES"], "docs", "hosting.md"), encoding="utf-8") as page:
    PAGE = page.read()

certificate, key, both = path("play.crt"), path("play.key"), path("play.pem")
subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=" + NAME, "-days", "2", "-addext",
                f"subjectAltName=DNS:{NAME},IP:127.0.0.1,IP:::1", "-keyout", key, "-out", certificate],
               check=True, capture_output=True)
with open(both, "w", encoding="ascii") as out:
    for name in (certificate, key):
        with open(name, encoding="ascii") as part:
            out.write(part.read())
TRUSTING = ssl.create_default_context(cafile=certificate)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return sock.getsockname()[1]


def block(language):
    """The lines of the page for a proxy."""
    found, = re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)
    return found


def put(text, **places):
    """Ports and paths in place of those of the page; each must be there."""
    for there, here in places.values():
        assert there in text, there
        text = text.replace(there, here)
    return text


def run(command, port):
    """A proxy, until the test ends."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    atexit.register(process.kill)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert process.poll() is None, process.stderr.read().decode()
            time.sleep(0.1)
    raise AssertionError("the proxy does not listen")


def status(url):
    try:
        with urllib.request.urlopen(url, timeout=20, context=TRUSTING) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def behind(start):
    """A host with the options of the page, and the port of a proxy in front of it that `start` starts."""
    options, = re.findall(r"`(--origin https://\S+ --trusted-proxy \S+)`", PAGE)
    server = Server(limits=["connections_per_address=2"], more=["--log-level", "error", *options.split()]).start()
    atexit.register(server.process.kill)
    port = free_port()
    start(server.port, port)
    return port


def check(port):
    """Pages, matches, and limits of each client, through a proxy."""
    there = f"https://127.0.0.1:{port}/"
    assert status(there + "healthz") == 200 and status(there + "metrics") == 403
    def come(source, **more):
        return connect(f"wss://127.0.0.1:{port}/ws", context=TRUSTING, source=source, **more)

    one = come("127.0.0.3", origin="https://" + NAME)
    sit_down(one, "tic-tac-toe")[0].mark(4)
    two = come("127.0.0.3")
    ask(two, "host.hello")
    for headers in ((), ["X-Forwarded-For: 203.0.113.7"]):
        try:
            ask(come("127.0.0.3", headers=headers), "host.hello")
        except Closed as closed:
            assert closed.code == 1013, closed
        else:
            raise AssertionError("a third connection of one client is let in")
    ask(come("127.0.0.4"), "host.hello")
    try:
        come("127.0.0.4", origin="https://evil.example")
    except Refused as refusal:
        assert refusal.status == 403, refusal.status
    else:
        raise AssertionError("another page may connect")


@test("/proxies/nginx-with-the-lines-of-the-page")
def _():
    def start(host, port):
        lines = put(block("nginx"), listen=("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                    certificate=("/etc/ssl/play.pem", certificate), key=("/etc/ssl/play.key", key),
                    host=("127.0.0.1:8080", f"127.0.0.1:{host}"))
        folder = path("nginx")
        os.makedirs(folder, exist_ok=True)
        temporary = "".join(f"{what}_temp_path {folder}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(folder + "/nginx.conf", "w", encoding="utf-8") as conf:
            conf.write(f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary}\n{lines}\n}}\n")
        run(["nginx", "-p", folder, "-c", folder + "/nginx.conf", "-g", "daemon off; master_process off;"], port)
    check(behind(start))


@test("/proxies/haproxy-with-the-lines-of-the-page")
def _():
    def start(host, port):
        lines = put(block("haproxy"), listen=("bind :443", f"bind 127.0.0.1:{port}"), certificate=("/etc/ssl/play.pem", both),
                    host=("127.0.0.1:8080", f"127.0.0.1:{host}"))
        with open(path("haproxy.cfg"), "w", encoding="utf-8") as conf:
            conf.write(lines)
        run(["haproxy", "-db", "-f", path("haproxy.cfg")], port)
    check(behind(start))


@test("/proxies/the-host-itself-has-tls-and-ipv6")
def _():
    command, = re.findall(r"^    (lapidary serve --bind .* --certificate .*)$", PAGE, re.M)
    assert "`--bind ::`" in PAGE
    for bind in ("0.0.0.0", "::"):
        port = free_port()
        words = shlex.split(put(command, lapidary=("lapidary", os.environ["LAPIDARY"]), bind=("0.0.0.0", bind),
                                port=("--port 443", f"--port {port}"), certificate=("fullchain.pem", certificate),
                                key=("privkey.pem", key)))
        run([*words, "--store", "memory:", "--log-level", "error"], port)
        for address in ("127.0.0.1", "[::1]")[:2 if bind == "::" else 1]:
            there = connect(f"wss://{address}:{port}/ws", context=TRUSTING, host=NAME)
            ask(there, "host.hello")
        assert status(f"https://127.0.0.1:{port}/healthz") == 200


main()

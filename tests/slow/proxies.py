"""TLS, IPv6, and nginx and HAProxy in front of a host and of two nodes, with exactly the lines that docs/hosting.md and docs/cluster.md
show: only ports and paths of certificates are put in place of theirs."""

import atexit
import os
import re
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path[:0] = [os.path.join(os.environ["SOURCES"], "tests", folder) for folder in ("server", "fixtures")]

from cluster import Cluster, Missing  # noqa: E402  (the path comes first)
from talking import Refused as RefusedRequest  # noqa: E402
from talking import Server, Skipped, ask, main, path, served, sit_down, test  # noqa: E402
from websocket_client import Closed, Refused, connect  # noqa: E402

os.environ["PATH"] += ":/usr/sbin"
NAME = "play.example.org"


def read_page(name):
    with open(os.path.join(os.environ["SOURCES"], "docs", name), encoding="utf-8") as page:
        return page.read()


PAGE, NODES = read_page("hosting.md"), read_page("cluster.md")

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


def block(language, page=PAGE):
    """The lines of a page for a proxy."""
    found, = re.findall(rf"```{language}\n(.*?)```", page, re.S)
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


def start_nginx(page, port, **hosts):
    lines = put(block("nginx", page), listen=("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                certificate=("/etc/ssl/play.pem", certificate), key=("/etc/ssl/play.key", key), **hosts)
    folder = path(f"nginx-{port}")
    os.makedirs(folder)
    temporary = "".join(f"{what}_temp_path {folder}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(folder + "/nginx.conf", "w", encoding="utf-8") as conf:
        conf.write(f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary}\n{lines}\n}}\n")
    run(["nginx", "-p", folder, "-c", folder + "/nginx.conf", "-g", "daemon off; master_process off;"], port)


def start_haproxy(page, port, **hosts):
    lines = put(block("haproxy", page), listen=("bind :443", f"bind 127.0.0.1:{port}"), certificate=("/etc/ssl/play.pem", both),
                **hosts)
    conf = path(f"haproxy-{port}.cfg")
    with open(conf, "w", encoding="utf-8") as file:
        file.write(lines)
    run(["haproxy", "-db", "-f", conf], port)


@test("/proxies/nginx-with-the-lines-of-the-page")
def _():
    check(behind(lambda host, port: start_nginx(PAGE, port, host=("127.0.0.1:8080", f"127.0.0.1:{host}"))))


@test("/proxies/haproxy-with-the-lines-of-the-page")
def _():
    check(behind(lambda host, port: start_haproxy(PAGE, port, host=("127.0.0.1:8080", f"127.0.0.1:{host}"))))


def nodes_behind(start, name):
    """Two nodes, and the port of a proxy in front of them that `start` starts."""
    try:
        store = Cluster().make(name)
    except Missing as missing:
        raise Skipped(str(missing)) from missing
    nodes = []
    for each in "ab":
        port = free_port()
        nodes.append(served("--node", each, "--forward", "--trusted-proxy", "127.0.0.1", "--origin", "https://" + NAME,
                            "--port", str(port), store=store))
    front = free_port()
    start(NODES, front, a=("10.0.0.1:8080", f"127.0.0.1:{nodes[0].port}"), b=("10.0.0.2:8080", f"127.0.0.1:{nodes[1].port}"))
    return nodes, front


def comes_back(port, person):
    """Asks at the same address until it is answered; the state, and the connection."""
    for _ in range(200):
        try:
            person.host = connect(f"wss://127.0.0.1:{port}/ws", context=TRUSTING, origin="https://" + NAME)
            return person.ask("subscribe")
        except (Closed, Refused, RefusedRequest, OSError):
            time.sleep(0.1)
    raise AssertionError("it is not served again")


def outlives(nodes, port):
    """A match goes on at the same address, whichever node ends, by whichever end."""
    for number, node in ((signal.SIGKILL, nodes[0]), (signal.SIGTERM, nodes[1])):
        people = sit_down(connect(f"wss://127.0.0.1:{port}/ws", context=TRUSTING), "tic-tac-toe")
        people[0].mark(4)
        node.end(number)
        for cell, person in ((0, people[1]), (8, people[0])):
            assert comes_back(port, person)["state"] == "running"
            person.mark(cell)
        node.start()
        while node.page("/healthz")[0] != 200:
            time.sleep(0.1)
        time.sleep(2)  # until the proxy knows
    assert status(f"https://127.0.0.1:{port}/") == 200 and status(f"https://127.0.0.1:{port}/metrics") == 403


@test("/proxies/haproxy-before-two-nodes-with-the-lines-of-the-page")
def _():
    outlives(*nodes_behind(start_haproxy, "haproxy"))


@test("/proxies/nginx-before-two-nodes-with-the-lines-of-the-page")
def _():
    outlives(*nodes_behind(start_nginx, "nginx"))


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

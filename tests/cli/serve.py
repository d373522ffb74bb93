"""lapidary serve: where it listens, what it says, how it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request

from program import PROGRAM, environment, fine, main, path, refused, test, write


class Serving:
    """A server while a test lasts: the address that it prints, and how it ended."""

    def __init__(self, *arguments, port="0", **more):
        self.arguments = ["serve", "--log-level", "error", *(["--port", port] if port else []), *arguments]
        self.more = more

    def __enter__(self):
        self.program = subprocess.Popen([PROGRAM, *self.arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=environment(**self.more.pop("env", {})), **self.more)
        self.line = self.program.stdout.readline()
        assert self.line, self.program.stderr.read()
        self.url = re.search(r"https?://\S+/", self.line).group()
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.communicate()

    def get(self, page=""):
        """Status and text of a page."""
        try:
            with urllib.request.urlopen(self.url + page, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def end(self, number=signal.SIGTERM):
        """Its exit code."""
        self.program.send_signal(number)
        return self.program.wait(30)


@test("/cli/serve/it-prints-the-address-where-its-pages-are")
def _():
    web = path("web")
    os.makedirs(web, exist_ok=True)
    write("web/index.html", "<!doctype html><title>a page</title>")
    for more in ({"env": {"LAPIDARY_WEB": web}}, {"arguments": ["--web", web]}):
        with Serving("--store", "memory:", *more.pop("arguments", []), **more) as serving:
            assert serving.line.count("\n") == 1 and "127.0.0.1" in serving.url, serving.line
            assert serving.get() == (200, "<!doctype html><title>a page</title>")
            assert serving.get("healthz")[0] == 200 and "openrpc" in serving.get("openrpc.json")[1]
            assert "lapidary_" in serving.get("metrics")[1]


@test("/cli/serve/matches-are-kept-in-the-data-folder-for-nobody-else")
def _():
    data = path("home")
    with Serving(env={"XDG_DATA_HOME": data}):
        file = os.path.join(data, "lapidary", "matches.db")
        assert os.stat(file).st_mode & 0o077 == 0 and os.stat(os.path.dirname(file)).st_mode & 0o077 == 0
        done = refused(1, "serve", "--port", "0", says=["server runs", "--store"], XDG_DATA_HOME=data)
        assert done.stdout == ""


@test("/cli/serve/a-port-that-is-taken-is-named-with-the-way-out")
def _():
    with Serving("--store", "memory:") as serving:
        port = serving.url.rstrip("/").rsplit(":", 1)[1]
        refused(1, "serve", "--store", "memory:", "--port", port, says=[port, "--port"])


@test("/cli/serve/what-cannot-be-used-is-named")
def _():
    write("short.token", "short")
    refused(2, "serve", "--store", "memory:", "--operator-token-file", path("short.token"), says="16 characters")
    refused(3, "serve", "--store", "memory:", "--operator-token-file", path("no.token"), says="no.token")
    refused(3, "serve", "--store", "memory:", "--port", "0", "--web", path("no-web"), says="no-web")
    refused(1, "serve", "--store", "memory:", "--port", "0", "--certificate", path("no.pem"), says="key")
    refused(1, "serve", "--store", "memory:", "--bind", "nowhere.invalid", says="nowhere.invalid")
    refused(2, "serve", "--store", "memory:", "--trusted-proxy", "10.0.0.1/8", says=["--trusted-proxy", "10.0.0.0/8"])


@test("/cli/serve/a-signal-ends-it-in-order")
def _():
    for number in (signal.SIGTERM, signal.SIGINT):
        with Serving("--store", "memory:") as serving:
            assert serving.end(number) == 0


@test("/cli/serve/a-second-signal-ends-it-at-once")
def _():
    with Serving("--store", "memory:", "--limit", "drain=600000") as serving:
        place = serving.url.rstrip("/").rsplit("/", 1)[1].split(":")
        with socket.create_connection((place[0], int(place[1]))) as peer:
            peer.sendall(b"GET /ws HTTP/1.1\r\nHost: " + ":".join(place).encode() + b"\r\nUpgrade: websocket\r\n"
                         b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
            assert b" 101 " in peer.recv(4096)
            serving.program.send_signal(signal.SIGTERM)
            assert peer.recv(4096), "nobody said that it drains"
            assert serving.end() == 0


@test("/cli/serve/the-service-manager-hears-that-it-is-ready-alive-and-about-to-stop")
def _():
    for name in (path("notify"), "\0lapidary-notify-" + str(os.getpid())):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(name)
            manager.settimeout(30)
            hears = {"NOTIFY_SOCKET": name.replace("\0", "@"), "WATCHDOG_USEC": "100000"}
            with Serving("--store", "memory:", env=hears) as serving:
                assert [manager.recv(100) for _ in range(4)] == [b"READY=1"] + [b"WATCHDOG=1"] * 3
                serving.program.send_signal(signal.SIGTERM)
                while (said := manager.recv(100)) == b"WATCHDOG=1":
                    pass
                assert said == b"STOPPING=1" and serving.program.wait(30) == 0, said


@test("/cli/serve/a-socket-that-was-handed-over-is-used")
def _():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        def hand_over():
            os.dup2(listening.fileno(), 3)
            os.set_inheritable(3, True)

        # The process that execs is the one that LISTEN_PID names: a shell says so before it becomes the program.
        command = f'LISTEN_FDS=1 LISTEN_PID=$$ exec "{PROGRAM}" serve --store memory: --log-level error'
        program = subprocess.Popen(["sh", "-c", command], stdout=subprocess.PIPE, text=True, preexec_fn=hand_over,
                                   close_fds=False, env=environment())
        line = program.stdout.readline()
        try:
            assert f":{listening.getsockname()[1]}/" in line, line
            with urllib.request.urlopen(re.search(r"http://\S+/", line).group() + "healthz", timeout=30) as answer:
                assert answer.status == 200
        finally:
            program.kill()
            program.communicate()


@test("/cli/serve/help-has-every-limit-that-hello-has")
def _():
    text = fine("serve", "--help")
    said = fine("stdio", "--log-level", "error", typed='{"jsonrpc":"2.0","id":1,"method":"host.hello"}\n')
    for name, value in json.loads(said)["result"]["limits"].items():
        assert f"  {name}={value}\n" in text, name


main()

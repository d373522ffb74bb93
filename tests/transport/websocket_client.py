"""A WebSocket client of the standard library alone, that can also do what no client should."""

import base64
import hashlib
import os
import socket
import ssl
import struct
from urllib.parse import urlsplit

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class Refused(Exception):
    """The server did not become a WebSocket; `status` is what it said over HTTP, `head` all of it."""

    def __init__(self, status, head):
        super().__init__(f"refused with {status}")
        self.status, self.head = status, head


class Closed(Exception):
    """The server has closed: `code` and `reason` of its close frame, code 1006 if there was none."""

    def __init__(self, code, reason):
        super().__init__(f"closed with {code} {reason}")
        self.code, self.reason = code, reason


def frame(payload, opcode=TEXT, final=True, mask=b"\x01\x02\x03\x04", rsv=0):
    """The bytes of one frame. `mask` None: unmasked, which no client may send."""
    payload = payload.encode() if isinstance(payload, str) else payload
    head = bytes([(0x80 if final else 0) | rsv | opcode])
    bit, length = 0x80 if mask is not None else 0, len(payload)
    if length < 126:
        head += bytes([bit | length])
    elif length < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", length)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", length)
    return head + (masked(payload, mask) if mask is not None else payload)


def masked(payload, mask):
    """The mask, and the payload under it."""
    long = int.from_bytes((mask * (len(payload) // 4 + 1))[:len(payload)], "big")
    return mask + (int.from_bytes(payload, "big") ^ long).to_bytes(len(payload), "big")


class WebSocket:
    """One connection. Text in, text out; pings are answered while somebody waits in recv()."""

    def __init__(self, sock):
        self.sock, self.buffer = sock, b""
        self.pongs = []

    def read(self, count):
        """Exactly so many bytes."""
        while len(self.buffer) < count:
            more = self.sock.recv(65536)
            if not more:
                raise Closed(1006, "")
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def read_frame(self):
        """(final, opcode, payload) of the next frame, whatever it is."""
        first, second = self.read(2)
        length = second & 0x7f
        if length == 126:
            length, = struct.unpack(">H", self.read(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.read(8))
        assert not second & 0x80, "a server's frame is masked"
        assert not first & 0x70, "reserved bits are set"
        return bool(first & 0x80), first & 0xf, self.read(length)

    def recv(self):
        """The next text message. Closed is raised when the server closes, after its close has been answered."""
        message = b""
        while True:
            try:
                final, opcode, payload = self.read_frame()
            except ConnectionError:
                raise Closed(1006, "") from None
            if opcode == CLOSE:
                self.answer_close(payload)
            elif opcode == PING:
                self.send_frame(frame(payload, PONG))
            elif opcode == PONG:
                self.pongs.append(payload)
            else:
                message += payload
                if final:
                    return message.decode()

    def answer_close(self, payload):
        """Answers a close frame and tells of it."""
        try:
            self.send_frame(frame(payload[:2], CLOSE))
        except OSError:
            pass
        code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
        raise Closed(code, payload[2:].decode())

    def send_text(self, text):
        """One text message in one frame."""
        self.sock.sendall(frame(text))

    def send_frame(self, raw):
        """Bytes as they are: frame() makes them, good or bad."""
        self.sock.sendall(raw)

    def ask(self, text):
        """Sends, and returns the next message."""
        self.send_text(text)
        return self.recv()

    def close(self, code=1000):
        """Closes as one should: says so, waits for the answer, and returns its code."""
        self.send_frame(frame(struct.pack(">H", code), CLOSE))
        try:
            while True:
                self.recv()
        except Closed as closed:
            return closed.code
        finally:
            self.sock.close()

    def drop(self, rudely=False):
        """Ends the connection without a word; `rudely` with a reset."""
        if rudely:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()


def open_socket(url, context=None, timeout=20, source=None):
    """A TCP connection to where the URL leads, with TLS for wss and https. `source`: the address that it comes from."""
    parts = urlsplit(url)
    sock = socket.create_connection((parts.hostname, parts.port), timeout=timeout, source_address=source and (source, 0))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if parts.scheme in ("wss", "https"):
        context = context or ssl.create_default_context()
        sock = context.wrap_socket(sock, server_hostname=parts.hostname)
    return sock


def handshake(url, key, origin=None, host=None, headers=()):
    """The bytes of a request to become a WebSocket."""
    parts = urlsplit(url)
    lines = [f"GET {parts.path or '/ws'} HTTP/1.1", f"Host: {host or parts.netloc}", "Upgrade: websocket",
             "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
    if origin:
        lines.append(f"Origin: {origin}")
    return "\r\n".join([*lines, *headers, "", ""]).encode()


def connect(url, origin=None, host=None, headers=(), context=None, timeout=20, source=None):
    """Opens ws://host:port/ws or wss://..., as a page of `origin` if one is given. Refused if it is not to be."""
    sock = open_socket(url, context, timeout, source)
    key = base64.b64encode(os.urandom(16)).decode()
    sock.sendall(handshake(url, key, origin, host, headers))
    head = b""
    while b"\r\n\r\n" not in head:
        more = sock.recv(65536)
        if not more:
            break
        head += more
    head, _, rest = head.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if len(lines[0].split()) > 1 else 0
    if status != 101:
        sock.close()
        raise Refused(status, head.decode("latin-1") + "\r\n\r\n" + rest.decode("latin-1"))
    expected = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
    answers = dict(line.lower().split(": ", 1) for line in lines[1:])
    assert answers["sec-websocket-accept"] == expected.lower(), lines
    websocket = WebSocket(sock)
    websocket.buffer = rest
    websocket.headers = answers
    return websocket

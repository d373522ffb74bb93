"""A WebSocket client (RFC 6455) in little more than a page: text messages, whole, both ways."""

import base64
import hashlib
import os
import socket
import ssl
import struct
from urllib.parse import urlsplit

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class Closed(ConnectionError):
    """The other side is gone; says why, if it told."""


class WebSocket:
    """One connection. `send` and `receive` take and give str, a message at a time."""

    def __init__(self, url, timeout=60):
        place = urlsplit(url)
        secure = place.scheme == "wss"
        host, port = place.hostname, place.port or (443 if secure else 80)
        self.socket = socket.create_connection((host, port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=host)
        self.buffer = b""
        self._handshake(place.netloc, place.path or "/")

    def send(self, text):
        """Sends one message."""
        self._send_frame(TEXT, text.encode())

    def receive(self):
        """The next message; waits for it. Answers pings on the way."""
        message = b""
        while True:
            final, kind, payload = self._receive_frame()
            if kind == PING:
                self._send_frame(PONG, payload)
            elif kind == CLOSE:
                raise Closed(payload[2:].decode(errors="replace") or "closed")
            elif kind in (TEXT, CONTINUATION):
                message += payload
                if final:
                    return message.decode()

    def close(self):
        """Says goodbye, and does not wait for an answer."""
        try:
            self._send_frame(CLOSE, struct.pack("!H", 1000))
        except OSError:
            pass
        self.socket.close()

    def _handshake(self, host, path):
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self._read()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        expected = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        if " 101 " not in lines[0] or fields.get("sec-websocket-accept") != expected:
            raise Closed(f"no WebSocket there: {lines[0]}")

    def _send_frame(self, kind, payload):
        """Frames of a client are masked, so that no proxy takes them for something else."""
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def _receive_frame(self):
        first, second = self._take(2)
        size = second & 0x7F
        if size == 126:
            size, = struct.unpack("!H", self._take(2))
        elif size == 127:
            size, = struct.unpack("!Q", self._take(8))
        return bool(first & 0x80), first & 0x0F, self._take(size)

    def _take(self, count):
        while len(self.buffer) < count:
            self.buffer += self._read()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def _read(self):
        received = self.socket.recv(65536)
        if not received:
            raise Closed("the other side has hung up")
        return received

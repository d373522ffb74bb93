"""A WebSocket client (RFC 6455) for asyncio: whole messages of text."""

import asyncio
import base64
import hashlib
import os
import ssl
import struct
from urllib.parse import urlsplit

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CONTINUATION, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
MESSAGE_MAX = 1 << 24


class Closed(ConnectionError):
    """The other side is gone."""


class WebSocket:
    """One connection; made by `connect`."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, url):
        """Connects, and says which protocol it wants."""
        place = urlsplit(url)
        secure = ssl.create_default_context() if place.scheme == "wss" else None
        reader, writer = await asyncio.open_connection(place.hostname, place.port or (443 if secure else 80), ssl=secure)
        socket = cls(reader, writer)
        try:
            await socket._handshake(place)
        except BaseException:
            writer.close()
            raise
        return socket

    async def send(self, text):
        """Sends one message."""
        self._write(TEXT, text.encode())
        await self._writer.drain()

    async def receive(self):
        """The next message. Answers pings on the way."""
        message = b""
        while True:
            final, kind, payload = await self._frame()
            if kind == PING:
                self._write(PONG, payload)
            elif kind == CLOSE:
                raise Closed(payload[2:].decode(errors="replace") or "closed")
            elif kind in (TEXT, CONTINUATION):
                message += payload
                if len(message) > MESSAGE_MAX:
                    raise Closed("a message is too long")
                if final:
                    return message.decode()

    def close(self):
        """Says goodbye, and does not wait for an answer."""
        if not self._writer.is_closing():
            self._write(CLOSE, struct.pack("!H", 1000))
            self._writer.close()

    async def _handshake(self, place):
        key = base64.b64encode(os.urandom(16)).decode()
        self._writer.write((f"GET {place.path or '/'} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        try:
            lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as broken:
            raise Closed("no WebSocket there") from broken
        fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        expected = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        if " 101 " not in lines[0] or fields.get("sec-websocket-accept") != expected:
            raise Closed(f"no WebSocket there: {lines[0]}")

    def _write(self, kind, payload):
        size, head = len(payload), bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        else:
            head += struct.pack("!BH", 0xFE, size) if size < 1 << 16 else struct.pack("!BQ", 0xFF, size)
        mask = os.urandom(4)
        self._writer.write(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    async def _frame(self):
        first, second = await self._take(2)
        size = second & 0x7F
        if size > 125:
            size = int.from_bytes(await self._take(2 if size == 126 else 8), "big")
        if size > MESSAGE_MAX:
            raise Closed("a message is too long")
        return first & 0x80, first & 0x0F, await self._take(size)

    async def _take(self, size):
        try:
            return await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError) as broken:
            raise Closed("the connection is lost") from broken

"""A client of Lapidary for asyncio, with the standard library alone.

    async with Host("ws://127.0.0.1:8080/ws") as host:
        match = await host.sit(created["match"], created["invitations"][0], "Ada")
        async for entry in match.entries():
            ...

Every call that changes something carries a key, and the host answers the same key with the same answer. So a call that was not answered
when the connection broke is made again on the next one.
"""

import asyncio
import contextlib
import itertools
import json
import random
import secrets

from .protocol import Methods
from .websocket import WebSocket

__all__ = ["Host", "Match", "Refused", "Turn", "merge", "new_key"]

FIRST_WAIT, LONGEST_WAIT = 0.25, 8
RATE_LIMITED, OTHER_NODE, OUTCOME_UNKNOWN = 1008, 1012, 1015
MOVED_ON = (1004, 1005, 1006)  # stale, not_your_turn, over
STATE = "seq decision state result seats waiting hash legal prompt prompts score suspended proposal rematch".split()


class Refused(Exception):
    """What the host said instead of a result: `code` and `data` are as in docs/protocol.md."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code, self.data = error["code"], error.get("data", {})


def new_key():
    """A key for one request, which nobody else can guess."""
    return secrets.token_hex(16)


def merge(value, patch):
    """A value after a JSON merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(value) if isinstance(value, dict) else {}
    for name, inner in patch.items():
        if inner is None:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), inner)
    return merged


class Host(Methods):
    """A connection to a host, which comes back by itself. Its methods are those of the protocol: `match.play` is `match_play`."""

    def __init__(self, url, locale="en", client="lapidary-client"):
        self.url = url
        self.welcome = None
        self._hello = {"client": client, "protocols": [1], "locale": locale, "capabilities": ["patch", "presence"]}
        self._ids = itertools.count(1)
        self._unanswered = {}
        self._listeners = set()
        self._socket = self._task = None
        self._next = None  # where to connect the next time, if that is at another node
        self._open = asyncio.Event()

    async def __aenter__(self):
        self._task = asyncio.create_task(self._run())
        opened = asyncio.create_task(self._open.wait())
        await asyncio.wait([opened, self._task], return_when=asyncio.FIRST_COMPLETED)
        opened.cancel()
        if self._task.done():
            self._task.result()
        return self

    async def __aexit__(self, *_):
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        for future, _ in self._unanswered.values():
            future.cancel()

    async def call(self, method, params):
        """The result of a method, whenever there is a connection to ask on."""
        request = {"jsonrpc": "2.0", "id": next(self._ids), "method": method,
                   "params": {name: value for name, value in params.items() if value is not None}}
        future = asyncio.get_running_loop().create_future()
        self._unanswered[request["id"]] = (future, request)
        try:
            if self._open.is_set():
                await self._send(request)
            return await future
        finally:
            self._unanswered.pop(request["id"], None)

    def listen(self, listener):
        """Calls `listener(method, params)` for each notification, and `listener(None, None)` after each return of the connection."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    async def follow(self, match, token=None):
        """Follows a match as a watcher, or from the seat of a token."""
        return await Match(self, match, token)._begin()

    async def sit(self, match, invitation, name):
        """Takes the seat of an invitation, and follows the match from there."""
        joined = await self.match_join(match=match, invitation=invitation, name=name, key=new_key())
        return await self.follow(match, joined["token"])

    async def _send(self, message):
        with contextlib.suppress(OSError):  # what is lost is sent again
            await self._socket.send(json.dumps(message))

    async def _run(self):
        attempts = 0
        while True:
            try:
                address, self._next = self._next or self.url, None
                self._socket = await WebSocket.connect(address)
                await self._begin()
                attempts = 0
                while True:
                    self._receive(json.loads(await self._socket.receive()))
            except OSError:
                self._open.clear()
                await asyncio.sleep(min(FIRST_WAIT * 2 ** attempts, LONGEST_WAIT) * random.uniform(0.75, 1.25))
                attempts += 1
            finally:
                if self._socket:
                    self._socket.close()

    async def _begin(self):
        await self._send({"jsonrpc": "2.0", "id": 0, "method": "host.hello", "params": self._hello})
        answer = json.loads(await self._socket.receive())
        if "error" in answer:
            raise Refused(answer["error"])
        again, self.welcome = self.welcome is not None, answer["result"]
        self._open.set()
        for _, request in list(self._unanswered.values()):
            await self._send(request)
        if again:
            self._tell(None, None)

    def _receive(self, message):
        if "method" in message:
            self._tell(message["method"], message["params"])
            return
        future, request = self._unanswered.get(message["id"], (None, None))
        if not future or future.done():
            return
        error = message.get("error")
        if not error:
            future.set_result(message["result"])
        elif error["code"] == OTHER_NODE:  # all that is not answered yet is asked there
            self._next = error["data"]["address"]
            self._socket.close()
        elif is_passing(error):
            wait = error.get("data", {}).get("retry_after", FIRST_WAIT * 1000) / 1000
            asyncio.get_running_loop().call_later(wait, lambda: self._open.is_set() and asyncio.ensure_future(self._send(request)))
        else:
            future.set_exception(Refused(error))

    def _tell(self, method, params):
        for listener in list(self._listeners):
            listener(method, params)


def is_passing(error):
    """Whether the same request may soon be answered."""
    soon = error.get("data", {}).get("retry_after", 0) <= LONGEST_WAIT * 1000
    return error["code"] == OUTCOME_UNKNOWN or (error["code"] == RATE_LIMITED and soon)


class Match:
    """A match as one viewer knows it: `state` is that of docs/protocol.md, kept up to date, over lost connections as well."""

    def __init__(self, host, match, token):
        self.host, self.match, self.token, self.state = host, match, token, None
        self.played = 0  # the entry of our last move, which may be known before those that come before it
        self._news = asyncio.Queue()
        self._stop = host.listen(self._hear)

    @property
    def is_waited_for(self):
        """Whether this seat is waited for, as far as is known."""
        state = self.state
        return state["state"] == "running" and state["viewer"] in state["waiting"] and state["seq"] >= self.played

    @property
    def is_over(self):
        return self.state["state"] == "over"

    async def entries(self):
        """Each thing that happens from now on; `state` is that after it. Ends with the match."""
        while not self.is_over:
            news = await self._news.get()
            for entry in await self._subscribe() if news is None else [news]:
                if news is None or self._take(entry):
                    yield entry
                elif entry["seq"] > self.state["seq"]:  # something was missed
                    self._news.put_nowait(None)

    def turn(self):
        """A move of this seat, to be made step by step."""
        return Turn(self)

    def stop(self):
        """Follows the match no longer."""
        self._stop()

    async def _begin(self):
        await self._subscribe()
        return self

    async def _subscribe(self):
        since = self.state["seq"] if self.state else None
        state = dict(await self.host.match_subscribe(match=self.match, token=self.token, since=since))
        missed = state.pop("events", [])
        self.state = state
        return missed

    def _hear(self, method, params):
        if method is None or (method == "match.resync" and self._concerns(params)):
            self._news.put_nowait(None)
        elif method in ("match.event", "match.proposal") and self._concerns(params):
            self._news.put_nowait(params)

    def _concerns(self, params):
        """Before the first state it is not known who views: `_take` sees to that."""
        return params["match"] == self.match and (not self.state or params["viewer"] == self.state["viewer"])

    def _take(self, entry):
        """Whether it is the next one."""
        if entry["seq"] != self.state["seq"] + 1 or entry["viewer"] != self.state["viewer"]:
            return False
        view = merge(self.state["view"], entry["patch"]) if "patch" in entry else entry["view"]
        kept = {name: value for name, value in self.state.items() if name not in STATE}
        game = {name: entry[name] for name in ("game", "options") if name in entry}
        self.state = {**kept, **{name: entry[name] for name in STATE if name in entry}, **game, "view": view}
        return True


class Turn:
    """A move: `choices` are the steps that may come next, and `prompt` what is to be chosen, in words or None, until `is_whole`."""

    def __init__(self, match):
        self.match, self.seq = match, match.state["decision"]
        self.steps, self.choices, self.is_whole = [], match.state["legal"], False
        self.prompt = match.state.get("prompt")

    async def take(self, step):
        """One of `choices`."""
        await self._go([*self.steps, step])

    async def back(self):
        """Takes the last step back."""
        await self._go(self.steps[:-1])

    async def play(self):
        """Makes the move. False: the match has moved on meanwhile, and `match.entries` will say how."""
        try:
            played = await self.match.host.match_play(match=self.match.match, token=self.match.token, steps=self.steps, seq=self.seq,
                                                      key=new_key())
        except Refused as refused:
            if refused.code not in MOVED_ON:
                raise
            return False
        self.match.played = played["seq"]
        return True

    async def _go(self, steps):
        legal = await self.match.host.match_legal(match=self.match.match, token=self.match.token, prefix=steps)
        self.steps, self.choices, self.is_whole = steps, legal["steps"], legal["complete"]
        self.prompt = legal.get("prompt")

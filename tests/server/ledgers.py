"""The checker of ledgers (tests/fixtures/ledger.py) finds what is planted in a store: a move that is lost, doubled, reordered,
forked, or was never there."""

import hashlib
import os
import sys

from talking import SOURCES, main, test

sys.path.insert(0, os.path.join(SOURCES, "tests", "fixtures"))
import ledger  # noqa: E402  (the path comes first)
from ledger import Ledger, Log, problems_of  # noqa: E402

MOVES = "abcde"


def move_of(entry):
    return entry.get("move")


def kept(moves, others=2):
    """A ledger with these moves after some other entries, and the log that it is of."""
    texts = ['{"join": %d}' % i for i in range(others)] + ['{"move": "%s"}' % move for move in moves]
    told = Ledger("match", "token")
    told.moves = [(others + i, move) for i, move in enumerate(moves, 1)]
    return told, log_of(texts)


def log_of(texts, places=None):
    """A log whose hashes are right."""
    chain, rows = hashlib.sha256(b"match\n7\nheader").digest(), []
    for place, text in zip(places or range(1, len(texts) + 1), texts):
        chain = hashlib.sha256(chain + text.encode()).digest()
        rows.append((place, chain.hex(), text))
    return Log("match", 7, "header", len(rows), chain.hex(), rows)


def texts_of(log):
    return [text for _, _, text in log.rows]


def kinds(told, log):
    return [problem.split(":")[0] for problem in problems_of(told, log, move_of)]


@test("/ledgers/a-log-that-is-as-was-told-is-right")
def _():
    told, log = kept(MOVES)
    assert kinds(told, log) == []
    told.heard = [told.moves[1], told.moves[4]]
    assert kinds(told, log) == []


@test("/ledgers/the-last-move-may-be-there-unanswered-or-not")
def _():
    told, log = kept(MOVES)
    last = told.moves.pop()
    assert kinds(told, log) == ["doubled"]
    told.asked = last[1]
    assert kinds(told, log) == []
    assert kinds(told, log_of(texts_of(log)[:-1])) == []
    told.asked = "z"
    assert kinds(told, log) == ["doubled"]


@test("/ledgers/a-lost-move-is-found")
def _():
    told, log = kept(MOVES)
    for lost in range(2, 2 + len(MOVES)):
        texts = texts_of(log)
        del texts[lost]
        assert kinds(told, log_of(texts)) == ["lost"], lost
    assert kinds(told, None) == ["lost"]


@test("/ledgers/a-doubled-move-is-found")
def _():
    told, log = kept(MOVES)
    for doubled in range(2, 2 + len(MOVES)):
        texts = texts_of(log)
        texts.insert(doubled, texts[doubled])
        assert kinds(told, log_of(texts)) == ["doubled"], doubled


@test("/ledgers/reordered-moves-are-found")
def _():
    told, log = kept(MOVES)
    for first in range(2, 1 + len(MOVES)):
        texts = texts_of(log)
        texts[first], texts[first + 1] = texts[first + 1], texts[first]
        assert kinds(told, log_of(texts)) == ["reordered"], first


@test("/ledgers/a-forked-log-is-found")
def _():
    told, log = kept(MOVES)
    texts = texts_of(log)
    gap = log_of(texts, [1, 2, 3, 4, 6, 7, 8])
    assert "forked" in kinds(told, gap)
    twice = log_of(texts)
    twice.rows.insert(4, twice.rows[3])
    assert "forked" in kinds(told, twice)
    for changed in range(len(texts)):  # a text, or a hash, of another branch is between those of this one
        other = log_of([*texts[:changed], texts[changed] + " ", *texts[changed + 1:]]).rows[changed]
        for row in ((changed + 1, log.rows[changed][1], other[2]), (changed + 1, other[1], log.rows[changed][2])):
            mixed = log_of(texts)
            mixed.rows[changed] = row
            assert "forked" in kinds(told, mixed), changed
    shorter = log_of(texts)
    shorter.entries -= 1
    assert "forked" in kinds(told, shorter)
    behind = log_of(texts)
    behind.head = behind.rows[-2][1]
    assert "forked" in kinds(told, behind)


@test("/ledgers/what-was-told-and-is-not-in-the-log-is-found")
def _():
    told, log = kept(MOVES)
    told.heard = [(told.moves[-1][0], "z")]
    assert kinds(told, log) == ["untrue"]


@test("/ledgers/rows-are-read-as-the-store-writes-them")
def _():
    text = '["match",7,"header",2,"%s",[[1,"aa","{}"],[2,"bb","{}"]]]' % ("00" * 32)
    log = ledger.logs_of(text + "\n")["match"]
    assert (log.created, log.entries, log.rows[1]) == (7, 2, (2, "bb", "{}")), vars(log)


main()

"""The tests of a Python file, told in TAP."""

import sys
import traceback

TESTS = []


class Skipped(Exception):
    """Raised by a test that cannot be tried here, with the reason."""


def test(sentence):
    """Marks a function as a test that `sentence` names. What it returns, if anything, is told beside the result."""
    def add(function):
        TESTS.append((sentence, function))
        return function
    return add


def tell(text):
    """Lines that are no result."""
    for line in text.splitlines():
        print(f"# {line}")


def main():
    """Runs all tests of a file."""
    print(f"1..{len(TESTS)}")
    failed = 0
    for number, (sentence, function) in enumerate(TESTS, 1):
        try:
            note = function()
            print(f"ok {number} - {sentence}", flush=True)
            tell(note or "")
        except Skipped as reason:
            print(f"ok {number} - {sentence} # SKIP {reason}", flush=True)
        except Exception:  # a test that breaks in any way has failed
            failed += 1
            print(f"not ok {number} - {sentence}")
            tell(traceback.format_exc())
    sys.exit(1 if failed else 0)

"""Counts what meson's logs say: count.py [--scratch FOLDER] LOG.json...; the last line is `N passed, N failed`.

A test program that speaks TAP counts by its points, any other as one. A program that failed without a failed point (it crashed,
hung, or broke off) counts as one failure, and a log that is missing as one, so that nothing is lost. Programs that were run once more,
which again-LOG.json has, count as that says, and are named. FOLDER is the temporary folder that the tests had: each kind of file that
they left there counts as a failure.

count.py --failed LOG.json...: only the names of the programs that failed, one a line.
"""
import argparse
import collections
import json
import pathlib
import re

POINT = re.compile(r'^(not )?ok\b(.*)$', re.M)


def points(test):
    """Passed, failed and skipped points of one test program."""
    marks = POINT.findall(test.get('stdout') or '')
    skipped = sum(1 for _, rest in marks if re.search(r'# *skip', rest, re.I))
    failed = sum(1 for bad, _ in marks if bad)
    passed = len(marks) - skipped - failed
    good = test['result'] in ('OK', 'SKIP', 'EXPECTEDFAIL')
    if not marks and test['result'] == 'SKIP':
        skipped = 1
    elif not marks and good:
        passed = 1
    if not good and not failed:
        failed = 1
    return passed, failed, skipped


def failures(text):
    """The failed points of a test program, each with the last that was said of it."""
    for bad, name, said in re.findall(r'^(not )?ok\b(.*)(?:\n|\Z)((?:#.*\n)*)', text, re.M):
        if bad:
            yield f'  {name.strip()}'
            yield from (f'    {line[:500]}' for line in said.splitlines()[-20:])


def read(log):
    with open(log, encoding='utf-8') as lines:
        return [json.loads(line) for line in lines if line.strip()]


def say_failed(log, test):
    print(f'failed in {log}: {test["name"]} ({test["result"]})')
    print(*failures(test.get('stdout') or ''), sep='\n')


def read_again(log):
    """What ran once more, by name."""
    again = log.with_name(f'again-{log.name}')
    return {test['name']: test for test in read(again)} if again.exists() else {}


def count(log):
    totals = [0, 0, 0]
    try:
        tests, again = read(log), read_again(log)
    except OSError as error:
        print(f'{log}: {error.strerror}')
        return [0, 1, 0]
    if not tests:
        print(f'{log}: no test ran')
        return [0, 1, 0]
    for test in tests:
        last = again.get(test['name'], test)
        result = points(last)
        if points(test)[1]:
            say_failed(log, test)
        if last is not test:
            print(f'  {"failed again" if result[1] else "passed when it was run once more, alone: look why it did not before"}')
        totals = [sum(pair) for pair in zip(totals, result)]
    print(f'{log}: {totals[0]} passed, {totals[1]} failed, {totals[2]} skipped')
    return totals


def count_left(folder):
    """Each kind of `lapidary-KIND-XXXXXX` that is still in a folder is a failure."""
    kinds = collections.Counter(entry.name.rsplit('-', 1)[0] for entry in folder.glob('lapidary-*'))
    for kind, n in kinds.items():
        print(f'failed: tests left {n} of {kind}-* in their temporary folder')
    return [0 if kinds else 1, len(kinds), 0]


parser = argparse.ArgumentParser()
parser.add_argument('--scratch', type=pathlib.Path)
parser.add_argument('--failed', action='store_true')
parser.add_argument('logs', nargs='+', type=pathlib.Path)
arguments = parser.parse_args()
if arguments.failed:
    for name in dict.fromkeys(test['name'] for log in arguments.logs for test in read(log) if points(test)[1]):
        print(name.split(' / ', 1)[1])
    raise SystemExit
totals = [count(log) for log in arguments.logs]
if arguments.scratch:
    totals.append(count_left(arguments.scratch))
passed, failed, skipped = (sum(column) for column in zip(*totals))
print(f'{passed} passed, {failed} failed')
raise SystemExit(1 if failed or not passed else 0)

"""Counts what meson's logs say: count.py [--scratch FOLDER] LOG.json...; the last line is `N passed, N failed`.

A test program that speaks TAP counts by its points, any other as one. A program that failed without a failed point (it crashed,
hung, or broke off) counts as one failure, and a log that is missing as one, so that nothing is lost. FOLDER is the temporary folder
that the tests had: each kind of file that they left there counts as a failure.
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


def count(log):
    totals = [0, 0, 0]
    try:
        with open(log, encoding='utf-8') as lines:
            tests = [json.loads(line) for line in lines if line.strip()]
    except OSError as error:
        print(f'{log}: {error.strerror}')
        return [0, 1, 0]
    if not tests:
        print(f'{log}: no test ran')
        return [0, 1, 0]
    for test in tests:
        result = points(test)
        if result[1]:
            print(f'failed in {log}: {test["name"]} ({test["result"]})')
            print(*failures(test.get('stdout') or ''), sep='\n')
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
parser.add_argument('logs', nargs='+')
arguments = parser.parse_args()
totals = [count(log) for log in arguments.logs]
if arguments.scratch:
    totals.append(count_left(arguments.scratch))
passed, failed, skipped = (sum(column) for column in zip(*totals))
print(f'{passed} passed, {failed} failed')
raise SystemExit(1 if failed or not passed else 0)

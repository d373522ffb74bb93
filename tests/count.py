"""Counts what meson's logs say: count.py LOG.json...; the last line is `N passed, N failed`.

A test program that speaks TAP counts by its points, any other as one. A program that failed without a failed point (it crashed,
hung, or broke off) counts as one failure, and a log that is missing as one, so that nothing is lost.
"""
import json
import re
import sys

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
            print(*(f'  {name.strip()}' for bad, name in POINT.findall(test.get('stdout') or '') if bad), sep='\n')
        totals = [sum(pair) for pair in zip(totals, result)]
    print(f'{log}: {totals[0]} passed, {totals[1]} failed, {totals[2]} skipped')
    return totals


passed, failed, skipped = (sum(column) for column in zip(*map(count, sys.argv[1:])))
print(f'{passed} passed, {failed} failed')
sys.exit(1 if failed or not passed else 0)

#!/usr/bin/env python3
"""Plants mistakes in a copy of the tree, one at a time, and says whether the tests that should catch each do.

    run.py [FILTER]      ./dev mutants [FILTER]: only lines of the lists that contain FILTER

Each line of a list, tests/mutants/*.list, is a mistake:

    FILE|SEARCH => REPLACE|TEST, TEST...      SEARCH stands exactly once in FILE; \\n is a line break; REPLACE may be nothing
    FILE|s/EXPRESSION/REPLACE/|TEST...        the same as an expression of sed

A TEST is the name of a test of Meson. Lines that begin with # say what the mistakes below them are. A line whose text is no longer
there is an error: the list follows the code. The copy and its build are in build-mutants/, and stay for the next time.
"""
import filecmp
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / 'build-mutants' / 'tree'
BUILD = ROOT / 'build-mutants' / 'build'
ENVIRONMENT = dict(os.environ, LAPIDARY_TEST_POSITIONS=os.environ.get('LAPIDARY_TEST_POSITIONS', '100'), LAPIDARY_TEST_KILLS='20',
                   CCACHE_NOHASHDIR='1')  # what other folders have compiled will do
HANGS = 300  # seconds


class Stale(Exception):
    """A line that no longer fits the code."""


class Mutant:
    def __init__(self, where, line):
        self.where = where
        fields = line.split('|')
        if len(fields) < 3:
            raise Stale('not FILE|CHANGE|TESTS')
        self.file = fields[0].strip()
        self.change = '|'.join(fields[1:-1])
        self.tests = [name.strip() for name in fields[-1].split(',')]

    def apply(self, text):
        """The text of the file with the mistake in it."""
        if ' =>' in self.change:
            search, replace = (part.replace('\\n', '\n') for part in self.change.split(' =>', 1))
            replace = replace.removeprefix(' ')
            if text.count(search) != 1:
                raise Stale(f'found {text.count(search)} times: {search}')
            return text.replace(search, replace)
        done = subprocess.run(['sed', '-e', self.change], input=text, text=True, capture_output=True, check=False)
        if done.returncode:
            raise Stale(done.stderr.strip())
        if done.stdout == text:
            raise Stale(f'nothing changed by {self.change}')
        return done.stdout


def read_lists(wanted):
    for path in sorted((ROOT / 'tests' / 'mutants').glob('*.list')):
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            if line.strip() and not line.startswith('#') and wanted in f'{path.name}: {line}':
                yield f'{path.name}:{number}', line


def run(*command, **more):
    return subprocess.run(command, cwd=TREE, env=ENVIRONMENT, text=True, capture_output=True, check=False, **more)


def copy_tree():
    """Brings the copy up to date without touching what has not changed, so that little is built anew."""
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '-z'], cwd=ROOT, capture_output=True, check=True)
    files = {name for name in listed.stdout.decode().split('\0') if name and (ROOT / name).is_file()}
    for name in files:
        target = TREE / name
        if not target.is_file() or not filecmp.cmp(ROOT / name, target, shallow=False):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
            shutil.copymode(ROOT / name, target)
    for path in [path for path in TREE.rglob('*') if path.is_file()]:
        if str(path.relative_to(TREE)) not in files:
            path.unlink()


def read_build(name):
    return json.loads((BUILD / 'meson-info' / f'intro-{name}.json').read_text(encoding='utf-8'))


def build(tests=None):
    """Builds everything, or what these tests need, and the programs, which any of them may run."""
    if not (BUILD / 'build.ninja').exists():
        done = run('meson', 'setup', str(BUILD), '-Dbuildtype=debug', '-Dwerror=false')
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
    if tests is None:
        return run('ninja', '-C', str(BUILD))
    needed = {target for test in read_build('tests') if test['name'] in tests for target in test['depends']}
    targets = [target for target in read_build('targets')
               if target['id'] in needed or (target['type'] == 'executable' and target['name'].startswith('lapidary'))]
    files = [os.path.relpath(file, BUILD) for target in targets for file in target['filename']]
    return run('ninja', '-C', str(BUILD), *files)


def test(names):
    """None if the tests pass, else what failed."""
    try:
        done = run('meson', 'test', '-C', str(BUILD), '--no-rebuild', '--setup', 'all', '--logbase', 'mutant', *names, timeout=HANGS)
    except subprocess.TimeoutExpired:
        return 'hangs'
    if done.returncode == 0:
        return None
    with open(BUILD / 'meson-logs' / 'mutant-all.json', encoding='utf-8') as log:
        results = [json.loads(line) for line in log]
    for result in results:
        if result['result'] not in ('OK', 'SKIP'):
            points = [line for line in (result.get('stdout') or '').splitlines() if line.startswith('not ok')]
            return f"{result['name'].split(' / ')[-1]}: {points[0][7:].strip() if points else result['result']}"
    return 'no test of these names' if not results else done.stdout[-300:]


def plant(mutant):
    """What became of one mistake, and how it showed."""
    target = TREE / mutant.file
    original = target.read_text(encoding='utf-8')
    try:
        target.write_text(mutant.apply(original), encoding='utf-8')
        built = build(mutant.tests)
        if built.returncode:
            return 'STALE', 'does not build: ' + next((line for line in built.stdout.splitlines() if 'error:' in line), '')
        caught = test(mutant.tests)
        return ('caught', caught) if caught else ('SURVIVED', ', '.join(mutant.tests))
    finally:
        target.write_text(original, encoding='utf-8')


def main():
    mutants, counts = [], {'caught': 0, 'SURVIVED': 0, 'STALE': 0}

    def tell(what, where, change, how):
        counts[what] += 1
        print(f'{what:8} {where}: {change}\n         {how}', flush=True)

    TREE.mkdir(parents=True, exist_ok=True)
    copy_tree()
    for where, line in read_lists(sys.argv[1] if len(sys.argv) > 1 else ''):
        try:
            mutant = Mutant(where, line)
            mutant.apply((TREE / mutant.file).read_text(encoding='utf-8'))
            mutants.append(mutant)
        except (Stale, OSError) as why:
            tell('STALE', where, line, why)
    built = build()
    if built.returncode:
        sys.exit(built.stdout[-4000:])
    broken = mutants and test(sorted({name for mutant in mutants for name in mutant.tests}))
    if broken:
        sys.exit(f'without any mistake: {broken}')
    for mutant in mutants:
        what, how = plant(mutant)
        tell(what, mutant.where, f'{mutant.file}: {mutant.change}', how)
    print(f"{counts['caught']} caught, {counts['SURVIVED']} survived, {counts['STALE']} stale")
    sys.exit(0 if counts['caught'] == sum(counts.values()) else 1)


main()

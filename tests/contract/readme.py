"""Code in the README is code that is built: readme.py SOURCE-ROOT

A block of code that follows `<!-- FILE -->` stands in FILE as it is; `...` on a line of its own stands for what was left out.
"""
import pathlib
import re
import sys

BLOCK = re.compile(r'^<!-- (\S+) -->\n```\w*\n(.*?)^```$', re.S | re.M)


def missing(block, source):
    """The first part of a block that is not in the source, in order, or None."""
    start = 0
    for part in re.split(r'^\.\.\.\n', block, flags=re.M):
        start = source.find(part, start)
        if start < 0:
            return part
    return None


root = pathlib.Path(sys.argv[1])
blocks = BLOCK.findall((root / 'README.md').read_text(encoding='utf-8'))
failed = 0
print(f'1..{len(blocks) + 1}')
print('ok 1 - the README shows code' if blocks else 'not ok 1 - the README shows code')
for number, (name, block) in enumerate(blocks, 2):
    path = root / name
    lost = missing(block, path.read_text(encoding='utf-8')) if path.exists() else 'there is no such file'
    print(f'{"not ok" if lost else "ok"} {number} - block {number - 1} is as {name} has it')
    if lost:
        failed = 1
        print(*(f'# {line}' for line in lost.splitlines()), sep='\n', file=sys.stderr)
sys.exit(failed or not blocks)

"""Files that the documents name exist: documents.py SOURCE-ROOT

What counts is each path into the source tree, say host/engine/view.c or plugins/*/text, wherever it stands in a document. Words in
capitals stand for names of the reader's own.
"""
import pathlib
import re
import sys

FOLDERS = 'docs', 'examples', 'host', 'plugin-api', 'plugins', 'sdk', 'tests'
PATH = re.compile(rf'(?<![\w./$~-])(?:{"|".join(FOLDERS)})/[\w*./-]*[\w*/]')
OWN = re.compile(r'\b[A-Z]+\b')

root = pathlib.Path(sys.argv[1])
documents = sorted([*root.glob('*.md'), *root.glob('docs/*.md'), *root.glob('*/*/README.md')])
failed = not documents
print(f'1..{len(documents)}')
for number, document in enumerate(documents, 1):
    text = document.read_text(encoding='utf-8')
    missing = sorted({path for path in PATH.findall(text)
                      if not OWN.search(path.replace('README.md', '')) and not any(root.glob(path.rstrip('/')))})
    print(f'{"not ok" if missing else "ok"} {number} - {document.relative_to(root)} names files that exist')
    print(*(f'# there is no {path}' for path in missing), sep='\n', end='\n' if missing else '', file=sys.stderr)
    failed |= bool(missing)
sys.exit(failed)

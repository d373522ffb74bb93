"""Files that the documents name exist, and what they link to, and each begins with its title: documents.py SOURCE-ROOT

What counts is each path into the source tree, say host/engine/view.c or plugins/*/text, wherever it stands in a document. Words in
capitals stand for names of the reader's own. A link leads to a file, from the folder of its document, and to a heading there.
"""
import pathlib
import re
import sys

FOLDERS = 'clients', 'docs', 'examples', 'host', 'plugin-api', 'plugins', 'sdk', 'tests'
PATH = re.compile(rf'(?<![\w./$~-])(?:{"|".join(FOLDERS)})/[\w*./-]*[\w*/]')
OWN = re.compile(r'\b[A-Z]+\b')
LINK = re.compile(r'\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)')
HEADING = re.compile(r'^#+ +(.+)$', re.M)
CODE = re.compile(r'^```.*?^```$|`[^`\n]*`', re.M | re.S)


def anchors(document):
    """The names of its headings, as they stand in links."""
    text = document.read_text(encoding='utf-8') if document.is_file() else ''
    return {re.sub(r'[^\w -]', '', heading.lower()).replace(' ', '-') for heading in HEADING.findall(text)}


def broken_links(document, text):
    """The links that lead nowhere."""
    for file, anchor in LINK.findall(CODE.sub('', text)):
        target = document.parent / file if file else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield f'{file}#{anchor}' if anchor else file



root = pathlib.Path(sys.argv[1])
documents = sorted([*root.glob('*.md'), *root.glob('docs/*.md'), *root.glob('*/*/README.md')])
failed = not documents
print(f'1..{len(documents)}')
for number, document in enumerate(documents, 1):
    text = document.read_text(encoding='utf-8')
    missing = sorted({path for path in PATH.findall(text)
                      if not OWN.search(path.replace('README.md', '')) and not any(root.glob(path.rstrip('/')))})
    missing += sorted(set(broken_links(document, text)))
    missing += [] if text.startswith('# ') else ['title in its first line']
    print(f'{"not ok" if missing else "ok"} {number} - {document.relative_to(root)} names files that exist')
    print(*(f'# there is no {path}' for path in missing), sep='\n', end='\n' if missing else '', file=sys.stderr)
    failed |= bool(missing)
sys.exit(failed)

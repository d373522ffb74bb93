#!/usr/bin/env python3
"""Tests a site: links.py FOLDER

Every link leads to a page that is there, and to an anchor on it. Nothing that a page is made of comes from elsewhere. Every page can be reached
from the first one, and what the search finds is there. Prints TAP.
"""
import collections
import html.parser
import json
import pathlib
import re
import sys
import urllib.parse

ELSEWHERE = re.compile(r'(?:https?:)?//')
# Of these, the browser asks by itself.
PARTS = {'script': 'src', 'img': 'src', 'link': 'href', 'source': 'src', 'iframe': 'src', 'object': 'data'}


class Page(html.parser.HTMLParser):
    """What a page links to, what it is made of, and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.links, self.parts, self.ids = [], [], collections.Counter()
        self.feed(path.read_text(encoding='utf-8'))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if 'id' in attrs:
            self.ids[attrs['id']] += 1
        if tag == 'a' and 'href' in attrs:
            self.links.append(attrs['href'])
        if tag in PARTS and attrs.get(PARTS[tag]):
            self.parts.append(attrs[PARTS[tag]])

    def resolve(self, address):
        file, _, anchor = address.partition('#')
        path = (self.path.parent / urllib.parse.unquote(file)).resolve() if file else self.path
        return path, urllib.parse.unquote(anchor)


def is_lost(pages, path, anchor):
    return not path.is_file() or (anchor and path in pages and anchor not in pages[path].ids)


def lost_links(pages):
    for page in pages.values():
        for address in page.links + page.parts:
            if not re.match(r'[a-z]+:', address) and is_lost(pages, *page.resolve(address)):
                yield f'{page.path.name}: {address}'


def parts_elsewhere(root, pages):
    for page in pages.values():
        yield from (f'{page.path.name}: {address}' for address in page.parts if ELSEWHERE.match(address))
    for path in [*root.rglob('*.css'), *root.rglob('*.svg')]:
        yield from (f'{path.name}: {found[0]}' for found in
                    re.finditer(r'(?:@import\b|url\(|href=)\s*["\']?(?:https?:)?//[^"\')]*', path.read_text(encoding='utf-8')))


def doubled_anchors(pages):
    for page in pages.values():
        yield from (f'{page.path.name}: {anchor}' for anchor, n in page.ids.items() if n > 1)


def unreachable(root, pages):
    if root / 'index.html' not in pages:
        return ['there is no first page']
    seen, todo = set(), [root / 'index.html']
    while todo:
        path = todo.pop()
        if path in pages and path not in seen:
            seen.add(path)
            todo += [pages[path].resolve(address)[0] for address in pages[path].links if not re.match(r'[a-z]+:', address)]
    return [str(path.relative_to(root)) for path in pages if path not in seen]


def lost_in_search(root, pages):
    text = (root / 'search-index.js').read_text(encoding='utf-8')
    found = json.loads(text[text.index('['):text.rindex(';')])
    if len(found) < len(pages):
        yield f'{len(found)} sections of {len(pages)} pages'
    for address, *_ in found:
        file, _, anchor = address.partition('#')
        if is_lost(pages, root / file, anchor):
            yield address


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(root.rglob('*.html'))}
    tests = {
        'links lead to pages and anchors that are there': lost_links(pages),
        'nothing that a page is made of comes from elsewhere': parts_elsewhere(root, pages),
        'an anchor is on its page once': doubled_anchors(pages),
        'every page can be reached from the first': unreachable(root, pages),
        'what the search finds is there': lost_in_search(root, pages),
    }
    failed = False
    print(f'1..{len(tests)}')
    for number, (name, found) in enumerate(tests.items(), 1):
        found = sorted(set(found))
        print(f'{"not ok" if found else "ok"} {number} - {name}', flush=True)
        print(*(f'# {line}' for line in found), sep='\n', end='\n' if found else '', file=sys.stderr)
        failed |= bool(found)
    sys.exit(failed)


if __name__ == '__main__':
    main()

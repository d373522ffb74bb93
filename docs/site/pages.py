"""The pages of the site, and what leads where."""
import html
import os
import re
from dataclasses import dataclass, field

COMMAND = re.compile(r'(?:\./dev )?lapidary ([a-z]+)\b')
TAG = re.compile(r'<[^>]*>')


@dataclass
class Page:
    """`body` is HTML. `sections` are what is found by searching: an anchor, a title, a text."""
    path: str
    title: str
    body: str = ''
    sections: list = field(default_factory=list)

    def to(self, address):
        """An address of the site, seen from this page."""
        file, mark, anchor = address.partition('#')
        if file == self.path:
            return mark + anchor
        return os.path.relpath(file, os.path.dirname(self.path) or '.') + mark + anchor


def text_of(markup):
    return ' '.join(html.unescape(TAG.sub(' ', markup)).split())


def sections_of(body):
    """What stands under each heading that has an anchor."""
    parts = re.split(r'<h[1-4][^>]*? ?id="([^"]+)"[^>]*>(.*?)</h[1-4]>', body, flags=re.S)
    yield '', '', text_of(parts[0])
    for anchor, title, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        yield anchor, text_of(title).removesuffix('#').strip(), text_of(text)


class Site:
    """All pages, and what leads where. `groups`: the list of pages, as build.py has it."""

    def __init__(self, groups):
        self.pages = []
        self.addresses = {source: path for _, pages in groups for source, path, _ in pages if source}
        self.names = {}
        self.commands = set()

    def add(self, page):
        if not page.sections:
            page.sections = [(anchor, title or page.title, text) for anchor, title, text in sections_of(page.body)]
        self.pages.append(page)

    def address_of(self, words):
        """Where the site explains what a document has as code: a file, a name, a command."""
        words = words.rstrip('/')
        for prefix in ('', 'plugin-api/', 'sdk/', 'plugin-api/lapidary/', 'sdk/lapidary/'):
            if prefix + words in self.addresses and (words.endswith('.h') or not prefix):
                return self.addresses[prefix + words]
        name = re.match(r'\w+', words)
        if name and name[0] in self.names and words[name.end():] in ('', '()'):
            return self.names[name[0]]
        command = COMMAND.match(words)
        if command and command[1] in self.commands:
            return f'man/lapidary.1.html#{command[1]}'
        return None

    def linker(self, page):
        """A function that gives the address of a name, seen from `page`."""
        def link_to(name):
            address = self.address_of(name)
            return page.to(address) if address and address != page.path else None
        return link_to

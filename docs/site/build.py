#!/usr/bin/env python3
"""The documents as a site: build.py BUILD-FOLDER OUTPUT [OPTION...]

A folder of HTML that needs neither a server nor a network: the pages of docs/, the headers, liblapidary's reference by gi-docgen, manual
pages by mandoc, a page for each game (gallery.py), and an index that site.js searches.
"""
import argparse
import html
import json
import pathlib
import re
import shutil

import gallery
import reference
from documents import Document
from pages import Page, Site, text_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# The list of pages: what a document is, where its page lies, and how the list calls it.
GROUPS = [
    ('Begin', [
        ('docs/index.md', 'index.html', 'Start'),
        ('docs/install.md', 'install.html', 'Install'),
        ('', 'gallery/index.html', 'Games')]),
    ('Write a game', [
        ('docs/ten-minutes.md', 'ten-minutes.html', 'Ten minutes'),
        ('docs/tutorial.md', 'tutorial.html', 'Tutorial'),
        ('docs/concepts.md', 'concepts.html', 'Concepts'),
        ('docs/authors.md', 'authors.html', 'Commands'),
        ('docs/mistakes.md', 'mistakes.html', 'Mistakes'),
        ('docs/programs-that-write-plugins.md', 'programs-that-write-plugins.html', 'For programs')]),
    ('Write a frontend', [
        ('docs/frontends.md', 'frontends.html', 'In 60 lines'),
        ('docs/protocol.md', 'protocol.html', 'Protocol'),
        ('clients/javascript/README.md', 'client-javascript.html', 'JavaScript client'),
        ('clients/python/README.md', 'client-python.html', 'Python client'),
        ('docs/embedding.md', 'embedding.html', 'Embedding'),
        ('docs/agents.md', 'agents.html', 'Programs that play'),
        ('docs/learning.md', 'learning.html', 'Learning'),
        ('examples/web/README.md', 'web.html', 'The table in the browser'),
        ('examples/python/README.md', 'examples-python.html', 'Examples in Python')]),
    ('Host', [
        ('docs/hosting.md', 'hosting.html', 'Hosting'),
        ('docs/cluster.md', 'cluster.html', 'Several nodes'),
        ('docs/bots.md', 'bots.html', 'Bots'),
        ('docs/figures.md', 'figures.html', 'Figures'),
        ('docs/findings.md', 'findings.html', 'Findings'),
        ('SECURITY.md', 'security.html', 'Security')]),
    ('Reference', [
        ('plugin-api/README.md', 'contract.html', 'The contract'),
        ('', 'reference/index.html', 'Headers'),
        ('', 'liblapidary/index.html', 'liblapidary'),
        ('', 'man/lapidary.1.html', 'lapidary(1)'),
        ('docs/man/lapidary-plugin.5', 'man/lapidary-plugin.5.html', 'lapidary-plugin(5)'),
        ('docs/man/lapidary.7', 'man/lapidary.7.html', 'lapidary(7)')]),
    ('The project', [
        ('README.md', 'readme.html', 'README'),
        ('docs/architecture.md', 'architecture.html', 'Architecture'),
        ('CONTRIBUTING.md', 'contributing.html', 'Contributing'),
        ('NEWS', 'news.html', 'News')]),
]


def menu(page):
    parts = []
    for title, pages in GROUPS:
        parts.append(f'<h2>{title}</h2><ul>')
        for _, path, name in pages:
            # What has a page for each of its parts is where one is on these, too.
            at = path == page.path or (path.endswith('/index.html') and page.path.startswith(path.removesuffix('index.html')))
            parts.append(f'<li><a href="{page.to(path) or "#"}"{" aria-current=page" if at else ""}>{name}</a></li>')
        parts.append('</ul>')
    return ''.join(parts)


def contents(body):
    """What the page has, if that is more than one section."""
    found = re.findall(r'<h([23])[^>]*? ?id="([^"]+)"[^>]*>(.*?)</h[23]>', body, re.S)
    if len(found) < 3:
        return ''
    items = ''.join(f'<li{" class=deeper" if level == "3" else ""}><a href="#{anchor}">{html.escape(text_of(title).removesuffix("#").strip())}</a></li>'
                    for level, anchor, title in found)
    return f'<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>{items}</ul></nav>'


def whole(page):
    layout = (HERE / 'page.html').read_text(encoding='utf-8')
    home = '../' * page.path.count('/')
    title = 'Lapidary' if page.path == 'index.html' else f'{page.title} · Lapidary'
    kind = 'page wide' if page.path.startswith('reference/') and page.path != 'reference/index.html' else 'page'
    for name, value in {'title': html.escape(title), 'kind': kind, 'menu': menu(page), 'body': page.body, 'contents': contents(page.body), 'home': home}.items():
        layout = layout.replace(f'@{name}@', value)
    return layout


def search_index(pages):
    return 'window.searchIndex = ' + json.dumps(
        [[page.path + (f'#{anchor}' if anchor else ''), page.title, title, text]
         for page in pages for anchor, title, text in page.sections if text or anchor], ensure_ascii=False, separators=(',', ':')) + ';\n'


def write(site, output):
    for page in site.pages:
        path = output / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(whole(page), encoding='utf-8')
    (output / 'search-index.js').write_text(search_index(site.pages), encoding='utf-8')
    for file in (HERE / 'style.css', HERE / 'site.js', ROOT / 'examples/web/gem.svg'):
        shutil.copy(file, output)
    shutil.copytree(ROOT / 'examples/web/pictures', output / 'pictures', dirs_exist_ok=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--matches', type=int, default=1000, help='of random moves, for each game and number of seats')
    parser.add_argument('--positions', type=int, default=300, help='on which each property is tried')
    parser.add_argument('--games', help='only these, with commas between')
    parser.add_argument('--pictures', action='store_true', help='of each game, by Chromium')
    given = parser.parse_args()
    build, output = given.build.resolve(), given.output
    if output.exists() and any(output.iterdir()) and not (output / 'search-index.js').exists():
        parser.error(f'{output} is no site, so it is not replaced')
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    site = Site(GROUPS)
    for picture in (ROOT / 'examples/web/pictures').iterdir():
        site.addresses[picture.relative_to(ROOT).as_posix()] = f'pictures/{picture.name}'
    reference.find_headers(site)
    reference.add_liblapidary(site, build)
    reference.add_manuals(site, build)
    games = gallery.made(build, output, given)
    site.addresses |= dict(gallery.addresses(games))
    reference.add_headers(site)
    for title, body, path in gallery.pages(games):
        site.add(Page(path, title, body))
    for source, path in site.addresses.items():
        if source.endswith('.md') or source == 'NEWS':
            site.add(Document(site, source, path).render())
    start = next(page for page in site.pages if page.path == 'index.html')
    start.body += gallery.cards(games, 'gallery/')
    write(site, output)
    print(output / 'index.html')


if __name__ == '__main__':
    main()

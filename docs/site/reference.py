"""The reference: headers, liblapidary as gi-docgen has it, manual pages as mandoc has them."""
import html
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import colours
import headers
from pages import TAG, Page, text_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# The headers that the reference has, in this order.
HEADERS = [
    ('The contract', 'plugin-api', 'What the host and the rules of a game agree on. Plugins include <code>lapidary/plugin.h</code>.'),
    ('Components', 'sdk', 'Decks, grids, tracks, dice, and what else rules are made of; linked into each plugin.'),
    ('The host in C', 'host', 'Those headers of <a href="../liblapidary/index.html">liblapidary</a> that only C sees.'),
]


def header_path(path):
    """plugin-api/lapidary/phase.h is reference/plugin-api/phase.html, host/engine/session.h is reference/host/engine/session.html."""
    return 'reference/' + path.replace('/lapidary/', '/').removesuffix('.h') + '.html'


def installed_headers(folder):
    """Those of plugin-api/ or sdk/; those of host/ that only C sees: others have comments for gi-docgen."""
    if folder != 'host':
        return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder / 'lapidary').glob('*.h'))
    listed = re.findall(r"^ *'([\w/-]+\.h)',$", (ROOT / 'host/meson.build').read_text(encoding='utf-8'), re.M)
    return sorted(f'host/{path}' for path in listed if not re.search(r'^/\*\*$', (ROOT / 'host' / path).read_text(encoding='utf-8'), re.M))


def find_headers(site):
    """Where each header, and each name in one, is explained."""
    for _, folder, _ in HEADERS:
        site.addresses[f'{folder}/lapidary'] = f'reference/index.html#{folder}'
        for path in installed_headers(folder):
            site.addresses[path] = header_path(path)
            for name in headers.definitions((ROOT / path).read_text(encoding='utf-8')).values():
                site.names.setdefault(name, f'{header_path(path)}#{name}')


def add_headers(site):
    index = Page('reference/index.html', 'Headers')
    parts = ['<h1>Headers</h1><p class="lead">What rules are written with, and what a program in C has of the host. Each page is the header '
             'itself, from top to bottom.</p>']
    for title, folder, about in HEADERS:
        parts.append(f'<h2 id="{folder}">{title}</h2><p>{about}</p><div class="scroll"><table>')
        for path in installed_headers(folder):
            source = (ROOT / path).read_text(encoding='utf-8')
            name = path.split('/', 1)[1]
            page = Page(header_path(path), name)
            body, names = headers.page(source, site.linker(page))
            page.body = f'<h1>{name}</h1>{body}'
            page.sections = [('', name, text_of(body)), *((name, name, said) for name, said in names)]
            site.add(page)
            said = headers.inline(headers.summary(source), lambda name: None)
            parts.append(f'<tr><td><a href="{index.to(page.path)}"><code>{name}</code></a></td><td>{said}</td></tr>')
        parts.append('</table></div>')
    index.body = ''.join(parts)
    site.add(index)


GIR = '{http://www.gtk.org/introspection/core/1.0}'
GIR_C = '{http://www.gtk.org/introspection/c/1.0}'
GIR_FILES = {'class': 'class', 'record': 'struct', 'interface': 'iface', 'enumeration': 'enum', 'bitfield': 'flags', 'callback': 'callback',
             'function': 'func', 'constant': 'const', 'method': 'method', 'constructor': 'ctor'}


def find_introspected(site, gir, folder):
    """Where gi-docgen explains each name."""
    for parent in xml.etree.ElementTree.parse(gir).getroot().iter():
        for element in parent:
            kind = GIR_FILES.get(element.tag.removeprefix(GIR))
            owner = parent.get('name') if parent.tag != GIR + 'namespace' else None
            file = f'{kind}.{f"{owner}." if owner else ""}{element.get("name")}.html'
            if kind in ('method', 'func') and owner and parent.tag == GIR + 'record' and not (folder / file).exists():
                continue
            name = element.get(GIR_C + 'identifier') or element.get(GIR_C + 'type')
            if kind and name and (folder / file).exists():
                site.names.setdefault(name, f'liblapidary/{file}')


# What gi-docgen's pages have otherwise than ours: headings, links that lead nowhere, rows of what is not known.
REWRITES = [(re.compile(pattern, re.S), by) for pattern, by in (
    (r'<a [^>]*class="anchor"[^>]*></a>', ''),
    (r'<a [^>]*href="(?:javascript:[^"]*|)"[^>]*>(.*?)</a>', r'\1'),
    (r' style="[^"]*"', ''),
    (r'<(/?)h4\b', r'<\1h2'),
    (r'<(/?)h[56]\b', r'<\1h3'),
    (r'<span class="sep"[^>]*></span>', '.'),
    (r'<tr><td><em>(?:Authors|Website|Source)</em>.*?</tr>|<tr><td>pkg-config files.*?</tr>', ''),
    (r'<p></p>', ''),
    (r'<(/?)summary>', r'<\1div>'),
)]
GI_HEAD = re.compile(r'<header>\s*(?:<h3>(.*?)</h3>)?\s*(<h1.*?</h1>)', re.S)
GI_CODE = re.compile(r'<pre><code>\s*<div class="highlight"><pre>(.*?)</pre></div>\s*</code></pre>', re.S)


def introspected(site, path, title):
    """A page of gi-docgen, without what it puts around it."""
    page = Page(f'liblapidary/{path.name}', title)
    text = path.read_text(encoding='utf-8')
    body = text[text.index('>', text.index('<section id="main"')) + 1:text.index('<section id="search"')].rstrip().removesuffix('</section>')
    for pattern, by in REWRITES:
        body = pattern.sub(by, body)
    body = GI_CODE.sub(lambda block: '<pre><code>' + colours.as_html(html.unescape(TAG.sub('', block[1])), 'c', site.linker(page)) + '</code></pre>', body)
    head = GI_HEAD.search(body)
    if head:
        page.title = page.title or text_of(head[2]).replace(' . ', '.')
        kind = f'<p class="lead">{head[1]}</p>' if head[1] else ''
        body = body[:head.start()] + f'<header><h1>{html.escape(page.title)}</h1>{kind}' + body[head.end():]
    page.title = page.title or path.stem
    page.body, page.sections = body, [('', page.title, text_of(body))]
    return page


def gi_docgen(command, *words):
    done = subprocess.run(['gi-docgen', command, '--quiet', '--fatal-warnings', '--config', ROOT / 'docs/liblapidary.toml', *words],
                          check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(done.stdout)


def add_liblapidary(site, build):
    """Everything that is public is documented, or nothing is made."""
    gir = build / 'host/Lapidary-0.gir'
    gi_docgen('check', gir)
    with tempfile.TemporaryDirectory() as folder:
        gi_docgen('generate', '--no-namespace-dir', '--output-dir', folder, gir)
        find_introspected(site, gir, pathlib.Path(folder))
        names = {address: name for name, address in site.names.items()}
        for path in sorted(pathlib.Path(folder).glob('*.html')):
            site.add(introspected(site, path, names.get(f'liblapidary/{path.name}', '')))


SUBCOMMAND = re.compile(r'<h3[^>]*>(lapidary\s+([a-z]+)[^<]*)</h3>')


def manual(path):
    """A manual page by mandoc, with an anchor of its name for each subcommand."""
    body = subprocess.run(['mandoc', '-T', 'html', '-O', 'fragment,man=%N.%S.html', path], check=True, stdout=subprocess.PIPE, text=True).stdout
    body = re.sub(r'^<table class="(?:head|foot)".*?</table>', '', body, flags=re.M | re.S)
    body = re.sub(r'<a class="permalink"[^>]*>(.*?)</a>', r'\1', body, flags=re.S)
    body = re.sub(r'<(/?)h2\b', r'<\1h3', body)
    body = re.sub(r'<h1([^>]*)>(.*?)</h1>', lambda heading: f'<h2{heading[1]}>{heading[2].capitalize()}</h2>', body)
    body = body.replace('<p class="Pp"></p>', '').replace('<br/>\n', '')
    return SUBCOMMAND.sub(lambda found: f'<h3 id="{found[2]}">lapidary {found[2]}</h3><pre><code>{" ".join(found[1].split())}</code></pre>', body)


def add_manuals(site, build):
    for path in (build / 'docs/lapidary.1', ROOT / 'docs/man/lapidary-plugin.5', ROOT / 'docs/man/lapidary.7'):
        body = manual(path)
        site.commands |= set(re.findall(r'<h3 id="([a-z]+)">lapidary ', body))
        title = f'{path.stem}({path.suffix[1:]})'
        site.add(Page(f'man/{path.name}.html', title, f'<h1>{title}</h1>{body}'))

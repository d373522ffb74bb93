"""Headers as pages. A header tells its story from top to bottom in comments, so the page has them as text, and the code between them."""
import html
import itertools
import re

import colours

COMMENT = re.compile(r'/\*.*?\*/', re.S)
# A comment that stands before code at the margin, with all of its lines.
AT_MARGIN = re.compile(r'^/\*(.*?)\*/\n', re.M | re.S)
SECTION = re.compile(r'^--- +')
# What only compilers read.
FRAME = re.compile(r'^(?:#ifndef (\w+_H)\n#define \1\n|#endif[^\n]*\n*\Z|LAP_(?:BEGIN|END)_DECLS\n|G_(?:BEGIN|END)_DECLS\n)', re.M)
DEFINITIONS = [re.compile(pattern, re.M) for pattern in (
    r'^#define (\w+)',
    r'^}(?: __attribute__\(\(\w+\)\))? (\w+);',
    r'^typedef [^{;(]*?(\w+);',
    r'^typedef [^{;]*?\(\*(\w+)\)',
    r'^(?:[A-Za-z_][\w *]*?[ *])(lap_\w+)\(',
    r'^ +(LAP_[A-Z0-9_]+)(?= *(?:=[^;{}]*?)?(?:,|$|/\*))',
)]


def definitions(source):
    """The names that a header defines, by where they stand."""
    bare = COMMENT.sub(lambda comment: re.sub(r'[^\n]', ' ', comment[0]), source)
    found = sorted((match.start(1), match[1]) for pattern in DEFINITIONS for match in pattern.finditer(bare))
    first = {name: at for at, name in reversed(found) if not name.endswith(('_H', '_DECLS'))}
    return {at: name for name, at in first.items()}


def lines_of(comment):
    return [re.sub(r'^ *\* ?', '', line) if n else line.strip() for n, line in enumerate(comment.rstrip().split('\n'))]


def inline(text, link_to):
    """Names between backticks, and those that the reference has, are code."""
    def named(match):
        name = match[1] or match[2]
        address = link_to(name.split('(')[0])
        shown = f'<code>{html.escape(name, quote=False)}</code>'
        return f'<a href="{address}">{shown}</a>' if address else shown if match[1] else match[0]
    return re.sub(r'`([^`]+)`|\b((?:lap_|Lap[A-Z]|LAP_)\w+)', named, html.escape(text, quote=False))


def indented(lines, link_to):
    """Indented lines: a list if they begin with dashes, else as they stand."""
    if not re.match(r' *- ', lines[0]):
        return f'<pre><code>{colours.as_html(chr(10).join(line[2:] for line in lines), "c", link_to)}</code></pre>'
    items = re.split(r'^ *- ', '\n'.join(lines), flags=re.M)[1:]
    return '<ul>' + ''.join(f'<li>{inline(" ".join(item.split()), link_to)}</li>' for item in items) + '</ul>'


def prose(comment, link_to):
    """A comment as paragraphs."""
    parts = []
    for kind, run in itertools.groupby(lines_of(comment), lambda line: 'indented' if line.startswith('  ') else 'text' if line else ''):
        if kind == 'indented':
            parts.append(indented(list(run), link_to))
        elif kind == 'text':
            parts.append(f'<p>{inline(" ".join(run), link_to)}</p>')
    return ''.join(parts)


def pieces(source):
    """Comments at the margin, and what stands between them, each with where it begins."""
    at = 0
    for comment in AT_MARGIN.finditer(source):
        yield 'code', at, source[at:comment.start()]
        yield 'comment', comment.start(), comment[1].strip()
        at = comment.end()
    yield 'code', at, source[at:]


def block(text, start, defined, link_to):
    """Code without the frame around all of a header."""
    bare = FRAME.sub(lambda frame: ' ' * len(frame[0]), text)
    skipped = len(bare) - len(bare.lstrip())
    shown = bare.strip()
    if not shown:
        return ''
    here = {at - start - skipped: name for at, name in defined.items()}
    return f'<pre><code>{colours.as_html(shown, "c", link_to, here)}</code></pre>'


def first_sentence(comment):
    return re.split(r'(?<=\.)\s', ' '.join(lines_of(comment)).strip() + ' ', maxsplit=1)[0]


def summary(source):
    """What a header is about, from its first comment."""
    return first_sentence(AT_MARGIN.search(source)[1].strip())


def page(source, link_to):
    """The body of a header's page, and its names with what is said of them."""
    defined = definitions(source)
    parts, names, said = [], [], ''
    for kind, start, text in pieces(source):
        if kind == 'comment' and SECTION.match(text):
            title, _, rest = SECTION.sub('', text).partition('.')
            title = ' '.join(lines_of(title))
            name = re.sub(r'\W+', '-', title).strip('-')
            parts.append(f'<h2 id="{name}">{inline(title[:1].upper() + title[1:], link_to)}</h2>{prose(rest.strip(), link_to)}')
        elif kind == 'comment':
            said = text
            parts.append(prose(text, link_to))
        elif text.strip():
            parts.append(block(text, start, defined, link_to))
            names += [(name, ' '.join(lines_of(said))) for at, name in defined.items() if start <= at < start + len(text)]
    return ''.join(parts), names
